//! Optimizer steps, norms and scaling over many tensors: as few launches as their lists of addresses allow.

use super::copy::{copy, to_contiguous};
use super::launch::{dtype_name, launch};
use super::reduce::reduce;
use crate::tensor::op::Result;
use crate::tensor::optimizer::{CONSTANTS, Optimizer};
use crate::tensor::{DType, Layout, Reduction, Tensor, TensorError};
use bytemuck::{Pod, Zeroable};

/// Tensors in one launch, and elements for one block: as in `kernels/optimizer.cuh`.
const MAX_TENSORS: usize = 48;
const CHUNK_ELEMENTS: usize = 4096;
const THREADS: u32 = 256;

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct TensorList {
    n: [u64; MAX_TENSORS],
    /// Parameter, gradient and states of each tensor.
    addresses: [[u64; MAX_TENSORS]; 5],
    first_block: [u32; MAX_TENSORS],
    count: u32,
    reserved: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Update {
    weight_decay: f64,
    shrink: f64,
    constants: [f64; CONSTANTS],
    maximize: i32,
    reserved: i32,
    list: TensorList,
}

#[repr(C)]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Scale {
    factor: f64,
    found_inf: u64,
    list: TensorList,
}

/// Calls `submit` with lists of tensors of one dtype and the blocks that they take. `columns[k][i]` is tensor i's
/// k-th address: its parameter, its gradient, and so on; all contiguous and of one size.
fn in_lists(columns: &[Vec<Tensor>], mut submit: impl FnMut(DType, TensorList, u32) -> Result<()>) -> Result<()> {
    let mut dtypes: Vec<DType> = Vec::new();
    for tensor in &columns[0] {
        if !dtypes.contains(&tensor.dtype()) {
            dtypes.push(tensor.dtype());
        }
    }
    for dtype in dtypes {
        let members: Vec<usize> =
            (0..columns[0].len()).filter(|&i| columns[0][i].dtype() == dtype && columns[0][i].numel() > 0).collect();
        for members in members.chunks(MAX_TENSORS) {
            let mut list: TensorList = Zeroable::zeroed();
            let mut blocks = 0;
            for (slot, &i) in members.iter().enumerate() {
                let n = columns[0][i].numel();
                list.n[slot] = n as u64;
                list.first_block[slot] = blocks;
                blocks += n.div_ceil(CHUNK_ELEMENTS) as u32;
                for (addresses, column) in list.addresses.iter_mut().zip(columns) {
                    addresses[slot] = column[i].address();
                }
            }
            list.count = members.len() as u32;
            submit(dtype, list, blocks)?;
        }
    }
    Ok(())
}

/// Tensors as the kernels want them. What a kernel writes is copied back where the original was not contiguous.
struct Columns<'a> {
    originals: Vec<&'a [&'a Tensor]>,
    contiguous: Vec<Vec<Tensor>>,
}

impl<'a> Columns<'a> {
    /// Cuts the operands into columns of `count`.
    fn new(operands: &'a [&'a Tensor], count: usize) -> Result<Columns<'a>> {
        let originals: Vec<&[&Tensor]> = operands.chunks(count).collect();
        let contiguous = originals
            .iter()
            .map(|column| {
                let dtypes = originals[0].iter();
                column.iter().zip(dtypes).map(|(tensor, first)| of_dtype(tensor, first.dtype())).collect()
            })
            .collect::<Result<_>>()?;
        Ok(Columns { originals, contiguous })
    }
    /// Columns 0 and 2 on were written: parameters and states.
    fn write_back(&self) -> Result<()> {
        for (k, (originals, contiguous)) in self.originals.iter().zip(&self.contiguous).enumerate() {
            for (original, fresh) in originals.iter().zip(contiguous) {
                if k != 1 && !fresh.same(original) {
                    copy(fresh, original)?;
                }
            }
        }
        Ok(())
    }
}

fn of_dtype(tensor: &Tensor, dtype: DType) -> Result<Tensor> {
    if tensor.dtype() == dtype {
        return to_contiguous(tensor);
    }
    let output = Tensor::empty(tensor.shape(), dtype, tensor.device())?;
    copy(tensor, &output)?;
    Ok(output)
}

pub fn step(optimizer: &Optimizer, operands: &[&Tensor]) -> Result<()> {
    let count = operands.len() / (2 + optimizer.states());
    if count == 0 {
        return Ok(());
    }
    let columns = Columns::new(operands, count)?;
    let device = operands[0].device();
    let Optimizer { rule, maximize, weight_decay, shrink, constants } = *optimizer;
    in_lists(&columns.contiguous, |dtype, list, blocks| {
        let s = Update { weight_decay, shrink, constants, maximize: maximize as i32, reserved: 0, list };
        launch(device, &format!("{}_step_{}", rule.row().name, dtype_name(dtype)), blocks, THREADS, &s)
    })?;
    columns.write_back()
}

/// Multiplies every element by `factor`, in place; sets `found_inf` to 1 if one was infinite or NaN.
pub fn multi_scale(factor: f64, found_inf: Option<&Tensor>, tensors: &[&Tensor]) -> Result<()> {
    if tensors.is_empty() {
        return Ok(());
    }
    let columns = Columns::new(tensors, tensors.len())?;
    let device = tensors[0].device();
    let found_inf = found_inf.map_or(0, Tensor::address);
    in_lists(&columns.contiguous, |dtype, list, blocks| {
        let s = Scale { factor, found_inf, list };
        launch(device, &format!("multi_scale_{}", dtype_name(dtype)), blocks, THREADS, &s)
    })?;
    columns.write_back()
}

/// The norm of the tensors' norms, which is that of all their elements.
pub fn total_norm(p: f64, tensors: &[&Tensor], output: &Tensor) -> Result<()> {
    let dtype = output.dtype();
    if !dtype.is_floating() {
        return Err(TensorError::runtime("a norm is of floating-point tensors"));
    }
    let norms = Tensor::empty(&[tensors.len()], dtype, output.device())?;
    for (i, tensor) in tensors.iter().enumerate() {
        let slot = norms.alias(Layout::with_strides(&[], &[], i));
        reduce(Reduction::Norm, &[], p, &of_dtype(tensor, dtype)?, &slot, None)?;
    }
    reduce(Reduction::Norm, &[], p, &norms, output, None)
}
