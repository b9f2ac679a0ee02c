//! A game against the computer at a terminal: play LEXICON [PLAYER [SEED]]. Type 8D LIFE (a small letter for a blank),
//! -AEI to exchange, - to pass, hint, undo, or quit.
use lexkit::{Game, Kind, Lexicon, Player};
use std::io::stdin;
use std::process::ExitCode;

fn show(game: &Game) {
    let (board, lexicon, tiles) = (game.board(), game.board().lexicon(), game.board().tiles());
    for row in 0..board.rows() {
        print!("{:3} ", row + 1);
        for column in 0..board.columns() {
            match tiles[row * board.columns() + column] {
                0 => print!("{} ", board.premium(row, column).unwrap_or(' ')),
                tile => print!("{} ", lexicon.decode(&[tile]).unwrap_or_default()),
            }
        }
        println!();
    }
    println!("    A B C D E F G H I J K L M N O");
    println!("you {}, computer {}, bag {}", game.score(0), game.score(1), game.bag());
    let rack = game.rack_tiles(0);
    let tiles = rack.iter().map(|tile| format!(" {}{}", lexicon.label(*tile).unwrap_or("?"), lexicon.points(*tile)));
    println!("your rack:{}", tiles.collect::<String>());
}

/// Do what somebody typed; false at the end.
fn take_turn(game: &mut Game, adviser: &Player) -> Result<bool, lexkit::Error> {
    let mut line = String::new();
    print!("> ");
    let is_read = stdin().read_line(&mut line).is_ok_and(|length| length > 0);
    match line.trim_end() {
        text if text == "quit" || !is_read => return Ok(false),
        "undo" => {
            game.undo(); // the computer's turn, and one's own
            game.undo();
        }
        "hint" => {
            let hint = adviser.choose(game)?;
            println!("{} +{}", game.board().action_text(&hint)?, hint.score());
        }
        text => {
            if let Err(refused) = game.act(text) {
                println!("{refused}");
            }
        }
    }
    Ok(true)
}

fn play(path: &str, name: &str, seed: &str) -> Result<(), Box<dyn std::error::Error>> {
    let (seed, lexicon) = (seed.parse()?, Lexicon::open(path)?);
    let leaves = lexicon.leaves().ok(); // a file may have none
    let computer = Player::new(name)?.with_leaves(leaves.as_ref()).with_seed(seed);
    let adviser = Player::new("static")?.with_leaves(leaves.as_ref());
    let mut game = Game::new(&lexicon, &["You", "Computer"], seed)?;
    println!("8D LIFE plays (a small letter is a blank), -AEI exchanges, - passes; hint, undo, quit");
    while !game.is_over() {
        if game.to_move() == 0 {
            show(&game);
            if !take_turn(&mut game, &adviser)? {
                break;
            }
            continue;
        }
        let action = computer.choose(&mut game)?;
        match action.kind() {
            Kind::Exchange => println!("computer: exchanges {} tiles", action.exchanged().len()),
            _ => println!("computer: {} +{}", game.board().action_text(&action)?, action.score()),
        }
        game.perform(&action)?;
    }
    print!("\n{}", game.gcg()?);
    Ok(())
}

fn main() -> ExitCode {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let argument = |at: usize, usual| given.get(at).map_or(usual, String::as_str);
    if let Err(error) = play(argument(0, "english.gaddag"), argument(1, "casual"), argument(2, "1")) {
        eprintln!("{error}");
        return ExitCode::from(2);
    }
    ExitCode::SUCCESS
}
