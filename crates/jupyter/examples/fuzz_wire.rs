//! Fuzzes sessions of a kernel's sockets: `fuzz_wire COUNT [SEED]`. The crate's tests run a few.

#[path = "../src/client.rs"]
mod client;
#[path = "../src/echo.rs"]
mod echo;
#[path = "../src/fuzz.rs"]
mod fuzz;

use tensorcell_jupyter::{ConnectionInfo, Kernel, Limits, Message, serve, session};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let count = numbers.next().expect("fuzz_wire COUNT [SEED]");
    let seed = numbers.next().unwrap_or(1);
    fuzz::run(count as usize, seed);
    println!("{count} broken sessions from seed {seed}: all closed, everybody else answered");
}
