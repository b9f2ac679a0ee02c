// @ts-check
// A timed round: racks whose words are typed in any order. The page has the clock, the server knows the words.

/** @import { Answer, Ask, WantedRound } from "./types.d.ts" */

import { $, announce, counted, el, first, table } from "./dom.js";

/**
 * What was asked for, the racks, what is left to find, when it ends.
 * @typedef {object} Round
 * @property {WantedRound} wanted
 * @property {Map<string, { count: number, words: Set<string>, tile: HTMLElement }>} left
 * @property {boolean} more
 * @property {boolean} again
 * @property {number} total
 * @property {number} found
 * @property {boolean} over
 * @property {number} end
 */

/** @type {Round | null} */
let round = null;
/** @type {Ask} */
let ask; // asks the server
/** @type {(part: string) => void} */
let show; // shows a part of the page
let ticking = 0;

/**
 * Begin a round. Gives what is wrong, or nothing.
 * @param {WantedRound} wanted
 * @param {(part: string) => void} shown
 * @param {Ask} asked
 * @returns {Promise<string | null>}
 */
export async function beginRound(wanted, shown, asked) {
  [show, ask] = [shown, asked];
  const { query, lexicon, page, racks, common, order } = wanted;
  /** @type {Answer<{ racks: [string, number][], more: boolean }>} */
  const found = await ask("wall", { query, lexicon, page, racks, common, order });
  if (found.error) return found.error;
  if (!found.racks.length) return query ? "The list has no such part." : "You have no cards of anagrams yet.";
  start(wanted, found.racks, found.more);
  return null;
}

export function leaveRound() {
  stop();
  show("setup");
}

function stop() {
  clearInterval(ticking);
  round = null;
}

/**
 * @param {WantedRound} wanted
 * @param {[letters: string, count: number][]} racks
 * @param {boolean} more
 */
function start(wanted, racks, more, again = false) {
  stop();
  /** @type {Round["left"]} */
  const left = new Map();
  for (const [letters, count] of racks) left.set(letters, { count, words: new Set(), tile: tile(letters, count) });
  round = {
    wanted,
    left,
    more,
    again,
    total: racks.reduce((sum, [, count]) => sum + count, 0),
    found: 0,
    over: false,
    end: wanted.minutes ? performance.now() + 60000 * wanted.minutes : Infinity,
  };
  $("racks-left").replaceChildren(...[...left.values()].map((one) => one.tile));
  for (const part of ["guess", "racks-left", "give-up", "clock", "left"]) $(part).hidden = false;
  $("round-over").hidden = true;
  $("said").textContent = "";
  $("word").value = "";
  show("wall");
  tick();
  tell(round);
  if (wanted.minutes) ticking = setInterval(tick, 250);
  $("word").focus();
}

/**
 * @param {string} letters
 * @param {number} count
 */
const tile = (letters, count) =>
  el(
    "li",
    { class: letters.length > 9 ? "long" : "" },
    el("b", { class: "code" }, letters),
    " ",
    el("span", { class: "soft" }, String(count)),
  );

function tick() {
  if (!round || round.over) return;
  const seconds = Math.ceil((round.end - performance.now()) / 1000);
  if (seconds <= 0) {
    finish("Time is up. ");
    return;
  }
  $("clock").textContent = seconds === Infinity
    ? ""
    : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  $("clock").classList.toggle("bad", seconds <= 15);
}

/** @param {Round} now */
function tell(now) {
  $("left").textContent = `${counted(now.total - now.found, "word")} left`;
}

/** @param {string} text */
async function guess(text) {
  const now = round;
  if (!now) return;
  /** @type {Answer<{ words: [string, string][] }>} */
  const found = await ask("guess", { text, lexicon: now.wanted.lexicon });
  if (round !== now || now.over) return;
  if (found.error) {
    $("said").textContent = found.error;
    if (!$("word").value) $("word").value = text;
    return;
  }
  /** @type {string[]} */
  const said = [];
  for (const [word, letters] of found.words) {
    const rack = now.left.get(letters);
    if (!rack) {
      said.push(`${word} is of no rack here`);
      continue;
    }
    if (rack.words.has(word)) {
      said.push(`${word} was found already`);
      continue;
    }
    rack.words.add(word);
    now.found += 1;
    said.push(`${word} is right`);
    const count = rack.count - rack.words.size;
    first("span", rack.tile).textContent = String(count || "✓");
    rack.tile.classList.toggle("done", !count);
  }
  $("said").textContent = said.length ? `${said.join(", ")}.` : `${text.toUpperCase()} is not in the list.`;
  tell(now);
  if (now.found === now.total) finish("");
}

/** @param {string} why */
async function finish(why) {
  clearInterval(ticking);
  const now = round;
  if (!now) return;
  now.over = true;
  for (const part of ["guess", "racks-left", "give-up", "clock", "left"]) $(part).hidden = true;
  $("said").textContent = "";
  $("round-over").hidden = false;
  $("round-summary").textContent = `${why}${now.found} of ${counted(now.total, "word")}`;
  const missed = [...now.left].filter(([, rack]) => rack.words.size < rack.count);
  $("missed-again").hidden = !missed.length;
  $("next-part").hidden = !now.more;
  $("missed").replaceChildren();
  (missed.length ? $("missed-again") : $("other-round")).focus();
  if (!missed.length) return;
  /** @type {Answer<{ answers: [string, string[]][], added: number }>} */
  const found = await ask("reveal", {
    lexicon: now.wanted.lexicon,
    racks: missed.map(([letters]) => letters),
    keep: Number(!now.again),
  });
  if (round !== now) return;
  if (found.error) {
    $("said").textContent = found.error;
    return;
  }
  const rows = found.answers.map(([letters, words]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", class: "code" }, letters),
      el(
        "td",
        {},
        ...words.flatMap((word) => [
          now.left.get(letters)?.words.has(word)
            ? el("span", { class: "soft" }, word)
            : el("b", { class: "missing" }, word),
          " ",
        ]),
      ),
    )
  );
  $("missed").replaceChildren(table([["Rack"], ["Missed, and in grey found"]], rows));
  if (found.added) announce(`${counted(found.added, "new card")} of what you missed`);
}

$("guess").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("word").value.trim();
  $("word").value = "";
  if (text && round && !round.over) guess(text);
});
$("give-up").onclick = () => finish("");
$("missed-again").onclick = () => {
  if (!round) return;
  const missed = [...round.left].filter(([, rack]) => rack.words.size < rack.count);
  start(round.wanted, missed.map(([letters, rack]) => [letters, rack.count]), round.more, true);
};
