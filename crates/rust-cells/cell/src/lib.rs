//! The API of the notebook for `%%rust` cells.
//!
//! Tensors are shared without copies: [`view`] and [`view_mut`] return the notebook's own memory as ndarray arrays,
//! [`device_view`] the address on a CUDA device. [`get`] reads numbers and text, [`put`] binds any of these. A
//! function marked [`export`] becomes a name of the notebook.

mod array;
mod device;
mod driver;
mod failure;
mod link;
mod output;
mod value;
#[allow(dead_code)] // the kernel's half is in the same file
mod wire;

pub use array::{Array, Element, View, ViewMut, zeros};
pub use device::{DeviceView, DeviceViewMut};
pub use half::{bf16, f16};
pub use ndarray;
pub use tensorcell_export::export;
pub use value::{FromNotebook, IntoNotebook};
#[doc(hidden)]
pub use wire::{Data, Want};

#[doc(hidden)]
pub use link::export_function;
#[doc(hidden)]
pub use output::{note_error, panicked, print, ready, returned_error};

/// Why the notebook refused a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error(pub(crate) String);

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

/// Returns the value of a name of the notebook: a number, `bool`, `String`, `Option` or `Vec` of such, or a view.
///
/// # Errors
/// If the notebook has no such name, or its value has another type.
pub fn get<T: FromNotebook>(name: &str) -> Result<T> {
    T::from_notebook(link::request(&wire::Message::Get(name.to_owned(), T::WANT))?, name)
}

/// Returns the tensor of this name for reading: the notebook's own memory, with its shape and strides.
///
/// The view keeps the tensor alive, even if the name is rebound.
///
/// # Errors
/// If the name is not a tensor of `T`'s dtype on the processor.
pub fn view<T: Element>(name: &str) -> Result<View<T>> {
    get(name)
}

/// Returns the tensor of this name for writing. This counts as an in-place operation: the tensor's version increases.
///
/// # Errors
/// As [`view`]; also for a tensor that autograd records, and for one whose elements share memory (`expand`).
pub fn view_mut<T: Element>(name: &str) -> Result<ViewMut<T>> {
    get(name)
}

/// Returns the tensor of this name on a CUDA device, for reading.
///
/// # Errors
/// If the name is not a tensor of `T`'s dtype on a CUDA device.
pub fn device_view<T: Element>(name: &str) -> Result<DeviceView<T>> {
    get(name)
}

/// Returns the tensor of this name on a CUDA device, for writing.
///
/// # Errors
/// As [`device_view`]; also for a tensor that autograd records.
pub fn device_view_mut<T: Element>(name: &str) -> Result<DeviceViewMut<T>> {
    get(name)
}

/// Binds a name of the notebook: arrays become tensors, views the tensors behind them.
///
/// # Errors
/// If there is not enough memory for the tensor, or the name is invalid.
pub fn put(name: &str, value: impl IntoNotebook) -> Result<()> {
    link::request(&wire::Message::Put(name.to_owned(), value.into_notebook()?)).map(drop)
}

/// Prints to the cell at once, even without a newline.
#[macro_export]
macro_rules! print {
    ($($text:tt)*) => { $crate::print(false, ::std::format_args!($($text)*)) };
}

/// Prints a line to the cell.
#[macro_export]
macro_rules! println {
    // Two lines that evcxr adds after a cell's code: they report how the cell ended.
    ("EVCXR_PANIC_NOTIFICATION") => {{
        $crate::panicked();
        ::std::println!("EVCXR_PANIC_NOTIFICATION")
    }};
    ("{}", evcxr_internal_runtime::USER_ERROR_OCCURRED) => {{
        $crate::returned_error();
        ::std::println!("{}", evcxr_internal_runtime::USER_ERROR_OCCURRED)
    }};
    () => { $crate::print(false, ::std::format_args!("\n")) };
    ($($text:tt)*) => { $crate::print(false, ::std::format_args!("{}\n", ::std::format_args!($($text)*))) };
}

/// Prints to the cell's standard error.
#[macro_export]
macro_rules! eprint {
    ($($text:tt)*) => { $crate::print(true, ::std::format_args!($($text)*)) };
}

/// Prints a line to the cell's standard error.
#[macro_export]
macro_rules! eprintln {
    ($format:literal, $name:ident) => { $crate::eprint_named!($name $format, $name) };
    () => { $crate::print(true, ::std::format_args!("\n")) };
    ($($text:tt)*) => { $crate::print(true, ::std::format_args!("{}\n", ::std::format_args!($($text)*))) };
}

/// evcxr reports an error that left the cell through `?` by printing a variable called `error`.
#[doc(hidden)]
#[macro_export]
macro_rules! eprint_named {
    (error $format:literal, $name:ident) => {
        $crate::note_error(::std::format!($format, $name))
    };
    ($other:ident $format:literal, $name:ident) => {
        $crate::print(true, ::std::format_args!("{}\n", ::std::format_args!($format, $name)))
    };
}
