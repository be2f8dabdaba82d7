//! Tests confined sessions: attacks by cells, native code and loaders' workers change nothing outside, and ordinary
//! notebooks work. The attacks are in tests/confinement.

#[path = "../confinement/world.rs"]
mod world;

use crate::tensorcell;
use serde_json::json;
use std::path::Path;
use std::process::{Command, Output};
use world::{World, check_rows};

/// Runs the program in the notebook folder of the attacked world, with its own cache.
fn run(world: &World, options: &[&str]) -> Command {
    let mut command = tensorcell(&["run"]);
    command
        .args(options)
        .current_dir(world.at("notebook"))
        .env("TENSORCELL_EMULATE", "1")
        .env("TENSORCELL_CACHE", world.at("cache"))
        .env("TENSORCELL_PYTHON", world.at("environment"))
        .env("TMPDIR", world.at("temporary"));
    command
}

fn printed(output: Output) -> String {
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    assert!(err.contains("This session is confined"), "{err}");
    out.into_owned()
}

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A world with a Python environment, and with the emulator in its cache.
fn prepared() -> World {
    let world = World::new();
    let packages = world.at("environment/lib/python3.13/site-packages/packed");
    write(&packages.join("data.txt"), "data of a package\n");
    let text =
        "import os\n\n\ndef text():\n    return open(os.path.join(os.path.dirname(__file__), 'data.txt')).read()\n";
    write(&packages.join("__init__.py"), text);
    write(&world.at("notebook/beside.py"), "value = 1\n");
    write(&world.at("notebook/mine"), "mine\n");
    write(&world.at("notebook/sub/file"), "");
    write(&world.at("outside/secret_module.py"), "");
    write(&world.at("notebook/warm.py"), "import torch\nprint(torch.ones(2, device='cuda').sum().item())\n");
    let warm = run(&world, &["warm.py"]).output().unwrap();
    assert!(warm.status.success(), "{}", String::from_utf8_lossy(&warm.stderr));
    world
}

#[test]
fn cells_reach_nothing_outside_and_all_that_notebooks_need() {
    let mut world = prepared();
    std::fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/confinement/python.py"),
        world.at("notebook/attacks.py"),
    )
    .unwrap();
    let before = world.outside();
    let mut command = run(&world, &["--confined", "attacks.py"]);
    let numbers = [world.victim().to_string(), world.port().to_string()];
    let output = command.arg(world.at("outside")).args(numbers).output().unwrap();
    let printed = printed(output);
    assert!(printed.ends_with("the end\n"), "{printed}");
    world.check_untouched(&before);
    check_rows(&printed, 80);
}

#[test]
fn native_code_of_cells_reaches_nothing_outside() {
    let mut world = prepared();
    let cell = |source: String| json!({"cell_type": "code", "metadata": {}, "source": source, "outputs": [], "execution_count": null});
    let launch = "import torch\ndone = torch.zeros(1, dtype=torch.int32, device='cuda')\nattack_all[1, 1](done)\n\
                  torch.cuda.synchronize()\nprint('launched', done.item())";
    let cells = [cell(format!("%%cuda --no-check\n{}", world.attacks())), cell(launch.to_owned())];
    let notebook = json!({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5});
    write(&world.at("notebook/attacks.ipynb"), &notebook.to_string());
    let before = world.outside();
    let printed = printed(run(&world, &["--confined", "attacks.ipynb"]).output().unwrap());
    assert!(printed.contains("launched 1"), "{printed}");
    world.check_untouched(&before);
    // A kernel's process may do less than the session: what is allowed there is refused as well.
    let done: Vec<&str> = printed.lines().filter(|line| line.ends_with(": did") && !line.starts_with("may ")).collect();
    let refused = printed.lines().filter(|line| line.contains(": refused ")).count();
    assert!(done.is_empty() && refused >= 200, "{refused} refused, done: {}", done.join("\n"));
}

#[test]
fn a_session_that_cannot_be_confined_does_not_start() {
    let world = World::new();
    write(&world.at("notebook/cell.py"), "print('started')\n");
    for (variable, value, told) in [
        ("HOME", world.at("notebook").display().to_string(), "move the notebook into a folder of its own"),
        ("WORLD_SIZE", "2".to_owned(), "which several ranks need"),
    ] {
        let mut command = run(&world, &["--confined", "cell.py"]);
        let rank = ["RANK", "LOCAL_RANK", "LOCAL_WORLD_SIZE", tensorcell_dist::launch::OWN].map(|name| (name, "0"));
        command.envs(rank).env(variable, value);
        let output = command.output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty() && err.contains(told), "{variable}: {err}");
    }
}
