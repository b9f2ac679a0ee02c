// The page of words: the query language with help as one types.

import { $, announce, counted, el, request, table } from "./dom.js";

const query = $("query");
const EXAMPLES = ["anagram:RETAINS?", "pattern:Q^U*", "length:7 points:>=20", "substring:UZZ", "subanagram:AEINRST length:7-", "takes-prefix:RE takes-suffix:S length:4", "includes:Q -includes:U", "near:SCRABLE", "regex:(.+)\\1", "vowels:>=5 length:-7"];
const SORTS = { "": "in order", "-points": "by points", "-length": "longest first", length: "shortest first", probability: "likeliest first", "-anagrams": "most anagrams", alphagram: "by letters", "-vowels": "most vowels" };
let kinds = [], page = 0, number = 0, timer;

// The term at the caret: where it begins, its kind if it has one, and what was typed of it.
function term() {
  const before = query.value.slice(0, query.selectionStart ?? query.value.length);
  const found = /(?:^|[\s(])-?([\w!-]*)(?::(\S*))?$/.exec(before);
  return found ? { name: found[1].toLowerCase(), value: found[2], start: before.length - found[1].length - (found[2] === undefined ? 0 : found[2].length + 1), end: before.length } : { name: "", start: before.length, end: before.length };
}

function help() {
  const at = term();
  const kind = kinds.find((one) => one.name === at.name && at.value !== undefined);
  const fitting = kind ? [] : kinds.filter((one) => at.name && one.name.includes(at.name)).slice(0, 6);
  if (kind) $("explain").replaceChildren(el("code", {}, `${kind.name}:${kind.value}`), ` ${kind.finds}. `, el("span", {}, "Example: "), el("code", {}, `${kind.name}:${kind.example}`));
  else if (fitting.length) $("explain").textContent = "Terms that fit:";
  else $("explain").textContent = query.value.trim() ? "" : "Begin a term, such as prefix: or length:, or choose one.";
  const shown = kind ? [] : fitting.length ? fitting : query.value.trim() ? [] : kinds.slice(0, 12);
  $("suggestions").replaceChildren(...shown.map((one) => el("li", {}, el("button", { type: "button", title: one.finds, onclick: () => complete(one) }, el("code", {}, `${one.name}:`)))));
}

function complete(kind) {
  const at = term();
  query.value = `${query.value.slice(0, at.start)}${kind.name}:${query.value.slice(at.end)}`;
  query.focus();
  query.setSelectionRange(at.start + kind.name.length + 1, at.start + kind.name.length + 1);
  help();
}

async function search(to = 0) {
  clearTimeout(timer);
  const text = query.value.trim();
  const own = ++number;
  if (!text) { show(null); return; }
  const wanted = new URLSearchParams({ q: text, page: to, sort: $("sort").value });
  history.replaceState(null, "", `#${new URLSearchParams({ q: text, sort: $("sort").value })}`);
  const found = await request(`/api/words?${wanted}`);
  if (own !== number) return;
  show(found);
  if (!found.error) { page = found.page; $("csv").href = `/api/words.csv?${wanted}`; }
}

function show(found) {
  const none = !found || found.error || !found.count;
  $("tools").hidden = none;
  $("pages").hidden = none || found.count <= found.size;
  $("found").textContent = !found ? "\u00a0" : found.error ? "" : counted(found.count, "word");
  $("explain").classList.toggle("bad", Boolean(found?.error));
  if (found?.error) { $("explain").textContent = found.error + (found.at ? ` (at character ${found.at + 1})` : ""); $("results").replaceChildren(); return; }
  if (none) { $("results").replaceChildren(); return; }
  const texts = found.words.some((word) => word.definition);
  const heads = [["Front", "num"], ["Word"], ["Back"], ["Points", "num"], ...(texts ? [["Definition"]] : [])];
  $("results").replaceChildren(table(heads, found.words.map((word) => el("tr", {}, el("td", { class: "num soft" }, word.front), el("td", {}, el("b", {}, word.word)), el("td", { class: "soft" }, word.back),
    el("td", { class: "num" }, String(word.points)), texts ? el("td", { class: "small" }, word.definition ?? "") : null))));
  $("csv").hidden = found.count > found.most;
  $("where").textContent = `${(found.page * found.size + 1).toLocaleString()} to ${Math.min(found.count, (found.page + 1) * found.size).toLocaleString()}`;
  $("before").disabled = !found.page;
  $("after").disabled = (found.page + 1) * found.size >= found.count;
}

$("ask").addEventListener("submit", (event) => { event.preventDefault(); search(); });
query.addEventListener("input", () => {
  $("explain").classList.remove("bad");
  help();
  clearTimeout(timer);
  const last = term();
  // What is still being typed is not searched: a name without its value.
  if (last.value !== "" && (last.value !== undefined || !last.name)) timer = setTimeout(() => search(), 500);
});
query.addEventListener("click", help);
$("sort").addEventListener("change", () => search());
$("before").addEventListener("click", () => { search(page - 1); $("results").focus(); });
$("after").addEventListener("click", () => { search(page + 1); $("results").focus(); });

const found = await request("/api/kinds");
kinds = found.kinds ?? [];
for (const name of found.sorts ?? [""]) $("sort").append(el("option", { value: name }, SORTS[name] ?? name));
$("examples").append(...EXAMPLES.map((text) => el("li", {}, el("button", { type: "button", onclick: () => { query.value = text; help(); search(); } }, el("code", {}, text)))));
const kept = new URLSearchParams(location.hash.slice(1));
if (kept.get("q")) { query.value = kept.get("q"); $("sort").value = kept.get("sort") ?? ""; search(); }
help();
