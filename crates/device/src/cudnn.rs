//! Convolutions with cuDNN, where it is installed: descriptors, algorithm and workspace are cached for each kind.
//!
//! Tensors are contiguous (NCHW). No GPU has run this file yet: `engine::cuda` compares a small convolution with its own
//! kernels before it trusts the library.

use std::collections::HashMap;
use std::ffi::{c_int, c_void};

use cudarc::cudnn::result::{self, CudnnError};
use cudarc::cudnn::sys;
use parking_lot::Mutex;

use super::activity::{self, What};
use super::allocator::Block;
use super::blas::Element;
use super::stream::Stream;
use super::{Device, DeviceError, Result, driver, graph, libraries};

/// Which of a convolution's three tensors is computed from the other two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    Output,
    Input,
    Weight,
}

/// A kind of convolution over three spatial dimensions (leading ones may be 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kind {
    pub wanted: Wanted,
    pub element: Element,
    pub batch: usize,
    pub channels: usize,
    pub features: usize,
    pub groups: usize,
    pub input: [usize; 3],
    pub output: [usize; 3],
    pub kernel: [usize; 3],
    pub stride: [usize; 3],
    pub padding: [usize; 3],
    pub dilation: [usize; 3],
    /// Rounds float32 operands to TF32 (`torch.backends.cudnn.allow_tf32`).
    pub tf32: bool,
    /// Gives the same numbers in each run (`deterministic`).
    pub deterministic: bool,
    /// Measures the algorithms instead of using the heuristics (`benchmark`).
    pub measured: bool,
}

/// Device addresses of input, weight and output.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    pub x: u64,
    pub weight: u64,
    pub y: u64,
}

/// Workspace that an algorithm may use.
const WORKSPACE: usize = 256 << 20;
/// The number of algorithms requested.
const ASKED: usize = 8;

/// The algorithm's number.
#[derive(Clone, Copy)]
enum Algorithm {
    Output(sys::cudnnConvolutionFwdAlgo_t),
    Input(sys::cudnnConvolutionBwdDataAlgo_t),
    Weight(sys::cudnnConvolutionBwdFilterAlgo_t),
}

struct Plan {
    x: sys::cudnnTensorDescriptor_t,
    y: sys::cudnnTensorDescriptor_t,
    weight: sys::cudnnFilterDescriptor_t,
    convolution: sys::cudnnConvolutionDescriptor_t,
    algorithm: Option<Algorithm>,
    workspace: usize,
}

struct Library {
    handle: sys::cudnnHandle_t,
    /// `None`: cuDNN has no algorithm for it.
    plans: HashMap<Kind, Option<Plan>>,
}
// SAFETY: handles and descriptors may be used from any thread, one at a time: they live behind a lock.
unsafe impl Send for Library {}

/// By device, with the number of context resets when the handle was made.
static LIBRARIES: Mutex<Option<HashMap<(usize, u64), Library>>> = Mutex::new(None);

/// Whether cuDNN was found; it cannot use an emulated device's memory.
pub fn is_available() -> bool {
    libraries::load().cudnn
}

/// cuDNN's version, such as 91002; `None` if not found.
pub fn version() -> Option<usize> {
    is_available().then(result::get_version)
}

fn check<T>(outcome: std::result::Result<T, CudnnError>, doing: &str) -> Result<T> {
    outcome.map_err(|error| DeviceError::Cuda {
        name: format!("{:?}", error.0),
        text: "a call of cuDNN failed".to_owned(),
        doing: doing.to_owned(),
        sticky: false,
    })
}

/// Queues a convolution on the device's current stream; false if cuDNN has no algorithm for it.
///
/// # Safety
/// The operands must be allocations of the device that are as large as the kind says, until the stream has run it.
pub unsafe fn convolve(device: usize, kind: &Kind, at: Operands) -> Result<bool> {
    super::deferred_hook::flush();
    driver::bind(device)?;
    let _relaxed = graph::Relaxed::begin();
    let mut libraries = LIBRARIES.lock();
    let libraries = libraries.get_or_insert_default();
    let key = (device, driver::resets(device));
    if !libraries.contains_key(&key) {
        libraries.retain(|(other, _), _| *other != device);
        let handle = check(result::create_handle(), "starting cuDNN")?;
        libraries.insert(key, Library { handle, plans: HashMap::new() });
    }
    let Some(library) = libraries.get_mut(&key) else {
        return Ok(false);
    };
    let handle = library.handle;
    let stream = Stream::current(device);
    // SAFETY: both handles are alive.
    check(unsafe { result::set_stream(handle, stream.raw().cast()) }, "giving cuDNN its stream")?;
    if !library.plans.contains_key(kind) {
        let measured = kind.measured && !graph::is_any_under_way();
        let plan = check(Plan::new(handle, kind, measured), "planning a convolution")?;
        library.plans.insert(*kind, plan);
    }
    let Some(Some(plan)) = library.plans.get(kind) else {
        return Ok(false);
    };
    // Returned to the pool at once: the pool reuses it only on this stream, after this convolution.
    let workspace = Block::allocate(Device::Cuda(device), plan.workspace)?;
    let name = match kind.wanted {
        Wanted::Output => "cudnn_convolution_forward",
        Wanted::Input => "cudnn_convolution_backward_data",
        Wanted::Weight => "cudnn_convolution_backward_filter",
    };
    // SAFETY: the plan's descriptors are alive, the caller vouches for the operands.
    let submit = || unsafe { plan.submit(handle, kind.element, at, workspace.address()) };
    activity::observed(&stream, What::library(name), || check(submit(), "convolving"))?;
    Ok(true)
}

fn data_type(element: Element) -> sys::cudnnDataType_t {
    match element {
        Element::Float16 => sys::cudnnDataType_t::CUDNN_DATA_HALF,
        Element::BFloat16 => sys::cudnnDataType_t::CUDNN_DATA_BFLOAT16,
        Element::Float32 => sys::cudnnDataType_t::CUDNN_DATA_FLOAT,
        Element::Float64 => sys::cudnnDataType_t::CUDNN_DATA_DOUBLE,
    }
}

/// One form for the results of cuDNN's three algorithm lists.
struct Choice {
    algorithm: Algorithm,
    ok: bool,
    memory: usize,
    deterministic: bool,
    math: sys::cudnnMathType_t,
}

/// Asks for algorithms, by measurement or heuristics: the calls differ only in names and operands.
macro_rules! choices {
    ($perf:ident, $algorithm:ident, $measured:expr, $find:ident, $get:ident, $handle:expr, [$($descriptor:expr),+]) => {{
        // SAFETY: plain numbers, of which zero is one.
        let mut found: [sys::$perf; ASKED] = unsafe { std::mem::zeroed() };
        let (mut count, at): (c_int, _) = (0, found.as_mut_ptr());
        // SAFETY: all handles and descriptors are alive; as many results are written as there is room for.
        let status = unsafe {
            match $measured {
                true => sys::$find($handle, $($descriptor),+, ASKED as c_int, &mut count, at),
                false => sys::$get($handle, $($descriptor),+, ASKED as c_int, &mut count, at),
            }
        };
        status.result()?;
        found[..count.clamp(0, ASKED as c_int) as usize]
            .iter()
            .map(|perf| Choice {
                algorithm: Algorithm::$algorithm(perf.algo),
                ok: perf.status == sys::cudnnStatus_t::CUDNN_STATUS_SUCCESS,
                memory: perf.memory,
                deterministic: perf.determinism == sys::cudnnDeterminism_t::CUDNN_DETERMINISTIC,
                math: perf.mathType,
            })
            .collect::<Vec<_>>()
    }};
}

impl Plan {
    /// `None` if no algorithm supports it.
    fn new(handle: sys::cudnnHandle_t, kind: &Kind, measured: bool) -> std::result::Result<Option<Plan>, CudnnError> {
        let mut plan = Plan {
            x: std::ptr::null_mut(),
            y: std::ptr::null_mut(),
            weight: std::ptr::null_mut(),
            convolution: std::ptr::null_mut(),
            algorithm: None,
            workspace: 0,
        };
        // Two spatial dimensions, unless there are three.
        let flat = kind.input[0] == 1 && kind.kernel[0] == 1 && kind.output[0] == 1 && kind.padding[0] == 0;
        let space = if flat { 1.. } else { 0.. };
        let dims = |first: usize, second: usize, sizes: &[usize; 3]| -> Vec<c_int> {
            [first, second].iter().chain(&sizes[space.clone()]).map(|&size| size as c_int).collect()
        };
        let numbers = |sizes: &[usize; 3]| -> Vec<c_int> { sizes[space.clone()].iter().map(|&n| n as c_int).collect() };
        let data = data_type(kind.element);
        let (compute, math) = match kind.element {
            Element::Float64 => (sys::cudnnDataType_t::CUDNN_DATA_DOUBLE, sys::cudnnMathType_t::CUDNN_DEFAULT_MATH),
            Element::Float32 if kind.tf32 => {
                (sys::cudnnDataType_t::CUDNN_DATA_FLOAT, sys::cudnnMathType_t::CUDNN_DEFAULT_MATH)
            }
            Element::Float32 => (sys::cudnnDataType_t::CUDNN_DATA_FLOAT, sys::cudnnMathType_t::CUDNN_FMA_MATH),
            _ => (sys::cudnnDataType_t::CUDNN_DATA_FLOAT, sys::cudnnMathType_t::CUDNN_TENSOR_OP_MATH),
        };
        plan.x = tensor(data, &dims(kind.batch, kind.channels, &kind.input))?;
        plan.y = tensor(data, &dims(kind.batch, kind.features, &kind.output))?;
        let weight = dims(kind.features, kind.channels / kind.groups, &kind.kernel);
        let (padding, stride, dilation) = (numbers(&kind.padding), numbers(&kind.stride), numbers(&kind.dilation));
        plan.weight = result::create_filter_descriptor()?;
        plan.convolution = result::create_convolution_descriptor()?;
        // SAFETY: descriptors made just now; the arrays are as long as is said.
        unsafe {
            let format = sys::cudnnTensorFormat_t::CUDNN_TENSOR_NCHW;
            result::set_filternd_descriptor(plan.weight, data, format, weight.len() as c_int, weight.as_ptr())?;
            let (count, mode) = (padding.len() as c_int, sys::cudnnConvolutionMode_t::CUDNN_CROSS_CORRELATION);
            let (padding, stride, dilation) = (padding.as_ptr(), stride.as_ptr(), dilation.as_ptr());
            result::set_convolutionnd_descriptor(plan.convolution, count, padding, stride, dilation, mode, compute)?;
            result::set_convolution_group_count(plan.convolution, kind.groups as c_int)?;
            result::set_convolution_math_type(plan.convolution, math)?;
        }
        let choices = plan.choices(handle, kind.wanted, measured)?;
        let suits =
            |choice: &&Choice| choice.ok && choice.memory <= WORKSPACE && (choice.deterministic || !kind.deterministic);
        let Some(choice) = choices.iter().find(suits) else {
            return Ok(None);
        };
        if math != sys::cudnnMathType_t::CUDNN_FMA_MATH {
            // SAFETY: the descriptor is alive.
            unsafe { result::set_convolution_math_type(plan.convolution, choice.math)? };
        }
        (plan.algorithm, plan.workspace) = (Some(choice.algorithm), choice.memory);
        Ok(Some(plan))
    }

    fn choices(
        &self,
        handle: sys::cudnnHandle_t,
        wanted: Wanted,
        measured: bool,
    ) -> std::result::Result<Vec<Choice>, CudnnError> {
        Ok(match wanted {
            Wanted::Output => choices!(
                cudnnConvolutionFwdAlgoPerf_t,
                Output,
                measured,
                cudnnFindConvolutionForwardAlgorithm,
                cudnnGetConvolutionForwardAlgorithm_v7,
                handle,
                [self.x, self.weight, self.convolution, self.y]
            ),
            Wanted::Input => choices!(
                cudnnConvolutionBwdDataAlgoPerf_t,
                Input,
                measured,
                cudnnFindConvolutionBackwardDataAlgorithm,
                cudnnGetConvolutionBackwardDataAlgorithm_v7,
                handle,
                [self.weight, self.y, self.convolution, self.x]
            ),
            Wanted::Weight => choices!(
                cudnnConvolutionBwdFilterAlgoPerf_t,
                Weight,
                measured,
                cudnnFindConvolutionBackwardFilterAlgorithm,
                cudnnGetConvolutionBackwardFilterAlgorithm_v7,
                handle,
                [self.x, self.y, self.convolution, self.weight]
            ),
        })
    }

    /// # Safety
    /// The operands must be as large as the plan says, and the workspace too.
    unsafe fn submit(
        &self,
        handle: sys::cudnnHandle_t,
        element: Element,
        at: Operands,
        workspace: u64,
    ) -> std::result::Result<(), CudnnError> {
        let (single, double) = ([1.0f32, 0.0], [1.0f64, 0.0]);
        let [one, zero]: [*const c_void; 2] = match element {
            Element::Float64 => [(&raw const double[0]).cast(), (&raw const double[1]).cast()],
            _ => [(&raw const single[0]).cast(), (&raw const single[1]).cast()],
        };
        let (x, weight, y) = (at.x as *mut c_void, at.weight as *mut c_void, at.y as *mut c_void);
        let (scratch, bytes, shape) = (workspace as *mut c_void, self.workspace, self.convolution);
        // SAFETY: the descriptors are alive, the caller vouches for the operands.
        unsafe {
            match self.algorithm {
                Some(Algorithm::Output(algorithm)) => result::convolution_forward(
                    handle,
                    one,
                    self.x,
                    x,
                    self.weight,
                    weight,
                    shape,
                    algorithm,
                    scratch,
                    bytes,
                    zero,
                    self.y,
                    y,
                ),
                Some(Algorithm::Input(algorithm)) => result::convolution_backward_data(
                    handle,
                    one,
                    self.weight,
                    weight,
                    self.y,
                    y,
                    shape,
                    algorithm,
                    scratch,
                    bytes,
                    zero,
                    self.x,
                    x,
                ),
                Some(Algorithm::Weight(algorithm)) => result::convolution_backward_filter(
                    handle,
                    one,
                    self.x,
                    x,
                    self.y,
                    y,
                    shape,
                    algorithm,
                    scratch,
                    bytes,
                    zero,
                    self.weight,
                    weight,
                ),
                None => Ok(()),
            }
        }
    }
}

/// A contiguous tensor descriptor of these sizes.
fn tensor(
    data: sys::cudnnDataType_t,
    sizes: &[c_int],
) -> std::result::Result<sys::cudnnTensorDescriptor_t, CudnnError> {
    let mut strides = vec![1; sizes.len()];
    for dim in (1..sizes.len()).rev() {
        strides[dim - 1] = strides[dim] * sizes[dim].max(1);
    }
    let descriptor = result::create_tensor_descriptor()?;
    // SAFETY: made just now; both arrays are as long as is said.
    unsafe {
        let count = sizes.len() as c_int;
        result::set_tensornd_descriptor(descriptor, data, count, sizes.as_ptr(), strides.as_ptr())?;
    }
    Ok(descriptor)
}

impl Drop for Plan {
    fn drop(&mut self) {
        // SAFETY: created by us, destroyed once.
        unsafe {
            for tensor in [self.x, self.y].into_iter().filter(|tensor| !tensor.is_null()) {
                let _ = result::destroy_tensor_descriptor(tensor);
            }
            if !self.weight.is_null() {
                let _ = result::destroy_filter_descriptor(self.weight);
            }
            if !self.convolution.is_null() {
                let _ = result::destroy_convolution_descriptor(self.convolution);
            }
        }
    }
}
