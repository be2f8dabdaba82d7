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

/// The alignment in bytes of A, B and D: an algorithm may load as many bytes at once.
type Alignment = [u32; 3];

/// The alignment that cuBLASLt assumes by default.
const BEST_ALIGNMENT: u32 = 256;

fn alignment_of(address: u64) -> u32 {
    1 << address.trailing_zeros().min(BEST_ALIGNMENT.trailing_zeros())
}

struct Library {
    handle: sys::cublasLtHandle_t,
    plans: HashMap<(Product, Alignment), Plan>,
    /// Products that it has no algorithm for, with its answer: it need not search again.
    refused: HashMap<(Product, Alignment), DeviceError>,
}
// SAFETY: handles and descriptors may be used from any thread, one at a time: they live behind a lock.
unsafe impl Send for Library {}

/// By device, with the number of context resets when the handle was made.
static LIBRARIES: Mutex<Option<HashMap<(usize, u64), Library>>> = Mutex::new(None);

fn check<T>(outcome: std::result::Result<T, result::CublasError>, doing: &str) -> Result<T> {
    outcome.map_err(|error| failure(error, doing))
}

fn failure(error: result::CublasError, doing: &str) -> DeviceError {
    DeviceError::Cuda {
        name: format!("{:?}", error.0),
        text: "a call of cuBLASLt failed".to_owned(),
        doing: doing.to_owned(),
        sticky: false,
    }
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
        libraries.insert(key, Library { handle, plans: HashMap::new(), refused: HashMap::new() });
    }
    let Some(library) = libraries.get_mut(&key) else {
        return Ok(());
    };
    let handle = library.handle;
    let plan = library.plan(product, [at.a, at.b, at.d].map(alignment_of))?;
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

impl Library {
    /// The plan of a product, made at its first use.
    fn plan(&mut self, product: &Product, alignment: Alignment) -> Result<&Plan> {
        let key = (*product, alignment);
        if let Some(error) = self.refused.get(&key) {
            return Err(error.clone());
        }
        if !self.plans.contains_key(&key) {
            let plan = Plan::new(self.handle, product, alignment).map_err(|error| self.not_planned(key, error))?;
            self.plans.insert(key, plan);
        }
        Ok(&self.plans[&key])
    }

    /// The error of a product without a plan. Only a refusal is kept: another failure may pass.
    fn not_planned(&mut self, key: (Product, Alignment), error: result::CublasError) -> DeviceError {
        let refuses = error.0 == sys::cublasStatus_t::CUBLAS_STATUS_NOT_SUPPORTED;
        let error = failure(error, "planning a matrix product");
        if refuses {
            tracing::warn!("{} runs in the engine's own, slower kernel: {error}", key.0.name());
            self.refused.insert(key, error.clone());
        }
        error
    }
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
    fn new(
        handle: sys::cublasLtHandle_t,
        product: &Product,
        alignment: Alignment,
    ) -> std::result::Result<Plan, result::CublasError> {
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
        let [left, right, out] = plan.layouts;
        let found = set_preference(preference, alignment).and_then(|()| {
            // SAFETY: all descriptors are alive.
            unsafe { result::get_matmul_algo_heuristic(handle, plan.description, left, right, out, out, preference) }
        });
        // SAFETY: created above, destroyed once.
        unsafe { result::destroy_matmul_pref(preference)? };
        let found = found?;
        plan.algorithm = found.algo;
        plan.workspace = found.workspaceSize;
        Ok(plan)
    }
}

/// Limits the workspace, and the loads to what the operands' addresses allow. cuBLASLt's order is our B, A and D.
fn set_preference(
    preference: sys::cublasLtMatmulPreference_t,
    [a, b, d]: Alignment,
) -> std::result::Result<(), result::CublasError> {
    use sys::cublasLtMatmulPreferenceAttributes_t::*;
    let limit = WORKSPACE as u64;
    // SAFETY: the preference is alive; the workspace's size is 64-bit.
    unsafe {
        let limit = (&raw const limit).cast();
        result::set_matmul_pref_attribute(
            preference,
            CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
            limit,
            size_of::<u64>(),
        )?;
    }
    let places = [
        CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES,
        CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES,
        CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES,
        CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES,
    ];
    for (place, bytes) in places.into_iter().zip([b, a, d, d]) {
        // SAFETY: the preference is alive; an alignment is 32-bit.
        unsafe {
            result::set_matmul_pref_attribute(preference, place, (&raw const bytes).cast(), size_of::<u32>())?;
        }
    }
    Ok(())
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
