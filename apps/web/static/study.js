// @ts-check
// The page of study: questions come from the server one by one, and answers only after one has been given.

/** @import { Answer, Control, Found, Graded, NextWords, Question, Statistics, StudyOffers, Wanted, WantedRound } from "./types.d.ts" */

import {
  $,
  aboutList,
  announce,
  choices,
  closest,
  commonOnly,
  counted,
  days,
  download,
  el,
  first,
  hasColumn,
  learner,
  request,
  table,
  tileFace,
} from "./dom.js";
import { beginRound, leaveRound } from "./wall.js";

/** @type {Record<string, [name: string, help: string]>} */
const KINDS = {
  anagrams: ["Anagrams", "all words of some letters"],
  hooks: ["Hooks", "letters in front and behind"],
  definitions: ["Definitions", "the word that is defined"],
  check: ["Word or not", "is it in the list?"],
  puzzles: ["Puzzles", ""],
};
const GRADES = ["again", "hard", "good", "easy"];
/** @type {Record<string, string>} */
const ASKED = { anagrams: "All words, separated by spaces", definitions: "The word" };
const facts = new URLSearchParams(location.hash.slice(1));
/**
 * The quiz's code, the step, the question, what was begun.
 * @typedef {{ code: string, step: number, wanted: Wanted, question: Question | null, answered: number, right: number }} Quiz
 */

/** @type {Quiz | null} */
let quiz = null;
/** @type {Question | null} */
let following = null; // what the server said of the next question, until it is shown
let busy = false;
/** @type {StudyOffers["lexicons"]} */
let lists = [];

/**
 * @template T
 * @param {string} what
 * @param {object} fields
 * @returns {Promise<Answer<T>>}
 */
const ask = (what, fields = {}) => request(`/api/study/${what}`, { learner: learner(), ...fields });
const kind = () => /** @type {Control | null} */ (document.querySelector("[name=kind]:checked"))?.value ?? "anagrams";

// -- a quiz -------------------------------------------------------------------------------------------

/** @param {Wanted} wanted */
async function begin(wanted) {
  $("trouble").textContent = "";
  /** @type {Answer<{ quiz: string, step: number, question: Question | null, next_due: number | null }>} */
  const found = await ask("begin", wanted);
  if (found.error) {
    show("setup");
    $("trouble").textContent = found.error;
    return;
  }
  quiz = { code: found.quiz, step: found.step, wanted, question: found.question, answered: 0, right: 0 };
  history.replaceState(
    null,
    "",
    `#${new URLSearchParams({
      kind: wanted.kind,
      q: wanted.query,
      new: String(wanted.new),
      lexicon: wanted.lexicon,
      order: wanted.order,
      ...(wanted.common ? { common: "1" } : {}),
    })}`,
  );
  try {
    sessionStorage.setItem("lexkit.quiz", location.hash);
  } catch { /* no storage */ }
  if (!found.question) {
    show("setup");
    $("trouble").textContent = `${
      wanted.query ? "Nothing of this list is due, and nothing is new." : "No card of this kind is due."
    }${found.next_due === null ? "" : ` The next card comes in ${days(found.next_due)}.`}`;
    forget();
    return;
  }
  show("quiz");
  pose(quiz, found.question);
}

function forget() {
  quiz = null;
  try {
    sessionStorage.removeItem("lexkit.quiz");
  } catch { /* no storage */ }
}

/** @param {string} name */
function show(name) {
  for (const one of ["setup", "quiz", "wall", "end"]) $(one).hidden = one !== name;
}

/** @param {string} text */
function letters(text) {
  return text.includes("·") ? [text] : [...text.matchAll(/\[([^\]]+)\]|./gu)].map((found) => found[1] ?? found[0]);
}

/**
 * @param {Quiz} quiz
 * @param {Question} question
 */
function pose(quiz, question) {
  quiz.question = question;
  following = null;
  const { kind: asked, prompt } = question;
  $("progress").textContent = `${question.number} of ${question.total}${question.new ? ", new" : ""}`;
  $("bar").max = question.total;
  $("bar").value = String(question.number - 1);
  const tiles = asked === "anagrams";
  const spoken = tiles ? letters(prompt).join(" ") : prompt;
  $("prompt").className = tiles ? "prompt tiles" : asked === "definitions" ? "prompt text" : "prompt word";
  $("prompt").replaceChildren(
    ...(tiles
      ? [
        el("span", { class: "sr" }, spoken),
        ...letters(prompt).map((one) => el("div", { "aria-hidden": "true" }, tileFace(one, 0))),
      ]
      : [prompt]),
  );
  $("beside").textContent = asked === "hooks"
    ? "Which letters make a word of it?"
    : asked === "check"
    ? "Is this a word?"
    : question.beside;
  $("words").hidden = !(asked in ASKED);
  $("answer-label").textContent = asked === "anagrams" && question.beside === "1 word"
    ? "The word"
    : ASKED[asked] ?? "";
  $("sides").hidden = asked !== "hooks";
  $("yes-no").hidden = asked !== "check";
  $("buttons").hidden = asked === "check";
  for (const one of ["answer", "front", "back"]) $(one).value = "";
  $("ask").hidden = false;
  $("result").hidden = true;
  $("failed").textContent = "";
  (asked === "check" ? $("yes") : asked === "hooks" ? $("front") : $("answer")).focus();
}

/**
 * Send a step of the quiz; a quiz that the server has forgotten is begun anew. After an error it can be sent again: the
 * server counts a step once.
 * @param {string} what
 * @param {object} fields
 * @returns {Promise<Graded | null>}
 */
async function step(what, fields) {
  if (busy || !quiz) return null;
  busy = true;
  $("failed").textContent = "";
  /** @type {Answer<{ step: number, answered: number, right: number, question: Question | null, result: Graded }>} */
  const found = await ask(what, { quiz: quiz.code, step: quiz.step, ...fields });
  busy = false;
  if (!quiz) return null;
  if (found.gone) {
    await begin(quiz.wanted);
    announce("The quiz was begun anew; what you answered is kept.");
    return null;
  }
  if (found.error) {
    $("failed").textContent = found.error;
    return null;
  }
  Object.assign(quiz, { step: found.step, answered: found.answered, right: found.right });
  following = found.question;
  return found.result;
}

/** @param {string} text */
async function answer(text) {
  const question = quiz?.question;
  if (!question || !$("result").hidden) return;
  const result = await step("answer", { answer: text });
  if (!result) return;
  $("ask").hidden = true;
  $("result").hidden = false;
  $("bar").value = String(question.number);
  tell(question, result);
  const told = question.kind === "check" ? [] : question.kind === "hooks"
    ? [
      el(
        "p",
        { class: "hooks" },
        el("span", { class: "soft" }, result.answers[0] || "–"),
        " ",
        el("b", {}, question.prompt),
        " ",
        el("span", { class: "soft" }, result.answers[1] || "–"),
      ),
    ]
    : [
      el(
        "p",
        {},
        ...result.answers.flatMap((word) => {
          const kind = result.missing.includes(word) ? "missing" : "";
          return [el("b", { class: kind }, word), " "];
        }),
      ),
    ];
  $("answers").replaceChildren(...told);
  if (quiz) $("next").focus();
  if (question.kind === "anagrams" || question.kind === "definitions") details(question, result);
}

/**
 * Hooks and definitions of the answers, which are known now.
 * @param {Question} question
 * @param {Graded} result
 */
async function details(question, result) {
  // As many as the server takes, each whole.
  const query = result.answers.reduce((sum, word) => {
    const longer = `${sum}${sum && " or "}pattern:"${word}"`;
    return longer.length > 500 ? sum : longer;
  }, "");
  /** @type {Answer<Found>} */
  const found = await request(`/api/words?${new URLSearchParams({ q: query, lexicon: quiz?.wanted.lexicon ?? "" })}`);
  if (found.error || !found.words?.length || quiz?.question !== question || $("result").hidden) return;
  const missing = new Set(result.missing);
  $("answers").replaceChildren(
    table(
      [["Front", "num"], ["Word"], ["Back"]],
      found.words.map((word) =>
        el(
          "tr",
          {},
          el("td", { class: "num soft" }, word.front),
          el(
            "td",
            {},
            el("b", { class: missing.has(word.word) ? "missing" : "" }, word.word),
            missing.has(word.word) && result.answers.length > 1 ? el("span", { class: "soft small" }, " missed") : "",
            word.definition ? el("div", { class: "small soft" }, word.definition) : "",
          ),
          el("td", { class: "soft" }, word.back),
        )
      ),
    ),
  );
}

/**
 * @param {Question} question
 * @param {Graded} result
 */
function tell(question, result) {
  const right = result.right;
  const truth = question.kind === "check"
    ? `${question.prompt} is ${result.answers[0] === "y" ? "a word" : "not a word"}. `
    : "";
  const wrong = result.wrong.length && question.kind !== "check"
    ? `Not ${question.kind === "hooks" ? "hooks" : "in the list"}: ${result.wrong.join(", ")}. `
    : "";
  $("verdict").className = `verdict ${right ? "good" : "bad"}`;
  $("verdict").textContent = `${right ? "Right. " : "Wrong. "}${truth}${wrong}It comes again in ${days(result.days)}.`;
  announce(
    right || question.kind === "check"
      ? ""
      : `Answer: ${result.answers.join(question.kind === "hooks" ? " / " : ", ")}`,
  );
  $("grades").replaceChildren(
    ...GRADES.map((grade, number) =>
      el(
        "button",
        {
          type: "button",
          class: "plain small",
          "aria-pressed": String(grade === result.rating),
          onclick: () => regrade(grade),
        },
        grade,
        " ",
        el("kbd", {}, String(number + 1)),
      )
    ),
  );
}

/** @param {string} rating */
async function regrade(rating) {
  const question = quiz?.question;
  const result = await step("grade", { rating });
  if (!result || !question) return;
  tell(question, { ...result, right: rating !== "again" });
  $("next").focus();
}

function next() {
  if (!quiz) return;
  if (following) {
    pose(quiz, following);
    return;
  }
  const { answered, right } = quiz;
  show("end");
  $("summary").textContent = `${counted(answered, "question")}, ${right} right`;
  $("more").focus();
  statistics();
}

function leave() {
  if (quiz?.answered) {
    following = null;
    next();
  } else show("setup");
  try {
    sessionStorage.removeItem("lexkit.quiz");
  } catch { /* no storage */ }
}

// -- what one has -------------------------------------------------------------------------------------

async function statistics() {
  /** @type {Answer<Statistics>} */
  const found = await ask("statistics", { lexicon: $("lexicon").value });
  if (found.error) {
    $("statistics").replaceChildren(el("p", { class: "bad" }, found.error));
    return;
  }
  $("drawn").hidden = !found.kinds.length;
  if (!found.kinds.length) {
    $("statistics").replaceChildren(el("p", { class: "soft" }, "None yet. Each word that you answer becomes a card."));
    $("hardest").textContent = "";
    return;
  }
  const percent = (/** @type {number} */ part) => `${Math.round(100 * part)}%`;
  const heads = [null, ...["Cards", "Due", "Known", "Recall"].map((head) => [head, "num"])];
  $("statistics").replaceChildren(
    table(
      heads,
      found.kinds.map((one) =>
        el(
          "tr",
          {},
          el("th", { scope: "row" }, KINDS[one.kind]?.[0] ?? one.kind),
          ...[one.cards, one.due, one.known, one.recall === null ? "" : percent(one.recall)].map((cell) =>
            el("td", { class: "num" }, String(cell))
          ),
        )
      ),
    ),
    ...found.kinds.filter((one) => one.lately).map((one) =>
      el(
        "p",
        { class: "soft" },
        `${KINDS[one.kind]?.[0] ?? one.kind}: ${counted(one.lately, "answer")} in 30 days, ${
          percent(one.right / one.lately)
        } right; ${one.ahead.reduce((sum, count) => sum + count, 0)} due within a week.`,
      )
    ),
  );
  draw();
  $("hardest").textContent = found.hardest.length
    ? `Missed most: ${found.hardest.map(([question, misses]) => `${question} (${misses})`).join(", ")}`
    : "";
}

async function offer() {
  /** @type {Answer<StudyOffers>} */
  const found = await request("/api/study/offers");
  if (found.error) {
    $("trouble").textContent = found.error;
    return;
  }
  for (const name of found.kinds.filter((one) => one !== "definitions" || found.definitions.length)) {
    $("kinds").append(
      el(
        "label",
        {},
        el("input", { type: "radio", name: "kind", value: name, checked: name === (facts.get("kind") ?? "anagrams") }),
        el("span", {}, KINDS[name]?.[0] ?? name, el("small", {}, KINDS[name]?.[1] ?? "")),
      ),
    );
  }
  lists = found.lexicons;
  const about = () => {
    $("list-note").replaceChildren(...aboutList(lists.find(({ name }) => name === $("lexicon").value)));
    $("common-row").hidden = !hasColumn(lists, $("lexicon").value, "known");
    $("order-row").hidden = !hasColumn(lists, $("lexicon").value, "playability");
    // A list of letters that the alphabet lacks is not offered.
    found.lists.forEach((one, number) => {
      const item = /** @type {HTMLElement | undefined} */ ($("lists").children[number]);
      if (item) item.hidden = !one.lexicons.includes($("lexicon").value);
    });
  };
  $("lexicon").append(...choices(found.lexicons, "name"));
  const named = facts.get("lexicon");
  if (named && found.lexicons.some(({ name }) => name === named)) $("lexicon").value = named;
  $("lexicon").addEventListener("change", about);
  $("lists").append(...found.lists.map((one) =>
    el(
      "li",
      {},
      el("button", {
        type: "button",
        onclick: () => {
          $("query").value = one.query;
          /** @type {Control} */ (first(`[name=kind][value=${one.kind}]`)).checked = true;
          announce(`${one.name}: ${KINDS[one.kind][0]}, ${one.query || "all cards"}`);
        },
      }, one.name),
    )
  ));
  about();
  $("query").value = facts.get("q") ?? (location.hash ? "" : "length:7 probability:1-500");
  $("common").checked = Boolean(facts.get("common"));
  $("order").value = facts.get("order") ?? $("order").value;
  const many = facts.get("new");
  if (many && [...$("new").options].some((one) => one.value === many)) $("new").value = many;
  let kept = null;
  try {
    kept = sessionStorage.getItem("lexkit.quiz");
  } catch { /* no storage */ }
  if (kept && kept === location.hash) begin(wanted());
  statistics();
}

const wanted = () => ({
  kind: kind(),
  query: $("query").value.trim(),
  new: Number($("new").value),
  lexicon: $("lexicon").value,
  shuffle: Number($("shuffle").checked),
  ...among(),
});
const among = () => ({
  common: Number(commonOnly($("common"), lists, $("lexicon").value)),
  order: $("order").value,
});
const list = () => ({
  query: $("query").value.trim(),
  lexicon: $("lexicon").value,
  ...among(),
  page: Math.max(1, Math.min(10000, Math.round(Number($("part").value)) || 1)),
});

// -- timed rounds and lists to print ------------------------------------------------------------------

$("begin-round").onclick = () =>
  round({ ...list(), racks: Number($("racks").value), minutes: Number($("minutes").value) });
/** @param {WantedRound} wanted */
async function round(wanted) {
  $("trouble").textContent = "";
  const error = await beginRound(wanted, (name) => {
    show(name);
    if (name === "setup") statistics();
  }, ask);
  if (error) {
    show("setup");
    $("trouble").textContent = error;
  }
}
$("next-part").onclick = () => {
  $("part").value = String(list().page + 1);
  $("begin-round").click();
};
$("other-round").onclick = () => {
  leaveRound();
  $("query").focus();
};
// -- what to learn next -------------------------------------------------------------------------------

$("learn-next").onclick = async () => {
  $("learn-next").disabled = true;
  $("learn-said").className = "small";
  $("learn-said").textContent = "Playing games; this takes some seconds …";
  /** @type {Answer<NextWords>} */
  const found = await ask("next", { kind: kind(), lexicon: $("lexicon").value, known: $("known").value.trim() });
  $("learn-next").disabled = false;
  $("learn-said").classList.toggle("bad", Boolean(found.error));
  $("learn-found").hidden = $("study-next").hidden = !found.found?.length;
  if (found.error) {
    $("learn-said").textContent = found.error;
    return;
  }
  const { known, games, added } = found;
  $("learn-said").textContent = `You know ${counted(known, "word")}. Added ${
    counted(added, "card")
  }. Points in 1,000 games, with the 95% interval, by ${counted(games, "game")}.`;
  const racks = found.found.some((one) => one.words.length > 1 || one.words[0] !== one.question);
  $("learn-found").replaceChildren(
    table(
      [...(racks ? [["Letters"], ["Words"]] : [["Word"]]), ["Points", "num"]],
      found.found.map((one) =>
        el(
          "tr",
          {},
          racks ? el("td", {}, el("b", {}, one.question)) : null,
          el("td", {}, one.words.join(" ")),
          el("td", { class: "num" }, `${Math.round(one.points)} ± ${Math.round(one.interval)}`),
        )
      ),
    ),
  );
  statistics();
};
$("study-next").onclick = () => begin({ ...wanted(), query: "", new: 50, shuffle: 0, common: 0 });
// The sheet of the list as it is when somebody opens it.
for (const event of ["pointerdown", "focus"]) $("sheet").addEventListener(event, aim);
$("sheet").addEventListener("click", (event) => {
  aim();
  if (!list().query) {
    event.preventDefault();
    $("trouble").textContent = "A list to print needs a query.";
  }
});
function aim() {
  const { query, lexicon, page, common, order } = list();
  $("sheet").href = `/api/study/sheet?${new URLSearchParams({
    q: query,
    lexicon,
    page: String(page),
    order,
    common: common ? "1" : "",
  })}`;
}
$("drawn").addEventListener("toggle", draw);
async function draw() {
  if (!$("drawn").open) return;
  /** @type {Answer<{ file: Blob }>} */
  const found = await request("/api/study/picture", { learner: learner(), lexicon: $("lexicon").value }, {}, true);
  const svg = found.file && new DOMParser().parseFromString(await found.file.text(), "image/svg+xml").documentElement;
  $("picture").replaceChildren(svg ? document.importNode(svg, true) : found.error ?? "");
}

$("setup").addEventListener("submit", (event) => {
  event.preventDefault();
  begin(wanted());
});
$("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  const asked = quiz?.question?.kind;
  if (asked === "hooks") answer(`${$("front").value.trim()}/${$("back").value.trim()}`);
  else if (asked !== "check") answer($("answer").value.trim());
});
// Enter goes from the letters in front to those behind.
$("front").addEventListener("keydown", (event) => {
  if (event.key === "Enter") {
    event.preventDefault();
    $("back").focus();
  }
});
$("unknown").onclick = () => answer("");
$("yes").onclick = () => answer("y");
$("no").onclick = () => answer("n");
$("next").onclick = next;
$("leave").onclick = leave;
$("more").onclick = () => quiz && begin(quiz.wanted);
$("other").onclick = () => {
  forget();
  show("setup");
  $("query").focus();
};
$("lexicon").onchange = statistics;
addEventListener("keydown", (event) => {
  if (
    event.ctrlKey || event.metaKey || event.altKey || $("quiz").hidden ||
    closest(event, "input, select, textarea, dialog")
  ) return;
  const grade = GRADES[Number(event.key) - 1];
  if (!$("result").hidden && grade) regrade(grade);
  else if ($("result").hidden && quiz?.question?.kind === "check" && ["y", "n"].includes(event.key.toLowerCase())) {
    answer(event.key.toLowerCase());
  }
});
/**
 * @param {string} what
 * @param {string} name
 */
async function save(what, name) {
  /** @type {Answer<{ file: Blob }>} */
  const found = await request(`/api/study/${what}`, { learner: learner() }, {}, true);
  $("imported").textContent = found.error ?? "";
  if (!found.error) download(found.file, name);
}
$("export").onclick = () => save("cards", "cards.csv");
$("notes").onclick = () => save("notes", "notes.txt");
$("import").onchange = async (event) => {
  const input = /** @type {Control} */ (event.target);
  const file = input.files[0];
  if (!file) return;
  /** @type {Answer<{ added: number, left_out: number }>} */
  const found = await request(
    `/api/study/import?${new URLSearchParams({ lexicon: $("lexicon").value, kind: kind() })}`,
    file,
    { "x-learner": learner() },
  );
  const left = found.left_out ? ` Left out ${found.left_out} without an answer.` : "";
  $("imported").textContent = found.error ?? `Added ${counted(found.added, "card")}.${left}`;
  input.value = "";
  statistics();
};
offer();
