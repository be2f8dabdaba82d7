//! Tensors on the processor as ndarray arrays that share the notebook's memory.

use crate::link::{self, Hold};
use crate::value::{FromNotebook, IntoNotebook, description};
use crate::wire::{DTYPES, Data, Message, Tensor, Want};
use crate::{Error, Result};
use half::{bf16, f16};
use ndarray::{
    ArrayBase, ArrayRef, ArrayView, ArrayViewD, ArrayViewMut, ArrayViewMutD, CowArray, Dimension, IxDyn, ShapeBuilder,
};
use std::ops::{Deref, DerefMut};

/// An owned array of any rank; it becomes a tensor when it is put or returned.
pub type Array<T> = ndarray::ArrayD<T>;

/// A type that is the element type of a dtype.
///
/// # Safety
/// All elements of the dtype with the number `DTYPE` are valid values of the type.
#[diagnostic::on_unimplemented(
    message = "no tensor has elements of type `{Self}`",
    note = "dtypes are bool, u8, i8, i16, i32, i64, f16, bf16, f32 and f64"
)]
pub unsafe trait Element: Copy + Send + Sync + std::fmt::Debug + 'static {
    #[doc(hidden)]
    const DTYPE: u8;
}

macro_rules! elements {
    ($($t:ty = $number:literal),+) => {
        // SAFETY: the numbers are those of `wire::DTYPES`.
        $(unsafe impl Element for $t { const DTYPE: u8 = $number; })+
    };
}
elements!(bool = 0, u8 = 1, i8 = 2, i16 = 3, i32 = 4, i64 = 5, f16 = 6, bf16 = 7, f32 = 8, f64 = 9);

/// Arrays up to this size are sent by value, which is faster than allocating shared memory.
const BY_VALUE: usize = 16 << 10;

/// A tensor for reading, as an ndarray array of any rank: index it, iterate over it, compute with `&*x`.
pub struct View<T: Element> {
    name: String,
    hold: Hold,
    array: ArrayViewD<'static, T>,
}

/// A tensor for writing.
pub struct ViewMut<T: Element> {
    name: String,
    hold: Hold,
    array: ArrayViewMutD<'static, T>,
}

/// The address, shape and strides of a tensor's elements.
struct Memory {
    address: usize,
    shape: Vec<usize>,
    strides: Vec<usize>,
}

pub(crate) fn check_dtype<T: Element>(tensor: &Tensor, name: &str, asked: &str) -> Result<()> {
    let named = |dtype: u8| DTYPES.get(usize::from(dtype)).copied().unwrap_or("?");
    if tensor.dtype != T::DTYPE {
        let rust = |dtype: u8| match named(dtype) {
            "bool" => "bool",
            "uint8" => "u8",
            "int8" => "i8",
            "int16" => "i16",
            "int32" => "i32",
            "int64" => "i64",
            "float16" => "f16",
            "bfloat16" => "bf16",
            "float32" => "f32",
            _ => "f64",
        };
        let (is, own) = (named(tensor.dtype), rust(tensor.dtype));
        let wanted = named(T::DTYPE);
        return Err(Error(format!(
            "{name} is a torch.{is} tensor, and {asked}<{}> was asked for: {asked}<{own}> shows it, {name}.to(torch.{wanted}) \
             in the notebook converts it",
            rust(T::DTYPE)
        )));
    }
    Ok(())
}

fn memory<T: Element>(tensor: &Tensor, name: &str, write: bool) -> Result<Memory> {
    check_dtype::<T>(tensor, name, if write { "ViewMut" } else { "View" })?;
    let shape: Vec<usize> = tensor.shape.iter().map(|size| *size as usize).collect();
    let strides: Vec<usize> = tensor.strides.iter().map(|stride| *stride as usize).collect();
    let empty = shape.contains(&0);
    let reach: usize = shape.iter().zip(&strides).map(|(size, stride)| size.saturating_sub(1) * stride).sum();
    if write && shape.iter().zip(&strides).any(|(size, stride)| *size > 1 && *stride == 0) {
        return Err(Error(format!(
            "unsupported operation: more than one element of {name} refers to a single memory location: \
             {name}.contiguous() gives each its own"
        )));
    }
    let bytes = if empty { 0 } else { (reach + 1) * size_of::<T>() };
    let address = match empty {
        true => align_of::<T>(),
        false => link::address(tensor.offset, bytes, write)?,
    };
    Ok(Memory { address, shape, strides })
}

fn tensor_of(data: Data, name: &str) -> Result<Tensor> {
    match data {
        Data::Tensor(tensor) => Ok(tensor),
        other => Err(Error(format!("{name} is {}, not a tensor", description(&other)))),
    }
}

impl<T: Element> FromNotebook for View<T> {
    const WANT: Want = Want::View;
    fn from_notebook(data: Data, name: &str) -> Result<View<T>> {
        let tensor = tensor_of(data, name)?;
        let hold = Hold(tensor.hold);
        let Memory { address, shape, strides } = memory::<T>(&tensor, name, false)?;
        // SAFETY: `memory` has checked that all elements are in the mapping, which is never unmapped; the kernel keeps
        // the tensor's memory while `hold` lives, and `array` is only borrowed.
        let array = unsafe { ArrayView::from_shape_ptr(IxDyn(&shape).strides(IxDyn(&strides)), address as *const T) };
        Ok(View { name: name.to_owned(), hold, array })
    }
}

impl<T: Element> FromNotebook for ViewMut<T> {
    const WANT: Want = Want::ViewMut;
    fn from_notebook(data: Data, name: &str) -> Result<ViewMut<T>> {
        let tensor = tensor_of(data, name)?;
        let hold = Hold(tensor.hold);
        let Memory { address, shape, strides } = memory::<T>(&tensor, name, true)?;
        // SAFETY: as above; no two elements share memory.
        let array = unsafe { ArrayViewMut::from_shape_ptr(IxDyn(&shape).strides(IxDyn(&strides)), address as *mut T) };
        Ok(ViewMut { name: name.to_owned(), hold, array })
    }
}

fn wrong_rank(name: &str, shape: &[usize], asked: Option<usize>) -> Error {
    let asked = asked.map_or_else(|| "another number".to_owned(), |asked| asked.to_string());
    Error(format!("{name} has {} dimensions, {shape:?}, and an array of {asked} was asked for", shape.len()))
}

impl<T: Element> View<T> {
    /// Returns an array whose rank is known at compile time: `x.ranked::<Ix2>()?`.
    ///
    /// # Errors
    /// If the tensor has another number of dimensions.
    pub fn ranked<D: Dimension>(&self) -> Result<ArrayView<'_, T, D>> {
        self.array.view().into_dimensionality().map_err(|_| wrong_rank(&self.name, self.array.shape(), D::NDIM))
    }
    /// The name that it was requested by.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl<T: Element> ViewMut<T> {
    /// Returns an array whose rank is known at compile time.
    ///
    /// # Errors
    /// If the tensor has another number of dimensions.
    pub fn ranked<D: Dimension>(&mut self) -> Result<ArrayViewMut<'_, T, D>> {
        let shape = self.array.shape().to_vec();
        let name = &self.name;
        self.array.view_mut().into_dimensionality().map_err(|_| wrong_rank(name, &shape, D::NDIM))
    }
    /// The name that it was requested by.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl<T: Element> Deref for View<T> {
    type Target = ArrayRef<T, IxDyn>;
    fn deref(&self) -> &Self::Target {
        &self.array
    }
}
impl<T: Element> Deref for ViewMut<T> {
    type Target = ArrayRef<T, IxDyn>;
    fn deref(&self) -> &Self::Target {
        &self.array
    }
}
impl<T: Element> DerefMut for ViewMut<T> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.array
    }
}

impl<T: Element> std::fmt::Debug for View<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "View of {}: {:?}", self.name, self.array)
    }
}
impl<T: Element> std::fmt::Debug for ViewMut<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ViewMut of {}: {:?}", self.name, self.array)
    }
}

impl<T: Element> IntoNotebook for View<T> {
    fn into_notebook(self) -> Result<Data> {
        Ok(self.hold.give())
    }
}
impl<T: Element> IntoNotebook for &View<T> {
    fn into_notebook(self) -> Result<Data> {
        Ok(self.hold.show())
    }
}
impl<T: Element> IntoNotebook for ViewMut<T> {
    fn into_notebook(self) -> Result<Data> {
        Ok(self.hold.give())
    }
}
impl<T: Element> IntoNotebook for &ViewMut<T> {
    fn into_notebook(self) -> Result<Data> {
        Ok(self.hold.show())
    }
}

/// Allocates a tensor of zeros in the notebook's memory; it is put or returned without a copy.
///
/// # Errors
/// If there is not enough memory.
pub fn zeros<T: Element>(shape: &[usize]) -> Result<ViewMut<T>> {
    let shape = shape.iter().map(|size| *size as u64).collect();
    let data = link::request(&Message::Allocate(T::DTYPE, shape))?;
    ViewMut::from_notebook(data, "zeros")
}

fn bytes_of<T: Element>(elements: &[T]) -> &[u8] {
    // SAFETY: elements are plain numbers without padding.
    unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }
}

/// Converts an array to a tensor; sends it by value if it is small.
fn array_data<T: Element>(array: ArrayViewD<'_, T>) -> Result<Data> {
    if array.len() * size_of::<T>() > BY_VALUE {
        let mut tensor = zeros::<T>(array.shape())?;
        tensor.array.assign(&array);
        return tensor.into_notebook();
    }
    let packed: CowArray<'_, T, IxDyn> = array.as_standard_layout();
    let bytes = bytes_of(packed.as_slice().unwrap_or_default()).to_vec();
    let shape = packed.shape().iter().map(|size| *size as u64).collect();
    Ok(Data::Array { dtype: T::DTYPE, shape, bytes })
}

impl<T: Element, S: ndarray::Data<Elem = T>, D: Dimension> IntoNotebook for ArrayBase<S, D> {
    fn into_notebook(self) -> Result<Data> {
        array_data(self.view().into_dyn())
    }
}
impl<T: Element, S: ndarray::Data<Elem = T>, D: Dimension> IntoNotebook for &ArrayBase<S, D> {
    fn into_notebook(self) -> Result<Data> {
        array_data(self.view().into_dyn())
    }
}
impl<T: Element> IntoNotebook for &[T] {
    fn into_notebook(self) -> Result<Data> {
        array_data(ArrayView::from(self).into_dyn())
    }
}
impl<T: Element> IntoNotebook for Vec<T> {
    fn into_notebook(self) -> Result<Data> {
        self.as_slice().into_notebook()
    }
}
impl<T: Element, const N: usize> IntoNotebook for [T; N] {
    fn into_notebook(self) -> Result<Data> {
        self.as_slice().into_notebook()
    }
}
