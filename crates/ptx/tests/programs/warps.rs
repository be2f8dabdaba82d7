//! Lanes of a warp and threads of a block: divergence, shuffles, votes, barriers, calls, printing.

use crate::machine::{HEADER, Machine, kernel, program};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use tensorcell_ptx::{Class, Launch, LaunchError};

const STORE: &str = "mul.wide.u32 %d0, %t, 4; add.u64 %d0, %out, %d0; st.global.u32 [%d0], %r0;";

/// Returns the word that each thread of one block writes.
fn run(body: &str, threads: u32) -> Vec<u32> {
    let program = kernel(&format!("{body}\n{STORE}"));
    let mut machine = Machine::default();
    let out = machine.array(&vec![0u32; threads as usize]);
    machine.run(&program, "k", 1, threads);
    machine.read(out)
}

#[test]
fn lanes_meet_again_after_a_branch() {
    let body = "and.b32 %r1, %t, 1; setp.eq.u32 %p0, %r1, 0;
        @%p0 bra EVEN; mov.u32 %r0, 100; bra JOIN; EVEN: mov.u32 %r0, 200;
        JOIN: activemask.b32 %r2; setp.eq.u32 %p1, %r2, -1; @%p1 add.u32 %r0, %r0, 1;";
    let wanted: Vec<u32> = (0..64).map(|t| if t % 2 == 0 { 201 } else { 101 }).collect();
    assert_eq!(run(body, 64), wanted);
}

#[test]
fn loops_of_different_lengths() {
    let body = "mov.u32 %r0, 0; mov.u32 %r1, 0;
        LOOP: add.u32 %r1, %r1, 1; add.u32 %r0, %r0, %r1; setp.le.u32 %p0, %r1, %t; @%p0 bra LOOP;";
    assert_eq!(run(body, 96), (0..96).map(|t| (t + 1) * (t + 2) / 2).collect::<Vec<u32>>());
}

#[test]
fn shuffles_of_every_kind() {
    let shuffle = |kind: &str, by: u32, clamp: u32| {
        let body = format!(
            "mul.lo.u32 %r1, %t, 10; shfl.sync.{kind}.b32 %r0|%p0, %r1, {by}, {clamp}, -1; @!%p0 add.u32 %r0, %r0, 1;"
        );
        run(&body, 32)
    };
    let expected = |source: fn(i32) -> Option<i32>| -> Vec<u32> {
        (0..32).map(|lane| source(lane).map_or(lane * 10 + 1, |source| source * 10) as u32).collect()
    };
    assert_eq!(shuffle("down", 3, 31), expected(|lane| (lane + 3 < 32).then_some(lane + 3)));
    assert_eq!(shuffle("up", 5, 0), expected(|lane| (lane >= 5).then(|| lane - 5)));
    assert_eq!(shuffle("bfly", 7, 31), expected(|lane| Some(lane ^ 7)));
    assert_eq!(shuffle("idx", 9, 31), expected(|_| Some(9)));
    // Segments of eight lanes: the mask of the segment is 24.
    assert_eq!(shuffle("down", 3, 0x1807 | 24), expected(|lane| (lane % 8 + 3 < 8).then_some(lane + 3)));
    assert_eq!(shuffle("idx", 2, 0x1807 | 24), expected(|lane| Some(lane / 8 * 8 + 2)));
}

#[test]
fn lanes_wait_for_those_that_a_mask_names() {
    // The two halves of the warp reach the same shuffle on different paths; only the mask joins them.
    let body = "setp.lt.u32 %p0, %t, 16; mov.u32 %r1, %t;
        @%p0 bra LOW; add.u32 %r1, %r1, 1000; bra.uni MEET;
        LOW: add.u32 %r1, %r1, 2000;
        MEET: shfl.sync.bfly.b32 %r0, %r1, 16, 31, -1;";
    let wanted: Vec<u32> = (0..32u32).map(|t| (t ^ 16) + if t < 16 { 1000 } else { 2000 }).collect();
    assert_eq!(run(body, 32), wanted);
}

#[test]
fn votes_matches_and_reductions() {
    let body = "setp.lt.u32 %p0, %t, 5; vote.sync.ballot.b32 %r1, %p0, -1;
        vote.sync.any.pred %p1, %p0, -1; vote.sync.all.pred %p2, %p0, -1; vote.sync.uni.pred %p3, %p0, -1;
        selp.u32 %r2, 256, 0, %p1; add.u32 %r0, %r1, %r2; @%p2 add.u32 %r0, %r0, 512; @%p3 add.u32 %r0, %r0, 1024;";
    assert_eq!(run(body, 32), [31 + 256; 32]);
    let body = "and.b32 %r1, %t, 3; match.any.sync.b32 %r0, %r1, -1;";
    assert_eq!(run(body, 32), (0..32).map(|t| 0x1111_1111 << (t % 4)).collect::<Vec<u32>>());
    let body = "mov.u32 %r1, 7; match.all.sync.b32 %r0|%p0, %r1, -1; @%p0 add.u32 %r0, %r0, 1;";
    assert_eq!(run(body, 32), [0; 32]);
    for (name, wanted) in [("add.u32", 496), ("max.u32", 31), ("min.u32", 0), ("xor.b32", 0), ("or.b32", 31)] {
        assert_eq!(run(&format!("redux.sync.{name} %r0, %t, -1;"), 32), [wanted; 32], "{name}");
    }
    let body = "mov.u32 %r0, 0; elect.sync %r1|%p0, -1; @%p0 mov.u32 %r0, 7;";
    assert_eq!(run(body, 32)[..2], [7, 0]);
}

#[test]
fn masks_of_the_lanes_order() {
    let wanted = |f: fn(u32) -> u32| (0..32).map(f).collect::<Vec<u32>>();
    assert_eq!(run("mov.u32 %r0, %lanemask_lt;", 32), wanted(|lane| (1 << lane) - 1));
    assert_eq!(run("mov.u32 %r0, %lanemask_ge;", 32), wanted(|lane| u32::MAX << lane));
    assert_eq!(run("mov.u32 %r0, %lanemask_gt;", 32), wanted(|lane| (u64::from(u32::MAX) << (lane + 1)) as u32));
    assert_eq!(run("mov.u32 %r0, %lanemask_le;", 32), wanted(|lane| u32::MAX >> (31 - lane)));
}

#[test]
fn barriers_exchange_through_shared_memory() {
    let body = ".shared .align 4 .b32 s[256];
        mov.u32 %r1, s; shl.b32 %r2, %t, 2; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %t;
        bar.sync 0;
        xor.b32 %r2, %r2, 1020; mov.u32 %r1, s; add.u32 %r1, %r1, %r2; ld.shared.u32 %r0, [%r1];";
    assert_eq!(run(body, 256), (0..256).map(|t| 255 - t).collect::<Vec<u32>>());
}

#[test]
fn barriers_reduce_predicates() {
    let body = "setp.lt.u32 %p0, %t, 70; bar.red.popc.u32 %r0, 0, %p0;
        bar.red.or.pred %p1, 1, %p0; bar.red.and.pred %p2, 2, %p0;
        @%p1 add.u32 %r0, %r0, 1000; @%p2 add.u32 %r0, %r0, 5000;";
    assert_eq!(run(body, 96), [1070; 96]);
}

#[test]
fn some_warps_meet_at_a_barrier_of_their_own() {
    // Warp 0 produces and only arrives, warp 1 waits; warp 2 does not take part.
    let body = ".shared .align 4 .b32 s[32];
        mov.u32 %r0, 5; mov.u32 %r1, s; and.b32 %r2, %t, 31; shl.b32 %r2, %r2, 2; add.u32 %r1, %r1, %r2;
        setp.ge.u32 %p0, %t, 64; @%p0 bra END; setp.ge.u32 %p1, %t, 32; @%p1 bra CONSUME;
        st.shared.u32 [%r1], %t; bar.arrive 3, 64; bra END;
        CONSUME: bar.sync 3, 64; ld.shared.u32 %r0, [%r1]; END: ";
    let wanted: Vec<u32> = (0..96).map(|t| if (32..64).contains(&t) { t - 32 } else { 5 }).collect();
    assert_eq!(run(body, 96), wanted);
}

#[test]
fn threads_that_returned_are_not_waited_for() {
    let body = "setp.ge.u32 %p0, %t, 40; mov.u32 %r0, 3; @%p0 ret; bar.sync 0; mov.u32 %r0, 4;";
    assert_eq!(run(body, 96)[..41], [&[4; 40][..], &[0]].concat());
}

#[test]
fn lanes_spin_on_others_of_their_warp() {
    // A spin lock that each lane acquires in turn: the holder runs at a higher address than the spinning lanes.
    let text = format!(
        "{HEADER}.visible .entry k(.param .u64 lock, .param .u64 sum) {{
        .reg .pred %p; .reg .b32 %r<6>; .reg .b64 %l, %s;
        ld.param.u64 %l, [lock]; ld.param.u64 %s, [sum];
        SPIN: atom.global.cas.b32 %r0, [%l], 0, 1; setp.ne.s32 %p, %r0, 0; @%p bra SPIN;
        ld.volatile.global.u32 %r1, [%s]; add.u32 %r1, %r1, 1; st.volatile.global.u32 [%s], %r1;
        membar.gl; atom.global.exch.b32 %r2, [%l], 0; ret; }}"
    );
    let program = program(&text);
    for (grid, block, workers) in [(1, 32, 1), (4, 64, 1), (8, 32, 2)] {
        let mut machine = Machine { workers, ..Machine::default() };
        machine.array(&[0u32]);
        let sum = machine.array(&[0u32]);
        machine.run(&program, "k", grid, block);
        assert_eq!(machine.read::<u32>(sum), [grid * block]);
    }
}

#[test]
fn blocks_wait_for_each_other() {
    // A grid barrier: all blocks increment a counter, then wait until all have.
    let text = format!(
        "{HEADER}.visible .entry k(.param .u64 count, .param .u64 out) {{
        .reg .pred %p; .reg .b32 %r<6>; .reg .b64 %c, %o, %d;
        ld.param.u64 %c, [count]; ld.param.u64 %o, [out]; mov.u32 %r0, %nctaid.x; mov.u32 %r3, %ctaid.x;
        atom.global.add.u32 %r1, [%c], 1;
        WAIT: ld.acquire.gpu.global.u32 %r2, [%c]; setp.lt.u32 %p, %r2, %r0; @%p bra WAIT;
        mul.wide.u32 %d, %r3, 4; add.u64 %d, %o, %d; st.global.u32 [%d], %r2; ret; }}"
    );
    let mut machine = Machine::default();
    machine.array(&[0u32]);
    let out = machine.array(&[0u32; 8]);
    machine.run(&program(&text), "k", 8, 1);
    assert_eq!(machine.read::<u32>(out), [8; 8]);
}

#[test]
fn functions_recurse_and_are_called_by_address() {
    let text = format!(
        "{HEADER}.func (.param .b32 r) fact(.param .b32 n) {{
        .reg .pred %p; .reg .b32 %r<6>;
        ld.param.u32 %r0, [n]; mov.u32 %r1, 1; setp.le.u32 %p, %r0, 1; @%p bra DONE;
        sub.u32 %r2, %r0, 1;
        {{ .param .b32 a; st.param.b32 [a], %r2; .param .b32 b; call.uni (b), fact, (a); ld.param.b32 %r3, [b]; }}
        mul.lo.u32 %r1, %r0, %r3;
        DONE: st.param.b32 [r], %r1; ret; }}
        .func (.param .b32 r) twice(.param .b32 n) {{
        .reg .b32 %r<2>; ld.param.u32 %r0, [n]; add.u32 %r0, %r0, %r0; st.param.b32 [r], %r0; ret; }}
        .global .align 8 .u64 table[2] = {{fact, twice}};
        .visible .entry k(.param .u64 out) {{
        .reg .pred %p; .reg .b32 %t, %r<6>; .reg .b64 %out, %d<6>;
        ld.param.u64 %out, [out]; mov.u32 %t, %tid.x; and.b32 %r0, %t, 1;
        mov.u64 %d0, table; mul.wide.u32 %d1, %r0, 8; add.u64 %d0, %d0, %d1; ld.global.u64 %d2, [%d0];
        {{ .param .b32 a; st.param.b32 [a], %t; .param .b32 b;
        call (b), %d2, (a), proto; ld.param.b32 %r1, [b]; }}
        proto: .callprototype (.param .b32 _) _ (.param .b32 _);
        mul.wide.u32 %d3, %t, 4; add.u64 %d3, %out, %d3; st.global.u32 [%d3], %r1; ret; }}"
    );
    let mut machine = Machine::default();
    let out = machine.array(&[0u32; 12]);
    machine.run(&program(&text), "k", 1, 12);
    let wanted: Vec<u32> = (0..12u32).map(|t| if t % 2 == 1 { 2 * t } else { (1..=t).product() }).collect();
    assert_eq!(machine.read::<u32>(out), wanted);
}

#[test]
fn branches_go_by_a_table() {
    let body = "and.b32 %r1, %t, 3; ts: .branchtargets A, B, C, D; brx.idx %r1, ts;
        A: mov.u32 %r0, 10; bra E; B: mov.u32 %r0, 20; bra E; C: mov.u32 %r0, 30; bra E; D: mov.u32 %r0, 40; E: ";
    assert_eq!(run(body, 32), (0..32).map(|t| (t % 4 + 1) * 10).collect::<Vec<u32>>());
}

#[test]
fn local_memory_is_each_threads_own() {
    let body = ".local .align 8 .b8 l[64];
        mov.u64 %d1, l; cvta.local.u64 %d1, %d1; and.b32 %r1, %t, 7; mul.wide.u32 %d2, %r1, 8; add.u64 %d2, %d1, %d2;
        cvt.u64.u32 %d3, %t; st.u64 [%d2], %d3; st.local.u8 [l+1], %r1; ld.u64 %d4, [%d2]; cvt.u32.u64 %r0, %d4;";
    let wanted: Vec<u32> = (0..40).map(|t| if t % 8 == 0 { (t & 0xff) | ((t % 8) << 8) } else { t }).collect();
    assert_eq!(run(body, 40), wanted);
}

#[test]
fn vectors_and_narrow_loads() {
    let body = "mul.wide.u32 %d1, %t, 16; add.u64 %d1, %out, %d1; add.u32 %r1, %t, 1; neg.s32 %r2, %t;
        st.global.v4.u32 [%d1], {%t, %r1, %r2, -1}; ld.global.v2.u32 {%r3, %r4}, [%d1+8]; ld.global.s8 %h0, [%d1+8];
        cvt.s32.s16 %r5, %h0; add.u32 %r3, %r3, %r4; add.u32 %r3, %r3, %r5; st.global.u32 [%d1+12], %r3;";
    let program = kernel(body);
    let mut machine = Machine::default();
    let out = machine.array(&[0u32; 128]);
    machine.run(&program, "k", 1, 32);
    for (t, row) in machine.read::<i32>(out).chunks(4).enumerate() {
        let t = t as i32;
        assert_eq!(row, [t, t + 1, -t, -2 * t - 1]);
    }
}

#[test]
fn copies_arrive_when_they_are_waited_for() {
    let text = format!(
        "{HEADER}.visible .entry k(.param .u64 out, .param .u64 in) {{
        .shared .align 16 .b8 s[512]; .reg .b32 %t, %r<4>; .reg .b64 %d<4>;
        mov.u32 %t, %tid.x; ld.param.u64 %d0, [in]; ld.param.u64 %d1, [out]; mul.wide.u32 %d2, %t, 16;
        add.u64 %d0, %d0, %d2; add.u64 %d1, %d1, %d2; shl.b32 %r0, %t, 4; mov.u32 %r1, s; add.u32 %r0, %r1, %r0;
        cp.async.cg.shared.global [%r0], [%d0], 16, 12; cp.async.commit_group; cp.async.wait_group 0; bar.sync 0;
        xor.b32 %r0, %r0, 16; ld.shared.v4.u32 {{%r0, %r1, %r2, %r3}}, [%r0]; st.global.v4.u32 [%d1], {{%r0, %r1, %r2, %r3}}; ret; }}"
    );
    let mut machine = Machine::default();
    let out = machine.array(&[9u32; 128]);
    machine.array(&(0..128).collect::<Vec<u32>>());
    machine.run(&program(&text), "k", 1, 32);
    // Twelve bytes were copied, the rest are zeros; neighbours are swapped.
    let wanted: Vec<u32> = (0..128).map(|i| if i % 4 == 3 { 0 } else { i ^ 4 }).collect();
    assert_eq!(machine.read::<u32>(out), wanted);
}

#[test]
fn kernels_print() {
    let text = format!(
        "{HEADER}.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);
        .global .align 1 .b8 f[32] = {{37, 53, 100, 124, 37, 46, 50, 102, 124, 37, 120, 124, 37, 115, 10, 0}};
        .global .align 1 .b8 w[4] = {{97, 98, 0, 0}};
        .visible .entry k() {{
        .local .align 8 .b8 v[32]; .reg .b64 %d<4>; .reg .b32 %r<4>;
        mov.u64 %d0, v; cvta.local.u64 %d1, %d0; mov.u32 %r0, -7; st.local.u32 [%d0], %r0;
        mov.b64 %d2, 0d400921FB54442D18; st.local.u64 [%d0+8], %d2; mov.u32 %r1, 255; st.local.u32 [%d0+16], %r1;
        mov.u64 %d2, w; cvta.global.u64 %d2, %d2; st.local.u64 [%d0+24], %d2; mov.u64 %d3, f; cvta.global.u64 %d3, %d3;
        {{ .param .b64 a; st.param.b64 [a], %d3; .param .b64 b; st.param.b64 [b], %d1; .param .b32 c;
        call.uni (c), vprintf, (a, b); }} ret; }}"
    );
    let program = program(&text);
    let printed = Mutex::new(String::new());
    let memory = tensorcell_ptx::Allocations::default();
    let print = |text: &str| printed.lock().expect("no panic").push_str(text);
    let mut launch = Launch::new("k", [1; 3], [1; 3], &[], &memory);
    launch.print = &print;
    program.launch(&launch).expect("it prints");
    assert_eq!(*printed.lock().expect("no panic"), "   -7|3.14|ff|ab\n");
}

#[test]
fn an_endless_loop_is_interrupted() {
    let program = kernel("LOOP: add.u32 %r0, %r0, 1; bra LOOP;");
    let stop = AtomicBool::new(true);
    let memory = tensorcell_ptx::Allocations::default();
    let mut launch = Launch::new("k", [1; 3], [32, 1, 1], &[0; 8], &memory);
    launch.interrupt = Some(&stop);
    assert_eq!(program.launch(&launch).map(|_| ()), Err(LaunchError::Interrupted));
    // Sets the interrupt during the run, from its output.
    let text = format!(
        "{HEADER}.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);
        .global .align 1 .b8 f[2] = {{46, 0}};
        .visible .entry k() {{ .reg .b64 %d<2>; mov.u64 %d0, f; mov.u64 %d1, 0;
        LOOP: {{ .param .b64 a; st.param.b64 [a], %d0; .param .b64 b; st.param.b64 [b], %d1; .param .b32 c;
        call.uni (c), vprintf, (a, b); }} bra LOOP; }}"
    );
    let program = crate::machine::program(&text);
    let stop = AtomicBool::new(false);
    let print = |_: &str| stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let mut launch = Launch::new("k", [1; 3], [1; 3], &[], &memory);
    (launch.interrupt, launch.print) = (Some(&stop), &print);
    assert_eq!(program.launch(&launch).map(|_| ()), Err(LaunchError::Interrupted));
}

#[test]
fn instructions_are_counted() {
    let program = kernel(&format!(
        "mov.u32 %r0, 1; add.f32 %r1, %r0, %r0; setp.lt.u32 %p0, %t, 8; @%p0 mul.lo.u32 %r2, %t, 3; {STORE}"
    ));
    let mut machine = Machine::default();
    machine.array(&[0u32; 64]);
    let counts = machine.run(&program, "k", 3, 64);
    assert_eq!((counts.warps(Class::Single), counts.lanes(Class::Single)), (6, 192));
    // The product of eight lanes of one warp, split over two, and two instructions for the address.
    assert_eq!((counts.warps(Class::Integer), counts.lanes(Class::Integer)), (18, 3 * (8 + 128)));
    assert_eq!(counts.lanes(Class::Store), 192);
}
