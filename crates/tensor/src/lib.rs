//! Tensors as data: dtype, shape, strides, views, storage, operations, and shape and dtype inference.
//! This crate computes nothing; `engine` does.

pub mod batched;
pub mod dtype;
pub mod error;
pub mod infer;
mod kept_channels;
pub mod layer;
pub mod layout;
pub mod linalg;
pub mod op;
pub mod optimizer;
pub mod order;
pub mod pointwise;
pub mod reduction;
pub mod saves;
pub mod sparse;
pub mod storage;
pub mod tape;
pub mod token;
pub mod views;

pub use batched::Levels;
pub use dtype::{DType, Scalar, default_float};
pub use kept_channels::keeps_channels_last;
pub use layer::Layer;
pub use layout::{Dims, Layout, Strides, broadcast_shapes, numel_of};
pub use op::{Arg, ErrorKind, Make, Op, Random, Reduction, Scan, ScatterMode, TensorError, View};
pub use order::{MemoryFormat, Order};
pub use pointwise::Pointwise;
pub use sparse::{Format, Sparse, SparseOp};
pub use storage::Storage;
pub use tape::{AutogradMeta, Edge, Node, Saved, Target};
pub use tensorcell_device::Device;

use parking_lot::{Mutex, RwLock};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, Weak};

/// A tensor: a layout over a storage. Clones are cheap and are the same tensor object: they share one `.grad` and one place on
/// the tape.
#[derive(Clone, Debug)]
pub struct Tensor(Arc<TensorInner>);

/// A weak reference to a tensor.
#[derive(Clone, Debug)]
pub struct WeakTensor(Weak<TensorInner>);

impl WeakTensor {
    pub fn upgrade(&self) -> Option<Tensor> {
        self.0.upgrade().map(Tensor)
    }
}

#[derive(Debug)]
struct TensorInner {
    memory: RwLock<Memory>,
    form: Form,
    autograd: Mutex<AutogradMeta>,
    /// Whether `autograd` was ever borrowed for writing. Most tensors keep the default and need no lock to read it.
    has_autograd: AtomicBool,
    /// What it is a slice of, while `torch.vmap` maps over it.
    batched: Option<Box<batched::Batched>>,
}

/// The memory that holds a tensor's elements.
#[derive(Debug)]
struct Memory {
    storage: Arc<Storage>,
    /// Counts in-place writes through this tensor and its views, separately from the storage's own count (`x.data`).
    version: Option<Arc<AtomicU64>>,
    /// What a sparse tensor has in place of elements in its storage.
    parts: Option<Arc<Sparse>>,
}

/// A tensor's layout, dtype and device. `set_data` may replace them, so forms are a linked list whose last element is current.
/// References to an earlier form stay valid, and reading needs no lock. A link is added only if something changes.
#[derive(Debug)]
struct Form {
    layout: Layout,
    dtype: DType,
    device: Device,
    format: Format,
    next: OnceLock<Box<Form>>,
}

impl Form {
    fn copy(&self) -> Form {
        let Form { layout, dtype, device, format, .. } = self;
        Form { layout: layout.clone(), dtype: *dtype, device: *device, format: *format, next: OnceLock::new() }
    }
}

impl Tensor {
    pub fn new(storage: Arc<Storage>, layout: Layout, dtype: DType) -> Tensor {
        Tensor::over(Memory { storage, version: None, parts: None }, layout, dtype, None)
    }
    fn over(memory: Memory, layout: Layout, dtype: DType, batched: Option<Box<batched::Batched>>) -> Tensor {
        let format = memory.parts.as_ref().map_or(Format::Strided, |parts| parts.format);
        let form = Form { layout, dtype, device: memory.storage.device(), format, next: OnceLock::new() };
        let autograd = Mutex::new(AutogradMeta::default());
        let has_autograd = AtomicBool::new(false);
        Tensor(Arc::new(TensorInner { memory: RwLock::new(memory), form, autograd, has_autograd, batched }))
    }
    /// An uninitialised contiguous tensor.
    pub fn empty(shape: &[usize], dtype: DType, device: Device) -> Result<Tensor, TensorError> {
        let layout = Layout::contiguous(shape);
        let fits = |size: &usize| isize::try_from(*size).is_ok();
        let bytes = layout.numel().checked_mul(dtype.size()).filter(fits).filter(|_| shape.iter().all(fits));
        let bytes = bytes.ok_or_else(|| TensorError::too_large(shape))?;
        let storage = Storage::allocate(device, bytes)?;
        Ok(Tensor::new(storage, layout, dtype))
    }
    /// An uninitialised contiguous tensor in page-locked host memory.
    pub fn empty_pinned(shape: &[usize], dtype: DType) -> Result<Tensor, TensorError> {
        let layout = Layout::contiguous(shape);
        let bytes = layout.numel().saturating_mul(dtype.size());
        Ok(Tensor::new(Storage::allocate_pinned(bytes)?, layout, dtype))
    }
    /// A new tensor over the same memory with another layout and no history. All views are built from it.
    pub fn alias(&self, layout: Layout) -> Tensor {
        self.alias_as(layout, self.dtype())
    }
    /// Like `alias`, but reads the elements as another dtype. The layout is counted in elements of that dtype.
    pub fn alias_as(&self, layout: Layout, dtype: DType) -> Tensor {
        match self.is_batched() {
            true => self.whole().alias_as(self.whole_layout(&layout), dtype).hide(self.levels()),
            false => Tensor::over(self.memory(), layout, dtype, None),
        }
    }
    fn memory(&self) -> Memory {
        let memory = self.0.memory.read();
        Memory { storage: memory.storage.clone(), version: memory.version.clone(), parts: memory.parts.clone() }
    }
    /// A new tensor over the same memory, detached from the tape (`Tensor.detach`).
    pub fn detach(&self) -> Tensor {
        self.alias(self.layout().clone())
    }
    /// Like `detach`, but hides its writes from autograd's version check (`Tensor.data`, `Tensor.numpy`).
    pub fn data(&self) -> Tensor {
        if self.is_batched() {
            return self.whole().data().hide(self.levels());
        }
        let memory = Memory { version: Some(Arc::default()), ..self.memory() };
        Tensor::over(memory, self.layout().clone(), self.dtype(), None)
    }
    fn form(&self) -> &Form {
        let mut form = &self.0.form;
        while let Some(next) = form.next.get() {
            form = next;
        }
        form
    }
    /// Replaces this tensor's memory and form by those of `other` (`x.data = other`, `Module.to`). The object, its `.grad` and its
    /// place on the tape stay.
    pub fn set_data(&self, other: &Tensor) {
        if self.is_batched() {
            self.whole().set_data(other.whole());
        }
        self.take_form(other.form().copy());
        let new = other.memory();
        let mut memory = self.0.memory.write();
        let version = memory.version.take().unwrap_or_else(|| Arc::new(AtomicU64::new(memory.storage.version())));
        *memory = Memory { version: Some(version), ..new };
    }
    fn take_form(&self, new: Form) {
        let old = self.form();
        if (&old.layout, old.dtype, old.device, old.format) != (&new.layout, new.dtype, new.device, new.format) {
            let _ = old.next.set(Box::new(new));
        }
    }
    /// Exchanges memory, form and autograd state with another tensor. Both objects stay.
    pub fn swap(&self, other: &Tensor) {
        if self.same(other) {
            return;
        }
        let (mine, theirs) = (self.form().copy(), other.form().copy());
        self.take_form(theirs);
        other.take_form(mine);
        std::mem::swap(&mut *self.0.memory.write(), &mut *other.0.memory.write());
        std::mem::swap(&mut *self.autograd().lock(), &mut *other.autograd().lock());
    }
    pub fn storage(&self) -> Arc<Storage> {
        self.0.memory.read().storage.clone()
    }
    pub fn layout(&self) -> &Layout {
        &self.form().layout
    }
    pub fn shape(&self) -> &[usize] {
        self.layout().shape()
    }
    pub fn strides(&self) -> &[isize] {
        self.layout().strides()
    }
    pub fn is_contiguous(&self) -> bool {
        self.layout().is_contiguous()
    }
    pub fn dtype(&self) -> DType {
        self.form().dtype
    }
    pub fn device(&self) -> Device {
        self.form().device
    }
    pub fn numel(&self) -> usize {
        self.layout().numel()
    }
    pub fn dim(&self) -> usize {
        self.shape().len()
    }
    /// The autograd state, for writing.
    pub fn autograd(&self) -> &Mutex<AutogradMeta> {
        let inner = &self.whole().0;
        inner.has_autograd.store(true, Ordering::Release);
        &inner.autograd
    }
    /// The autograd state, for reading; `None` if nothing was ever written to it.
    pub fn known_autograd(&self) -> Option<&Mutex<AutogradMeta>> {
        let inner = &self.whole().0;
        inner.has_autograd.load(Ordering::Acquire).then_some(&inner.autograd)
    }
    /// Whether both are the same tensor object (Python's `is`).
    pub fn same(&self, other: &Tensor) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
    /// A number that identifies the object during its lifetime.
    pub fn id(&self) -> usize {
        Arc::as_ptr(&self.0) as usize
    }
    pub fn downgrade(&self) -> WeakTensor {
        WeakTensor(Arc::downgrade(&self.0))
    }
    /// Whether this is the only reference to the tensor and to its memory, so that an in-place write is unobservable.
    pub fn is_unshared(&self) -> bool {
        let alone = |tensor: &Tensor| Arc::strong_count(&tensor.0) == 1;
        alone(self) && !self.is_batched() && Arc::strong_count(&self.0.memory.read().storage) == 1
    }
    /// Whether both use the same storage.
    pub fn shares_storage(&self, other: &Tensor) -> bool {
        Arc::ptr_eq(&self.0.memory.read().storage, &other.0.memory.read().storage)
    }
    /// The device address of the first element. Runs pending writes to it first.
    pub fn address(&self) -> u64 {
        let offset = (self.layout().offset() * self.dtype().size()) as u64;
        let memory = self.0.memory.read();
        if memory.storage.pending().is_none() {
            return memory.storage.address() + offset;
        }
        drop(memory);
        let storage = self.storage();
        storage.resolve();
        storage.address() + offset
    }
    /// The number of in-place writes so far (`Tensor._version`).
    pub fn version(&self) -> u64 {
        let memory = self.0.memory.read();
        memory.version.as_ref().map_or_else(|| memory.storage.version(), |version| version.load(Ordering::Relaxed))
    }
    pub fn bump_version(&self) {
        let memory = self.0.memory.read();
        memory.storage.note_write();
        match &memory.version {
            Some(version) => _ = version.fetch_add(1, Ordering::Relaxed),
            None => memory.storage.bump_version(),
        }
    }
    /// Whether the tensor is a leaf that requires a gradient, or the result of recorded operations.
    pub fn requires_grad(&self) -> bool {
        let Some(meta) = self.known_autograd() else { return false };
        let meta = meta.lock();
        meta.requires_grad || meta.history.is_some()
    }
    pub fn is_leaf(&self) -> bool {
        self.known_autograd().is_none_or(|meta| meta.lock().history.is_none())
    }
    pub fn grad(&self) -> Option<Tensor> {
        let grad = self.known_autograd()?.lock().grad.clone()?;
        Some(if grad.is_batched() { grad } else { grad.hide(self.levels()) })
    }
    pub fn set_grad(&self, grad: Option<Tensor>) {
        self.autograd().lock().grad = grad.map(|grad| if self.is_batched() { grad.whole().clone() } else { grad });
    }
    /// The name of the node that made this tensor: PyTorch's `<AddBackward0>` without the brackets.
    pub fn grad_fn_name(&self) -> Option<String> {
        self.known_autograd()?.lock().history.as_ref().map(|(node, _)| node.grad_name())
    }
    /// Consumes the tensor. If this was the last reference, returns the node that made it, for `Node`'s iterative drop.
    fn into_last_history(self) -> Option<Arc<Node>> {
        let inner = Arc::into_inner(self.0)?;
        inner.autograd.into_inner().history.map(|(node, _)| node)
    }
}

#[cfg(test)]
mod tests;
