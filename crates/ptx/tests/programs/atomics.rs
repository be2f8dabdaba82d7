//! Atomic operations of all types on global and shared memory.

use crate::machine::{HEADER, Machine, Plain, program};
use half::f16;

/// Returns the memory after 64 threads in two blocks applied an operation with their values.
fn after<T: Plain>(operation: &str, register: &str, first: T, values: &[T]) -> T {
    let size = size_of::<T>();
    let text = format!(
        "{HEADER}.visible .entry k(.param .u64 cell, .param .u64 values) {{
        .reg .b32 %t, %n, %b; .reg .b64 %c, %v, %d; .reg .b{register} %x, %y;
        ld.param.u64 %c, [cell]; ld.param.u64 %v, [values]; mov.u32 %t, %tid.x; mov.u32 %n, %ntid.x; mov.u32 %b, %ctaid.x;
        mad.lo.u32 %t, %b, %n, %t; mul.wide.u32 %d, %t, {size}; add.u64 %v, %v, %d; ld.global.b{register} %x, [%v];
        {operation} ret; }}"
    );
    let mut machine = Machine { workers: 2, ..Machine::default() };
    let cell = machine.array(&[first]);
    machine.array(values);
    machine.run(&program(&text), "k", 2, values.len() as u32 / 2);
    machine.read::<T>(cell)[0]
}

#[test]
fn operations_of_integers() {
    let values: Vec<u32> = (0..64).map(|i| i * 37 % 64 + 5).collect();
    let red = |name: &str, first: u32| after(&format!("red.global.{name} [%c], %x;"), "32", first, &values);
    assert_eq!(red("add.u32", 7), 7 + values.iter().sum::<u32>());
    assert_eq!(red("min.u32", 100), 5);
    assert_eq!(red("max.u32", 0), 68);
    assert_eq!(red("min.s32", u32::MAX), u32::MAX);
    assert_eq!(red("and.b32", u32::MAX), values.iter().fold(u32::MAX, |a, b| a & b));
    assert_eq!(red("or.b32", 0), values.iter().fold(0, |a, b| a | b));
    assert_eq!(red("xor.b32", 0), values.iter().fold(0, |a, b| a ^ b));
    let atom = |name: &str, first: u32, bound: &str| {
        after(&format!("atom.global.{name} %y, [%c], {bound};"), "32", first, &values)
    };
    assert_eq!(atom("inc.u32", 0, "9"), 64 % 10);
    assert_eq!(atom("dec.u32", 3, "9"), (3 + 10 * 10 - 64) % 10);
    assert_eq!(atom("exch.b32", 1, "77"), 77);
    assert_eq!(atom("cas.b32", 5, "5, 6"), 6);
    let wide: Vec<u64> = values.iter().map(|x| u64::from(*x) << 33).collect();
    assert_eq!(after("red.global.add.u64 [%c], %x;", "64", 1, &wide), 1 + wide.iter().sum::<u64>());
    assert_eq!(after("atom.global.max.s64 %y, [%c], %x;", "64", u64::MAX, &wide), 68 << 33);
    assert_eq!(after("atom.cas.b64 %y, [%c], 9, 10;", "64", 9u64, &wide), 10);
}

#[test]
fn sums_of_floats() {
    let values: Vec<f32> = (0..64u8).map(|i| f32::from(i) * 0.5).collect();
    assert_eq!(after("red.global.add.f32 [%c], %x;", "32", 1.0f32, &values), 1.0 + 1008.0);
    let values: Vec<f64> = (0..64u8).map(|i| f64::from(i) * 0.25).collect();
    assert_eq!(after("atom.global.add.f64 %y, [%c], %x;", "64", 1.0f64, &values), 1.0 + 504.0);
    let ones = vec![f16::from_f32(0.5).to_bits(); 64];
    assert_eq!(after("red.global.add.noftz.f16 [%c], %x;", "16", 0u16, &ones), f16::from_f32(32.0).to_bits());
    let pair = f16::from_f32(2.0).to_bits();
    let pairs = vec![u32::from(ones[0]) | u32::from(pair) << 16; 64];
    let wanted = u32::from(f16::from_f32(32.0).to_bits()) | u32::from(f16::from_f32(128.0).to_bits()) << 16;
    assert_eq!(after("red.global.add.noftz.f16x2 [%c], %x;", "32", 0u32, &pairs), wanted);
}

#[test]
fn shared_memory_counts() {
    let text = format!(
        "{HEADER}.visible .entry k(.param .u64 out) {{
        .shared .align 4 .b32 s[8]; .reg .pred %p; .reg .b32 %t, %r<4>; .reg .b64 %o, %d;
        mov.u32 %t, %tid.x; ld.param.u64 %o, [out]; setp.ge.u32 %p, %t, 8; @%p bra COUNT;
        shl.b32 %r0, %t, 2; mov.u32 %r1, s; add.u32 %r0, %r0, %r1; st.shared.u32 [%r0], 0;
        COUNT: bar.sync 0; and.b32 %r0, %t, 7; shl.b32 %r0, %r0, 2; mov.u32 %r1, s; add.u32 %r0, %r0, %r1;
        atom.shared.add.u32 %r2, [%r0], %t; bar.sync 0;
        @%p ret; ld.shared.u32 %r2, [%r0]; mul.wide.u32 %d, %t, 4; add.u64 %d, %o, %d; st.global.u32 [%d], %r2; ret; }}"
    );
    let mut machine = Machine::default();
    let out = machine.array(&[0u32; 8]);
    machine.run(&program(&text), "k", 1, 256);
    let wanted: Vec<u32> = (0..8).map(|i| (0..256).filter(|t| t % 8 == i).sum()).collect();
    assert_eq!(machine.read::<u32>(out), wanted);
}
