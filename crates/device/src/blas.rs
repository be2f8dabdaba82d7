//! Matrix products through cuBLASLt, in row-major terms, with a plan kept for each shape.
//!
//! cuBLASLt is column-major: the row-major product D = A B is its D^T = B^T A^T, so the operands swap and their layouts stay.
//! Its heuristics cost more than a small product, so a plan (descriptors and algorithm) is cached for each kind of product.
//! float32 is computed in float32 unless TF32 is allowed.

use std::collections::HashMap;
use std::ffi::c_void;

use cudarc::cublaslt::{result, sys};
use parking_lot::Mutex;

use super::activity::{self, What};
use super::allocator::Block;
use super::stream::Stream;
use super::{Device, DeviceError, Result, driver, libraries};

/// Element types that cuBLASLt multiplies. Half types accumulate in float32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    Float16,
    BFloat16,
    Float32,
    Float64,
}

impl Element {
    fn data_type(self) -> sys::cudaDataType {
        match self {
            Element::Float16 => sys::cudaDataType::CUDA_R_16F,
            Element::BFloat16 => sys::cudaDataType::CUDA_R_16BF,
            Element::Float32 => sys::cudaDataType::CUDA_R_32F,
            Element::Float64 => sys::cudaDataType::CUDA_R_64F,
        }
    }
}

/// How an operand lies in memory: its rows are `stride` elements apart; if `transposed`, this describes its transpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    pub transposed: bool,
    pub stride: usize,
    /// Elements between two matrices of a batch; 0 uses the same matrix for all.
    pub batch_stride: usize,
}

/// The epilogue: what is applied to elements before they are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activation {
    None,
    Relu,
    /// GELU in its tanh approximation.
    GeluTanh,
}

/// A kind of product: D (m x n) = alpha * A (m x k) @ B (k x n) + beta * D, plus `bias` (n elements, one for each
/// column), then `activation`. All operands of one element type, D in rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Product {
    pub element: Element,
    pub m: usize,
    pub n: usize,
    pub k: usize,
    pub a: Matrix,
    pub b: Matrix,
    pub d: Matrix,
    pub batch: usize,
    pub bias: bool,
    pub activation: Activation,
    /// Rounds float32 operands to TF32 (`torch.backends.cuda.matmul.allow_tf32`).
    pub tf32: bool,
}

impl Product {
    /// Like `cublasLt_gemm_f32_nt_bias`: element type, transposed operands, what is added.
    fn name(&self) -> String {
        let element = match self.element {
            Element::Float16 => "f16",
            Element::BFloat16 => "bf16",
            Element::Float32 if self.tf32 => "tf32",
            Element::Float32 => "f32",
            Element::Float64 => "f64",
        };
        let letter = |matrix: Matrix| if matrix.transposed { 't' } else { 'n' };
        let (batched, bias) = (if self.batch > 1 { "_batched" } else { "" }, if self.bias { "_bias" } else { "" });
        let activation = match self.activation {
            Activation::None => "",
            Activation::Relu => "_relu",
            Activation::GeluTanh => "_gelu",
        };
        format!("cublasLt_gemm_{element}_{}{}{batched}{bias}{activation}", letter(self.a), letter(self.b))
    }
}

/// Device addresses of a product's operands.
#[derive(Clone, Copy, Debug)]
pub struct Operands {
    pub a: u64,
    pub b: u64,
    pub d: u64,
    /// Read only if the product has a bias.
    pub bias: u64,
}

/// Whether cuBLASLt was found; otherwise the engine multiplies with its own kernels.
pub fn is_available() -> bool {
    libraries::load().cublaslt
}

/// Workspace that an algorithm may use.
const WORKSPACE: usize = 32 << 20;

struct Plan {
    description: sys::cublasLtMatmulDesc_t,
    /// In cuBLASLt's order: our B, A and D.
    layouts: [sys::cublasLtMatrixLayout_t; 3],
    algorithm: sys::cublasLtMatmulAlgo_t,
    workspace: usize,
    /// The name in the record of work: cuBLASLt does not say which kernel it chose.
    name: &'static str,
}

struct Library {
    handle: sys::cublasLtHandle_t,
    plans: HashMap<Product, Plan>,
}
// SAFETY: handles and descriptors may be used from any thread, one at a time: they live behind a lock.
unsafe impl Send for Library {}

/// By device, with the number of context resets when the handle was made.
static LIBRARIES: Mutex<Option<HashMap<(usize, u64), Library>>> = Mutex::new(None);

fn check<T>(outcome: std::result::Result<T, result::CublasError>, doing: &str) -> Result<T> {
    outcome.map_err(|error| DeviceError::Cuda {
        name: format!("{:?}", error.0),
        text: "a call of cuBLASLt failed".to_owned(),
        doing: doing.to_owned(),
        sticky: false,
    })
}

/// Queues a product on the device's current stream.
///
/// # Errors
/// If cuBLASLt has no algorithm for it, or there is no memory for the workspace.
///
/// # Safety
/// The operands must be allocations of the device that are as large as the product says, until the stream has run it.
pub unsafe fn multiply(device: usize, product: &Product, alpha: f64, beta: f64, at: Operands) -> Result<()> {
    super::deferred_hook::flush();
    driver::bind(device)?;
    let _relaxed = super::capture::Relaxed::begin();
    let mut libraries = LIBRARIES.lock();
    let libraries = libraries.get_or_insert_default();
    let key = (device, driver::resets(device));
    if !libraries.contains_key(&key) {
        libraries.retain(|(other, _), _| *other != device);
        let handle = check(result::create_handle(), "starting cuBLASLt")?;
        libraries.insert(key, Library { handle, plans: HashMap::new() });
    }
    let Some(library) = libraries.get_mut(&key) else {
        return Ok(());
    };
    if !library.plans.contains_key(product) {
        let plan = check(Plan::new(library.handle, product), "planning a matrix product")?;
        library.plans.insert(*product, plan);
    }
    let (handle, plan) = (library.handle, &library.plans[product]);
    if product.bias {
        let attribute = sys::cublasLtMatmulDescAttributes_t::CUBLASLT_MATMUL_DESC_BIAS_POINTER;
        // SAFETY: the description is alive; the attribute is a pointer.
        check(unsafe { set_description(plan.description, attribute, &at.bias) }, "setting a bias")?;
    }
    // Returned to the pool at once: the pool reuses it only on this stream, after this product.
    let workspace = Block::allocate(Device::Cuda(device), plan.workspace)?;
    let single = [alpha as f32, beta as f32];
    let double = [alpha, beta];
    let scalars: [*const c_void; 2] = match product.element {
        Element::Float64 => [(&raw const double[0]).cast(), (&raw const double[1]).cast()],
        _ => [(&raw const single[0]).cast(), (&raw const single[1]).cast()],
    };
    let [left, right, out] = plan.layouts;
    let stream = Stream::current(device);
    // SAFETY: the plan's descriptors are alive, the caller vouches for the operands.
    let submit = || unsafe {
        result::matmul(
            handle,
            plan.description,
            scalars[0],
            scalars[1],
            at.b as *const c_void,
            left,
            at.a as *const c_void,
            right,
            at.d as *const c_void,
            out,
            at.d as *mut c_void,
            out,
            &plan.algorithm,
            workspace.address() as *mut c_void,
            plan.workspace,
            stream.raw().cast(),
        )
    };
    activity::observed(&stream, What::library(plan.name), || check(submit(), "multiplying matrices"))
}

/// # Safety
/// `T` must be the attribute's type.
unsafe fn set_description<T>(
    description: sys::cublasLtMatmulDesc_t,
    attribute: sys::cublasLtMatmulDescAttributes_t,
    value: &T,
) -> std::result::Result<(), result::CublasError> {
    // SAFETY: the caller vouches for the type.
    unsafe { result::set_matmul_desc_attribute(description, attribute, (&raw const *value).cast(), size_of::<T>()) }
}

impl Plan {
    fn new(handle: sys::cublasLtHandle_t, product: &Product) -> std::result::Result<Plan, result::CublasError> {
        use sys::cublasComputeType_t::*;
        use sys::cublasLtMatmulDescAttributes_t::*;
        let (compute, scale) = match product.element {
            Element::Float64 => (CUBLAS_COMPUTE_64F, Element::Float64),
            Element::Float32 if product.tf32 => (CUBLAS_COMPUTE_32F_FAST_TF32, Element::Float32),
            _ => (CUBLAS_COMPUTE_32F, Element::Float32),
        };
        let mut plan = Plan {
            description: result::create_matmul_desc(compute, scale.data_type())?,
            layouts: [std::ptr::null_mut(); 3],
            // SAFETY: plain numbers; the heuristic's answer replaces it.
            algorithm: unsafe { std::mem::zeroed() },
            workspace: 0,
            name: activity::interned(&product.name()),
        };
        let shapes =
            [(product.b, product.n, product.k), (product.a, product.k, product.m), (product.d, product.n, product.m)];
        for (layout, (matrix, rows, columns)) in plan.layouts.iter_mut().zip(shapes) {
            *layout = create_layout(product, matrix, rows, columns)?;
        }
        // SAFETY: the description is alive; the operations are 32-bit, the epilogue too.
        unsafe {
            set_description(plan.description, CUBLASLT_MATMUL_DESC_TRANSA, &i32::from(product.b.transposed))?;
            set_description(plan.description, CUBLASLT_MATMUL_DESC_TRANSB, &i32::from(product.a.transposed))?;
            let epilogue = match (product.activation, product.bias) {
                (Activation::None, false) => sys::cublasLtEpilogue_t::CUBLASLT_EPILOGUE_DEFAULT,
                (Activation::None, true) => sys::cublasLtEpilogue_t::CUBLASLT_EPILOGUE_BIAS,
                (Activation::Relu, false) => sys::cublasLtEpilogue_t::CUBLASLT_EPILOGUE_RELU,
                (Activation::Relu, true) => sys::cublasLtEpilogue_t::CUBLASLT_EPILOGUE_RELU_BIAS,
                (Activation::GeluTanh, false) => sys::cublasLtEpilogue_t::CUBLASLT_EPILOGUE_GELU,
                (Activation::GeluTanh, true) => sys::cublasLtEpilogue_t::CUBLASLT_EPILOGUE_GELU_BIAS,
            };
            if epilogue != sys::cublasLtEpilogue_t::CUBLASLT_EPILOGUE_DEFAULT {
                set_description(plan.description, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue)?;
            }
        }
        let preference = result::create_matmul_pref()?;
        let attribute = sys::cublasLtMatmulPreferenceAttributes_t::CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES;
        let [left, right, out] = plan.layouts;
        // SAFETY: all descriptors are alive; the workspace's size is 64-bit.
        let found = unsafe {
            let limit = WORKSPACE as u64;
            result::set_matmul_pref_attribute(preference, attribute, (&raw const limit).cast(), size_of::<u64>())
                .and_then(|()| {
                    result::get_matmul_algo_heuristic(handle, plan.description, left, right, out, out, preference)
                })
        };
        // SAFETY: created above, destroyed once.
        unsafe { result::destroy_matmul_pref(preference)? };
        let found = found?;
        plan.algorithm = found.algo;
        plan.workspace = found.workspaceSize;
        Ok(plan)
    }
}

/// The layout of one operand as cuBLASLt sees it: `rows` x `columns` after its operation, columns `stride` apart.
fn create_layout(
    product: &Product,
    matrix: Matrix,
    rows: usize,
    columns: usize,
) -> std::result::Result<sys::cublasLtMatrixLayout_t, result::CublasError> {
    use sys::cublasLtMatrixLayoutAttribute_t::*;
    let (rows, columns) = if matrix.transposed { (columns, rows) } else { (rows, columns) };
    let layout =
        result::create_matrix_layout(product.element.data_type(), rows as u64, columns as u64, matrix.stride as i64)?;
    if product.batch > 1 {
        let (count, stride) = (product.batch as i32, matrix.batch_stride as i64);
        // SAFETY: the layout is alive; the count is 32-bit, the stride 64-bit.
        unsafe {
            result::set_matrix_layout_attribute(
                layout,
                CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
                (&raw const count).cast(),
                size_of::<i32>(),
            )?;
            result::set_matrix_layout_attribute(
                layout,
                CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
                (&raw const stride).cast(),
                size_of::<i64>(),
            )?;
        }
    }
    Ok(layout)
}

impl Drop for Plan {
    fn drop(&mut self) {
        for layout in self.layouts {
            if !layout.is_null() {
                // SAFETY: created by us, destroyed once.
                let _ = unsafe { result::destroy_matrix_layout(layout) };
            }
        }
        // SAFETY: as above.
        let _ = unsafe { result::destroy_matmul_desc(self.description) };
    }
}
