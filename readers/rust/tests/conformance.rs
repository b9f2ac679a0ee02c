//! The questions, positions, plays, games and forged files of `../conformance.json`, which ../README.md describes.

use lexkit::{layout, Board, Challenge, Code, Ending, Error, Game, Kind, Lexicon, OutBonus, Player, Rules, Scoring};
use serde_json::Value;

fn conformance() -> Value {
    let text = std::fs::read_to_string("../conformance.json").expect("the file lies beside this folder");
    serde_json::from_str(&text).expect("the file is JSON")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn texts(value: &Value) -> Vec<&str> {
    list(value).iter().map(text).collect()
}

fn bytes(text: &str) -> Vec<u8> {
    let symbols = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut width, mut bytes) = (0u32, 0, Vec::new());
    for symbol in text.bytes().filter(|symbol| *symbol != b'=') {
        bits = bits << 6 | symbols.iter().position(|known| *known == symbol).expect("base 64") as u32;
        width += 6;
        if width >= 8 {
            width -= 8;
            bytes.push((bits >> width) as u8);
        }
    }
    bytes
}

fn crc(bytes: impl IntoIterator<Item = u8>) -> u32 {
    !bytes.into_iter().fold(!0, |crc, byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}

fn board<'l>(lexicon: &'l Lexicon, file: &Value, name: &str, squares: &str) -> Board<'l> {
    let about = list(&file["layouts"]).iter().find(|one| one["name"] == name).expect("a layout of that name");
    let mut scoring = Scoring { tiles_bonus: [0; 16], ..Scoring::default() };
    scoring.rack_size = number(&about["rack_size"]);
    for pair in list(&about["bonuses"]) {
        scoring.tiles_bonus[number(&pair[0])] = number(&pair[1]) as i32;
    }
    for pair in list(&about["length_bonuses"]) {
        scoring.length_bonus[number(&pair[0])] = number(&pair[1]) as i32;
    }
    scoring.tiles_bonus[scoring.rack_size] += number(&about["bingo"]) as i32;
    let start = Some((number(&about["start"][0]), number(&about["start"][1])));
    let rows = texts(&about["rows"]).join("/");
    let mut board = Board::with_layout(lexicon, &rows, start, &scoring).expect("a board");
    board.read_cgp(squares).expect("a position");
    board
}

fn are_words(found: Result<lexkit::Words, Error>, count: &Value, expected: &Value) -> bool {
    let words = found.expect("a text that the alphabet reads");
    if words.len() != number(count) {
        return false;
    }
    let words: Vec<String> = words.collect();
    match expected.as_str() {
        Some(digest) => format!("{:08x}", crc((words.join("\n") + "\n").into_bytes())) == digest,
        None => words == texts(expected),
    }
}

fn is_answered(lexicon: &Lexicon, question: &Value) -> bool {
    let given = &question[1];
    match text(&question[0]) {
        "contains" => lexicon.contains(text(given)) == question[2],
        "rank" => lexicon.rank(text(given)) == question[2].as_u64().map(|rank| rank as usize),
        "word" => lexicon.word(number(given)).as_deref() == question[2].as_str(),
        "tiles" if text(given).contains('?') => true, // read as a blank here
        "tiles" => match lexicon.encode(text(given)) {
            Ok(tiles) => list(&question[2]).iter().map(number).eq(tiles.into_iter().map(usize::from)),
            Err(error) => question[2].is_null() && error.code == Code::Text,
        },
        "prefix" => are_words(lexicon.prefix(text(given)), &question[2], &question[3]),
        "suffix" => are_words(lexicon.suffix(text(given)), &question[2], &question[3]),
        "substring" => are_words(lexicon.substring(text(given)), &question[2], &question[3]),
        "pattern" => are_words(lexicon.pattern(text(given)), &question[2], &question[3]),
        "anagrams" => are_words(lexicon.anagrams(text(given), number(&question[2])), &question[3], &question[4]),
        "cross_set" => lexicon.cross_set(text(given), text(&question[2])) == Ok(texts(&question[3])),
        "cross_sets" => true, // of a whole board: left to C
        kind => panic!("no question is called {kind}"),
    }
}

fn written(board: &Board, play: &lexkit::Move) -> String {
    format!("{} +{}", board.text(play).expect("a text"), play.score())
}

/// Texts are compared where there are few, and where no label or small letter is so long that this list has it in brackets.
fn is_position(lexicon: &Lexicon, file: &Value, position: &Value) -> bool {
    let mut board = board(lexicon, file, text(&position[0]), text(&position[1]));
    let moves = board.moves(text(&position[2])).expect("moves");
    let mut letters = (1..=lexicon.letters()).flat_map(|tile| [tile, tile + 128]);
    let plain = |tile: u8| lexicon.decode(&[tile]).expect("a letter").chars().count() == 1;
    if moves.len() != number(&position[3]) || moves.len() > 2000 || !letters.all(plain) {
        return moves.len() == number(&position[3]);
    }
    let digest = moves.iter().fold(0u32, |sum, play| sum.wrapping_add(crc(written(&board, play).into_bytes())));
    format!("{digest:08x}") == text(&position[4])
}

fn is_judged(lexicon: &Lexicon, file: &Value, play: &Value) -> bool {
    let mut board = board(lexicon, file, text(&play[0]), text(&play[1]));
    let verdict = board.explain(text(&play[3]), play[2].as_str()).expect("a verdict");
    let code = verdict.why.map_or(String::new(), |why| format!("{why:?}").to_lowercase());
    if code != text(&play[4]) || verdict.reason != text(&play[5]) {
        return false;
    }
    let Some(laid) = verdict.play else { return play[6].is_null() };
    let words = list(&play[7]).iter().map(|word| (text(&word[0]), word[1].as_bool().expect("true or false")));
    words.eq(verdict.words.iter().map(|word| (word.text.as_str(), word.is_word)))
        && written(&board, &laid) == text(&play[6])
        && board.play(&laid) == Ok(laid.score())
        && board.cgp() == text(&play[8])
        && board.undo()
        && board.cgp() == text(&play[1])
}

fn is_best(lexicon: &Lexicon, file: &Value, position: &Value) -> bool {
    let mut board = board(lexicon, file, text(&position[0]), text(&position[1]));
    let best = board.best(text(&position[2]), number(&position[3])).expect("moves");
    best.iter().map(|play| written(&board, play)).eq(texts(&position[4]))
}

fn is_best_by_equity(lexicon: &Lexicon, file: &Value, position: &Value) -> bool {
    let mut board = board(lexicon, file, text(&position[0]), text(&position[1]));
    let (leaves, bag) = (lexicon.leaves().ok(), Some(number(&position[3])));
    let (exchangeable, most) = (number(&position[4]), number(&position[5]));
    let best = board.best_by_equity(text(&position[2]), leaves.as_ref(), bag, exchangeable, most).expect("actions");
    let told = best.iter().map(|action| {
        let text = action.play().map(|play| written(&board, &play));
        (text.unwrap_or_else(|| board.action_text(action).expect("a text")), action.equity())
    });
    told.eq(list(&position[6]).iter().map(|one| (text(&one[0]).to_owned(), one[1].as_i64().expect("a number"))))
}

fn rules(lexicon: &Lexicon, changes: &Value) -> Rules {
    let mut rules = Rules::new(lexicon);
    for (name, value) in changes.as_object().expect("names and values") {
        let whole = value.as_i64().unwrap_or(0) as i32;
        match name.as_str() {
            "layout" => {
                rules.layout = layout(text(value)).expect("a layout");
                rules.layout_name = text(value).to_owned();
            }
            "rack_size" => rules.rack_size = whole,
            "bingo" => rules.bingo = whole,
            "exchange_minimum" => rules.exchange_minimum = whole,
            "zero_turns" => rules.zero_turns = whole,
            "pass_turns" => rules.pass_turns = whole,
            "exchange_limit" => rules.exchange_limit = whole,
            "exchanges_count" => rules.exchanges_count = value == true,
            "empty_board_ends" => rules.empty_board_ends = value == true,
            "withdrawn_is_pass" => rules.withdrawn_is_pass = value == true,
            "bonuses" => list(value).iter().for_each(|pair| rules.bonuses[number(&pair[0])] = number(&pair[1]) as i32),
            "length_bonuses" => {
                list(value).iter().for_each(|pair| rules.length_bonuses[number(&pair[0])] = number(&pair[1]) as i32)
            }
            "challenge" => {
                rules.challenge = match text(value) {
                    "void" => Challenge::Void,
                    "single" => Challenge::Single,
                    "double" => Challenge::Double,
                    "triple" => Challenge::Triple,
                    "5pt" => Challenge::FivePoints,
                    "10pt" => Challenge::TenPoints,
                    "5pt/word" => Challenge::FivePointsWord,
                    "10pt/word" => Challenge::TenPointsWord,
                    rule => panic!("no challenge is called {rule}"),
                }
            }
            "out_bonus" => {
                rules.out_bonus = match text(value) {
                    "double" => OutBonus::Double,
                    "each" => OutBonus::Each,
                    "once" => OutBonus::Once,
                    "penalty" => OutBonus::Penalty,
                    "both" => OutBonus::Both,
                    rule => panic!("no bonus is called {rule}"),
                }
            }
            rule => panic!("no rule is called {rule}"),
        }
    }
    rules
}

fn play_game(lexicon: &Lexicon, about: &Value) -> Result<(), Error> {
    let leaves = lexicon.leaves().ok();
    let players = texts(&about["players"]);
    let (first, seed) = (number(&about["first"]), about["seed"].as_u64().expect("a seed"));
    let mut game = Game::with_rules(lexicon, &rules(lexicon, &about["rules"]), &players, first, seed)?;
    let choosers = texts(&about["choosers"]).into_iter().map(|chooser| {
        let (name, seed) = chooser.split_once(':').unwrap_or((chooser, "0"));
        Ok(Player::new(name)?.with_leaves(leaves.as_ref()).with_seed(seed.parse().expect("a seed")))
    });
    let choosers = choosers.collect::<Result<Vec<_>, Error>>()?;
    while !choosers.is_empty() && !game.is_over() {
        let action = choosers[game.to_move()].choose(&mut game)?;
        game.perform(&action)?;
    }
    for action in texts(&about["actions"]) {
        match action {
            "undo" => assert!(game.undo()),
            "redo" => assert!(game.redo()),
            _ => game.act(action)?,
        }
    }
    assert_eq!(game.gcg()?, text(&about["gcg"]));
    assert_eq!(game.cgp()?, text(&about["cgp"]));
    assert_eq!(game.bag(), number(&about["bag"]));
    let told = &about["result"];
    let outcome = game.outcome().map(|end| {
        let reason = match end.reason {
            Ending::Out => "out",
            Ending::Zeros => "zeros",
            Ending::Passes => "passes",
            Ending::Resignation => "resignation",
            Ending::Challenge => "challenge",
        };
        serde_json::json!([reason, end.winner, end.scores, end.ending])
    });
    assert_eq!(outcome.unwrap_or(Value::Null), *told);
    assert_eq!(Game::from_gcg(lexicon, text(&about["gcg"]))?.gcg()?, text(&about["gcg"]));
    Ok(())
}

#[test]
fn lexicons_answer_as_lexkit_does() {
    let file = conformance();
    let mut asked = 0;
    for about in list(&file["lexicons"]) {
        let lexicon = Lexicon::from_bytes(&bytes(text(&about["file"]))).expect("an honest file");
        assert_eq!(lexicon.len(), number(&about["words"]));
        for (tile, label) in (0..=lexicon.letters()).zip(texts(&about["labels"])) {
            assert_eq!(lexicon.label(tile), Some(label));
            assert_eq!(i64::from(lexicon.points(tile)), about["points"][usize::from(tile)]);
            assert_eq!(i64::from(lexicon.tile_count(tile)), about["counts"][usize::from(tile)]);
        }
        let mut ask = |kind: &str, is_right: &dyn Fn(&Value) -> bool| {
            for question in list(&about[kind]) {
                assert!(is_right(question), "{}, {kind}: {question}", about["name"]);
                asked += 1;
            }
        };
        ask("questions", &|question| is_answered(&lexicon, question));
        ask("positions", &|position| is_position(&lexicon, &file, position));
        ask("plays", &|play| is_judged(&lexicon, &file, play));
        ask("best", &|position| is_best(&lexicon, &file, position));
        ask("best_by_equity", &|position| is_best_by_equity(&lexicon, &file, position));
        let leaves = lexicon.leaves();
        ask("leaves", &|leave| {
            leaves.as_ref().expect("leave values").of(text(&leave[0])).map(i64::from).ok() == leave[1].as_i64()
        });
        for game in list(&file["games"]).iter().filter(|game| game["lexicon"] == about["name"]) {
            play_game(&lexicon, game).expect("a game");
            asked += 1;
        }
    }
    assert!(asked > 3000, "only {asked} questions");
}

#[test]
fn forged_files_are_refused() {
    let file = conformance();
    let honest = |name: &Value| bytes(text(&file["honest"][text(name)]));
    for forged in list(&file["forged"]) {
        let base = honest(&forged["base"]);
        let mut made = Vec::new();
        for piece in list(&forged["pieces"]) {
            match piece {
                Value::String(added) => made.extend(bytes(added)),
                Value::Array(part) => made.extend(&base[number(&part[0])..number(&part[1])]),
                _ => made.extend(vec![number(&piece["byte"]) as u8; number(&piece["times"])]),
            }
        }
        let code = match Lexicon::from_bytes(&made) {
            Err(error) => error.code,
            Ok(_) if forged["unicode"] == true => continue,
            Ok(lexicon) => {
                let asked = text(&forged["ask"][1]);
                let found = if forged["ask"][0] == "suffix" { lexicon.suffix(asked) } else { lexicon.substring(asked) };
                found.expect_err("a file whose parts disagree").code
            }
        };
        let expected = if forged["ask"].is_null() { Code::Refused } else { Code::Contradiction };
        assert_eq!(code, expected, "{}", forged["rule"]);
    }
}

#[test]
fn an_exchange_is_an_action() {
    let lexicon = Lexicon::open("../small.gaddag").expect("a lexicon");
    let mut board = Board::new(&lexicon).expect("a board");
    let actions = board.best_by_equity("QQUUVV", None, Some(80), 6, 1 << 12).expect("actions");
    let exchange = actions.iter().find(|action| action.kind() == Kind::Exchange).expect("an exchange");
    assert!(!exchange.exchanged().is_empty() && exchange.play().is_none());
    assert_eq!(actions.last().map(|action| action.kind()), Some(Kind::Pass));
}
