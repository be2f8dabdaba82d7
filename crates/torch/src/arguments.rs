//! Reads arguments as tensors, sizes, dimensions, dtypes and devices, with PyTorch's error messages.

use super::device::device_of;
use super::dtype::dtype_of;
use super::host;
use super::numbers::{integer_of, operand_of, scalar_of};
use super::overloads::takes_names;
use super::sequences::{Integers, integers_among, integers_of, items_of};
use super::tensor::tensor_of;
use tensorcell_language::native::Args;
use tensorcell_language::{Exc, Raise, Result, Value, Vm};
use tensorcell_tensor::op::Arg;
use tensorcell_tensor::{DType, Device, Dims, Scalar, Tensor};

/// Returns PyTorch's IndexError for a dimension that a tensor of `ndim` dimensions does not have.
pub fn dimension_out_of_range(dim: i64, ndim: usize) -> Raise {
    let reach = ndim.max(1) as i64;
    let text =
        format!("Dimension out of range (expected to be in range of [{}, {}], but got {dim})", -reach, reach - 1);
    Raise::new(Exc::IndexError, text)
}

/// Checks a dimension number of a tensor with `ndim` dimensions. Negative numbers count from the end.
pub fn axis(dim: i64, ndim: usize) -> Result<usize> {
    let reach = ndim.max(1) as i64;
    if dim < -reach || dim >= reach {
        return Err(dimension_out_of_range(dim, ndim));
    }
    Ok(if dim < 0 { (dim + reach) as usize } else { dim as usize })
}

pub fn axes(dims: &[i64], ndim: usize) -> Result<Dims> {
    let mut seen = Dims::new();
    for &dim in dims {
        let dim = axis(dim, ndim)?;
        if seen.contains(&dim) {
            return Err(Raise::runtime(format!("dim {dim} appears multiple times in the list of dims")));
        }
        // A 0-dimensional tensor has no dimensions, but PyTorch accepts dimension 0.
        if ndim > 0 {
            seen.push(dim);
        }
    }
    Ok(seen)
}

/// Converts the sizes of a new tensor. Refuses negative ones.
pub fn sizes(integers: &[i64]) -> Result<Dims> {
    if let Some(negative) = integers.iter().find(|&&n| n < 0) {
        let shown: Vec<String> = integers.iter().map(i64::to_string).collect();
        return Err(Raise::runtime(format!(
            "Trying to create tensor with negative dimension {negative}: [{}]",
            shown.join(", ")
        )));
    }
    Ok(integers.iter().map(|&n| n as usize).collect())
}

/// Reads bound arguments by their position in the signature.
pub trait TensorArgs {
    fn tensor(&self, i: usize) -> Result<&Tensor>;
    fn opt_tensor(&self, i: usize) -> Result<Option<&Tensor>>;
    fn tensors(&self, vm: &mut Vm, i: usize) -> Result<Vec<Tensor>>;
    fn operand(&self, i: usize) -> Result<Arg<'_>>;
    fn scalar(&self, i: usize) -> Result<Scalar>;
    fn opt_dtype(&self, i: usize) -> Result<Option<DType>>;
    fn opt_device(&self, i: usize) -> Result<Option<Device>>;
    /// Returns a dimension number of a tensor.
    fn axis(&self, vm: &mut Vm, i: usize, ndim: usize) -> Result<usize>;
    /// Returns dimension numbers: one int, several, or None (empty).
    fn axes(&self, vm: &mut Vm, i: usize, ndim: usize) -> Result<Dims>;
    fn integers(&self, vm: &mut Vm, i: usize) -> Result<Integers>;
    /// Reads a `*size` slot: separate integers, or one sequence of them.
    fn spread(&self, vm: &mut Vm, i: usize) -> Result<Integers>;
    /// Returns the error "sum(): argument 'input' (position 1) must be Tensor, not int".
    fn must_be(&self, i: usize, expected: &str) -> Raise;
    fn is_none(&self, i: usize) -> bool;
}

impl TensorArgs for Args {
    fn tensor(&self, i: usize) -> Result<&Tensor> {
        self.given(i).and_then(tensor_of).ok_or_else(|| self.must_be(i, "Tensor"))
    }

    fn opt_tensor(&self, i: usize) -> Result<Option<&Tensor>> {
        if self.is_none(i) { Ok(None) } else { self.tensor(i).map(Some) }
    }

    fn tensors(&self, vm: &mut Vm, i: usize) -> Result<Vec<Tensor>> {
        let value = self.get(i);
        let items = match items_of(value) {
            Some(items) => items,
            None if matches!(value, Value::Iter(_)) => vm.collect(value)?,
            None => return Err(self.must_be(i, "tuple of Tensors")),
        };
        let mut tensors = Vec::with_capacity(items.len());
        for (at, item) in items.iter().enumerate() {
            match tensor_of(item) {
                Some(tensor) => tensors.push(tensor.clone()),
                None => {
                    let function = self.builtin.short_name();
                    return Err(Raise::type_error(format!(
                        "expected Tensor as element {at} in argument {i}, but got {}",
                        item.type_name()
                    ))
                    .help(format!("{function} takes a tuple or list whose items are tensors")));
                }
            }
        }
        Ok(tensors)
    }

    fn operand(&self, i: usize) -> Result<Arg<'_>> {
        self.given(i).and_then(operand_of).ok_or_else(|| self.must_be(i, "Tensor"))
    }

    fn scalar(&self, i: usize) -> Result<Scalar> {
        let value = self.get(i);
        if let Some(tensor) = tensor_of(value)
            && tensor.dim() == 0
        {
            return host::item(tensor);
        }
        scalar_of(value).ok_or_else(|| self.must_be(i, "Number"))
    }

    fn opt_dtype(&self, i: usize) -> Result<Option<DType>> {
        if self.is_none(i) {
            return Ok(None);
        }
        dtype_of(self.get(i)).map(Some).ok_or_else(|| self.must_be(i, "torch.dtype"))
    }

    fn opt_device(&self, i: usize) -> Result<Option<Device>> {
        if self.is_none(i) {
            return Ok(None);
        }
        device_of(self.get(i))?.map(Some).ok_or_else(|| self.must_be(i, "torch.device"))
    }

    fn axis(&self, vm: &mut Vm, i: usize, ndim: usize) -> Result<usize> {
        match integer_of(vm, self.get(i))? {
            Some(dim) => axis(dim, ndim),
            None if self.get(i).as_str().is_some() && takes_names(self.builtin) => Err(unnamed(self.str(i)?, ndim)),
            None => Err(self.must_be(i, "int")),
        }
    }

    fn axes(&self, vm: &mut Vm, i: usize, ndim: usize) -> Result<Dims> {
        if self.is_none(i) {
            return Ok(Dims::new());
        }
        if let Some(name) = self.get(i).as_str()
            && takes_names(self.builtin)
        {
            return Err(unnamed(name, ndim));
        }
        axes(&self.integers(vm, i)?, ndim)
    }

    fn integers(&self, vm: &mut Vm, i: usize) -> Result<Integers> {
        integers_of(vm, self.get(i))?.ok_or_else(|| match items_of(self.get(i)) {
            Some(items) => {
                let function = self.builtin.short_name();
                let position = if self.builtin.name.starts_with("Tensor.") { i } else { i + 1 };
                Raise::type_error(listed(&items, function, parameter_name(self.builtin.signature, i), position))
            }
            None => self.must_be(i, "tuple of ints"),
        })
    }

    fn spread(&self, vm: &mut Vm, i: usize) -> Result<Integers> {
        let values = self.rest(i);
        // Methods and creation functions accept separate integers.
        let together = i > 0 && self.builtin.name.starts_with("torch.");
        let whole = match values {
            [] => return Err(self.missing(i)),
            [one] if together && items_of(one).is_none() => None,
            [one] => integers_of(vm, one)?,
            more if together => {
                let (function, takes, given) = (self.builtin.short_name(), i + 1, i + more.len());
                let text = format!("{function}() takes {takes} positional arguments but {given} were given");
                return Err(Raise::type_error(text));
            }
            more => integers_among(vm, more)?,
        };
        whole.ok_or_else(|| {
            let function = self.builtin.short_name();
            let parameter = parameter_name(self.builtin.signature, i);
            let position = if self.builtin.name.starts_with("Tensor.") { i } else { i + 1 };
            let one = |value: &Value| match items_of(value) {
                Some(items) => listed(&items, function, parameter, position),
                None => format!(
                    "{function}(): argument '{parameter}' (position {position}) must be tuple of ints, not {}",
                    value.type_name()
                ),
            };
            match values {
                [value, ..] if items_of(value).is_none() && function == "view" => self.wrong(i, "tuple of ints"),
                [value] => Raise::type_error(one(value)),
                values => Raise::type_error(listed(values, function, parameter, position)),
            }
        })
    }

    fn must_be(&self, i: usize, expected: &str) -> Raise {
        self.wrong(i, expected)
    }

    fn is_none(&self, i: usize) -> bool {
        matches!(self.given(i), None | Some(Value::None))
    }
}

/// Describes an item that is not an integer.
fn listed(items: &[Value], function: &str, parameter: &str, position: usize) -> String {
    let is_whole = |value: &Value| matches!(value.number(), Value::Int(_)) || tensor_of(value).is_some();
    let at = items.iter().position(|item| !is_whole(item)).unwrap_or(0);
    let found = items.get(at).map_or("nothing".to_owned(), Value::type_name);
    match at {
        0 => format!(
            "{function}(): argument '{parameter}' (position {position}) must be tuple of ints, but found element of type \
             {found} at pos 0"
        ),
        at => format!(
            "{function}(): argument '{parameter}' failed to unpack the object at pos {} with error \"type must be tuple of \
             ints,but got {found}\"",
            at + 1
        ),
    }
}

/// Returns the error for a dimension name instead of a number: named dimensions are not supported.
fn unnamed(name: &str, ndim: usize) -> Raise {
    Raise::runtime(format!("Name '{name}' not found in Tensor[{}].", vec!["None"; ndim].join(", ")))
}

/// Returns the name of the i-th parameter in a signature.
fn parameter_name(signature: &str, i: usize) -> &str {
    let inside = signature.trim_start_matches('(').split(") ->").next().unwrap_or(signature);
    let parameters = inside.split(',').map(str::trim).filter(|p| *p != "*" && *p != "/");
    let parameter = parameters.map(|p| p.split(['=', ':', ')']).next().unwrap_or(p)).nth(i).unwrap_or("input");
    parameter.trim_start_matches('*').trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_found_by_position() {
        let signature = "(input, dim=None, keepdim=False, *, dtype=None) -> Tensor";
        assert_eq!(parameter_name(signature, 0), "input");
        assert_eq!(parameter_name(signature, 3), "dtype");
        assert_eq!(parameter_name("(*size, out=None)", 0), "size");
    }

    #[test]
    fn negative_dimensions_count_from_the_end() {
        assert_eq!(axis(-1, 3).ok(), Some(2));
        assert_eq!(axis(0, 0).ok(), Some(0));
        assert!(axis(3, 3).is_err());
    }
}
