//! Products of small matrices (`mma`), and loads and stores of their fragments, in the layouts of the PTX manual.

use super::access::{addresses, who};
use super::common::Common;
use super::setting::{Outcome, lanes, trouble};
use super::shared::Order;
use super::warp::Warp;
use crate::alu::{LANES, V32, V64};
use crate::number::narrow::{Brain, Half, Narrow};
use crate::program::op::{A32, Address, Argument, Product, Register};
use crate::scalar::Scalar::{self, Bf16, F16, F32, F64, S, Tf32};

/// A matrix of numbers, 16 by 32 at most.
type Matrix = [[f64; 32]; 32];

/// Returns row and column of the `i`th element of the first operand that a lane holds.
fn place_a(product: &Product, lane: usize, i: usize) -> (usize, usize) {
    let (group, thread) = (lane >> 2, lane & 3);
    let (rows, _, depth) = product.shape;
    match product.inputs.0.bits() {
        // Two halves or four bytes of a row are adjacent.
        16 => (group + 8 * (i >> 1 & 1), thread * 2 + (i & 1) + 8 * (i >> 2)),
        8 if rows == 8 => (group, thread * 4 + i),
        8 if depth == 16 => (group + 8 * (i >> 2), thread * 4 + (i & 3)),
        8 => (group + 8 * (i >> 2 & 1), thread * 4 + (i & 3) + 16 * (i >> 3)),
        _ if rows == 8 => (group, thread),
        _ => (group + 8 * (i & 1), thread + 4 * (i >> 1)),
    }
}

/// The same for the second operand.
fn place_b(product: &Product, lane: usize, i: usize) -> (usize, usize) {
    let (group, thread) = (lane >> 2, lane & 3);
    let row = match product.inputs.1.bits() {
        16 => thread * 2 + (i & 1) + 8 * (i >> 1),
        8 => thread * 4 + (i & 3) + 16 * (i >> 2),
        _ => thread + 4 * i,
    };
    (row, group)
}

/// The same for the accumulator.
fn place_c(lane: usize, i: usize) -> (usize, usize) {
    ((lane >> 2) + 8 * (i >> 1), (lane & 3) * 2 + (i & 1))
}

/// Returns the `i`th element of a lane's registers.
fn element(registers: &[V64], lane: usize, i: usize, scalar: Scalar) -> f64 {
    let each = (registers_bits(scalar) / scalar.bits()) as usize;
    let word = registers[i / each][lane] >> (scalar.bits() as usize * (i % each));
    match scalar {
        F16 => f64::from(Half::wide(word as u16)),
        Bf16 => f64::from(Brain::wide(word as u16)),
        // Hardware ignores the low 13 bits.
        Tf32 => f64::from(f32::from_bits(word as u32 & !0x1fff)),
        F32 => f64::from(f32::from_bits(word as u32)),
        F64 => f64::from_bits(word),
        S(8) => f64::from(word as i8),
        S(_) => f64::from(word as i32),
        _ => f64::from(word as u8),
    }
}

fn registers_bits(scalar: Scalar) -> u32 {
    if scalar == F64 { 64 } else { 32 }
}

fn gather(
    warp: &Warp,
    arguments: &[Argument],
    scalar: Scalar,
    place: impl Fn(usize, usize) -> (usize, usize),
) -> Box<Matrix> {
    let registers: Vec<V64> = arguments.iter().map(|argument| warp.get(*argument)).collect();
    let count = registers.len() * (registers_bits(scalar) / scalar.bits()) as usize;
    let mut matrix = Box::new([[0.0; 32]; 32]);
    for lane in 0..LANES {
        for i in 0..count {
            let (row, column) = place(lane, i);
            matrix[row][column] = element(&registers, lane, i, scalar);
        }
    }
    matrix
}

/// Computes `d = a * b + c` in float64 and rounds once to the result's type.
pub(crate) fn product(warp: &mut Warp, product: &Product) {
    let (of_a, of_b) = product.inputs;
    let a = gather(warp, &product.a, of_a, |lane, i| place_a(product, lane, i));
    let b = gather(warp, &product.b, of_b, |lane, i| place_b(product, lane, i));
    let c = gather(warp, &product.c, product.sum.0, place_c);
    let depth = usize::from(product.shape.2);
    let value = |lane: usize, i: usize| {
        let (row, column) = place_c(lane, i);
        (0..depth).fold(c[row][column], |sum, k| match of_a {
            F64 => a[row][k].mul_add(b[k][column], sum),
            _ => sum + a[row][k] * b[k][column],
        })
    };
    let to = product.sum.1;
    for (at, register) in product.d.iter().enumerate() {
        let out: V64 = std::array::from_fn(|lane| match to {
            F64 => value(lane, at).to_bits(),
            F32 => u64::from((value(lane, at) as f32).to_bits()),
            F16 => {
                let half = |i| u64::from(Half::round_wide(value(lane, i)));
                half(at * 2) | half(at * 2 + 1) << 16
            }
            _ if product.saturates => u64::from(value(lane, at) as i32 as u32),
            _ => u64::from(value(lane, at) as i64 as u32),
        });
        warp.put(*register, u32::MAX, &out);
    }
}

/// Returns the addresses of the rows of the 8x8 matrices of 16-bit elements, which the lanes hold.
fn row_addresses(warp: &Warp, common: &Common, address: &Address, count: usize, write: bool) -> Outcome<V64> {
    let at = addresses(warp, address);
    for (lane, address) in at.iter().enumerate().take(8 * count) {
        common.shared.check(*address, 16, write).or_else(|kind| trouble(lane as u32, kind))?;
    }
    Ok(at)
}

/// Returns row and column of the two elements that a lane holds.
fn places(lane: usize, transposed: bool) -> [(usize, usize); 2] {
    let (row, column) = (lane / 4, lane % 4 * 2);
    if transposed { [(column, row), (column + 1, row)] } else { [(row, column), (row, column + 1)] }
}

pub(crate) fn load(
    warp: &mut Warp,
    common: &mut Common,
    address: &Address,
    transposed: bool,
    to: &[Register],
) -> Outcome<()> {
    let rows = row_addresses(warp, common, address, to.len(), false)?;
    for (matrix, register) in to.iter().enumerate() {
        let mut values = [[0u16; 8]; 8];
        for (row, values) in values.iter_mut().enumerate() {
            let lane = matrix * 8 + row;
            for pair in 0..4 {
                let who = who(warp, lane, Order::Weak);
                let read = common.shared.read(who, rows[lane] + 4 * pair as u64, 4);
                let word = read.or_else(|kind| trouble(lane as u32, kind))?;
                (values[2 * pair], values[2 * pair + 1]) = (word as u16, (word >> 16) as u16);
            }
        }
        let out: V64 = std::array::from_fn(|lane| {
            let [first, second] = places(lane, transposed).map(|(row, column)| u64::from(values[row][column]));
            first | second << 16
        });
        warp.put(*register, u32::MAX, &out);
    }
    Ok(())
}

pub(crate) fn store(
    warp: &mut Warp,
    common: &mut Common,
    address: &Address,
    transposed: bool,
    from: &[Argument],
) -> Outcome<()> {
    let rows = row_addresses(warp, common, address, from.len(), true)?;
    for (matrix, argument) in from.iter().enumerate() {
        let source = warp.get(*argument);
        let mut values = [[0u16; 8]; 8];
        for (lane, source) in source.iter().enumerate() {
            for ((row, column), half) in places(lane, transposed).into_iter().zip([0, 16]) {
                values[row][column] = (source >> half) as u16;
            }
        }
        for (row, values) in values.iter().enumerate() {
            let lane = matrix * 8 + row;
            for pair in 0..4 {
                let word = u64::from(values[2 * pair]) | u64::from(values[2 * pair + 1]) << 16;
                let wrote = common.shared.write(who(warp, lane, Order::Weak), rows[lane] + 4 * pair as u64, 4, word);
                wrote.or_else(|kind| trouble(lane as u32, kind))?;
            }
        }
    }
    Ok(())
}

/// `movmatrix.trans`: each lane receives its elements of the transposed matrix.
pub(crate) fn transpose(warp: &mut Warp, to: u16, from: A32) {
    let source = *warp.get32(from);
    let mut values = [[0u16; 8]; 8];
    for lane in lanes(u32::MAX) {
        for ((row, column), half) in places(lane, false).into_iter().zip([0, 16]) {
            values[row][column] = (source[lane] >> half) as u16;
        }
    }
    let out: V32 = std::array::from_fn(|lane| {
        let [first, second] = places(lane, true).map(|(row, column)| u32::from(values[row][column]));
        first | second << 16
    });
    warp.put32(to, u32::MAX, &out);
}
