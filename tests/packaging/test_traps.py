"""What a programmer tries first works, or an error says what to do instead."""

from __future__ import annotations

import lexkit


def test_scores_and_racks_are_by_player_everywhere(english: lexkit.Lexicon) -> None:
    game = lexkit.Match(english, seed=3).begin(0)
    before = game.scores
    for _ in range(6):
        view = game.view(game.to_move)
        assert game.scores == view.scores == game.board.scores == view.board.scores
        assert game.to_move == view.to_move == game.board.to_move == view.board.to_move
        turn = game.act(lexkit.player("greedy", english).choose(view))
        assert turn.scores == before
        before = game.scores
    board = lexkit.Board.from_cgp(game.to_cgp())
    mover = game.to_move
    assert board.scores == (game.scores[mover], game.scores[1 - mover]), "in CGP the player to move is the first"
    board.play(english.best_move(board) or "")
    assert (board.racks[1], board.scores[1]) == (str(game.rack(1 - mover)), game.scores[1 - mover])
