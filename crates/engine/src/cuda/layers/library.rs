//! Convolutions by cuDNN, if it is present and agrees with our own kernels. For each element type and direction, a small convolution is
//! compared at first use.

use super::super::launch::device_index;
use crate::host::Elements;
use parking_lot::Mutex;
use std::cell::Cell;
use std::collections::HashMap;
use tensorcell_device::blas::Element;
use tensorcell_device::cudnn::{self, Kind, Operands, Wanted};
use tensorcell_device::{DeviceError, graph};
use tensorcell_tensor::layer::Geometry;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{DType, Device, Tensor};

/// The switches of `torch.backends.cudnn`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    pub enabled: bool,
    pub benchmark: bool,
    pub deterministic: bool,
    pub allow_tf32: bool,
}

static SWITCHES: Mutex<Switches> =
    Mutex::new(Switches { enabled: true, benchmark: false, deterministic: false, allow_tf32: true });

pub fn set_switches(switches: Switches) {
    *SWITCHES.lock() = switches;
}

/// Whether the library is trusted for a device, direction and element type.
type Trusted = HashMap<(usize, Wanted, Element), bool>;
static TRUSTED: Mutex<Option<Trusted>> = Mutex::new(None);

thread_local! {
    /// Set while the library is compared with our own kernels.
    static COMPARING: Cell<bool> = const { Cell::new(false) };
}

fn element(dtype: DType) -> Option<Element> {
    Some(match dtype {
        DType::Float16 => Element::Float16,
        DType::BFloat16 => Element::BFloat16,
        DType::Float32 => Element::Float32,
        DType::Float64 => Element::Float64,
        _ => return None,
    })
}

/// Our own convolution of two operands, with a bias.
type Convolve = fn(&Geometry, &Tensor, &Tensor, Option<&Tensor>, &Tensor) -> Result<()>;

/// Our own convolutions, to compare the library with.
pub struct Own {
    pub output: Convolve,
    pub input: Convolve,
    pub weight: fn(&Geometry, &Tensor, &Tensor, &Tensor) -> Result<()>,
}

/// Computes one of input, weight and output from the other two, all contiguous. Returns false if our own kernels must compute it.
pub fn convolve(own: &Own, wanted: Wanted, g: &Geometry, x: &Tensor, weight: &Tensor, y: &Tensor) -> Result<bool> {
    let switches = *SWITCHES.lock();
    let Some(element) = element(y.dtype()).filter(|_| switches.enabled && cudnn::is_available()) else {
        return Ok(false);
    };
    if COMPARING.get() || x.numel() == 0 || weight.numel() == 0 || y.numel() == 0 {
        return Ok(false);
    }
    let kind = Kind {
        wanted,
        element,
        batch: g.batch,
        channels: g.channels,
        features: g.features,
        groups: g.groups,
        input: g.input,
        output: g.output,
        kernel: g.kernel,
        stride: g.stride,
        padding: g.padding,
        dilation: g.dilation,
        tf32: switches.allow_tf32,
        deterministic: switches.deterministic || super::super::deterministic(),
        measured: switches.benchmark,
    };
    Ok(is_trusted(own, x.device(), &kind)? && submit(&kind, x, weight, y)?)
}

fn submit(kind: &Kind, x: &Tensor, weight: &Tensor, y: &Tensor) -> Result<bool> {
    let at = Operands { x: x.address(), weight: weight.address(), y: y.address() };
    // SAFETY: the kind comes from the tensors' own shapes; they are contiguous and outlive the call.
    match unsafe { cudnn::convolve(device_index(y.device()), kind, at) } {
        Err(error @ DeviceError::Cuda { sticky: false, .. }) => {
            tracing::warn!("{error}: kernels of our own do it");
            Ok(false)
        }
        outcome => Ok(outcome?),
    }
}

fn is_trusted(own: &Own, device: Device, kind: &Kind) -> Result<bool> {
    let key = (device_index(device), kind.wanted, kind.element);
    if let Some(trusted) = TRUSTED.lock().get_or_insert_default().get(&key) {
        return Ok(*trusted);
    }
    if graph::is_any_under_way() {
        return Ok(false); // the comparison reads on the host
    }
    COMPARING.set(true);
    let outcome = agrees(own, device, kind);
    COMPARING.set(false);
    let trusted = match outcome {
        Ok(difference) if difference <= tolerance(kind.element) => true,
        Ok(difference) => {
            tracing::warn!("cuDNN's convolution differs from the built-in one by {difference:.1e} and is not used");
            false
        }
        Err(error) => {
            tracing::warn!("cuDNN is not used for convolutions: {error}");
            false
        }
    };
    TRUSTED.lock().get_or_insert_default().insert(key, trusted);
    Ok(trusted)
}

/// The allowed relative difference of norms: a few roundings in sums of some hundred terms.
fn tolerance(element: Element) -> f64 {
    match element {
        Element::Float64 => 1e-12,
        Element::Float32 => 1e-4,
        Element::Float16 => 5e-3,
        Element::BFloat16 => 3e-2,
    }
}

/// The difference between the library and our own kernels in a small convolution, relative to its norm.
fn agrees(own: &Own, device: Device, kind: &Kind) -> Result<f64> {
    let g = Geometry {
        batch: 2,
        channels: 8,
        features: 16,
        groups: 1,
        input: [1, 9, 10],
        output: [1, 5, 5],
        kernel: [1, 3, 3],
        stride: [1, 2, 2],
        padding: [0, 1, 1],
        dilation: [1, 1, 1],
    };
    let small = Kind {
        batch: g.batch,
        channels: g.channels,
        features: g.features,
        groups: g.groups,
        input: g.input,
        output: g.output,
        kernel: g.kernel,
        stride: g.stride,
        padding: g.padding,
        dilation: g.dilation,
        tf32: false,
        measured: false,
        ..*kind
    };
    let dtype = match kind.element {
        Element::Float16 => DType::Float16,
        Element::BFloat16 => DType::BFloat16,
        Element::Float32 => DType::Float32,
        Element::Float64 => DType::Float64,
    };
    let x = noise(&[2, 8, 9, 10], 1, dtype, device)?;
    let weight = noise(&[16, 8, 3, 3], 2, dtype, device)?;
    let y = noise(&[2, 16, 5, 5], 3, dtype, device)?;
    let mine = match kind.wanted {
        Wanted::Output => Tensor::empty(y.shape(), dtype, device)?,
        Wanted::Input => Tensor::empty(x.shape(), dtype, device)?,
        Wanted::Weight => Tensor::empty(weight.shape(), dtype, device)?,
    };
    let theirs = Tensor::empty(mine.shape(), dtype, device)?;
    let ran = match kind.wanted {
        Wanted::Output => {
            (own.output)(&g, &x, &weight, None, &mine)?;
            submit(&small, &x, &weight, &theirs)?
        }
        Wanted::Input => {
            (own.input)(&g, &y, &weight, None, &mine)?;
            submit(&small, &theirs, &weight, &y)?
        }
        Wanted::Weight => {
            (own.weight)(&g, &x, &y, &mine)?;
            submit(&small, &x, &theirs, &y)?
        }
    };
    if !ran {
        return Ok(f64::INFINITY);
    }
    let (mine, theirs): (Vec<f64>, Vec<f64>) = (mine.to_vec()?, theirs.to_vec()?);
    let norm = |values: &mut dyn Iterator<Item = f64>| values.map(|x| x * x).sum::<f64>().sqrt();
    let difference = norm(&mut mine.iter().zip(&theirs).map(|(a, b)| a - b)) / norm(&mut mine.iter().copied());
    Ok(if difference.is_nan() { f64::INFINITY } else { difference })
}

/// Reproducible pseudo-random numbers in [-1, 1).
fn noise(shape: &[usize], seed: u64, dtype: DType, device: Device) -> Result<Tensor> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let values: Vec<f32> = (0..shape.iter().product()).map(|_| next()).collect();
    let plain = Tensor::from_slice(&values, shape, device)?;
    let out = Tensor::empty(shape, dtype, device)?;
    super::copy(&plain, &out)?;
    Ok(out)
}
