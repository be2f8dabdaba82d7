//! Walks a strided tensor in row-major order: gives positions as runs, and reads and writes blocks of elements.

use super::number::{Number, Stored, convert, with_stored};
use super::runs;
use std::any::TypeId;
use tensorcell_device::allocator;
use tensorcell_tensor::layout::{Dims, Strides};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Device, Tensor};

/// Elements per block, such that the operands' blocks fit the L1 cache.
pub const BLOCK: usize = 1024;
/// Scratch memory for a block of elements. Aligned, because an unaligned vector access touches two cache lines.
#[repr(align(64))]
#[derive(Clone, Copy)]
pub struct Block<T, const SIZE: usize = BLOCK>(pub [T; SIZE]);
/// Number of elements from which a loop uses several threads.
pub const PARALLEL: usize = 64 * 1024;

/// A tensor's elements in the row-major order of a shape that it broadcasts to. Adjacent dimensions are merged where the strides
/// allow it.
#[derive(Clone)]
pub struct Walk {
    address: usize,
    pub dtype: DType,
    sizes: Dims,
    strides: Strides,
}

impl Walk {
    pub fn new(tensor: &Tensor, shape: &[usize]) -> Walk {
        let strides = tensor.layout().broadcast_strides(shape);
        Walk::over(tensor.address() as usize, tensor.dtype(), shape, &strides)
    }
    pub fn over(address: usize, dtype: DType, shape: &[usize], strides: &[isize]) -> Walk {
        let (mut sizes, mut steps) = (Dims::new(), Strides::new());
        for (&size, &stride) in shape.iter().zip(strides) {
            match (sizes.last_mut(), steps.last_mut()) {
                _ if size == 1 => {}
                (Some(outer), Some(step)) if *step == stride * size as isize => {
                    *outer *= size;
                    *step = stride;
                }
                _ => {
                    sizes.push(size);
                    steps.push(stride);
                }
            }
        }
        Walk { address, dtype, sizes, strides: steps }
    }
    pub fn address(&self) -> usize {
        self.address
    }
    pub fn is_contiguous(&self) -> bool {
        match self.sizes.len() {
            0 => true,
            1 => self.strides[0] == 1,
            _ => false,
        }
    }
    pub fn is_single(&self) -> bool {
        self.strides.iter().all(|&stride| stride == 0)
    }
    /// Calls `each(position from the address in elements, step, count)` for the runs that make up the elements
    /// `start..start + count`.
    #[inline]
    pub fn runs(&self, start: usize, count: usize, mut each: impl FnMut(isize, isize, usize)) {
        if count == 0 {
            return;
        }
        let last = self.sizes.len().saturating_sub(1);
        let (inner, step) = match self.sizes.is_empty() {
            true => return each(0, 0, count),
            false => (self.sizes[last], self.strides[last]),
        };
        let mut at: Dims = Dims::from_elem(0, last);
        let mut rest = start / inner;
        let mut offset = 0isize;
        for d in (0..last).rev() {
            at[d] = rest % self.sizes[d];
            rest /= self.sizes[d];
            offset += at[d] as isize * self.strides[d];
        }
        let (mut skip, mut left) = (start % inner, count);
        while left > 0 {
            let run = (inner - skip).min(left);
            each(offset + skip as isize * step, step, run);
            left -= run;
            skip = 0;
            for d in (0..last).rev() {
                at[d] += 1;
                offset += self.strides[d];
                if at[d] < self.sizes[d] {
                    break;
                }
                offset -= at[d] as isize * self.strides[d];
                at[d] = 0;
            }
        }
    }
    /// Borrows the elements `start..start + count` in place, if they are contiguous.
    ///
    /// # Safety
    /// `T` is the dtype's stored type, the memory is alive, and nothing writes it during the borrow.
    pub unsafe fn slice<'a, T>(&self, start: usize, count: usize) -> Option<&'a [T]> {
        if count == 0 {
            // An empty tensor may have no memory to point at.
            return Some(&[]);
        }
        // SAFETY: contiguous; the rest is guaranteed by the caller.
        self.is_contiguous()
            .then(|| unsafe { std::slice::from_raw_parts((self.address as *const T).add(start), count) })
    }
    /// Whether `T` is both the stored and the computing type of the elements.
    pub fn holds<T: 'static>(&self) -> bool {
        let computes_as = match self.dtype {
            DType::Float32 => TypeId::of::<f32>(),
            DType::Float64 => TypeId::of::<f64>(),
            DType::Int64 => TypeId::of::<super::number::Integer>(),
            _ => return false,
        };
        computes_as == TypeId::of::<T>()
    }
    /// Borrows the elements `start..start + count` in place, if these are contiguous, such as within a row of a larger matrix.
    ///
    /// # Safety
    /// As for `slice`.
    pub unsafe fn run_at<'a, T>(&self, start: usize, count: usize) -> Option<&'a [T]> {
        if self.is_contiguous() {
            // SAFETY: guaranteed by the caller.
            return unsafe { self.slice(start, count) };
        }
        let (&inner, &step) = (self.sizes.last()?, self.strides.last()?);
        let mut found = None;
        if step == 1 && start % inner + count <= inner {
            self.runs(start, count, |offset, _, _| found = Some(offset));
        }
        // SAFETY: the run is inside the tensor; the rest is guaranteed by the caller.
        found.map(|offset| unsafe { std::slice::from_raw_parts((self.address as *const T).offset(offset), count) })
    }
    /// Reads the elements from `start` into `block`, converted to its type.
    ///
    /// # Safety
    /// The tensor's memory is alive, and nothing writes these elements during the call.
    pub unsafe fn load<C: Number>(&self, start: usize, block: &mut [C]) {
        with_stored!(self.dtype, T => {
            let base = self.address as *const T;
            let mut done = 0;
            self.runs(start, block.len(), |offset, step, count| {
                let target = &mut block[done..done + count];
                // SAFETY: the walk stays inside the tensor.
                unsafe {
                    let from = base.offset(offset);
                    match step {
                        1 => {
                            runs::load(std::slice::from_raw_parts(from, count), target);
                        }
                        0 => target.fill(convert((*from).load())),
                        _ => {
                            for (i, to) in target.iter_mut().enumerate() {
                                *to = convert((*from.offset(i as isize * step)).load());
                            }
                        }
                    }
                }
                done += count;
            });
        })
    }
    /// Writes `block` to the elements from `start`, converted to the dtype.
    ///
    /// # Safety
    /// The tensor's memory is alive, and nothing else accesses these elements during the call.
    pub unsafe fn store<C: Number>(&self, start: usize, block: &[C]) {
        if self.dtype == DType::Bool {
            // SAFETY: guaranteed by the caller.
            return unsafe {
                self.store_as(start, block, |value: C| super::number::Flag((value != C::default()) as u8))
            };
        }
        if self.is_contiguous() {
            with_stored!(self.dtype, T => {
                // SAFETY: contiguous; the rest is guaranteed by the caller.
                let to = unsafe { std::slice::from_raw_parts_mut((self.address as *mut T).add(start), block.len()) };
                runs::store(block, to);
            });
            return;
        }
        with_stored!(self.dtype, T => {
            // SAFETY: guaranteed by the caller.
            unsafe { self.store_as(start, block, |value: C| super::number::stored::<C, T>(value)) }
        })
    }
    unsafe fn store_as<C: Copy, T>(&self, start: usize, block: &[C], convert: impl Fn(C) -> T) {
        let base = self.address as *mut T;
        let mut done = 0;
        self.runs(start, block.len(), |offset, step, count| {
            // SAFETY: the walk stays inside the tensor.
            unsafe {
                let to = base.offset(offset);
                for (i, &value) in block[done..done + count].iter().enumerate() {
                    to.offset(i as isize * step).write(convert(value));
                }
            }
            done += count;
        });
    }
    /// Like `slice`, for writing.
    ///
    /// # Safety
    /// As for `slice`, and nothing else reads the memory during the borrow.
    pub unsafe fn slice_mut<'a, T>(&self, start: usize, count: usize) -> Option<&'a mut [T]> {
        if count == 0 {
            return Some(&mut []);
        }
        // SAFETY: contiguous; the rest is guaranteed by the caller.
        self.is_contiguous()
            .then(|| unsafe { std::slice::from_raw_parts_mut((self.address as *mut T).add(start), count) })
    }
}

/// All elements of a tensor in host memory, converted to a type.
///
/// # Errors
/// If the host lacks the memory.
pub fn elements<C: Number>(tensor: &Tensor) -> Result<Vec<C>> {
    allocator::ask_host(tensor.numel().saturating_mul(size_of::<C>()))?;
    let mut elements = vec![C::default(); tensor.numel()];
    // SAFETY: the operand is alive, and nothing writes it during the operation.
    unsafe { Walk::new(tensor, tensor.shape()).load(0, &mut elements) };
    Ok(elements)
}

/// A tensor in host memory of these elements, as many as the shape has.
///
/// # Errors
/// If the host lacks the memory.
pub fn tensor_of<C: Number>(elements: &[C], shape: &[usize], dtype: DType) -> Result<Tensor> {
    let out = Tensor::empty(shape, dtype, Device::Cpu)?;
    if !elements.is_empty() {
        // SAFETY: the result is alive, new and as long.
        unsafe { Walk::new(&out, out.shape()).store(0, elements) };
    }
    Ok(out)
}

/// Calls `work(start, count)` for pieces that make up `0..numel`, on several threads if that pays.
pub fn in_pieces(numel: usize, work: impl Fn(usize, usize) + Sync) {
    use rayon::prelude::*;
    if numel < PARALLEL {
        return work(0, numel);
    }
    let pieces = (numel / (PARALLEL / 4)).min(rayon::current_num_threads() * 4).max(1);
    let size = numel.div_ceil(pieces).next_multiple_of(BLOCK);
    (0..numel.div_ceil(size)).into_par_iter().for_each(|i| {
        let start = i * size;
        work(start, size.min(numel - start));
    });
}

/// The address of a tensor's first element as a pointer.
pub fn pointer<T>(tensor: &Tensor) -> *mut T {
    tensor.address() as *mut T
}
