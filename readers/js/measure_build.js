// The cost of making a lexicon: node measure_build.js LIST ALPHABET [FILE.gaddag, the same list by lexc build]. Lines
// that are no words are left out, as with lexc build --skip-invalid.

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { build } from "./build.js";

const [list, alphabet, file] = process.argv.slice(2), text = readFileSync(list, "utf8"), began = performance.now();
let invalid = 0;
const bytes = build(text, { alphabet, source: basename(list), onInvalid: () => invalid++ });
const spent = performance.now() - began, { user, system } = process.cpuUsage(), { maxRSS } = process.resourceUsage();
console.log(
  `${bytes.length} bytes, ${invalid} lines that are no words: ${Math.round(spent)} ms, ` +
    `${Math.round((user + system) / 1000)} of the processor with all that node does, ${Math.round(maxRSS / 1024)} MB`,
);
if (file) {
  const same = Buffer.from(bytes).equals(readFileSync(file));
  console.log(same ? `the bytes of ${file}` : `NOT the bytes of ${file}`);
  process.exitCode = same ? 0 : 1;
}
