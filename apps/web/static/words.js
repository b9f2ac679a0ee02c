// @ts-check
// The page of words: letters and the query language, with help as one types.

/** @import { Answer, Found, Inside, Kinds } from "./types.d.ts" */

import { $, choices, commonOnly, counted, el, hasColumn, request, table, verdict } from "./dom.js";

const query = $("query");
// What can be asked, and what it finds.
const EXAMPLES = [
  ["CARE", "Is it a word? Its anagrams, hooks, definition"],
  ["AEINRT?", "Anagrams; ? is a blank"],
  ["c?o?s", "Words that fit: ? is one letter"],
  ["*zz*", "* is any letters, or none"],
  ["subanagram:AEINRST length:7-", "What a rack can make, from seven letters on"],
  ["length:2", "All words of two letters"],
  ["length:7 probability:1-100", "The hundred likeliest sevens"],
  ["includes:Q -includes:U", "Q without U"],
  ["takes-prefix:RE takes-suffix:S length:4", "Words that take RE in front and S behind"],
  ["vowels:>=5 length:-7", "Many vowels"],
  ["points:>=30 -suffix:S", "Heavy tiles"],
  ["near:SCRABLE", "One letter away"],
  ["group:high-fives", "Named groups of words"],
  ["pattern:1221", "The same digit is the same letter"],
  ["regex:(.+)\\1", "Regular expressions"],
];
/** @type {Record<string, string>} */
const SORTS = {
  "": "in order",
  "-points": "by points",
  "-length": "longest first",
  length: "shortest first",
  probability: "likeliest first",
  "-anagrams": "most anagrams",
  alphagram: "by letters",
  "-vowels": "most vowels",
  "-playability": "most playable",
};
let page = 0, number = 0, timer = 0;
/** @type {Kinds["kinds"]} */
let kinds = [];
/** @type {Kinds["lexicons"]} */
let lists = [];

// The term at the caret: where it begins, its kind if it has one, and what was typed of it.
function term() {
  const before = query.value.slice(0, query.selectionStart ?? query.value.length);
  const found = /(?:^|[\s(])-?([\w!-]*)(?::(\S*))?$/.exec(before);
  return found
    ? {
      name: found[1].toLowerCase(),
      value: found[2],
      start: before.length - found[1].length - (found[2] === undefined ? 0 : found[2].length + 1),
      end: before.length,
    }
    : { name: "", value: undefined, start: before.length, end: before.length };
}

/**
 * A button with a query, or the beginning of one.
 * @param {string} code
 * @param {() => void} onclick
 * @param {Inside[]} more
 */
const button = (code, onclick, ...more) =>
  el(
    "button",
    { type: "button", onclick, title: kinds.find((one) => code.startsWith(`${one.name}:`))?.finds },
    el("code", {}, code),
    ...more,
  );

function help() {
  const at = term();
  const kind = kinds.find((one) => one.name === at.name && at.value !== undefined);
  const fitting = kind ? [] : kinds.filter((one) => at.name && one.name.includes(at.name)).slice(0, 6);
  if (kind) {
    $("explain").replaceChildren(
      el("code", {}, `${kind.name}:${kind.value}`),
      ` ${kind.finds}. `,
      el("span", {}, "Example: "),
      el("code", {}, `${kind.name}:${kind.example}`),
    );
  } else if (fitting.length) $("explain").textContent = "Terms that fit:";
  else $("explain").textContent = query.value.trim() ? "" : "Type letters, or begin a term such as prefix: or length:.";
  const choices = kind ? kind.choices.split(" ").filter((one) => one && one.startsWith(at.value ?? "")) : [];
  $("suggestions").replaceChildren(
    ...fitting.map((one) => el("li", {}, button(`${one.name}:`, () => complete(`${one.name}:`)))),
    ...choices.map((one) =>
      el(
        "li",
        {},
        button(one, () => {
          complete(`${at.name}:${one}`);
          search();
        }),
      )
    ),
  );
}

/** @param {string} text */
function complete(text) {
  const at = term();
  query.value = `${query.value.slice(0, at.start)}${text}${query.value.slice(at.end)}`;
  query.focus();
  query.setSelectionRange(at.start + text.length, at.start + text.length);
  help();
}

/**
 * Ask this, as if it had been typed.
 * @param {string} text
 */
function pose(text) {
  query.value = text;
  help();
  search();
}

/**
 * Show what the chosen list has: its orders, of which one is chosen, and common words.
 * @param {string} chosen
 */
function showList(chosen = $("sort").value) {
  const name = $("lexicon").value;
  const { sorts } = lists.find((one) => one.name === name) ?? lists[0] ?? {};
  $("sort").replaceChildren(...(sorts ?? [""]).map((key) => el("option", { value: key }, SORTS[key] ?? key)));
  $("sort").value = sorts?.includes(chosen) ? chosen : "";
  $("common-row").hidden = !hasColumn(lists, name, "known");
}

async function search(to = 0) {
  clearTimeout(timer);
  const text = query.value.trim();
  const own = ++number;
  if (!text) {
    show(null);
    return;
  }
  const asked = {
    q: text,
    sort: $("sort").value,
    lexicon: $("lexicon").value,
    ...(commonOnly($("common"), lists, $("lexicon").value) ? { common: "1" } : {}),
  };
  const wanted = new URLSearchParams({ ...asked, page: String(to) });
  history.replaceState(null, "", `#${new URLSearchParams(asked)}`);
  /** @type {Answer<Found>} */
  const found = await request(`/api/words?${wanted}`);
  if (own !== number) return;
  show(found);
  if (!found.error) {
    page = found.page;
    $("csv").href = `/api/words.csv?${wanted}`;
  }
}

/**
 * What letters were taken for, to edit, and what else they could mean.
 * @param {Answer<Found> | null} found
 */
function showUnderstood(found) {
  const others = found?.others ?? [];
  const understood = found?.query ?? "";
  const spelled = understood && understood !== query.value.trim();
  $("understood").hidden = !spelled && !others.length;
  $("understood").replaceChildren(
    ...(spelled
      ? [
        "Understood as",
        button(understood, () => {
          query.value = understood;
          help();
          query.focus();
        }),
      ]
      : []),
    ...(others.length ? ["or try", ...others.map((one) => button(one, () => pose(one)))] : []),
  );
  $("verdict").hidden = !found?.about;
  $("verdict").textContent = found?.about ? verdict(found.about) : "";
}

/** @param {Answer<Found> | null} found */
function show(found) {
  const none = !found?.count;
  $("both").classList.toggle("fresh", none);
  $("answer").hidden = $("tools").hidden = none;
  $("pages").hidden = none || found.count <= found.size;
  $("found").textContent = !found || found.error ? "" : counted(found.count, "word");
  $("explain").classList.toggle("bad", Boolean(found?.error));
  showUnderstood(found);
  if (found?.error) {
    const { error, at, instead } = found;
    $("explain").textContent = error + (at ? ` (at character ${at + 1})` : "");
    if (instead) $("suggestions").replaceChildren(el("li", {}, "Did you mean ", button(instead, () => pose(instead))));
  }
  if (none) {
    $("results").replaceChildren();
    return;
  }
  $("results").replaceChildren(
    table(
      [["Front", "num"], ["Word"], ["Back"], ["Points", "num"]],
      found.words.flatMap((word) => [
        el(
          "tr",
          {},
          el("td", { class: "num soft" }, word.front),
          el("td", {}, el("b", {}, word.word)),
          el("td", { class: "soft" }, word.back),
          el("td", { class: "num" }, String(word.points)),
        ),
        ...(word.definition
          ? [el("tr", { class: "meaning" }, el("td", { colspan: 4, class: "small" }, word.definition))]
          : []),
      ]),
    ),
  );
  $("csv").hidden = found.count > found.most;
  $("where").textContent = `${(found.page * found.size + 1).toLocaleString()} to ${
    Math.min(found.count, (found.page + 1) * found.size).toLocaleString()
  }`;
  $("before").disabled = !found.page;
  $("after").disabled = (found.page + 1) * found.size >= found.count;
}

$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});
query.addEventListener("input", () => {
  $("explain").classList.remove("bad");
  help();
  clearTimeout(timer);
  const last = term();
  // What is still being typed is not searched: a name without its value, or, for a while, the beginning of one.
  const begun = last.value === undefined && kinds.some((one) => last.name && one.name.startsWith(last.name));
  if (begun || last.value === "") {
    showUnderstood(null);
    if ($("answer").hidden) $("found").textContent = "";
  }
  if (last.value !== "") timer = setTimeout(() => search(), begun ? 1500 : 500);
});
query.addEventListener("click", help);
for (const id of ["sort", "lexicon", "common"]) {
  $(id).addEventListener("change", () => {
    if (id === "lexicon") showList();
    search();
  });
}
$("before").addEventListener("click", () => {
  search(page - 1);
  $("results").focus();
});
$("after").addEventListener("click", () => {
  search(page + 1);
  $("results").focus();
});

/** @type {Answer<Kinds>} */
const found = await request("/api/kinds");
kinds = found.kinds ?? [];
lists = found.lexicons ?? [];
$("lexicon").append(...choices(found.lexicons ?? [{ name: "" }], "name"));
$("lists").hidden = $("lexicon").length < 2;
$("examples").append(
  ...EXAMPLES.map(([text, finds]) =>
    el("li", {}, button(text, () => pose(text), el("span", { class: "small soft" }, finds)))
  ),
);
const kept = new URLSearchParams(location.hash.slice(1));
const [keptList, keptQuery] = [kept.get("lexicon"), kept.get("q")];
if (keptList && found.lexicons?.some(({ name }) => name === keptList)) $("lexicon").value = keptList;
showList(kept.get("sort") ?? "");
$("common").checked = Boolean(kept.get("common"));
if (keptQuery) {
  query.value = keptQuery;
  search();
}
help();
