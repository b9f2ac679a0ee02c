"""Play against a level: the game that docs/write-a-game.md writes.

The referee is a Game; the other player sees a view of it, and chooses an action.

    $ python examples/play.py club --seed 7
"""

import argparse
from collections.abc import Sequence

import lexkit


def ask(game: lexkit.Game) -> lexkit.Turn | None:
    """Do what the user types; None if that was no action."""
    print(f"{game.board}\n\nyour rack: {game.racks[0]}, {game.bag_size} tiles in the bag")
    text = input("8D WORD, -TILES, -, challenge, undo, hint, resign? ").strip()
    if text == "hint":
        print("try", lexkit.player("greedy").choose(game.view(0)).move)
    elif text == "undo" and game.turn_number > 1:
        game.undo(), game.undo()
    elif text:
        return game.act(text)
    return None


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a game."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("level", nargs="?", default="casual", help="beginner, novice, casual, club, tournament ...")
    parser.add_argument("--seed", type=int, help="decides the bag (default: another game each time)")
    options = parser.parse_args(arguments)
    try:
        bot = lexkit.player(options.level, seed=options.seed or 0)
        game = lexkit.Game(lexkit.open("english"), ("you", options.level), seed=options.seed)
        while not game.over:
            try:
                turn = ask(game) if game.to_move == 0 else game.act(bot.choose(game.view(1)))
            except lexkit.errors.IllegalMoveError as error:
                print(error)
                continue
            if turn:
                print(f"{game.players[turn.player]}: {turn.text}, {turn.score} points; {game.scores}")
        print("you win" if game.winner == 0 else "a draw" if game.winner is None else f"{options.level} wins")
    except lexkit.errors.LexkitError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    except (EOFError, KeyboardInterrupt):
        parser.exit(1, "\nyou gave up\n")


if __name__ == "__main__":
    main()
