//! Tests the whole program: under Jupyter, on clusters, with Rust cells; and its pages and crates.

mod architecture;
mod command_line;
mod confinement;
mod distributed;
mod docs;
mod jupyter;
mod notebooks;
mod packages;
mod reference;
mod rust_cells;
mod words;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use tensorcell_verify as skipped;

const BUILT: &str = env!("CARGO_BIN_EXE_tensorcell");

/// Hard links to the program under test and to that of Rust cells. The test of `pip install` runs cargo, which removes
/// the program before linking it, while other tests start it.
static TENSORCELL: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kernel");
    std::fs::create_dir_all(&folder).expect("a folder");
    for name in ["tensorcell-rust", "tensorcell"] {
        let (built, link) = (Path::new(BUILT).with_file_name(name), folder.join(name));
        let _ = std::fs::remove_file(&link);
        if built.is_file() {
            std::fs::hard_link(built, link).expect("a link");
        }
    }
    folder.join("tensorcell")
});

/// A command of the program under test.
fn tensorcell(arguments: &[&str]) -> Command {
    let mut command = Command::new(&*TENSORCELL);
    command.args(arguments);
    command
}
