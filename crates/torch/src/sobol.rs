//! Direction numbers of Sobol sequences: primitive polynomials in ascending order, with Joe and Kuo's initial numbers
//! (`sobol_numbers.txt`).

use super::host::{self, Elements};
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::{DType, Device};

/// Bits of a coordinate.
const BITS: usize = 30;
/// The initial numbers, one line per dimension after the first.
const NUMBERS: &str = include_str!("sobol_numbers.txt");

pub static FUNCTIONS: &[Builtin] = &[Builtin::new(
    "torch._sobol_state",
    "(dimension, /)",
    "Direction numbers (dimension, 30): what each bit of a point's number changes in its coordinates.",
    state,
)];

fn state(_: &mut Vm, args: &Args) -> Result<Value> {
    let dimension = args.int(0)?;
    let lines: Vec<&str> = NUMBERS.lines().filter(|line| !line.starts_with('#')).collect();
    let most = lines.len() + 1;
    let Some(dimension) = usize::try_from(dimension).ok().filter(|dimension| (1..=most).contains(dimension)) else {
        return Err(Raise::value_error(format!("Supported range of dimensionality for SobolEngine is [1, {most}]")));
    };
    let mut numbers: Vec<i64> = (0..BITS).map(|bit| 1 << (BITS - 1 - bit)).collect();
    let mut polynomials = (1..).flat_map(primitive_polynomials);
    for line in &lines[..dimension - 1] {
        let mut own: Vec<i64> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
        let polynomial = polynomials.next().unwrap_or_default();
        let degree = own.len();
        for at in degree..BITS {
            let oldest = own[at - degree];
            let terms = (1..degree).filter(|term| polynomial >> (degree - term) & 1 == 1);
            own.push(terms.fold(oldest ^ oldest << degree, |sum, term| sum ^ own[at - term] << term));
        }
        numbers.extend(own.iter().enumerate().map(|(bit, number)| number << (BITS - 1 - bit)));
    }
    host::from_elements(&Elements::Int(numbers), &[dimension, BITS], DType::Int64, Device::Cpu)
        .map(super::tensor::tensor_value)
}

/// Returns the primitive polynomials over GF(2) of a degree, with coefficients as bits, in ascending order.
fn primitive_polynomials(degree: u32) -> impl Iterator<Item = u64> {
    let order = (1u64 << degree) - 1;
    let factors: Vec<u64> = (2..=order).filter(|&p| order.is_multiple_of(p) && is_prime(p)).collect();
    (1 << degree..2 << degree).filter(move |polynomial| {
        polynomial & 1 == 1
            && power_of_x(order, *polynomial, degree) == 1
            && factors.iter().all(|factor| power_of_x(order / factor, *polynomial, degree) != 1 || order == 1)
    })
}

fn is_prime(n: u64) -> bool {
    (2..).take_while(|p| p * p <= n).all(|p| !n.is_multiple_of(p))
}

/// Returns a power of x modulo a polynomial.
fn power_of_x(power: u64, polynomial: u64, degree: u32) -> u64 {
    let reduced = |x: u64| if x >> degree & 1 == 1 { x ^ polynomial } else { x };
    let multiply = |mut a: u64, mut b: u64| {
        let mut product = 0;
        while b > 0 {
            product ^= if b & 1 == 1 { a } else { 0 };
            a = reduced(a << 1);
            b >>= 1;
        }
        product
    };
    let (mut result, mut base, mut left) = (1, reduced(2), power);
    while left > 0 {
        if left & 1 == 1 {
            result = multiply(result, base);
        }
        base = multiply(base, base);
        left >>= 1;
    }
    result
}
