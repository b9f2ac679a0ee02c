//! A game against the computer at a terminal: play LEXICON [PLAYER [SEED]]. Type 8D LIFE (a small letter for a blank),
//! -AEI to exchange, - to pass, hint, undo, or quit.
use lexkit::{Game, Kind, Leaves, Lexicon, Player};
use std::io::{stdin, BufRead};
use std::process::ExitCode;

fn show(game: &Game) {
    let (board, tiles) = (game.board(), game.board().tiles());
    for row in 0..board.rows() {
        print!("{:3} ", row + 1);
        for column in 0..board.columns() {
            match tiles[row * board.columns() + column] {
                0 => print!("{} ", board.premium(row, column).unwrap_or(' ')),
                tile => print!("{} ", board.lexicon().decode(&[tile]).unwrap_or_default()),
            }
        }
        println!();
    }
    println!("    A B C D E F G H I J K L M N O");
    println!("you {}, computer {}, bag {}, your rack: {}", game.score(0), game.score(1), game.bag(), game.rack(0));
}

/// Do what somebody typed; false at the end.
fn take_turn(game: &mut Game, leaves: Option<&Leaves>) -> Result<bool, lexkit::Error> {
    let mut line = String::new();
    let is_read = stdin().lock().read_line(&mut line).is_ok_and(|length| length > 0);
    match line.trim() {
        text if text == "quit" || !is_read => return Ok(false),
        "undo" => {
            game.undo(); // the computer's turn, and one's own
            game.undo();
        }
        "hint" => {
            let hint = Player::new("static")?.with_leaves(leaves).choose(game)?;
            println!("{}", game.board().action_text(&hint)?);
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
    let seed = seed.parse()?;
    let lexicon = Lexicon::open(path)?;
    let leaves = lexicon.leaves().ok(); // a file may have none
    let computer = Player::new(name)?.with_leaves(leaves.as_ref()).with_seed(seed);
    let mut game = Game::new(&lexicon, &["You", "Computer"], seed)?;
    println!("8D LIFE plays (a small letter is a blank), -AEI exchanges, - passes; hint, undo, quit");
    while !game.is_over() {
        if game.to_move() == 0 {
            show(&game);
            if !take_turn(&mut game, leaves.as_ref())? {
                break;
            }
            continue;
        }
        let action = computer.choose(&mut game)?;
        match action.kind() {
            Kind::Exchange => println!("computer: exchanges {} tiles", action.exchanged().len()),
            _ => println!("computer: {}", game.board().action_text(&action)?),
        }
        game.perform(&action)?;
    }
    println!("\n{}", game.gcg()?);
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
