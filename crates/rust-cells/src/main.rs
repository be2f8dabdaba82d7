//! `tensorcell-rust`: evaluates a notebook's `%%rust` cells with evcxr.
//!
//! The kernel starts it with a socket to connect to; requests and replies are lines of JSON. evcxr compiles each cell
//! to a library and loads it in another process, which is this program too; `runtime_hook` detects that.

mod analysis;
mod prepare;
mod processes;
mod session;
#[allow(dead_code)] // the frames of the cells' process; this one sends the first
#[path = "../cell/src/wire.rs"]
mod wire;

use std::os::unix::net::UnixStream;

const USAGE: &str = "tensorcell-rust evaluates the %%rust cells of a TensorCell notebook. The kernel starts it by itself, from \
                     the folder that `tensorcell` is in, from the path, or from where TENSORCELL_RUST says.";

fn main() -> anyhow::Result<()> {
    processes::end_with_parent();
    evcxr::runtime_hook();
    let Some(argument) = std::env::args_os().nth(1) else {
        println!("{USAGE}");
        return Ok(());
    };
    if argument == "--version" {
        println!("tensorcell-rust {}", env!("CARGO_PKG_VERSION"));
        return Ok(());
    }
    let mut stream = UnixStream::connect(argument)?;
    wire::send(&mut stream, &wire::Message::Hello(wire::Role::Host, std::process::id()))?;
    session::serve(stream)
}
