// @ts-check
// What words mean, if the word list says so: of the play that is pointed at, and of the turn that is looked at.

/** @import { Answer, Found, Row } from "./types.d.ts" */

import { $, el, request } from "./dom.js";
import { open, shownView, state } from "./state.js";

const MOST = 8; // words that are asked for at once
/** @type {Map<string, string>} */
const known = new Map(); // word -> its definition, "" if it has none
let waiting = 0, wanted = "";

/**
 * Ask for the definitions of words that are not known yet, once they have been wanted for a moment.
 * @param {string[]} words
 */
function askFor(words) {
  const asked = words.filter((word) => !known.has(word)).slice(0, MOST);
  if (asked.join() === wanted) return;
  wanted = asked.join();
  clearTimeout(waiting);
  if (!asked.length) return;
  waiting = setTimeout(async () => {
    const query = asked.map((word) => `pattern:"${word}"`).join(" or ");
    /** @type {Answer<Found>} */
    const found = await request(
      `/api/words?${new URLSearchParams({ q: query, lexicon: state.setting.offered ?? "" })}`,
    );
    for (const word of asked) known.set(word, "");
    for (const { word, definition } of found.words ?? []) known.set(word, definition ?? "");
    state.on.drawn?.();
  }, 200);
}

/**
 * @param {HTMLElement} root
 * @param {string[]} words
 */
function tell(root, words) {
  const told = [...new Set(words)].filter((word) => known.get(word));
  root.hidden = !told.length;
  if (root.dataset.words === told.join()) return;
  root.dataset.words = told.join();
  root.replaceChildren(...told.flatMap((word) => [el("dt", {}, word), el("dd", {}, known.get(word))]));
}

/**
 * Of the words of a row of the analysis, if one is pointed at, and of those that the last turn made: but not while it may be
 * challenged, since that a word has none would say too much.
 * @param {Row | null} row
 */
export function showMeanings(row) {
  if (!state.setting.definitions) return;
  const last = shownView().history.at(-1);
  const settled = last?.kind === "placement" && (open() || state.setting.challenge === "void");
  const [made, shown] = [settled ? last.words : [], row?.words ?? []];
  askFor([...shown, ...made]);
  tell($("meanings"), made);
  tell($("row-meanings"), shown);
}
