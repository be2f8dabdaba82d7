//! The native classes of a thread. The crate root creates them from the declarations of the other files.

use std::cell::OnceCell;
use std::rc::Rc;
use tensorcell_language::{Class, Value};
use tensorcell_tensor::DType;

/// The native classes of one thread.
pub struct Classes {
    pub tensor: Rc<Class>,
    pub parameter: Rc<Class>,
    pub dtype: Rc<Class>,
    pub device: Rc<Class>,
    pub size: Rc<Class>,
    pub generator: Rc<Class>,
    pub finfo: Rc<Class>,
    pub iinfo: Rc<Class>,
    pub layout: Rc<Class>,
    pub memory_format: Rc<Class>,
    pub node: Rc<Class>,
    pub hook_handle: Rc<Class>,
    pub array: Rc<Class>,
    pub array_dtype: Rc<Class>,
    /// NumPy's abstract classes: generic, number, integer...
    pub scalar_kinds: Vec<Rc<Class>>,
    /// The NumPy scalar class of each dtype.
    pub scalars: Vec<(DType, Rc<Class>)>,
    /// `torch.OutOfMemoryError`
    pub out_of_memory: Rc<Class>,
    /// `torch.linalg.LinAlgError`
    pub lin_alg_error: Rc<Class>,
    /// `torch.AcceleratorError`
    pub accelerator_error: Rc<Class>,
    /// One object per dtype, in the order of `DType`.
    pub dtypes: Vec<Value>,
    /// One object per layout, in the order of `Format`.
    pub layouts: Vec<Value>,
    /// `torch.jagged`
    pub jagged: Value,
    /// One object per memory format, in the order of `MemoryFormat`.
    pub memory_formats: Vec<Value>,
}

impl Classes {
    /// Returns the NumPy scalar class of a dtype, or `numpy.generic` if NumPy has no such dtype.
    pub fn scalar_class(&self, dtype: DType) -> Rc<Class> {
        let found = self.scalars.iter().find(|(own, _)| *own == dtype);
        found.map_or_else(|| self.scalar_kinds[0].clone(), |(_, class)| class.clone())
    }
}

thread_local! {
    static CLASSES: OnceCell<Rc<Classes>> = const { OnceCell::new() };
}

/// Returns this thread's classes.
///
/// # Panics
/// On a thread that has not called `register`.
pub fn classes() -> Rc<Classes> {
    CLASSES.with(|classes| classes.get().expect("torch is registered on this thread").clone())
}

/// Creates this thread's classes once.
pub fn install(make: impl FnOnce() -> Classes) {
    CLASSES.with(|classes| {
        classes.get_or_init(|| Rc::new(make()));
    });
}
