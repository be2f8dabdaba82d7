//! `x[key]` and `x[key] = value`: integers, slices, None and `...` become views, followed by at most one gather of index tensors.

use super::engine_ops::pointwise;
use super::numbers::{integer_of, operand_of};
use super::sequences::items_of;
use super::tensor::{tensor_of, tensor_value};
use super::views::{expand_to, listed, select, unsqueeze, view};
use super::warnings::warn;
use super::{host, views};
use tensorcell_autograd as autograd;
use tensorcell_engine as engine;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::op::{Arg, Make, View};
use tensorcell_tensor::{DType, Device, Op, Scalar, Tensor};

/// A key applied as far as views allow.
struct Indexed {
    view: Tensor,
    /// For each dimension of the view, an index tensor or a full slice. Empty without index tensors.
    tensors: Vec<Option<Tensor>>,
}

/// Returns how many dimensions an item of a key consumes.
pub fn uses(item: &Value) -> usize {
    match item {
        Value::None | Value::Ellipsis | Value::Bool(_) => 0,
        _ => match tensor_of(item) {
            Some(mask) if is_mask(mask) => mask.dim(),
            _ => 1,
        },
    }
}

/// uint8 tensors count as masks, as before `torch.bool` existed.
fn is_mask(index: &Tensor) -> bool {
    matches!(index.dtype(), DType::Bool | DType::UInt8)
}

/// Returns the items of a key: of a tuple, or of a list that PyTorch treats as one (`treatSequenceAsTuple`): a short
/// one that contains a list, a slice, a tensor, None or `...`.
fn items_of_key(key: &Value) -> Vec<Value> {
    const SHORT: usize = 32;
    let stands_for_dims = |item: &Value| {
        matches!(item, Value::Slice(_) | Value::None | Value::Ellipsis | Value::Str(_) | Value::Range(_))
            || tensor_of(item).is_some()
            || items_of(item).is_some()
    };
    match key {
        Value::Tuple(items) => items.to_vec(),
        Value::List(list) if list.items.borrow().len() < SHORT && list.items.borrow().iter().any(stands_for_dims) => {
            list.items.borrow().clone()
        }
        other => vec![other.clone()],
    }
}

/// Converts a uint8 mask to bool, with PyTorch's warning.
fn mask_of_bytes(vm: &mut Vm, mask: &Tensor) -> Result<Tensor> {
    warn(vm, "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.")?;
    pointwise("ne", &[Arg::Tensor(mask), Arg::Scalar(Scalar::Int(0))])
}

fn index_error(text: String) -> Raise {
    Raise::new(Exc::IndexError, text)
}

/// Returns the positions of a mask's True elements on a device, one tensor per dimension of the mask. The positions of
/// a host mask are copied without waiting, as in PyTorch.
fn positions(mask: &Tensor, device: Device) -> Result<Vec<Tensor>> {
    engine::batched::check_mask(mask)?;
    let mut found = engine::run_many(Op::Nonzero, &[Arg::Tensor(mask)])?.swap_remove(0);
    if found.device() != device {
        let non_blocking = device.is_cuda() && !found.device().is_cuda();
        if non_blocking {
            found = engine::pin(&found)?;
        }
        found = engine::run(Op::Transfer { device, non_blocking }, &[Arg::Tensor(&found)])?;
    }
    (0..mask.dim()).map(|dim| select(&found, 1, dim)).collect()
}

fn check_mask(mask: &Tensor, input: &Tensor, dim: usize) -> Result<()> {
    for (at, &size) in mask.shape().iter().enumerate() {
        if input.shape().get(dim + at) != Some(&size) {
            return Err(index_error(format!(
                "The shape of the mask {} at index {at} does not match the shape of the indexed tensor {} at index {}",
                listed(mask.shape()),
                listed(input.shape()),
                dim + at
            )));
        }
    }
    Ok(())
}

/// Returns the items of a sequence that a class defines, such as a `Subset`, as a list.
fn list_of(vm: &mut Vm, item: &Value) -> Result<Option<Value>> {
    if tensor_of(item).is_some() || !matches!(item.beneath(), Value::Instance(_)) {
        return Ok(None);
    }
    if vm.find_attr(item, "__len__")?.is_none() || vm.find_attr(item, "__getitem__")?.is_none() {
        return Ok(None);
    }
    Ok(Some(Value::list(vm.collect(item)?)))
}

fn apply(vm: &mut Vm, input: &Tensor, key: &Value) -> Result<Indexed> {
    let items = items_of_key(key);
    let used: usize = items.iter().map(uses).sum();
    if used > input.dim() {
        return Err(index_error(format!("too many indices for tensor of dimension {}", input.dim()))
            .mark(0, format!("shape {:?}", input.shape())));
    }
    let mut indexed = Indexed { view: input.clone(), tensors: Vec::new() };
    let mut dim = 0;
    let mut selected = 0;
    for item in &items {
        match item {
            Value::Ellipsis => {
                dim += input.dim() - used;
                continue;
            }
            Value::None => {
                indexed.view = unsqueeze(&indexed.view, dim)?;
                dim += 1;
                continue;
            }
            Value::Slice(slice) => {
                let size = indexed.view.shape()[dim];
                let (start, stop, step) = slice.indices(vm, size)?;
                if step <= 0 {
                    return Err(Raise::value_error("step must be greater than zero"));
                }
                let length = if stop > start {
                    (stop - start).div_euclid(step) + i64::from((stop - start) % step != 0)
                } else {
                    0
                };
                if (start, length, step) != (0, size as i64, 1) {
                    let slice =
                        View::Slice { dim, start: start as usize, length: length as usize, step: step as usize };
                    indexed.view = view(&indexed.view, slice)?;
                }
                dim += 1;
                continue;
            }
            Value::Bool(whole) => {
                // A bool adds a dimension of size 1 or 0.
                indexed.view = unsqueeze(&indexed.view, dim)?;
                let mask =
                    host::from_elements(&host::Elements::Bool(vec![whole.get()]), &[1], DType::Bool, input.device())?;
                set_tensor(&mut indexed.tensors, dim, positions(&mask, input.device())?.swap_remove(0));
                dim += 1;
                continue;
            }
            _ => {}
        }
        if tensor_of(item).is_none_or(|tensor| {
            tensor.dim() == 0 && !tensor.dtype().is_floating() && !is_mask(tensor) && !tensor.is_batched()
        }) && let Some(index) = integer_of(vm, item)?
        {
            let size = indexed.view.shape()[dim] as i64;
            if index < -size || index >= size {
                let place = dim + selected;
                let text = format!("index {index} is out of bounds for dimension {place} with size {size}");
                return Err(index_error(text).mark(0, format!("shape {:?}", input.shape())));
            }
            indexed.view = select(&indexed.view, dim, index.rem_euclid(size.max(1)) as usize)?;
            selected += 1;
            continue;
        }
        let sequence = list_of(vm, item)?;
        let item = sequence.as_ref().unwrap_or(item);
        let index = match tensor_of(item) {
            Some(tensor) => tensor.clone(),
            None if items_of(item).is_some() || matches!(item, Value::Range(_)) => {
                let index = host::from_value(vm, item, None, Device::Cpu)?;
                // An empty list is an index that selects nothing, and PyTorch cuts the numbers of a list to integers.
                if index.numel() == 0 || index.dtype().is_floating() {
                    engine::run(Op::Cast(DType::Int64), &[Arg::Tensor(&index)])?
                } else {
                    index
                }
            }
            None if matches!(item, Value::Str(_)) => {
                return Err(Raise::type_error("new(): invalid data type 'str'"));
            }
            None => {
                return Err(index_error(format!(
                    "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid indices (got {})",
                    item.type_name()
                )));
            }
        };
        let index = if index.dtype() == DType::UInt8 {
            mask_of_bytes(vm, &index)?
        } else if index.device() == input.device() || index.dtype() == DType::Bool {
            index
        } else {
            engine::run(Op::Transfer { device: input.device(), non_blocking: false }, &[Arg::Tensor(&index)])?
        };
        match index.dtype() {
            DType::Bool => {
                check_mask(&index, &indexed.view, dim)?;
                if index.dim() == 0 {
                    indexed.view = unsqueeze(&indexed.view, dim)?;
                    let mask = views::reshape_to(&index, &[1])?;
                    set_tensor(&mut indexed.tensors, dim, positions(&mask, input.device())?.swap_remove(0));
                    dim += 1;
                }
                for (at, tensor) in positions(&index, input.device())?.into_iter().enumerate() {
                    if index.dim() > 0 {
                        set_tensor(&mut indexed.tensors, dim + at, tensor);
                    }
                }
                dim += index.dim();
            }
            dtype if dtype.is_floating() => {
                return Err(index_error("tensors used as indices must be long, int, byte or bool tensors".to_string()));
            }
            _ => {
                set_tensor(&mut indexed.tensors, dim, index);
                dim += 1;
            }
        }
    }
    Ok(indexed)
}

fn set_tensor(tensors: &mut Vec<Option<Tensor>>, dim: usize, tensor: Tensor) {
    if tensors.len() <= dim {
        tensors.resize(dim + 1, None);
    }
    tensors[dim] = Some(tensor);
}

impl Indexed {
    fn flags(&self) -> Vec<bool> {
        self.tensors.iter().map(Option::is_some).collect()
    }
    fn indices(&self) -> impl Iterator<Item = Arg<'_>> {
        self.tensors.iter().flatten().map(Arg::Tensor)
    }
}

/// Returns the key if it is a mask of the whole input.
fn whole_mask<'a>(input: &Tensor, key: &'a Value) -> Option<&'a Tensor> {
    tensor_of(key).filter(|mask| {
        mask.dtype() == DType::Bool
            && mask.shape() == input.shape()
            && mask.dim() > 0
            && mask.device() == input.device()
    })
}

pub fn get(vm: &mut Vm, input: &Tensor, key: &Value) -> Result<Tensor> {
    if input.dim() == 0 && uses(key) > 0 && !matches!(key, Value::Tuple(_)) {
        return Err(index_error(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a 0-dim tensor to a number".to_string(),
        ));
    }
    if let Some(mask) = whole_mask(input, key) {
        engine::batched::check_mask(mask)?;
        let found = engine::run_many(Op::MaskedSelect, &[Arg::Tensor(input), Arg::Tensor(mask)])?.swap_remove(0);
        autograd::name_node(&found, "IndexBackward0", Vec::new());
        return Ok(found);
    }
    let indexed = apply(vm, input, key)?;
    if indexed.tensors.is_empty() {
        if indexed.view.same(input) {
            let alias = views::view(input, View::Reshape(input.shape().into()))?;
            autograd::name_node(&alias, "AliasBackward0", Vec::new());
            return Ok(alias);
        }
        return Ok(indexed.view);
    }
    let operands: Vec<Arg> = [Arg::Tensor(&indexed.view)].into_iter().chain(indexed.indices()).collect();
    Ok(engine::run(Op::Index { indexed: indexed.flags() }, &operands)?)
}

/// `x[key] = value`, in place. Without index tensors it writes through the view.
pub fn set(vm: &mut Vm, input: &Tensor, key: &Value, value: &Value) -> Result<()> {
    let source = match operand_of(value) {
        Some(Arg::Tensor(tensor)) => tensor.clone(),
        Some(Arg::Scalar(scalar)) => {
            host::check_fits(scalar, input.dtype(), 1)?;
            if let Some(mask) = whole_mask(input, key) {
                let op = Op::Pointwise { function: super::engine_ops::function("where")?, parameters: [0.0; 2] };
                engine::run_into(op, &[Arg::Tensor(mask), Arg::Scalar(scalar), Arg::Tensor(input)], input)?;
                super::tensor::name_written(input, "IndexPutBackward0");
                return Ok(());
            }
            host::from_elements(
                &match scalar {
                    Scalar::Bool(_) => host::Elements::Int(vec![host::integer(scalar)]),
                    other => host::Elements::one(other),
                },
                &[],
                input.dtype(),
                Device::Cpu,
            )?
        }
        None => {
            return Err(Raise::type_error(format!(
                "can't assign a {} to a torch.{}Tensor",
                value.type_name(),
                input.dtype().scalar_name()
            )));
        }
    };
    let source = match source.dim() == 0 && source.device() == Device::Cpu && !source.requires_grad() {
        true => filled(&source, input.device())?,
        false => source,
    };
    let indexed = apply(vm, input, key)?;
    if indexed.tensors.is_empty() {
        super::engine_ops::copy_into(&indexed.view, &source)?;
        if matches!(operand_of(value), Some(Arg::Scalar(_))) {
            super::tensor::name_written(&indexed.view, "FillBackward3");
        }
        return Ok(());
    }
    let source = super::engine_ops::to(&source, Some(input.dtype()), Some(input.device()), false, false)?;
    let source_and_indices = [Arg::Tensor(&indexed.view), Arg::Tensor(&source)].into_iter().chain(indexed.indices());
    let operands: Vec<Arg> = source_and_indices.collect();
    engine::run_into(Op::IndexPut { indexed: indexed.flags(), accumulate: false }, &operands, &indexed.view)?;
    Ok(())
}

/// Makes a one-element tensor on a device from a host number, without waiting.
fn filled(number: &Tensor, device: Device) -> Result<Tensor> {
    if device == Device::Cpu {
        return Ok(number.clone());
    }
    let make = Make { shape: number.shape().into(), dtype: number.dtype(), device };
    Ok(engine::run(Op::Fill { value: host::item(number)?, make }, &[])?)
}

/// `torch.where(condition)`: a tuple of index tensors. A number counts as a one-element vector.
pub fn nonzero_tuple(condition: &Tensor) -> Result<Value> {
    let vector = if condition.dim() == 0 { views::reshape_to(condition, &[1])? } else { condition.clone() };
    Ok(Value::tuple(positions(&vector, condition.device())?.into_iter().map(tensor_value).collect()))
}

/// Replaces each mask among index tensors by the positions of its True elements, one tensor per dimension.
pub fn without_masks(input: &Tensor, indices: &[Tensor]) -> Result<Vec<Tensor>> {
    let mut found = Vec::with_capacity(indices.len());
    for index in indices {
        match index.dtype() {
            DType::Bool | DType::UInt8 => {
                check_mask(index, input, found.len())?;
                found.extend(positions(index, input.device())?);
            }
            _ => found.push(index.clone()),
        }
    }
    Ok(found)
}

/// `torch.masked_select`: mask and input broadcast.
pub fn masked_select(input: &Tensor, mask: &Tensor) -> Result<Tensor> {
    let (mut input, mut mask) = (input.clone(), mask.clone());
    if input.shape() != mask.shape() {
        // The comparison broadcasts, so its shape is the common one.
        let common = pointwise("ne", &[Arg::Tensor(&input), Arg::Tensor(&mask)])?;
        input = expand_to(&input, common.shape())?;
        mask = expand_to(&mask, common.shape())?;
    }
    Ok(engine::run_many(Op::MaskedSelect, &[Arg::Tensor(&input), Arg::Tensor(&mask)])?.swap_remove(0))
}
