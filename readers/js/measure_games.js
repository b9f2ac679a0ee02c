// The cost of a computer player: node measure_games.js LEXICON [LEAVES] [GAMES]. The first move of a new process, then
// games of a player against itself. Games are counted by the processor's time, choices by the clock.

import { readFileSync } from "node:fs";
import { Game, player } from "./game.js";
import { Leaves, Lexicon } from "./moves.js";

const [file, table, number = "100"] = process.argv.slice(2), lexicon = await Lexicon.open(readFileSync(file));
const leaves = table ? Leaves.read(lexicon, readFileSync(table)) : lexicon.leaves;

for (const name of ["static", "greedy", "club"]) {
  const one = player(name, { leaves }), times = [], begin = process.cpuUsage();
  for (let seed = 0; seed < Number(number); seed++) {
    const game = new Game(lexicon, { seed });
    while (!game.over) {
      const before = performance.now(), action = one.choose(game);
      times.push(performance.now() - before);
      game.act(action);
    }
  }
  const { user, system } = process.cpuUsage(begin),
    seconds = (user + system) / 1e6,
    [first] = times,
    { length } = times;
  times.sort((a, b) => a - b);
  console.log(
    `${name}: ${(Number(number) / seconds).toFixed(1)} games/s; ms a choice: first ${first.toFixed(1)}, ` +
      `median ${times[length >> 1].toFixed(2)}, 99% ${times[Math.floor(length * 0.99)].toFixed(1)}, ` +
      `longest ${times[length - 1].toFixed(1)}`,
  );
}
