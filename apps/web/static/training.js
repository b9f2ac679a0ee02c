// @ts-check
// Leave values that are borrowed: whose they are, and the training of the list's own.

/** @import { Answer, WordList } from "./types.d.ts" */

import { counted, el, originOf, request } from "./dom.js";

/** The buttons and trainings of this page, by place and list: each stays the same node. @type {Map<string, HTMLElement>} */
const shown = new Map();

/**
 * Show whose leave values a list uses, with a button that trains its own if this server may.
 * @param {HTMLElement} box
 * @param {WordList | undefined} list
 * @param {(text: string) => void} trouble what to do with an error
 * @param {() => void} done what to do when it has its own
 */
export function showOrigin(box, list, trouble, done) {
  const text = originOf(list?.leaves);
  if (!list?.learns) {
    if (box.textContent !== text) box.textContent = text;
    return;
  }
  const key = `${box.id}/${list.name}`;
  const made = shown.get(key) ?? el("span");
  if (!shown.has(key)) {
    shown.set(key, made);
    offer(made, list, trouble, () => {
      shown.delete(key);
      done();
    });
  }
  if (made.parentElement !== box) box.replaceChildren(`${text} `, made);
}

/**
 * @param {HTMLElement} made
 * @param {WordList} list
 * @param {(text: string) => void} trouble
 * @param {() => void} done
 */
function offer(made, list, trouble, done) {
  const button = el("button", {
    type: "button",
    onclick: () => train(made, list, trouble, done),
  }, `Train its own: ${counted(list.minutes ?? 0, "minute")}`);
  made.replaceChildren(button);
}

/**
 * @param {HTMLElement} made
 * @param {WordList} list
 * @param {(text: string) => void} trouble
 * @param {() => void} done
 */
async function train(made, list, trouble, done) {
  let going = true;
  const bar = /** @type {HTMLProgressElement} */ (el("progress", { max: 1, "aria-label": "Trained" }));
  const left = el("span", { role: "status" }, `Training for ${list.name} …`);
  const stop = el("button", {
    type: "button",
    onclick: async () => {
      going = false;
      await request("/api/learn", { lexicon: list.name, cancel: true });
    },
  }, "Cancel");
  made.replaceChildren(left, " ", bar, " ", stop);
  stop.focus();
  while (going) {
    /** @type {Answer<{ done: boolean, share: number }>} */
    const found = await request("/api/learn", { lexicon: list.name });
    if (!going) break;
    if (found.error) {
      trouble(found.error);
      break;
    }
    if (found.done) {
      Object.assign(list, { leaves: "", learns: false });
      made.remove();
      done();
      return;
    }
    bar.value = found.share;
    const minutes = Math.max(1, Math.round((1 - found.share) * (list.minutes ?? 0)));
    const text = `Training for ${list.name}: ${counted(minutes, "minute")} left`;
    if (left.textContent !== text) left.textContent = text;
    await new Promise((resolve) => {
      setTimeout(resolve, 1000);
    });
  }
  offer(made, list, trouble, done);
}
