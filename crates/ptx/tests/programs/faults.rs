//! Faulty kernels: each ends with the expected fault, thread and line.

use crate::machine::{HEADER, Machine, kernel, program};
use tensorcell_ptx::{Fault, FaultKind, Launch, LaunchError, Limits};

/// Returns the fault of a kernel with an array of 64 words.
fn fault(body: &str, threads: u32) -> Fault {
    let mut machine = Machine::default();
    machine.array(&[0u32; 64]);
    match machine.launch(&kernel(body), "k", 1, threads) {
        Err(LaunchError::Fault(fault)) => *fault,
        other => panic!("{body}: {other:?}"),
    }
}

#[test]
fn addresses_out_of_bounds_and_misaligned() {
    let found = fault("mul.wide.u32 %d0, %t, 4; add.u64 %d0, %out, %d0;\n st.global.u32 [%d0], %t;", 96);
    assert_eq!((found.thread, found.location.line), ([64, 0, 0], 8));
    let FaultKind::OutOfBounds { bytes: 4, write: true, .. } = found.kind else { panic!("{found}") };
    assert!(
        found.to_string().starts_with("kernel `k`, block (0,0,0), thread (64,0,0), PTX line 8: write of 4 bytes"),
        "{found}"
    );
    let found = fault("ld.global.u32 %r0, [%out+-4];", 1);
    assert!(matches!(found.kind, FaultKind::OutOfBounds { write: false, .. }), "{found}");
    let found = fault("add.u64 %d0, %out, 2; ld.global.u32 %r0, [%d0];", 1);
    assert!(matches!(found.kind, FaultKind::Misaligned { bytes: 4, write: false, .. }), "{found}");
    // A vector of four words needs 16-byte alignment.
    let found = fault("ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%out+8];", 1);
    assert!(matches!(found.kind, FaultKind::Misaligned { bytes: 16, .. }), "{found}");
    let found = fault("mov.u64 %d0, 0; ld.u32 %r0, [%d0];", 1);
    assert!(matches!(found.kind, FaultKind::OutOfBounds { address: 0, .. }), "{found}");
    let found = fault("red.global.add.u32 [%out+256], %t;", 1);
    assert!(matches!(found.kind, FaultKind::OutOfBounds { write: true, .. }), "{found}");
    let found = fault(".shared .align 4 .b8 s[16]; st.shared.u32 [s+16], %t;", 1);
    assert!(matches!(found.kind, FaultKind::OutOfBounds { address: 16, .. }), "{found}");
    let found = fault(".local .align 4 .b8 l[16]; mov.u64 %d0, l; ld.local.u32 %r0, [%d0+4096];", 1);
    assert!(matches!(found.kind, FaultKind::OutOfBounds { .. }), "{found}");
}

#[test]
fn shared_memory_is_written_before_it_is_read() {
    let found = fault(
        ".shared .align 4 .b32 s[64];\n shl.b32 %r0, %t, 2; mov.u32 %r1, s; add.u32 %r0, %r0, %r1;\n ld.shared.u32 %r2, [%r0+8];\n st.global.u32 [%out], %r2;",
        32,
    );
    assert_eq!(found.kind, FaultKind::UnwrittenShared { address: 8 });
    // Writes of an earlier block do not count.
    let text = format!(
        "{HEADER}.visible .entry k() {{ .shared .align 4 .b32 s; .reg .pred %p; .reg .b32 %r<3>;
        mov.u32 %r0, %ctaid.x; setp.ne.u32 %p, %r0, 0; @!%p st.shared.u32 [s], 1; @%p ld.shared.u32 %r1, [s]; setp.eq.u32 %p, %r1, 7; @%p trap; ret; }}"
    );
    let Err(LaunchError::Fault(found)) = Machine::default().launch(&program(&text), "k", 2, 1) else {
        panic!("no fault")
    };
    assert_eq!((found.block, found.kind), ([1, 0, 0], FaultKind::UnwrittenShared { address: 0 }));
}

#[test]
fn what_was_read_ahead_may_be_dropped() {
    let text = ".shared .align 4 .b32 s; setp.lt.u32 %p0, %t, 99; ld.shared.u32 %r1, [s]; setp.ne.u32 %p1, %r1, 0;
        not.pred %p2, %p0; and.pred %p1, %p2, %p1; @%p1 trap; selp.u32 %r2, 5, %r1, %p0; st.global.u32 [%out], %r2;";
    let mut machine = Machine::default();
    let out = machine.array(&[0u32]);
    machine.run(&kernel(text), "k", 1, 32);
    assert_eq!(machine.read::<u32>(out), [5]);
    let found = fault(&text.replace("99", "31"), 32);
    assert_eq!((found.thread, found.kind), ([31, 0, 0], FaultKind::UnwrittenShared { address: 0 }));
}

const SHARED: &str =
    ".shared .align 4 .b32 s[128]; shl.b32 %r0, %t, 2; mov.u32 %r1, s; add.u32 %r0, %r0, %r1; st.shared.u32 [%r0], %t;";

#[test]
fn races_between_threads() {
    // Reads the word of another warp without a barrier.
    let found = fault(&format!("{SHARED} xor.b32 %r0, %r0, 128; ld.shared.u32 %r2, [%r0];"), 64);
    assert!(
        matches!(
            found.kind,
            FaultKind::Race { write: false, other_write: true, .. } | FaultKind::UnwrittenShared { .. }
        ),
        "{found}"
    );
    let found = fault(
        &format!(
            "{SHARED} bar.sync 0; xor.b32 %r2, %r0, 128; ld.shared.u32 %r3, [%r2]; add.u32 %r3, %r3, 1; st.shared.u32 [%r0], %r3;"
        ),
        64,
    );
    assert!(matches!(found.kind, FaultKind::Race { .. }), "{found}");
    // Reads the word of another lane without `bar.warp.sync`.
    let found = fault(&format!("{SHARED} xor.b32 %r2, %r0, 4; ld.shared.u32 %r3, [%r2];"), 32);
    assert!(matches!(found.kind, FaultKind::Race { write: false, other: [1, 0, 0], other_write: true, .. }), "{found}");
    // All threads write different values to one place.
    let found = fault(".shared .align 4 .b32 s; st.shared.u32 [s], %t;", 32);
    assert!(matches!(found.kind, FaultKind::Race { write: true, other_write: true, .. }), "{found}");
    // An atomic operation and a plain read.
    let found = fault(
        ".shared .align 4 .b32 s; st.shared.u32 [s], 0; bar.sync 0; red.shared.add.u32 [s], 1; ld.shared.u32 %r0, [s];",
        64,
    );
    assert!(matches!(found.kind, FaultKind::Race { .. }), "{found}");
}

#[test]
fn what_is_no_race() {
    for body in [
        format!("{SHARED} bar.warp.sync -1; xor.b32 %r2, %r0, 4; ld.shared.u32 %r3, [%r2];"),
        format!("{SHARED} bar.sync 0; xor.b32 %r2, %r0, 128; ld.shared.u32 %r3, [%r2];"),
        ".shared .align 4 .b32 s; st.shared.u32 [s], 7;".to_owned(),
        ".shared .align 4 .b32 s; st.shared.u32 [s], 0; bar.sync 0; red.shared.add.u32 [s], 1; bar.sync 0; ld.shared.u32 %r0, [s];".to_owned(),
    ] {
        let mut machine = Machine::default();
        machine.array(&[0u32; 64]);
        machine.run(&kernel(&body), "k", 1, 64);
    }
}

#[test]
fn barriers_that_not_all_threads_reach() {
    let found =
        fault("setp.lt.u32 %p0, %t, 16; @%p0 bra A; mov.u32 %r0, 1; bra B;\n A: bar.sync 0; B: bar.sync 1;", 32);
    assert!(matches!(found.kind, FaultKind::BarrierDivergence { barrier: 0 | 1, waiting: 32, .. }), "{found}");
    let found = fault("setp.lt.u32 %p0, %t, 32; @%p0 bra A; bar.sync 1; bra B; A: bar.sync 0; B: ", 64);
    assert!(matches!(found.kind, FaultKind::BarrierDivergence { .. }), "{found}");
    let found = fault("bar.sync 0, 40;", 64);
    assert_eq!(found.kind, FaultKind::BarrierCount { barrier: 0, count: 40 });
    let found = fault("bar.sync 0, 96;", 64);
    assert_eq!(found.kind, FaultKind::BarrierCount { barrier: 0, count: 96 });
}

#[test]
fn masks_of_lanes_that_do_not_come() {
    let found = fault("setp.lt.u32 %p0, %t, 16; @!%p0 ret; shfl.sync.down.b32 %r0, %t, 8, 31, -1;", 32);
    let FaultKind::AbsentLanes { instruction: "shfl.sync", mask: u32::MAX, lanes: 0xffff_0000 } = found.kind else {
        panic!("{found}")
    };
    let found =
        fault("setp.lt.u32 %p0, %t, 16; @%p0 bra A; bar.sync 0; bra B; A: vote.sync.any.pred %p1, %p0, -1; B: ", 32);
    assert!(
        matches!(found.kind, FaultKind::AbsentLanes { instruction: "vote.sync", lanes: 0xffff_0000, .. }),
        "{found}"
    );
    let found = fault("shfl.sync.down.b32 %r0, %t, 8, 31, 0xffff;", 32);
    assert_eq!(
        (found.thread, found.kind),
        ([16, 0, 0], FaultKind::MaskWithoutSelf { instruction: "shfl.sync", mask: 0xffff })
    );
    let body = "setp.lt.u32 %p0, %t, 31; @%p0 ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r0}, [%r1];";
    assert!(matches!(fault(body, 32).kind, FaultKind::PartialWarp { instruction: "ldmatrix", active: 0x7fff_ffff }));
}

#[test]
fn copies_that_nobody_waited_for() {
    let body = ".shared .align 16 .b8 s[16]; cp.async.ca.shared.global [s], [%out], 16; cp.async.commit_group; ld.shared.u32 %r0, [s]; st.global.u32 [%out], %r0;";
    assert_eq!(fault(body, 1).kind, FaultKind::UnwrittenShared { address: 0 });
}

#[test]
fn traps_depth_and_constants() {
    assert_eq!(fault("setp.eq.u32 %p0, %t, 5; @%p0 trap;", 32).thread, [5, 0, 0]);
    let text = format!(
        "{HEADER}.const .align 4 .u32 c = 7;
        .func f() {{ call.uni f; ret; }}
        .visible .entry deep() {{ call.uni f; ret; }}
        .visible .entry constant() {{ .reg .b64 %d; mov.u64 %d, c; cvta.const.u64 %d, %d; st.u32 [%d], 1; ret; }}
        .visible .entry far(.param .u32 i) {{ .reg .b32 %r; ld.param.u32 %r, [i]; ts: .branchtargets A, B; brx.idx %r, ts; A: B: ret; }}"
    );
    let program = program(&text);
    let found = |kernel: &str, machine: &Machine| match machine.launch(&program, kernel, 1, 1) {
        Err(LaunchError::Fault(fault)) => fault.kind,
        other => panic!("{kernel}: {other:?}"),
    };
    assert_eq!(found("deep", &Machine::default()), FaultKind::CallDepth(1024));
    assert!(matches!(found("constant", &Machine::default()), FaultKind::ReadOnly(_)));
    let mut machine = Machine::default();
    machine.value(2u32);
    assert_eq!(found("far", &machine), FaultKind::BranchIndex { index: 2, count: 2 });
}

#[test]
fn launches_beyond_a_device() {
    let text = format!(
        "{HEADER}.visible .entry k(.param .u32 n) .maxntid 128, 1, 1 .maxnreg 255 {{ ret; }}
        .visible .entry fixed() .reqntid 8, 4, 1 {{ ret; }}
        .visible .entry big() {{ .shared .align 4 .b8 s[49152]; .shared .align 4 .b8 t[4]; ret; }}
        .extern .shared .align 16 .b8 dynamic[];
        .visible .entry grows() {{ .reg .b32 %r; ld.shared.u32 %r, [dynamic]; ret; }}"
    );
    let program = program(&text);
    let memory = tensorcell_ptx::Allocations::default();
    let launch = |kernel: &str, grid, block, shared, parameters: &[u8], limits| {
        let mut launch = Launch::new(kernel, grid, block, parameters, &memory);
        (launch.shared, launch.limits) = (shared, limits);
        program.launch(&launch).map(|_| ()).expect_err("a refusal")
    };
    let (one, limits) = ([1, 1, 1], Limits::default());
    assert_eq!(launch("none", one, one, 0, &[], limits), LaunchError::NoKernel("none".to_owned()));
    assert_eq!(launch("k", [0, 1, 1], one, 0, &[0; 4], limits), LaunchError::Empty);
    let refusal = launch("k", one, [129, 1, 1], 0, &[0; 4], limits);
    assert_eq!(refusal, LaunchError::TooManyThreads { threads: 129, limit: 128, by: ".maxntid" });
    let refusal = launch("big", one, [1025, 1, 1], 0, &[], limits);
    assert!(matches!(refusal, LaunchError::TooManyThreads { threads: 1025, limit: 1024, .. }));
    let refusal = launch("fixed", one, [32, 1, 1], 0, &[], limits);
    assert_eq!(refusal, LaunchError::RequiredBlock { given: [32, 1, 1], required: [8, 4, 1] });
    assert!(matches!(
        launch("big", one, one, 0, &[], limits),
        LaunchError::SharedMemory { wanted: 49_156, limit: 49_152 }
    ));
    assert!(matches!(
        launch("grows", one, one, 300_000, &[], limits),
        LaunchError::SharedMemory { wanted: 300_000, .. }
    ));
    assert_eq!(launch("k", one, one, 0, &[], limits), LaunchError::Parameters { given: 0, wanted: 4 });
    let small = Limits { registers: 16_384, ..limits };
    assert!(matches!(launch("k", one, [128, 1, 1], 0, &[0; 4], small), LaunchError::Registers { registers: 255, .. }));
    assert!(matches!(launch("k", [1, 70_000, 1], one, 0, &[0; 4], limits), LaunchError::GridTooLarge(_)));
}
