//! NaNs with an identity. Floats are stored in place, so the objects made by `float("nan")` are distinguished by a number in
//! their bits. The number is never visible outside the language.

use std::cell::Cell;

/// Our quiet NaNs: the upper bits mark them, the lower bits are the number.
const OURS: u64 = 0x7ffc_4e41_0000_0000;
const UPPER: u64 = 0x7fff_ffff_0000_0000;

/// A NaN that is identical to no other.
pub(crate) fn new() -> f64 {
    thread_local! {
        static LAST: Cell<u32> = const { Cell::new(0) };
    }
    LAST.set(LAST.get().wrapping_add(1));
    f64::from_bits(OURS | u64::from(LAST.get()))
}

/// The float for outside use: our NaNs lose their number.
pub(crate) fn plain(x: f64) -> f64 {
    match x.is_nan() && x.to_bits() & UPPER == OURS {
        true => f64::NAN.copysign(x),
        false => x,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_number_of_its_own_stays_inside() {
        let [one, other] = [super::new(), super::new()];
        assert!(one.is_nan() && one.to_bits() != other.to_bits());
        for (x, sign) in [(one, 0), (-one, 1 << 63)] {
            assert_eq!(super::plain(x).to_bits(), 0x7ff8_0000_0000_0000 | sign);
        }
        for bits in [0x7ff8_0000_0000_0001, 0x3ff0_0000_0000_0000] {
            assert_eq!(super::plain(f64::from_bits(bits)).to_bits(), bits, "another's NaN, a number");
        }
    }
}
