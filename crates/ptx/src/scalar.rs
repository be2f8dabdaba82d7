//! PTX's scalar types and state spaces.

/// A type of an instruction or a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scalar {
    B(u8),
    U(u8),
    S(u8),
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    Tf32,
    F32,
    F32x2,
    F64,
    U16x2,
    S16x2,
    E4m3x2,
    E5m2x2,
    Pred,
}

impl Scalar {
    pub(crate) fn named(name: &str) -> Option<Scalar> {
        use Scalar::*;
        Some(match name {
            "b8" => B(8),
            "b16" => B(16),
            "b32" => B(32),
            "b64" => B(64),
            "b128" => B(128),
            "u8" => U(8),
            "u16" => U(16),
            "u32" => U(32),
            "u64" => U(64),
            "s8" => S(8),
            "s16" => S(16),
            "s32" => S(32),
            "s64" => S(64),
            "f16" => F16,
            "f16x2" => F16x2,
            "bf16" => Bf16,
            "bf16x2" => Bf16x2,
            "tf32" => Tf32,
            "f32" => F32,
            "f32x2" => F32x2,
            "f64" => F64,
            "u16x2" => U16x2,
            "s16x2" => S16x2,
            "e4m3x2" => E4m3x2,
            "e5m2x2" => E5m2x2,
            "pred" => Pred,
            _ => return None,
        })
    }

    /// The width in bits; 1 for a predicate.
    pub(crate) fn bits(self) -> u32 {
        use Scalar::*;
        match self {
            B(bits) | U(bits) | S(bits) => u32::from(bits),
            F16 | Bf16 | E4m3x2 | E5m2x2 => 16,
            F16x2 | Bf16x2 | Tf32 | F32 | U16x2 | S16x2 => 32,
            F64 | F32x2 => 64,
            Pred => 1,
        }
    }

    pub(crate) fn bytes(self) -> u64 {
        u64::from(self.bits().div_ceil(8))
    }

    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Scalar::S(_))
    }

    pub(crate) fn is_float(self) -> bool {
        use Scalar::*;
        matches!(self, F16 | F16x2 | Bf16 | Bf16x2 | Tf32 | F32 | F32x2 | F64)
    }

    pub(crate) fn is_integer(self) -> bool {
        matches!(self, Scalar::U(_) | Scalar::S(_))
    }
}

/// The state space of a variable or an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    Generic,
    Global,
    Const,
    Shared,
    Local,
    Param,
}

impl Space {
    /// Returns the space of a modifier (`shared::cta` is this block's shared memory).
    pub(crate) fn named(name: &str) -> Option<Space> {
        Some(match name {
            "global" => Space::Global,
            "const" => Space::Const,
            "shared" | "shared::cta" => Space::Shared,
            "local" => Space::Local,
            "param" | "param::entry" | "param::func" => Space::Param,
            _ => return None,
        })
    }
}
