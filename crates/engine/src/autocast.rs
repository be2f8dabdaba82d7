//! Autocast: inside its regions, some operations run in a half type, some in float32, and some in the widest type of their operands.
//! This file holds the regions and the policies. The policy of each function is in its record (`torch::functions`), because
//! PyTorch's lists use function names.
//!
//! Policies apply where a function is called by name (`torch::autocast`), not in `run`. As under PyTorch's dispatcher, the
//! operations inside a listed function run with autocast suspended.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use tensorcell_device::Device;
use tensorcell_tensor::op::Result;
use tensorcell_tensor::{Arg, DType, Op, Tensor, TensorError, WeakTensor};

/// How an operation's floating operands are cast. float64 operands are never cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Cast to the region's half type.
    Lower,
    /// Cast to float32.
    Float32,
    /// Cast to float32, unless the call names a result dtype.
    Float32UnlessDtype,
    /// Cast to the widest operand dtype.
    Widest,
    /// An error: unsafe in a half type, and there is a better function.
    Refused,
    /// Not listed by PyTorch, where it is one operation. Composed here of listed operations, so autocast is suspended inside, too.
    Composite,
}

/// An operation's policies for the two device kinds.
#[derive(Clone, Copy, Default, Debug)]
pub struct Row {
    pub cuda: Option<Policy>,
    pub cpu: Option<Policy>,
}

impl Row {
    /// Whether the operation has no policy.
    pub fn is_empty(self) -> bool {
        self.cuda.is_none() && self.cpu.is_none()
    }
}

/// The kind of device of a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Cpu,
    Cuda,
}

impl Kind {
    fn of(device: Device) -> Option<Kind> {
        match device {
            Device::Cpu => Some(Kind::Cpu),
            Device::Cuda(_) => Some(Kind::Cuda),
            Device::Meta => None,
        }
    }
}

/// The autocast settings for one kind of device.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Region {
    pub enabled: bool,
    /// The half type.
    pub dtype: DType,
    /// Whether a listed operation is running.
    inside: bool,
}

impl Region {
    fn is_active(self) -> bool {
        self.enabled && !self.inside
    }
}

/// The state of a thread.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct State {
    cpu: Region,
    cuda: Region,
}

const START: State = State {
    cpu: Region { enabled: false, dtype: DType::BFloat16, inside: false },
    cuda: Region { enabled: false, dtype: DType::Float16, inside: false },
};

/// A weight that was cast in an open region: the weight, its version at that time, the result.
struct Kept {
    weight: WeakTensor,
    version: u64,
    cast: Tensor,
}

thread_local! {
    static STATE: Cell<State> = const { Cell::new(START) };
    static NESTING: Cell<i64> = const { Cell::new(0) };
    static CACHING: Cell<bool> = const { Cell::new(true) };
    static CACHE: RefCell<HashMap<(usize, DType), Kept>> = RefCell::default();
}

/// A thread's open regions and its cached weights.
pub struct Regions {
    state: State,
    nesting: i64,
    caching: bool,
    cache: HashMap<(usize, DType), Kept>,
}

impl Default for Regions {
    fn default() -> Regions {
        Regions { state: START, nesting: 0, caching: true, cache: HashMap::new() }
    }
}

/// Switches to another thread of the program: installs its regions and returns those of the current one.
pub fn exchange(regions: Regions) -> Regions {
    Regions {
        state: STATE.replace(regions.state),
        nesting: NESTING.replace(regions.nesting),
        caching: CACHING.replace(regions.caching),
        cache: CACHE.replace(regions.cache),
    }
}

/// Whether functions must check their policies. This is the only check on the path without a region.
#[inline]
pub fn is_active() -> bool {
    let state = STATE.get();
    state.cpu.is_active() || state.cuda.is_active()
}

pub fn region(kind: Kind) -> Region {
    match kind {
        Kind::Cpu => STATE.get().cpu,
        Kind::Cuda => STATE.get().cuda,
    }
}

fn change(kind: Kind, how: impl FnOnce(&mut Region)) {
    let mut state = STATE.get();
    how(match kind {
        Kind::Cpu => &mut state.cpu,
        Kind::Cuda => &mut state.cuda,
    });
    STATE.set(state);
}

pub fn set_enabled(kind: Kind, enabled: bool) {
    change(kind, |region| region.enabled = enabled);
}

pub fn set_dtype(kind: Kind, dtype: DType) {
    change(kind, |region| region.dtype = dtype);
}

/// Changes the number of open regions by `by` and returns it.
pub fn nest(by: i64) -> i64 {
    NESTING.set(NESTING.get() + by);
    NESTING.get()
}

pub fn is_caching() -> bool {
    CACHING.get()
}

pub fn set_caching(on: bool) {
    CACHING.set(on);
}

/// Clears the cached weights, at the end of the outermost region.
pub fn clear_cache() {
    CACHE.take();
}

/// Restores the thread's state on drop.
pub struct Restore(State);

impl Drop for Restore {
    fn drop(&mut self) {
        STATE.set(self.0);
    }
}

/// Suspends autocast until the result is dropped.
pub fn pause() -> Restore {
    Restore(STATE.replace(START))
}

/// How a listed operation casts its operands.
pub struct Plan {
    kind: Kind,
    policy: Policy,
    dtype: DType,
}

impl Row {
    /// The plan for these operands; `None` if no open region applies to them. `dtype_given`: the call specifies a result dtype.
    pub fn plan(&self, name: &str, operands: &[Tensor], dtype_given: bool) -> Result<Option<Plan>> {
        let concerns = |kind: Kind| operands.iter().any(|operand| Kind::of(operand.device()) == Some(kind));
        let open = |kind: Kind, policy: Option<Policy>| {
            policy.filter(|_| region(kind).is_active() && concerns(kind)).map(|policy| (kind, policy))
        };
        let Some((kind, policy)) = open(Kind::Cuda, self.cuda).or_else(|| open(Kind::Cpu, self.cpu)) else {
            return Ok(None);
        };
        let lower = region(kind).dtype;
        let dtype = match policy {
            Policy::Lower => lower,
            Policy::Float32 => DType::Float32,
            Policy::Float32UnlessDtype if dtype_given => return Ok(None),
            Policy::Float32UnlessDtype => match operands.first() {
                Some(first) if is_eligible(first, kind) => DType::Float32,
                _ => return Ok(None),
            },
            Policy::Widest => widest(operands, kind, lower)?,
            Policy::Composite => lower,
            Policy::Refused => return Err(TensorError::runtime(refusal(name))),
        };
        Ok(Some(Plan { kind, policy, dtype }))
    }
}

fn refusal(name: &str) -> String {
    format!(
        "torch.nn.functional.{name} and torch.nn.BCELoss are unsafe to autocast.\nMany models use a sigmoid layer right \
         before the binary cross entropy layer.\nIn this case, combine the two layers using \
         torch.nn.functional.{name}_with_logits\nor torch.nn.BCEWithLogitsLoss.  {name}_with_logits and BCEWithLogits \
         are\nsafe to autocast."
    )
}

fn is_eligible(tensor: &Tensor, kind: Kind) -> bool {
    let dtype = tensor.dtype();
    Kind::of(tensor.device()) == Some(kind) && dtype.is_floating() && dtype != DType::Float64
}

fn widest(operands: &[Tensor], kind: Kind, lower: DType) -> Result<DType> {
    let mut dtype = lower;
    for operand in operands.iter().filter(|operand| is_eligible(operand, kind)) {
        dtype = match operand.dtype() {
            DType::Float32 => DType::Float32,
            _ if dtype == DType::Float32 => DType::Float32,
            other if other == lower => lower,
            _ => return Err(TensorError::runtime("Unexpected floating ScalarType in at::autocast::prioritize")),
        };
    }
    Ok(dtype)
}

impl Plan {
    /// The operand cast for the operation; `None` if it needs no cast.
    pub fn cast(&self, tensor: &Tensor) -> Result<Option<Tensor>> {
        if self.policy == Policy::Composite || !is_eligible(tensor, self.kind) || tensor.dtype() == self.dtype {
            return Ok(None);
        }
        let keeps = self.policy != Policy::Float32UnlessDtype && self.dtype == region(self.kind).dtype;
        if !(keeps && CACHING.get() && is_weight(tensor)) {
            return super::run(Op::Cast(self.dtype), &[Arg::Tensor(tensor)]).map(Some);
        }
        let key = (tensor.id(), self.dtype);
        let found = CACHE.with_borrow(|cache| {
            let kept = cache.get(&key)?;
            let same = kept.weight.upgrade().is_some_and(|weight| weight.same(tensor));
            // A cast that was made without recording has no gradient path to the weight.
            let useful = kept.cast.requires_grad() || !super::grad_mode::is_enabled();
            (same && useful && kept.version == tensor.version()).then(|| kept.cast.clone())
        });
        if let Some(cast) = found {
            return Ok(Some(cast));
        }
        let cast = super::run(Op::Cast(self.dtype), &[Arg::Tensor(tensor)])?;
        let kept = Kept { weight: tensor.downgrade(), version: tensor.version(), cast: cast.clone() };
        CACHE.with_borrow_mut(|cache| cache.insert(key, kept));
        Ok(Some(cast))
    }
    /// Suspends the region for the operation until the result is dropped.
    pub fn inside(&self) -> Restore {
        let before = Restore(STATE.get());
        change(self.kind, |region| region.inside = true);
        before
    }
}

/// Whether a cast is worth caching: only for float32 leaves that are trained.
fn is_weight(tensor: &Tensor) -> bool {
    let Some(meta) = tensor.known_autograd() else { return false };
    let meta = meta.lock();
    tensor.dtype() == DType::Float32 && meta.requires_grad && meta.history.is_none() && meta.base.is_none()
}
