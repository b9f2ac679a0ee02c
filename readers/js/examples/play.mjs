// A game against the computer at a terminal: node play.mjs LEXICON [PLAYER [SEED [LEAVES]]], as ../../c/examples/play.c is
// in C. Players: beginner, novice, learner, casual, regular, club, veteran, advanced, tournament, greedy, static. LEAVES, for
// static: a file of leave values, if the lexicon has none.

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Leaves, Lexicon } from "lexkit-gaddag";
import { Game, player } from "lexkit-gaddag/game";

const [file, name = "casual", seed = "1", table] = process.argv.slice(2);
if (!file) throw new Error("name the file of a lexicon");
const lexicon = await Lexicon.open(await readFile(file));
const leaves = table ? Leaves.read(lexicon, await readFile(table)) : lexicon.leaves;
const computer = player(name, { seed: BigInt(seed), leaves });
const game = new Game(lexicon, { players: ["You", "Computer"], seed: BigInt(seed) });
const input = createInterface({ input: process.stdin }), lines = input[Symbol.asyncIterator]();
const write = (text) => process.stdout.write(text);

function show() {
  const { board, scores: [yours, computers], bag } = game, { columns, tiles } = board;
  for (let row = 0; row < board.rows; row++) {
    const squares = Array.from({ length: columns }, (_, column) => {
      const tile = tiles[row * columns + column];
      return tile ? lexicon.text([tile]) : board.premium(row, column);
    });
    write(`${String(row + 1).padStart(3)} ${squares.join(" ")} \n`);
  }
  const rack = game.rackTiles(0).map((tile) => ` ${lexicon.labels[tile]}${lexicon.points[tile]}`);
  write(`    A B C D E F G H I J K L M N O\nyou ${yours}, computer ${computers}, bag ${bag}\nyour rack:${rack.join("")}\n`);
}

/** What somebody typed; false at the end. */
async function takeTurn() {
  write("> ");
  const { value: line = "quit" } = await lines.next();
  if (line === "quit") return false;
  try {
    if (line === "undo") { // the computer's turn, and one's own
      game.undo();
      game.undo();
    } else if (line === "hint") {
      const [best] = game.board.bestByEquity(game.rack(0), { bag: game.bag, leaves });
      write(`${best.text} +${best.score}\n`);
    } else game.act(line);
  } catch (error) {
    write(`${error.reason ?? error.message}\n`);
  }
  return true;
}

write("8D LIFE plays (a small letter is a blank), -AEI exchanges, - passes; hint, undo, quit\n");
while (!game.over) {
  if (game.toMove === 0) {
    show();
    if (!(await takeTurn())) break;
  } else {
    const turn = game.act(computer.choose(game));
    write(`computer: ${turn} +${turn.score}\n`);
  }
}
write(`\n${game.toGCG()}`);
input.close();
