//! Malformed texts: each gives an error with its line or a launch that ends, never a panic.

use crate::machine::{HEADER, Numbers, kernel};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use tensorcell_ptx::{Allocations, Launch, Program};

fn error(text: &str) -> (u32, String) {
    let error = Program::parse(text).expect_err(text);
    (error.line, error.message)
}

#[test]
fn errors_name_the_line_and_what_is_wrong() {
    let body = |text: &str| {
        error(&format!(
            "{HEADER}.visible .entry k() {{\n.reg .b32 %r<4>; .reg .b64 %d; .reg .pred %p;\n{text}\nret; }}"
        ))
    };
    assert_eq!(body("add.u32 %r0, %r1;"), (6, "`add.u32` takes 2 operands, not 1".to_owned()));
    assert_eq!(body("add.u32 %r0, %r1, %x;"), (6, "`%x` is declared nowhere".to_owned()));
    assert_eq!(body("add.u32 %r0, %r1, %r4;"), (6, "`%r4` is declared nowhere".to_owned()));
    assert_eq!(body("add.u32 %r0, %r1, %d;"), (6, "`%d` has 64 bits; 32 are wanted".to_owned()));
    assert_eq!(body("bra NOWHERE;"), (6, "label `NOWHERE` stands nowhere".to_owned()));
    assert_eq!(
        body("add.frob.u32 %r0, %r1, %r2;"),
        (6, "`add.frob.u32` has the modifier `.frob`, which is not supported here".to_owned())
    );
    assert_eq!(body("frob.u32 %r0, %r1;"), (6, "`frob.u32` is not supported".to_owned()));
    assert!(body("wgmma.fence.sync.aligned;").1.contains("warp groups"));
    assert!(body("cp.async.bulk.tensor.2d.shared::cluster.global [%d], [%d];").1.contains("tensor memory accelerator"));
    assert!(body("mbarrier.init.shared.b64 [%d], 1;").1.contains("tensor memory accelerator"));
    assert!(body("tex.2d.v4.f32.f32 {%r0}, [%d];").1.contains("textures"));
    assert_eq!(error(".version 8.0\n.target sm_90\n\"open\n"), (3, "text in quotes has no end".to_owned()));
    assert_eq!(error(".version 3.2\n").0, 1);
    assert_eq!(error("/* never ends").1, "comment has no end");
}

/// A program that uses much of the language.
fn whole() -> String {
    let mut text = include_str!("cuda/reduce.ptx").to_owned();
    text.push_str("\n.global .align 8 .u64 table[2] = {1, 2};\n");
    text
}

#[test]
fn mutations_never_panic() {
    let texts = [whole(), include_str!("cuda/mixed.ptx").to_owned()];
    let mut numbers = Numbers(7);
    let pieces = [
        "",
        ";",
        "{",
        "}",
        "[",
        "]",
        ",",
        "%r1",
        "-1",
        "4294967295",
        ".b64",
        "0f",
        "@",
        "<",
        "99999999999",
        "ret;",
        "bra",
        "\u{e9}",
        "/*",
        ".shared",
    ];
    for round in 0..600 {
        let text = &texts[round % texts.len()];
        let mut words: Vec<&str> = text.split_inclusive([' ', '\n', '\t', ',']).collect();
        for _ in 0..1 + numbers.next() % 3 {
            let at = (numbers.next() as usize) % words.len();
            let piece = pieces[(numbers.next() as usize) % pieces.len()];
            match numbers.next() % 4 {
                0 => words[at] = piece,
                1 => words.insert(at, piece),
                2 => {
                    let other = (numbers.next() as usize) % words.len();
                    words.swap(at, other);
                }
                _ => {
                    words.remove(at);
                }
            }
        }
        let mutated = words.concat();
        if let Ok(program) = Program::parse(&mutated) {
            run_briefly(&program);
        }
    }
}

/// Launches each kernel with invalid pointers, and interrupts it after a while.
fn run_briefly(program: &Program) {
    let memory = Allocations::default();
    for name in program.kernels() {
        let bytes = program.kernel(name).expect("listed").parameter_bytes;
        let parameters = vec![0x11; bytes];
        let stop = AtomicBool::new(false);
        let mut launch = Launch::new(name, [2, 1, 1], [48, 1, 1], &parameters, &memory);
        launch.interrupt = Some(&stop);
        launch.shared = 64;
        std::thread::scope(|scope| {
            // A mutation may create an endless loop, so it is interrupted from outside; no assertion depends on the time.
            scope.spawn(|| {
                for _ in 0..2000 {
                    std::thread::yield_now();
                }
                stop.store(true, Relaxed);
            });
            let _ = program.launch(&launch);
        });
    }
}

#[test]
fn parameters_of_any_bytes_end_in_faults() {
    let program = kernel("mul.wide.u32 %d0, %t, 4; add.u64 %d0, %out, %d0; ld.u32 %r0, [%d0]; st.u32 [%d0+64], %r0;");
    let memory = Allocations::default();
    let mut numbers = Numbers(8);
    for i in 0..200u64 {
        let address = if i % 2 == 0 { numbers.next() } else { ((i % 6) << 56) | (numbers.next() % 4096) };
        let parameters = address.to_le_bytes();
        assert!(program.launch(&Launch::new("k", [1; 3], [32, 1, 1], &parameters, &memory)).is_err(), "{address:#x}");
    }
}
