//! The structures passed to kernels, as declared in `kernels/*.cuh` (`parameter_rows.rs`).

use bytemuck::{Pod, Zeroable};

include!("parameter_rows.rs");

macro_rules! declare {
    ($($header:literal struct $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)+ })+) => {
        $(
            #[doc = concat!("`struct ", stringify!($name), "` of `kernels/", $header, "`.")]
            #[repr(C)]
            #[derive(Clone, Copy, Debug, Pod, Zeroable)]
            pub struct $name { $($(#[$doc])* pub $field: $type,)+ }
        )+
    };
}
parameter_structs!(declare);

const _: () = assert!(CONSTANTS == tensorcell_tensor::optimizer::CONSTANTS);
