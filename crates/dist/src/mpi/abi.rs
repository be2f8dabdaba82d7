//! MPI's three binary interfaces: one table of constants, and the sender's position in a status.

use std::ffi::{CStr, c_int};

/// An MPI handle as a machine word: a pointer (Open MPI, MPI 5), or an int in its low half (MPICH).
pub type Handle = usize;

/// A library's interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Abi {
    /// Open MPI 4 and 5: handles are addresses of objects in the library.
    OpenMpi,
    /// MPICH since 3.1 and its derivatives (Intel MPI, MVAPICH, Cray MPICH): handles are ints.
    Mpich,
    /// MPI 5's standard interface, which both can be built with.
    Standard,
}

/// One row per handle: its name, Open MPI's symbol, MPICH's number, MPI 5's number.
macro_rules! handles {
    ($($name:ident: $symbol:literal, $mpich:literal, $standard:literal;)+) => {
        /// The predefined handles of the library.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Handles {
            $(pub $name: Handle,)+
        }

        impl Handles {
            const MPICH: Handles = Handles { $($name: $mpich),+ };
            const STANDARD: Handles = Handles { $($name: $standard),+ };

            /// Open MPI's handles, by symbol; an error names a missing one.
            fn open_mpi(address: impl Fn(&CStr) -> Option<Handle>) -> Result<Handles, String> {
                let find = |symbol: &CStr| address(symbol).ok_or_else(|| symbol.to_string_lossy().into_owned());
                Ok(Handles { $($name: find($symbol)?),+ })
            }

            #[cfg(test)]
            fn all(&self) -> Vec<Handle> {
                vec![$(self.$name),+]
            }
        }
    };
}

handles! {
    world: c"ompi_mpi_comm_world", 0x4400_0000, 0x101;
    no_request: c"ompi_request_null", 0x2c00_0000, 0x180;
    errors_return: c"ompi_mpi_errors_return", 0x5400_0001, 0x143;
    int8: c"ompi_mpi_int8_t", 0x4c00_0137, 0x240;
    int16: c"ompi_mpi_int16_t", 0x4c00_0238, 0x248;
    int32: c"ompi_mpi_int32_t", 0x4c00_0439, 0x250;
    int64: c"ompi_mpi_int64_t", 0x4c00_083a, 0x258;
    uint8: c"ompi_mpi_uint8_t", 0x4c00_013b, 0x241;
    uint16: c"ompi_mpi_uint16_t", 0x4c00_023c, 0x249;
    uint64: c"ompi_mpi_uint64_t", 0x4c00_083e, 0x259;
    float: c"ompi_mpi_float", 0x4c00_040a, 0x210;
    double: c"ompi_mpi_double", 0x4c00_080b, 0x214;
    max: c"ompi_mpi_op_max", 0x5800_0001, 0x23;
    min: c"ompi_mpi_op_min", 0x5800_0002, 0x22;
    sum: c"ompi_mpi_op_sum", 0x5800_0003, 0x21;
    product: c"ompi_mpi_op_prod", 0x5800_0004, 0x24;
    and: c"ompi_mpi_op_band", 0x5800_0006, 0x28;
    or: c"ompi_mpi_op_bor", 0x5800_0008, 0x29;
    xor: c"ompi_mpi_op_bxor", 0x5800_000a, 0x2a;
}

/// The constants that are not handles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    pub any_source: c_int,
    /// The address that means "in place".
    pub in_place: usize,
    pub thread_funneled: c_int,
    pub thread_serialized: c_int,
    /// The index of the status's int that names the sender.
    source: usize,
}

/// A status, as large as the largest (MPI 5's: eight ints) and aligned for Open MPI's, which has a `size_t`.
#[repr(C, align(8))]
#[derive(Debug, Default, Clone, Copy)]
pub struct Status([c_int; 8]);

impl Abi {
    /// Finds out a library's interface: `standard` is its answer to `MPI_Abi_get_version`, if it has that function, `version`
    /// its answer to `MPI_Get_library_version`.
    pub fn detect(standard: Option<c_int>, has_symbol: impl Fn(&CStr) -> bool, version: &str) -> Option<Abi> {
        // Open MPI's library with the standard interface may forward to one with its own symbols.
        if standard.is_some_and(|major| major > 0) {
            return Some(Abi::Standard);
        }
        if has_symbol(c"ompi_mpi_comm_world") {
            return Some(Abi::OpenMpi);
        }
        let kin = ["MPICH", "Intel(R) MPI", "MVAPICH", "ParaStation"];
        kin.iter().any(|name| version.contains(name)).then_some(Abi::Mpich)
    }

    /// The handles; `address` finds Open MPI's symbols.
    pub fn handles(self, address: impl Fn(&CStr) -> Option<Handle>) -> Result<Handles, String> {
        match self {
            Abi::OpenMpi => Handles::open_mpi(address),
            Abi::Mpich => Ok(Handles::MPICH),
            Abi::Standard => Ok(Handles::STANDARD),
        }
    }

    pub const fn numbers(self) -> Numbers {
        match self {
            Abi::OpenMpi => {
                Numbers { any_source: -1, in_place: 1, thread_funneled: 1, thread_serialized: 2, source: 0 }
            }
            Abi::Mpich => {
                Numbers { any_source: -2, in_place: usize::MAX, thread_funneled: 1, thread_serialized: 2, source: 2 }
            }
            Abi::Standard => {
                Numbers { any_source: -1, in_place: 1, thread_funneled: 1024, thread_serialized: 2048, source: 0 }
            }
        }
    }
}

impl Numbers {
    /// The sender of the message that a status describes.
    pub fn source(&self, status: &Status) -> c_int {
        status.0[self.source]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Distinct addresses for Open MPI's symbols.
    fn addresses() -> impl Fn(&CStr) -> Option<Handle> {
        |symbol| Some(symbol.to_bytes().iter().fold(7, |hash: usize, byte| hash.wrapping_mul(31) + usize::from(*byte)))
    }

    #[test]
    fn handles_differ_from_each_other() {
        for abi in [Abi::OpenMpi, Abi::Mpich, Abi::Standard] {
            let all = abi.handles(addresses()).expect("all are there").all();
            assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len(), "{abi:?}");
        }
    }

    #[test]
    fn handles_have_the_form_of_their_interface() {
        let mpich = Handles::MPICH;
        let kind = |handle: Handle| handle >> 24;
        assert_eq!([mpich.world, mpich.no_request, mpich.errors_return].map(kind), [0x44, 0x2c, 0x54]);
        // The second byte of a basic type's handle is its size.
        let sized = [(mpich.int8, 1), (mpich.int16, 2), (mpich.int32, 4), (mpich.int64, 8), (mpich.uint8, 1)];
        let more = [(mpich.uint16, 2), (mpich.uint64, 8), (mpich.float, 4), (mpich.double, 8)];
        for (handle, size) in sized.into_iter().chain(more) {
            assert_eq!((kind(handle), handle >> 8 & 0xff), (0x4c, size), "{handle:x}");
        }
        for op in [mpich.max, mpich.min, mpich.sum, mpich.product, mpich.and, mpich.or, mpich.xor] {
            assert_eq!(kind(op), 0x58, "{op:x}");
        }
        // The standard's handles have at most ten bits; bits 3 to 5 of a fixed-size integer type are the logarithm of its bit size.
        let standard = Handles::STANDARD;
        assert!(standard.all().into_iter().all(|handle| handle < 1024));
        let signed = [(standard.int8, 0), (standard.int16, 1), (standard.int32, 2), (standard.int64, 3)];
        let unsigned = [(standard.uint8, 0), (standard.uint16, 1), (standard.uint64, 3)];
        for (handle, logarithm) in signed.into_iter().chain(unsigned) {
            assert_eq!((handle >> 6, handle >> 3 & 7), (9, logarithm), "{handle:x}");
        }
    }

    #[test]
    fn a_missing_symbol_of_open_mpi_is_named() {
        let all = addresses();
        let found = Abi::OpenMpi.handles(|symbol| all(symbol).filter(|_| symbol != c"ompi_mpi_op_bor"));
        assert_eq!(found.expect_err("one is missing"), "ompi_mpi_op_bor");
    }

    #[test]
    fn a_status_holds_every_library_s() {
        // Open MPI: four ints and a size_t; MPICH: five ints; MPI 5: eight.
        let sizes = [4 * size_of::<c_int>() + size_of::<usize>(), 5 * size_of::<c_int>(), size_of::<[c_int; 8]>()];
        assert!(sizes.into_iter().all(|size| size <= size_of::<Status>()));
        assert_eq!(align_of::<Status>(), align_of::<usize>());
        let status = Status([10, 11, 12, 13, 14, 15, 16, 17]);
        let source = |abi: Abi| abi.numbers().source(&status);
        assert_eq!([Abi::OpenMpi, Abi::Mpich, Abi::Standard].map(source), [10, 12, 10]);
    }

    #[test]
    fn libraries_are_told_apart() {
        let open = |symbol: &CStr| symbol == c"ompi_mpi_comm_world";
        let none = |_: &CStr| false;
        assert_eq!(Abi::detect(None, open, "Open MPI v4.1.4, package: Debian OpenMPI"), Some(Abi::OpenMpi));
        assert_eq!(Abi::detect(Some(-1), open, "Open MPI v6.0.0"), Some(Abi::OpenMpi));
        assert_eq!(Abi::detect(Some(1), open, "Open MPI v6.0.0"), Some(Abi::Standard));
        assert_eq!(Abi::detect(None, none, "MPICH Version:\t4.0.2"), Some(Abi::Mpich));
        assert_eq!(Abi::detect(Some(-1), none, "MPICH Version:      5.0.2"), Some(Abi::Mpich));
        assert_eq!(Abi::detect(Some(1), none, "MPICH Version:      5.0.2"), Some(Abi::Standard));
        assert_eq!(Abi::detect(None, none, "Intel(R) MPI Library 2021.13 for Linux* OS"), Some(Abi::Mpich));
        assert_eq!(Abi::detect(None, none, "HPE MPT 2.28"), None);
    }
}
