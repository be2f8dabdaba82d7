//! Autograd's interface to the language: `backward`, `grad`, gradient modes, hooks and custom functions.

use super::arguments::TensorArgs;
use super::callback;
use super::hook_handle::HookHandle;
use super::memory_format;
use super::recording::set_requires_grad;
use super::results::tensors_or_none;
use super::tensor::{tensor_of, tensor_value};
use std::rc::Rc;
use tensorcell_autograd as autograd;
use tensorcell_engine::{self as engine, grad_mode};
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::op::{Arg, View};
use tensorcell_tensor::{Make, Op, Scalar, Tensor};

/// Reads one tensor or several.
fn some_tensors(args: &Args, i: usize) -> Result<Vec<Tensor>> {
    let value = args.get(i);
    if let Some(tensor) = one_tensor(value) {
        return Ok(vec![tensor?]);
    }
    let items = super::sequences::items_of(value).ok_or_else(|| args.must_be(i, "Tensor or tuple of Tensors"))?;
    items.iter().map(|item| one_tensor(item).unwrap_or_else(|| Err(args.must_be(i, "tuple of Tensors")))).collect()
}

/// Reads a tensor or a graph edge (`torch.autograd.graph.GradientEdge`).
fn one_tensor(value: &Value) -> Option<Result<Tensor>> {
    match tensor_of(value) {
        Some(tensor) => Some(Ok(tensor.clone())),
        None => super::grad_fn::tensor_of_edge(value),
    }
}

/// Reads the starting gradients: one per output, or None.
fn start(args: &Args, i: usize, count: usize) -> Result<Vec<Option<Tensor>>> {
    match args.get(i) {
        Value::None => Ok(vec![None; count]),
        value => match super::sequences::items_of(value) {
            Some(items) => Ok(items.iter().map(|item| tensor_of(item).cloned()).collect()),
            None => Ok(vec![Some(args.tensor(i)?.clone())]),
        },
    }
}

/// `torch.autograd.backward` and `Tensor.backward`: (tensors, gradient=None, retain_graph=None, create_graph=False, inputs=None)
fn backward(vm: &mut Vm, args: &Args) -> Result<Value> {
    super::saved::pack_waiting(vm)?;
    let outputs = some_tensors(args, 0)?;
    let gradients = start(args, 1, outputs.len())?;
    let create_graph = args.bool(3)?;
    let retain_graph = if args.is_none(2) { create_graph } else { args.bool(2)? };
    if args.is_none(4) {
        callback::lend(vm, || autograd::backward(&outputs, &gradients, retain_graph, create_graph))?;
        return Ok(Value::None);
    }
    let inputs = some_tensors(args, 4)?;
    let _alone = GradAlone::begin();
    let grads = callback::lend(vm, || autograd::grad(&outputs, &inputs, &gradients, retain_graph, create_graph, true))?;
    for (input, grad) in inputs.iter().zip(grads) {
        if let Some(grad) = grad {
            let sum = match input.grad() {
                Some(old) => engine::run(
                    Op::Pointwise { function: super::engine_ops::function("add")?, parameters: [0.0; 2] },
                    &[Arg::Tensor(&old), Arg::Tensor(&grad)],
                )?,
                None => grad,
            };
            input.set_grad(Some(sum));
        }
    }
    Ok(Value::None)
}

thread_local! {
    static GRAD_ALONE: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Set while a pass computes gradients only for certain inputs, so that leaves' `.grad` stays unchanged.
struct GradAlone(bool);

impl GradAlone {
    fn begin() -> GradAlone {
        GradAlone(GRAD_ALONE.replace(true))
    }
}
impl Drop for GradAlone {
    fn drop(&mut self) {
        GRAD_ALONE.set(self.0);
    }
}

/// `torch.autograd.grad`: see its signature below.
fn grad(vm: &mut Vm, args: &Args) -> Result<Value> {
    super::saved::pack_waiting(vm)?;
    let (outputs, inputs) = (some_tensors(args, 0)?, some_tensors(args, 1)?);
    let gradients = start(args, 2, outputs.len())?;
    let create_graph = args.bool(4)?;
    let retain_graph = if args.is_none(3) { create_graph } else { args.bool(3)? };
    let materialize = args.bool(7)?;
    if materialize && !args.is_none(5) && !args.bool(5)? {
        return Err(Raise::value_error(
            "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.",
        ));
    }
    let allow_unused = materialize || args.bool(5)?;
    let _alone = GradAlone::begin();
    let mut grads = if args.bool(6)? {
        grads_of_batch(vm, &outputs, &inputs, &gradients, create_graph || retain_graph, create_graph, allow_unused)?
    } else {
        let work = || autograd::grad(&outputs, &inputs, &gradients, retain_graph, create_graph, allow_unused);
        callback::lend(vm, work)?
    };
    if materialize {
        for (grad, input) in grads.iter_mut().zip(&inputs) {
            if grad.is_none() {
                let make = Make { shape: input.shape().into(), dtype: input.dtype(), device: input.device() };
                *grad = Some(engine::run(Op::Fill { value: Scalar::Int(0), make }, &[])?);
            }
        }
    }
    Ok(Value::tuple(tensors_or_none(grads)))
}

/// Implements `is_grads_batched`: computes the gradients for each of a batch of starting gradients and stacks them.
fn grads_of_batch(
    vm: &mut Vm,
    outputs: &[Tensor],
    inputs: &[Tensor],
    gradients: &[Option<Tensor>],
    retain_graph: bool,
    create_graph: bool,
    allow_unused: bool,
) -> Result<Vec<Option<Tensor>>> {
    let count = gradients.iter().flatten().find_map(|gradient| gradient.shape().first().copied()).unwrap_or(0);
    let mut columns: Vec<Vec<Tensor>> = vec![Vec::new(); inputs.len()];
    for index in 0..count {
        let one = |gradient: &Option<Tensor>| {
            gradient.as_ref().map(|all| engine::view(all, View::Select { dim: 0, index })).transpose()
        };
        let gradients = gradients.iter().map(one).collect::<std::result::Result<Vec<_>, _>>()?;
        let retain = retain_graph || index + 1 < count;
        let work = || autograd::grad(outputs, inputs, &gradients, retain, create_graph, allow_unused);
        for (column, grad) in columns.iter_mut().zip(callback::lend(vm, work)?) {
            if let Some(grad) = grad {
                column.push(engine::view(&grad, View::Unsqueeze(0))?);
            }
        }
    }
    let stacked = |column: Vec<Tensor>| -> Result<Option<Tensor>> {
        let parts: Vec<Arg> = column.iter().map(Arg::Tensor).collect();
        if parts.is_empty() { Ok(None) } else { Ok(Some(engine::run(Op::Cat { dim: 0 }, &parts)?)) }
    };
    columns.into_iter().map(stacked).collect()
}

/// Wraps a function of the language as a hook.
fn hook(function: Value) -> autograd::hooks::Hook {
    Rc::new(move |grad| {
        callback::with_vm(|vm| {
            let answer = vm.call(&function, &[tensor_value(grad.clone())], &[])?;
            Ok(tensor_of(&answer).cloned())
        })
    })
}

/// (name, inputs, outputs, differentiable, saved_inputs, saved_outputs, backward, context): `backward` receives the
/// lists of output gradients, saved inputs and saved outputs, and returns the input gradients. Outputs that are not
/// tensors are counted too. `context` provides the node's attributes.
fn record(vm: &mut Vm, args: &Args) -> Result<Value> {
    let inputs = args.tensors(vm, 1)?;
    let outputs = super::sequences::items_of(args.get(2)).unwrap_or_default();
    let places = |vm: &mut Vm, i: usize| -> Result<Vec<usize>> {
        Ok(args.integers(vm, i)?.into_iter().filter_map(|place| usize::try_from(place).ok()).collect())
    };
    let (differentiable, kept_inputs, kept_outputs) = (places(vm, 3)?, places(vm, 4)?, places(vm, 5)?);
    // The autograd graph counts only tensors.
    let tensors: Vec<(usize, Tensor)> =
        outputs.iter().enumerate().filter_map(|(i, output)| Some((i, tensor_of(output)?.clone()))).collect();
    let at = |places: Vec<usize>| -> Vec<usize> {
        places.iter().filter_map(|place| tensors.iter().position(|(i, _)| i == place)).collect()
    };
    let (differentiable, kept_outputs) = (at(differentiable), at(kept_outputs));
    let function = args.get(6).clone();
    let (count, positions) = (outputs.len(), tensors.iter().map(|(i, _)| *i).collect::<Vec<_>>());
    let backward = move |grads: &[Option<Tensor>], inputs: &[Option<Tensor>], results: &[Option<Tensor>]| {
        let by_output = |found: &[Option<Tensor>]| {
            let mut all = vec![None; count];
            positions.iter().zip(found).for_each(|(&i, tensor)| all[i] = tensor.clone());
            Value::list(tensors_or_none(all))
        };
        let given = [by_output(grads), Value::list(tensors_or_none(inputs.to_vec())), by_output(results)];
        callback::with_vm(|vm| {
            let answer = vm.call(&function, &given, &[])?;
            let items = super::sequences::items_of(&answer).unwrap_or_else(|| vec![answer.clone()]);
            Ok(items.iter().map(|item| tensor_of(item).cloned()).collect())
        })
    };
    let tensors: Vec<Tensor> = tensors.into_iter().map(|(_, tensor)| tensor).collect();
    let saved = [kept_inputs.as_slice(), kept_outputs.as_slice()];
    autograd::custom::record(args.str(0)?, &inputs, &tensors, &differentiable, saved, Rc::new(backward));
    if let (Some(tensor), false) = (tensors.first(), args.is_none(7)) {
        let history = tensor.known_autograd().and_then(|meta| meta.lock().history.clone());
        // If nothing is recorded, an output may still have an older history.
        if let Some((node, _)) = history.filter(|(node, _)| matches!(node.op, Op::Custom(_))) {
            super::node_notes::set_context(&node, args.get(7).clone());
        }
    }
    Ok(Value::None)
}

/// (tensor, leaves): returns whether gradients of `tensor` reach other leaves than these.
fn reaches_beyond(vm: &mut Vm, args: &Args) -> Result<Value> {
    let leaves: Vec<usize> = args.tensors(vm, 1)?.iter().map(|leaf| leaf.whole().id()).collect();
    Ok(Value::from(autograd::reaches_beyond(args.tensor(0)?, &leaves)))
}

fn to_module_tensor(args: &Args) -> Result<Value> {
    let (tensor, source) = (args.tensor(0)?, args.tensor(1)?);
    tensor.set_data(&source.detach());
    Ok(Value::None)
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "Tensor.backward",
        "(self, gradient=None, retain_graph=None, create_graph=False, inputs=None)",
        "Computes the gradients of this tensor by the leaves it was made from, and adds them to their `.grad`.\n\n\
         Errors: RuntimeError of more than one number without a gradient:\n\
         \x20       `torch.ones(2, requires_grad=True).backward()`\n\
         \x20       RuntimeError where nothing asked for gradients: `torch.ones(()).backward()`\n\n\
         >>> x = torch.tensor(3., requires_grad=True)\n\
         >>> (x * x).backward()\n\
         >>> x.grad\n\
         tensor(6.)",
        backward,
    ),
    Builtin::new(
        "torch.is_anomaly_enabled",
        "()",
        "Whether backward looks for what went wrong (`torch.autograd.set_detect_anomaly`).\n\n\
         >>> torch.is_anomaly_enabled()\n\
         False",
        |_, _| Ok(Value::from(autograd::anomaly::mode().0)),
    ),
    Builtin::new(
        "torch.is_anomaly_check_nan_enabled",
        "()",
        "Whether backward stops at a NaN where anomaly mode is on.\n\n\
         >>> torch.is_anomaly_check_nan_enabled()\n\
         True",
        |_, _| Ok(Value::from(autograd::anomaly::mode().1)),
    ),
    Builtin::new("torch._set_anomaly", "(mode, check_nan, /)", "Anomaly mode, and what it was.", |vm, args| {
        let (mode, check_nan) = (vm.truth(args.get(0))?, vm.truth(args.get(1))?);
        let before = autograd::anomaly::set_mode(mode, check_nan);
        Ok(Value::pair(Value::from(before.0), Value::from(before.1)))
    }),
    Builtin::new(
        "torch.is_grad_enabled",
        "()",
        "True while operations are recorded for gradients.\n\n\
         >>> torch.is_grad_enabled()\n\
         True",
        |_, _| Ok(Value::from(grad_mode::is_enabled())),
    ),
    Builtin::new(
        "torch.is_inference_mode_enabled",
        "()",
        "True inside inference_mode.\n\n\
         >>> torch.is_inference_mode_enabled()\n\
         False",
        |_, _| Ok(Value::from(grad_mode::is_inference())),
    ),
    Builtin::new("torch._set_grad_enabled", "(mode)", "Switches recording; returns the mode before.", |_, args| {
        Ok(Value::from(grad_mode::set_enabled(args.bool(0)?)))
    }),
    Builtin::new("torch._set_inference", "(mode)", "Switches inference mode; returns the mode before.", |_, args| {
        Ok(Value::from(grad_mode::set_inference(args.bool(0)?)))
    }),
    Builtin::new(
        "torch._set_data",
        "(tensor, source)",
        "The tensor over another's memory, dtype and device.",
        |_, args| to_module_tensor(args),
    ),
    Builtin::new("torch._swap_tensors", "(t1, t2)", "Exchanges the contents of two tensors.", |_, args| {
        args.tensor(0)?.swap(args.tensor(1)?);
        Ok(Value::None)
    }),
    Builtin::new(
        "torch._named",
        "(tensor, grad_fn, *inputs)",
        "Gives a composed result the grad_fn that PyTorch shows: its name, and what it was given.",
        |_, args| {
            if let Some(tensor) = tensor_of(args.get(0)).filter(|tensor| !tensor.is_leaf()) {
                let inputs = args.rest(2).iter().filter_map(tensor_of).map(autograd::end).collect();
                autograd::name_node(tensor, args.str(1)?.to_owned(), inputs);
            }
            Ok(args.get(0).clone())
        },
    ),
    Builtin::new(
        "torch._in_format",
        "(result, input)",
        "A composed result in the format of the images that it was made of: channels last, or row-major.",
        |_, args| memory_format::in_format(args),
    ),
    Builtin::new(
        "torch._record",
        "(name, inputs, outputs, differentiable, saved_inputs, saved_outputs, backward, context=None)",
        "Puts a function of the notebook on the tape.",
        record,
    ),
    Builtin::new(
        "torch._is_grad_alone",
        "() -> bool",
        "Whether the running backward pass is only for certain inputs.",
        |_, _| Ok(Value::from(GRAD_ALONE.get())),
    ),
    Builtin::new(
        "torch._reaches_beyond",
        "(tensor, leaves)",
        "Whether gradients of a tensor reach leaves other than these.",
        reaches_beyond,
    ),
    Builtin::new(
        "torch._reached",
        "(outputs, leaves) -> list",
        "For each leaf, whether gradients of the outputs reach it.",
        |vm, args| {
            let reached = autograd::reached(&args.tensors(vm, 0)?);
            let leaves = args.tensors(vm, 1)?;
            Ok(Value::list(leaves.iter().map(|leaf| Value::from(reached.contains(&leaf.whole().id()))).collect()))
        },
    ),
    Builtin::new(
        "torch._current_pass",
        "() -> int",
        "The number of the innermost backward pass under way; -1: none is.",
        |_, _| Ok(Value::Int(autograd::passes::current().unwrap_or(-1))),
    ),
    Builtin::new(
        "torch._pass_comes_to",
        "(node) -> bool",
        "Whether the backward pass under way comes to a node.",
        |_, args| {
            let target = super::grad_fn::target_of(args.get(0)).ok_or_else(|| args.must_be(0, "Node"))?;
            Ok(Value::from(autograd::passes::comes_to(target).unwrap_or(false)))
        },
    ),
    Builtin::new("torch._count_write", "(tensor)", "Counts a write to the tensor's memory.", |_, args| {
        args.tensor(0)?.bump_version();
        Ok(Value::None)
    }),
    Builtin::new("torch._accumulator", "(leaf)", "The end of the tape at a leaf: its AccumulateGrad.", |_, args| {
        Ok(super::grad_fn::accumulator(args.tensor(0)?))
    }),
    Builtin::new(
        "torch._queue_callback",
        "(callback)",
        "Has a function called at the end of the backward pass that is under way.",
        |_, args| {
            let function = args.get(0).clone();
            let call = move || callback::with_vm(|vm| vm.call(&function, &[], &[]).map(drop));
            autograd::hooks::at_end_of_pass(Box::new(call))?;
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "Tensor.register_hook",
        "(self, hook)",
        "Calls `hook(grad)` whenever this tensor's gradient is computed; what it returns replaces the gradient.\n\
         Errors: RuntimeError of a tensor without gradients: `torch.ones(2).register_hook(print)`\n\n\
         >>> x = torch.ones(2, requires_grad=True)\n\
         >>> handle = x.register_hook(lambda grad: grad * 10)\n\
         >>> x.sum().backward()\n\
         >>> x.grad\n\
         tensor([10., 10.])",
        |_, args| {
            if !args.tensor(0)?.requires_grad() {
                return Err(Raise::runtime("cannot register a hook on a tensor that doesn't require gradient"));
            }
            let id = autograd::hooks::register(args.tensor(0)?, hook(args.get(1).clone()));
            Ok(Value::native(HookHandle::new(id)))
        },
    ),
    Builtin::new(
        "Tensor.register_post_accumulate_grad_hook",
        "(self, hook)",
        "Calls `hook(parameter)` after its `.grad` has grown.",
        |_, args| {
            if !args.tensor(0)?.is_leaf() {
                return Err(Raise::runtime("post accumulate grad hooks cannot be registered on non-leaf tensors"));
            }
            let id = autograd::hooks::register_post_accumulate(args.tensor(0)?, hook(args.get(1).clone()));
            Ok(Value::native(HookHandle::new(id)))
        },
    ),
    Builtin::new(
        "torch.detach",
        "(input) -> Tensor",
        "The same memory without history.\n\n\
         >>> torch.ones(1, requires_grad=True).detach().requires_grad\n\
         False",
        |_, args| Ok(tensor_value(engine::view(args.tensor(0)?, View::Detach)?)),
    ),
    Builtin::new(
        "Tensor.detach_",
        "(self)",
        "In place: forgets the history.\n\n\
         >>> torch.ones(2, requires_grad=True).mul(2).detach_().requires_grad\n\
         False",
        |_, args| {
            if args.tensor(0)?.autograd().lock().base.is_some() {
                return Err(Raise::runtime(
                    "Can't detach views in-place. Use detach() instead. If you are using DistributedDataParallel (DDP) for \
                     training, and gradient_as_bucket_view is set as True, gradients are views of DDP buckets, and hence \
                     detach_() cannot be called on these gradients. To fix this error, please refer to the \
                     Optimizer.zero_grad() function in torch/optim/optimizer.py as a reference.",
                ));
            }
            let mut meta = args.tensor(0)?.autograd().lock();
            meta.history = None;
            meta.requires_grad = false;
            drop(meta);
            Ok(args.get(0).clone())
        },
    ),
    Builtin::new(
        "Tensor.requires_grad_",
        "(self, requires_grad=True)",
        "In place: asks for gradients, or no longer.\n\n\
         Errors: RuntimeError of integers: `torch.tensor([1]).requires_grad_()`\n\n\
         >>> torch.ones(2).requires_grad_().requires_grad\n\
         True",
        |_, args| {
            set_requires_grad(args.tensor(0)?, args.bool(1)?)?;
            Ok(args.get(0).clone())
        },
    ),
    Builtin::new(
        "Tensor.retain_grad",
        "(self)",
        "Keeps the gradient of a tensor that is not a leaf.\n\
         Errors: RuntimeError of a tensor without gradients: `torch.ones(2).retain_grad()`\n\n\
         >>> x = torch.ones(2, requires_grad=True)\n\
         >>> y = x * 2\n\
         >>> y.retain_grad()\n\
         >>> y.sum().backward()\n\
         >>> y.grad\n\
         tensor([1., 1.])",
        |_, args| {
            let tensor = args.tensor(0)?;
            if !tensor.requires_grad() {
                return Err(Raise::runtime("can't retain_grad on Tensor that has requires_grad=False"));
            }
            let history = {
                let mut meta = tensor.autograd().lock();
                meta.retains_grad = meta.history.is_some();
                meta.history.clone()
            };
            if let Some((node, output)) = history {
                node.retained.lock().push((output, tensor.downgrade()));
            }
            Ok(Value::None)
        },
    ),
    Builtin::new(
        "Tensor.is_inference",
        "(self)",
        "Whether it was made in inference mode.\n\n\
         >>> torch.ones(2).is_inference()\n\
         False",
        |_, args| Ok(Value::from(args.tensor(0)?.autograd().lock().inference)),
    ),
];

/// `torch.autograd`.
pub static MODULE: &[Builtin] = &[
    Builtin::new(
        "torch.autograd.backward",
        "(tensors, grad_tensors=None, retain_graph=None, create_graph=False, inputs=None)",
        "Computes gradients and adds them to the leaves' `.grad`.",
        backward,
    ),
    Builtin::new(
        "torch.autograd.grad",
        "(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, allow_unused=None, \
         is_grads_batched=False, materialize_grads=False)",
        "The gradients of outputs by inputs, as a tuple.",
        grad,
    ),
];
