//! Normalisation in one launch per direction. The parameter gradients of a layer or group norm take another launch.

use super::super::copy::to_contiguous;
use super::super::launch::{self, dtype_name, launch};
use super::super::parameters::Norm;
use super::super::tensor;
use bytemuck::Zeroable;
use tensorcell_tensor::layer::{Norm as Layer, Running};
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Tensor, TensorError};

/// Threads per block for rows: a typical row fits into `KEPT` packs per thread, and short rows use few threads.
fn threads_for(packs: usize) -> u32 {
    (packs.div_ceil(2).next_multiple_of(32) as u32).clamp(32, launch::THREADS)
}

/// The number of blocks that keep a GPU busy, for sums that can be split.
const BUSY: usize = 512;
/// The number of rows that justifies another block.
const SPLIT: usize = 64;

impl Norm {
    fn new(layer: &Layer, x: &Tensor, y: &Tensor, parameters: usize) -> Norm {
        let (groups, each) = if layer.batch { (layer.each, 1) } else { (layer.groups, layer.each) };
        let samples = if layer.batch { x.numel() / (groups * layer.length).max(1) } else { 1 };
        Norm {
            x: x.address(),
            y: y.address(),
            rows: (if layer.batch { parameters } else { x.numel() / layer.length.max(1) }) as u64,
            samples: samples as u64,
            length: layer.length as u64,
            apart: (groups * layer.length) as u64,
            groups: groups as u64,
            each: each as u64,
            splits: 1,
            eps: layer.eps,
            momentum: if let Running::Updated(part) = layer.running { part } else { 0.0 },
            rms: layer.rms as i32,
            given: (layer.running == Running::Given) as i32,
            ..Zeroable::zeroed()
        }
    }

    /// Whether channels are adjacent; a block then processes 32 of them.
    fn has_columns(&self) -> bool {
        self.samples > 1 && self.length == 1
    }

    /// Launches `norm_rows`, `norm_columns` or, if nothing must be summed, `norm_given`, with this suffix.
    fn start(mut self, suffix: &str, x: &Tensor, types: &str) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let width = 16 / x.dtype().size();
        let addresses = [self.x, self.y, self.gradient];
        let plain = addresses.iter().all(|address| address.is_multiple_of(16));
        self.packed = (self.length.is_multiple_of(width as u64) && plain) as i32;
        let each = if self.packed == 1 { width } else { 1 };
        let (kernel, blocks, threads) = match () {
            () if self.given == 1 && suffix.is_empty() => {
                ("norm_given", launch::blocks(x.numel() / each), launch::THREADS)
            }
            () if self.has_columns() => ("norm_columns", self.rows.div_ceil(32).min(1 << 20) as u32, launch::THREADS),
            () => {
                let packs = (self.samples * self.length) as usize / each;
                ("norm_rows", self.rows.min(1 << 20) as u32, threads_for(packs))
            }
        };
        launch(x.device(), &format!("{kernel}{suffix}_{types}"), blocks, threads, &self)
    }
}

fn types(x: &Tensor, parameter: Option<DType>) -> String {
    format!("{}_{}", dtype_name(x.dtype()), dtype_name(parameter.unwrap_or(x.dtype())))
}

fn address(tensor: &Option<Tensor>) -> u64 {
    tensor.as_ref().map_or(0, Tensor::address)
}

pub fn forward(layer: &Layer, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let plain = |there: bool, position| there.then(|| to_contiguous(tensor(inputs, position)?)).transpose();
    let x = to_contiguous(tensor(inputs, 0)?)?;
    let (weight, bias) = (plain(layer.weight, 1)?, plain(layer.bias, 1 + layer.weight as usize)?);
    // Statistics that are written are already contiguous (`torch::layers` ensures it).
    let running = layer.running_at().map_or(Ok([None, None]), |at| {
        Ok::<_, TensorError>([Some(to_contiguous(tensor(inputs, at)?)?), Some(to_contiguous(tensor(inputs, at + 1)?)?)])
    })?;
    let parameter = inputs.get(1).and_then(|arg| arg.tensor()).map(Tensor::dtype);
    let s = Norm {
        weight: address(&weight),
        bias: address(&bias),
        mean: outputs[1].address(),
        variance: outputs[2].address(),
        running_mean: address(&running[0]),
        running_variance: address(&running[1]),
        ..Norm::new(layer, &x, &outputs[0], outputs[1].numel())
    };
    s.start("", &x, &types(&x, parameter))
}

pub fn backward(layer: &Layer, inputs: &[Arg], outputs: &[Tensor]) -> Result<()> {
    let plain = |position| to_contiguous(tensor(inputs, position)?);
    let (gradient, x, mean, variance) = (plain(0)?, plain(1)?, plain(2)?, plain(3)?);
    let weight = layer.weight.then(|| plain(4)).transpose()?;
    let (of_weight, of_bias) =
        (layer.weight.then(|| &outputs[1]), layer.bias.then(|| &outputs[1 + layer.weight as usize]));
    let parameter = outputs.get(1).map(Tensor::dtype);
    let types = types(&x, parameter);
    let at = |tensor: Option<&Tensor>| tensor.map_or(0, Tensor::address);
    let rows = Norm {
        gradient: gradient.address(),
        weight: address(&weight),
        mean: mean.address(),
        variance: variance.address(),
        ..Norm::new(layer, &x, &outputs[0], mean.numel())
    };
    let mut s = Norm { of_weight: at(of_weight), of_bias: at(of_bias), ..rows };
    if layer.batch {
        return s.start("_backward", &x, &types);
    }
    rows.start("_backward", &x, &types)?;
    let (device, parameters) = (x.device(), layer.groups * layer.each);
    if s.of_weight == 0 && s.of_bias == 0 {
        return Ok(());
    }
    if layer.each != layer.length {
        let blocks = parameters.min(1 << 20) as u32;
        return launch(device, &format!("norm_parameter_runs_{types}"), blocks, launch::THREADS, &s);
    }
    let tiles = parameters.div_ceil(32);
    let splits = (s.rows as usize / layer.groups / SPLIT).min(BUSY / tiles).max(1);
    s.splits = splits as u64;
    let sums = if x.dtype() == DType::Float64 { DType::Float64 } else { DType::Float32 };
    let partials = (splits > 1).then(|| Tensor::empty(&[splits, parameters, 2], sums, device)).transpose()?;
    s.partials = address(&partials);
    let blocks = (tiles * splits).min(1 << 20) as u32;
    launch(device, &format!("norm_parameter_columns_{types}"), blocks, launch::THREADS, &s)?;
    match partials {
        Some(_) => {
            launch(device, &format!("norm_parameters_joined_{types}"), launch::blocks(parameters), launch::THREADS, &s)
        }
        None => Ok(()),
    }
}
