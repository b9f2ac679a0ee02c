// @ts-check
// Elements, announcements and dialogs.

/** @import { Answer, Begun, Choice, Control, Facts, Inside, Kept, Verdict, WordList } from "./types.d.ts" */

/**
 * The element with an id.
 * @template {HTMLElement} [T=Control]
 * @param {string} id
 */
export const $ = (id) => /** @type {T} */ (document.getElementById(id));

/**
 * The first element that fits a selector.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} root
 */
export const first = (selector, root = document) => /** @type {T} */ (root.querySelector(selector));

/**
 * The element around what an event came to that fits a selector, or that itself.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export const closest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

/**
 * What the element that has the focus says under a name of its data.
 * @param {string} name
 */
export const focusedOn = (name) => /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.[name];

/**
 * An element: el("button", {class: "main", onclick: f}, "Play").
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Facts} facts
 * @param {Inside[]} inside
 */
export function el(name, facts = {}, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(facts)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...inside.filter((one) => one !== null && one !== undefined));
  return made;
}

/**
 * Say something to a screen reader; the same text twice is said twice.
 * @param {string} text
 */
export function announce(text) {
  const live = $("live");
  if (live) live.textContent = live.textContent === text ? `${text} ` : text;
}

/**
 * A number with its noun: "1 word", "1,234 words".
 * @param {number} number
 * @param {string} one
 */
export const counted = (number, one) => `${number.toLocaleString()} ${one}${number === 1 ? "" : "s"}`;

/**
 * How long days are, in the largest unit that fits.
 * @param {number} number
 */
export function days(number) {
  const minutes = Math.round(number * 1440);
  return minutes < 60
    ? counted(Math.max(1, minutes), "minute")
    : minutes < 1440
    ? counted(Math.floor(minutes / 60), "hour")
    : counted(Math.round(minutes / 1440), "day");
}

/**
 * A rack as it is heard.
 * @param {string[]} labels
 */
export const rackSaid = (labels) => labels.map((label) => (label === "?" ? "blank" : label)).join(" ");

/**
 * Return whether a word list has a column.
 * @param {WordList[]} lists
 * @param {string} name
 * @param {string} column
 */
export const hasColumn = (lists, name, column) =>
  Boolean((lists.find((one) => one.name === name) ?? lists[0])?.columns?.includes(column));

/**
 * Return whether only common words are wanted, of a list that knows them.
 * @param {Control} tick
 * @param {WordList[]} lists
 * @param {string} name
 */
export const commonOnly = (tick, lists, name) => tick.checked && hasColumn(lists, name, "known");

/**
 * What a list offers, each as a choice of a `select`; word lists with their sizes.
 * @param {(Choice | WordList)[]} list
 * @param {"id" | "name"} value
 */
export const choices = (list, value = "id") =>
  list.map((one) =>
    el(
      "option",
      { value: one[value], title: one.note },
      one.words === undefined ? one.name : `${one.name}, ${counted(one.words, "word")}`,
    )
  );

/**
 * Which word list is in use: its size, and what to know of the one that comes with lexkit.
 * Whose leave values it uses is told where figures depend on them: see originOf.
 * @param {WordList | undefined} list
 * @returns {(string | Node)[]}
 */
export function aboutList(list, whole = true) {
  if (!list?.words) return [];
  const size = counted(list.words, "word");
  if (!list.bundled) return [`${size}. `];
  return [
    `${size}: a free list, not one of any tournament. `,
    ...(whole
      ? [
        "To use a list of your own: ",
        el("code", {}, "lexc build list.txt"),
        ", then ",
        el("code", {}, "lexq serve --offer list.gaddag"),
        ".",
      ]
      : []),
  ];
}

/**
 * Whose leave values are used, as a sentence.
 * @param {string | undefined} leaves
 */
export const originOf = (leaves) => (leaves ? `${leaves[0].toUpperCase()}${leaves.slice(1)}.` : "");

/**
 * Whether letters are a word, with hooks, and the definition or what is near.
 * @param {Verdict} told
 */
export function verdict({ word, valid, points, front, back, definition, near }) {
  const hooks = `${front ? `; in front: ${front}` : ""}${back ? `; behind: ${back}` : ""}`;
  if (valid) return `${word} is a word, ${counted(points, "point")}${hooks}. ${definition ?? ""}`;
  return `${word} is not in the list${hooks}.${near.length ? ` Near it: ${near.join(", ")}.` : ""}`;
}

/**
 * A table of rows, under heads: [text, class], or null for a corner without a head.
 * @param {(string[] | null)[]} heads
 * @param {HTMLElement[]} rows
 */
export function table(heads, rows) {
  const head = heads.map((one) => (one ? el("th", { scope: "col", class: one[1] }, one[0]) : el("td", {})));
  return el("table", {}, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
}

/**
 * The face of a tile. Its points are drawn by the sheet: what it shows as text is its letter alone, as its label begins.
 * @param {string} label
 * @param {number} points
 */
export function tileFace(label, points, kinds = "") {
  const long = `${[...label].length > 1 ? " long" : ""}${points > 9 ? " ten" : ""}`;
  const shown = label === "?" ? "" : label;
  return el(
    "div",
    { class: `tile${long} ${kinds}`.trim(), "data-points": points || null, "aria-hidden": "true" },
    shown,
  );
}

/**
 * Ask something in a dialog. `fill(close)` gives its elements; the promise has what close was called with, or null.
 * @template T
 * @param {string} title
 * @param {(close: (value: T | null) => void) => (string | Node)[]} fill
 * @returns {Promise<T | null>}
 */
export function ask(title, fill) {
  return new Promise((resolve) => {
    /** @type {T | null} */
    let answer = null;
    const dialog = el("dialog", { "aria-label": title });
    const close = (/** @type {T | null} */ value) => {
      answer = value;
      dialog.close();
    };
    dialog.append(el("h2", {}, title), ...fill(close));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Ask whether to do something.
 * @param {string} title
 * @param {string} question
 * @param {string} yes
 */
export function confirmed(title, question, yes) {
  return ask(title, (/** @type {(value: true | null) => void} */ close) => [
    el("p", {}, question),
    el(
      "div",
      { class: "row end" },
      el("button", { onclick: () => close(null) }, "Cancel"),
      el("button", { class: "main", onclick: () => close(true) }, yes),
    ),
  ]);
}

/**
 * What the server answers: an object, or with `file` {file: Blob}; {error} in words if it fails in any way.
 * @template T
 * @param {string} path
 * @param {object} [body]
 * @param {Record<string, string>} headers
 * @returns {Promise<Answer<T>>}
 */
export async function request(path, body, headers = {}, file = false) {
  const wanted = body === undefined ? {} : {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: body instanceof Blob ? body : JSON.stringify(body),
  };
  let answer;
  let text;
  try {
    answer = await fetch(path, wanted);
    if (file && answer.ok) return /** @type {Answer<any>} */ ({ file: await answer.blob() });
    text = await answer.text();
  } catch {
    return /** @type {Answer<any>} */ ({ error: "the server does not answer" });
  }
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    found = { error: text || answer.statusText };
  }
  if (!answer.ok && !found.error) found.error = answer.statusText;
  return found;
}

// What a browser is called where cards are kept, if the server is open to a network.
const LEARNER = "lexkit.learner";
/** @type {string | null} */
let own = null;
export function learner() {
  try {
    own ??= localStorage.getItem(LEARNER);
  } catch { /* off */ }
  if (!own) {
    own = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    try {
      localStorage.setItem(LEARNER, own);
    } catch { /* off */ }
  }
  return own;
}

// The name under which someone plays in this browser.
const NAME = "lexkit.name";
export function ownName() {
  try {
    return localStorage.getItem(NAME) || "You";
  } catch {
    return "You";
  }
}
/** @param {string} name */
export function keepName(name) {
  try {
    localStorage.setItem(NAME, name.trim());
  } catch { /* full, or off */ }
}

const KEY = "lexkit.games";
/**
 * The games of this browser.
 * @returns {Kept[]}
 */
export function games() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") || [];
  } catch {
    return [];
  }
}
/** @param {Omit<Kept, "when">} one */
export function keepGame(one) {
  const others = games().filter((other) => other.game !== one.game || other.token !== one.token);
  try {
    localStorage.setItem(KEY, JSON.stringify([{ ...one, when: Date.now() }, ...others].slice(0, 30)));
  } catch { /* full, or off */ }
}
/** @param {Kept} one */
export function forgetGame(one) {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify(games().filter((other) => other.game !== one.game || other.token !== one.token)),
    );
  } catch { /* off */ }
}
/**
 * The address of a game: page is where it is played.
 * @param {Begun | Kept} one
 */
export const addressOf = (one) => `/${one.page ?? "play"}#g=${one.game}&t=${one.token}`;

/**
 * Save a file.
 * @param {Blob} blob
 * @param {string} name
 */
export function download(blob, name) {
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
