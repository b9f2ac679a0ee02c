//! Boards and games as an embedder uses them, on `../small.gaddag`.

use lexkit::{layout, version, Board, Challenge, Code, Game, Lexicon, Player, Rules, Scoring, Why};

fn small() -> Lexicon {
    Lexicon::open("../small.gaddag").expect("the file lies beside this folder")
}

#[test]
fn a_game_against_itself_is_the_same_again() {
    let lexicon = small();
    let leaves = lexicon.leaves().unwrap();
    let players = [Player::new("static").unwrap().with_leaves(Some(&leaves)), Player::new("casual").unwrap()];
    let play = || {
        let mut game = Game::new(&lexicon, &["Ann", "Ben"], 7).unwrap();
        while !game.is_over() {
            let action = players[game.to_move()].choose(&mut game).unwrap();
            game.perform(&action).unwrap();
        }
        game
    };
    let (game, again) = (play(), play());
    assert_eq!(game.gcg(), again.gcg());
    let (outcome, turns) = (game.outcome().unwrap(), game.turns().unwrap());
    assert_eq!(outcome.scores, [game.score(0), game.score(1)]);
    for player in 0..2 {
        let points: i32 = turns.iter().filter(|turn| turn.player == player).map(|turn| turn.score).sum();
        assert_eq!(points + outcome.ending[player], game.score(player));
    }
    assert!(turns.len() > 10 && game.name(1) == "Ben" && game.name(2).is_empty());
    let record = game.gcg().unwrap();
    assert_eq!(Game::from_gcg(&lexicon, &record).unwrap().gcg().unwrap(), record);
}

#[test]
fn turns_are_taken_and_taken_back() {
    let lexicon = small();
    let mut game = Game::new(&lexicon, &["Ann", "Ben"], 7).unwrap();
    let (cgp, rack) = (game.cgp().unwrap(), game.rack(0));
    let moves = game.moves().unwrap();
    game.play(moves.iter().max_by_key(|play| play.score()).unwrap()).unwrap();
    let tile = game.rack(1).chars().next().unwrap().to_string();
    game.exchange(&tile).unwrap();
    game.pass_turn().unwrap();
    assert_eq!(game.turns().unwrap().iter().map(|turn| turn.player).collect::<Vec<_>>(), [0, 1, 0]);
    assert!(game.undo() && game.undo() && game.undo() && !game.undo());
    assert_eq!((game.cgp().unwrap(), game.rack(0), game.bag()), (cgp, rack, 86));
    assert!(game.redo() && game.turns().unwrap().len() == 1);
    game.resign(1).unwrap();
    assert_eq!(game.outcome().unwrap().winner, Some(0));
    let over = Player::new("greedy").unwrap().choose(&mut game).unwrap_err();
    assert_eq!((over.code, over.text.as_str()), (Code::Illegal, "the game is over"));
}

#[test]
fn a_phony_is_challenged() {
    let lexicon = small();
    let rules = Rules { challenge: Challenge::FivePoints, ..Rules::new(&lexicon) };
    let mut game = Game::with_rules(&lexicon, &rules, &["Ann", "Ben"], 1, 3).unwrap();
    let rack: String = game.rack(1).chars().filter(|tile| *tile != '?').take(6).collect();
    assert!(!lexicon.contains(&rack));
    game.act(&format!("8C {rack}")).unwrap();
    assert_eq!(game.challengeable(), Some(0));
    game.challenge().unwrap();
    assert_eq!((game.score(1), game.to_move(), game.challengeable()), (0, 0, None));
}

#[test]
fn a_refusal_says_why_and_changes_nothing() {
    let lexicon = small();
    let mut game = Game::new(&lexicon, &["Ann", "Ben"], 7).unwrap();
    let cgp = game.cgp();
    for (text, code) in
        [("8D", Code::Illegal), ("-QQQQQQQ", Code::Illegal), ("1A AA", Code::Illegal), ("-1", Code::Text)]
    {
        let error = game.act(text).unwrap_err();
        assert_eq!(error.code, code, "{text}: {error}");
        assert!(!error.text.is_empty());
    }
    assert_eq!(game.cgp(), cgp);
    assert_eq!(game.act("8D\0LIFE").unwrap_err().code, Code::Text);
    assert_eq!(Game::new(&lexicon, &["Ann"], 1).unwrap_err().code, Code::Argument);
    assert_eq!(Game::from_gcg(&lexicon, "no record").unwrap_err().code, Code::Record);
    assert!(Player::new("champion").unwrap_err().text.contains("static"));
    assert!((game.score(9), game.rack(usize::MAX), game.players()) == (0, String::new(), 2));
}

/// A negative number from C is an error, and more moves than there is room for are all found.
#[test]
fn moves_have_errors_and_room() {
    let lexicon = small();
    let mut board = Board::new(&lexicon).unwrap();
    assert_eq!(board.moves("AEINRST?").unwrap_err().code, Code::Argument); // more than a rack of 7
    assert_eq!(board.moves("A1").unwrap_err().code, Code::Text);
    assert_eq!(board.best("AEINRST?", 3).unwrap_err().code, Code::Argument);
    let scoring = Scoring { rack_size: 12, ..Scoring::default() };
    let mut large = Board::with_layout(&lexicon, &layout("standard").unwrap(), None, &scoring).unwrap();
    large.read_cgp("15/15/15/15/15/15/15/5CArE6/15/15/15/15/15/15/15").unwrap();
    let moves = large.moves("AEINRTSLOD??").unwrap();
    assert!(moves.len() > 1 << 12, "{} moves", moves.len());
    let texts: std::collections::BTreeSet<String> = moves.iter().map(|play| large.text(play).unwrap()).collect();
    assert_eq!(texts.len(), moves.len());
    let best = large.best("AEINRTSLOD??", 2).unwrap();
    assert_eq!(best[0].score(), moves.iter().map(|play| play.score()).max().unwrap());
    assert_eq!(large.best("A", 0).unwrap(), []);
}

#[test]
fn a_board_is_drawn_and_judged() {
    let lexicon = small();
    let mut board = Board::new(&lexicon).unwrap();
    assert_eq!((board.rows(), board.columns(), board.start()), (15, 15, (7, 7)));
    assert_eq!((board.premium(0, 0), board.premium(7, 7), board.premium(15, 0)), (Some('='), Some('-'), None));
    let life = board.parse("8E LiFE").unwrap();
    assert_eq!((life.square(), life.is_down(), life.length(), life.tiles().len()), ((7, 4), false, 4, 4));
    assert_eq!(board.play(&life), Ok(life.score()));
    assert_eq!(board.cgp(), "15/15/15/15/15/15/15/4LiFE7/15/15/15/15/15/15/15");
    assert_eq!(board.decode_row(7), "LiFE");
    let again = board.play(&life).unwrap_err();
    assert_eq!(again.code, Code::Illegal);
    let phony = board.explain("8E LIFEQ", None).unwrap();
    assert_eq!((phony.why, phony.words[0].is_word, phony.words[0].text.as_str()), (Some(Why::Word), false, "LIFEQ"));
    assert!(phony.play.unwrap().score() > 0 && phony.reason.contains("LIFEQ"));
    assert!(board.undo() && !board.undo());
    let position = board.read_cgp("15/15/15/15/15/15/15/4LiFE7/15/15/15/15/15/15/15 AEI?/ 12/-3 2").unwrap();
    assert_eq!(
        (position.racks, position.scores, position.zeros),
        (vec!["AEI?".into(), String::new()], vec![12, -3], 2)
    );
    assert_eq!(board.read_cgp("15/15").unwrap_err().code, Code::Text);
}

trait Row {
    fn decode_row(&self, row: usize) -> String;
}

impl Row for Board<'_> {
    fn decode_row(&self, row: usize) -> String {
        let tiles: Vec<u8> = self.tiles().chunks(self.columns()).nth(row).unwrap().to_vec();
        let laid: Vec<u8> = tiles.into_iter().filter(|tile| *tile > 0).collect();
        let letters = laid.iter().map(|tile| (self.lexicon().label(tile % 128).unwrap(), *tile >= 128));
        letters.map(|(label, blank)| if blank { label.to_lowercase() } else { label.to_owned() }).collect()
    }
}

#[test]
fn files_that_cannot_be_opened_are_named() {
    let missing = Lexicon::open("nofile.gaddag").unwrap_err();
    assert_eq!(missing.code, Code::Unreadable);
    assert!(missing.text.starts_with("nofile.gaddag: "));
    assert_eq!(Lexicon::open("Cargo.toml").unwrap_err().code, Code::Refused);
    assert_eq!(Lexicon::from_bytes(&[]).unwrap_err().code, Code::Refused);
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
}

#[test]
fn threads_share_a_lexicon() {
    let lexicon = small();
    let found: Vec<String> = lexicon.words().filter(|word| lexicon.contains(word)).collect();
    assert_eq!(found.len(), lexicon.len());
    std::thread::scope(|scope| {
        for seed in 0..3 {
            let mut game = Game::new(&lexicon, &["Ann", "Ben"], seed).unwrap();
            scope.spawn(move || {
                let player = Player::new("greedy").unwrap();
                while !game.is_over() {
                    let action = player.choose(&mut game).unwrap();
                    game.perform(&action).unwrap();
                }
            });
        }
    });
}
