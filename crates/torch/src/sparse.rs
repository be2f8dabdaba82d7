//! Sparse tensors: their parts, their conversions, and `torch.layout` objects.

use super::arguments::TensorArgs;
use super::classes;
use super::format::{PrintOptions, with_suffixes, with_suffixes_below};
use super::tensor::{tensor_value, tuple_text};
use std::any::Any;
use std::rc::Rc;
use tensorcell_engine::sparse as engine;
use tensorcell_language::native::{Args, Native};
use tensorcell_language::{Builtin, Class, Raise, Result, Value, Vm};
use tensorcell_tensor::{Dims, Format, Tensor};

/// `torch.strided`, `torch.sparse_coo`...; None is `torch.jagged`, which only nested tensors have.
pub struct LayoutObject(pub Option<Format>, pub Rc<Class>);

impl Native for LayoutObject {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        self.1.clone()
    }
    fn repr(&self, _: &mut Vm) -> Result<String> {
        Ok(self.0.map_or_else(|| "torch.jagged".to_owned(), |format| format.to_string()))
    }
}

/// The object of a layout.
pub fn layout_value(format: Format) -> Value {
    let at = Format::ALL.iter().position(|known| *known == format).unwrap_or(0);
    classes().layouts[at].clone()
}

/// Reads a layout argument; None where none is given.
pub fn layout_at(args: &Args, i: usize) -> Result<Option<Format>> {
    match args.get(i) {
        Value::None => Ok(None),
        value => match value.downcast::<LayoutObject>() {
            Some(object) => Ok(object.0),
            None => Err(args.must_be(i, "torch.layout")),
        },
    }
}

/// What pickle writes: `torch.serialization._get_layout` and the layout's name.
pub static LAYOUT_METHODS: &[Builtin] =
    &[Builtin::new("layout.__reduce__", "(self)", "What pickle writes.", |vm, args| {
        let module = vm.import("torch.serialization")?;
        let (function, name) = (vm.get_attr(&module, "_get_layout")?, vm.repr(args.get(0))?);
        Ok(Value::tuple(vec![function, Value::tuple(vec![Value::str(name)])]))
    })];

fn coordinates<'a>(args: &'a Args, what: &str) -> Result<&'a Tensor> {
    let x = args.tensor(0)?;
    match x.format() {
        Format::Coo => Ok(x),
        format => {
            Err(Raise::runtime(format!("{what} expected sparse coordinate tensor layout but got {}", shown(format))))
        }
    }
}

/// A layout's name in PyTorch's messages.
fn shown(format: Format) -> &'static str {
    match format {
        Format::Strided => "Strided",
        Format::Coo => "Sparse",
        Format::Csr => "SparseCsr",
        Format::Csc => "SparseCsc",
        Format::Bsr => "SparseBsr",
        Format::Bsc => "SparseBsc",
    }
}

fn count(number: usize) -> Value {
    Value::Int(number as i64)
}

fn sparse_dim(_: &mut Vm, args: &Args) -> Result<Value> {
    Ok(count(args.tensor(0)?.parts().map_or(0, |parts| parts.sparse_dims())))
}

fn dense_dim(_: &mut Vm, args: &Args) -> Result<Value> {
    let x = args.tensor(0)?;
    Ok(count(x.parts().map_or(x.dim(), |parts| x.dim() - parts.sparse_dims())))
}

fn kept(_: &mut Vm, args: &Args) -> Result<Value> {
    match args.tensor(0)?.parts() {
        Some(parts) => Ok(count(parts.kept())),
        None => Err(Raise::runtime("_nnz expected sparse tensor layout but got Strided")),
    }
}

fn check_coalesced(x: &Tensor, what: &str) -> Result<()> {
    match engine::parts(x)?.coalesced {
        true => Ok(()),
        false => {
            let text = format!("Cannot get {what} on an uncoalesced tensor, please call .coalesce() first");
            Err(Raise::runtime(text))
        }
    }
}

fn indices(_: &mut Vm, args: &Args) -> Result<Value> {
    let x = coordinates(args, args.builtin.short_name().trim_start_matches('_'))?;
    if args.builtin.short_name() == "indices" {
        check_coalesced(x, "indices")?;
    }
    Ok(tensor_value(engine::parts(x)?.indices[0].detach()))
}

fn values(_: &mut Vm, args: &Args) -> Result<Value> {
    let x = args.tensor(0)?;
    if !x.is_sparse() {
        return Err(Raise::runtime("values expected sparse tensor layout but got Strided"));
    }
    if x.format() == Format::Coo {
        check_coalesced(x, "values")?;
    }
    Ok(tensor_value(engine::values(x)?))
}

/// The first or second indices of a tensor with compressed rows, or columns.
fn compressed(args: &Args, at: usize, by: &str) -> Result<Value> {
    let (x, name) = (args.tensor(0)?, args.builtin.short_name());
    if !x.format().is_compressed() || x.format().compresses_rows() != (by == "row") {
        let own = shown(x.format());
        return Err(Raise::runtime(format!("{name} expected sparse {by} compressed tensor layout but got {own}")));
    }
    Ok(tensor_value(engine::parts(x)?.indices[at].detach()))
}

fn to_dense(_: &mut Vm, args: &Args) -> Result<Value> {
    let x = args.tensor(0)?;
    if !args.is_none(1) && x.is_sparse() {
        return Err(Raise::runtime("dtype argument is not supported by sparse_to_dense"));
    }
    match x.is_sparse() {
        true => Ok(tensor_value(engine::to_dense(x)?)),
        false => Ok(args.get(0).clone()),
    }
}

fn from_dense(x: &Tensor, dims: i64) -> Result<Tensor> {
    if dims < i64::from(x.dim() > 0) || dims > x.dim() as i64 {
        return Err(Raise::runtime(format!(
            "sparse_dim must be in (0, {}] when self.dim() > 0, but got {dims}",
            x.dim()
        )));
    }
    Ok(engine::from_dense(x, dims as usize)?)
}

/// `to_sparse(sparse_dim)`, `to_sparse(layout=..., blocksize=...)`.
fn to_sparse(vm: &mut Vm, args: &Args) -> Result<Value> {
    let x = args.tensor(0)?;
    let dims = match args.get(1) {
        Value::Int(dims) => Some(*dims),
        _ => None,
    };
    let format = match args.get(1).downcast::<LayoutObject>() {
        Some(object) => object.0,
        None => layout_at(args, 2)?,
    };
    let block = if args.is_none(3) { None } else { Some(args.integers(vm, 3)?) };
    match (format.unwrap_or(Format::Coo), x.format()) {
        (format, own) if format == own && block.is_none() => Ok(args.get(0).clone()),
        (Format::Strided, _) => to_dense(vm, args),
        (Format::Coo, Format::Strided) => Ok(tensor_value(from_dense(x, dims.unwrap_or(x.dim() as i64))?)),
        (Format::Coo, _) => Ok(tensor_value(engine::in_coordinates(x)?)),
        (format, _) => compress(x, format, block.as_deref().unwrap_or_default()),
    }
}

fn compress(x: &Tensor, format: Format, block: &[i64]) -> Result<Value> {
    if x.dim() != 2 {
        let text = format!("{}: batches and dense dimensions are not supported here", format.name());
        return Err(Raise::new(tensorcell_language::Exc::NotImplementedError, text));
    }
    let block = match (format.is_blocked(), block) {
        (false, _) => [1, 1],
        (true, &[height, width]) if height > 0 && width > 0 => [height as usize, width as usize],
        (true, _) => {
            return Err(Raise::runtime(format!(
                "to_sparse_{}: blocksize needs to be a tuple of size 2, but got {}",
                &format.name()[7..],
                block.len()
            )));
        }
    };
    if (0..2).any(|dim| !x.shape()[dim].is_multiple_of(block[dim])) {
        let ([rows, columns], [height, width]) = ([x.shape()[0], x.shape()[1]], block);
        return Err(Raise::runtime(format!(
            "dense_to_{}: tensor sparse size ({rows},{columns}) must be divisible by given blocksize ({height},{width})",
            format.name()
        )));
    }
    Ok(tensor_value(engine::compress(x, format, block)?))
}

fn to_compressed(vm: &mut Vm, args: &Args) -> Result<Value> {
    let name = args.builtin.short_name().trim_start_matches("to_");
    let format = Format::ALL.into_iter().find(|format| format.name() == name).unwrap_or_default();
    let block = if format.is_blocked() { args.integers(vm, 1)?.to_vec() } else { Vec::new() };
    let x = args.tensor(0)?;
    if x.format() == format && !format.is_blocked() {
        return Ok(args.get(0).clone());
    }
    compress(x, format, &block)
}

/// `torch._sparse_assemble(layout, indices, values, size, coalesced)`
fn assemble(vm: &mut Vm, args: &Args) -> Result<Value> {
    let format = layout_at(args, 0)?.unwrap_or_default();
    let sizes = args.integers(vm, 3)?;
    if let Some(size) = sizes.iter().find(|size| **size < 0) {
        return Err(Raise::runtime(format!("Trying to create tensor with negative dimension {size}: {sizes:?}")));
    }
    let shape: Dims = sizes.iter().map(|&size| size as usize).collect();
    Ok(tensor_value(engine::assemble(format, &shape, &args.tensors(vm, 1)?, args.tensor(2)?, args.bool(4)?)?))
}

fn mask(_: &mut Vm, args: &Args) -> Result<Value> {
    let (x, pattern) = (args.tensor(0)?, args.tensor(1)?);
    if x.shape() != pattern.shape() {
        let text = "sparse_mask(): operands have incompatible sizes; self has size ";
        return Err(Raise::runtime(format!("{text}{:?} but mask has size {:?}", x.shape(), pattern.shape())));
    }
    match pattern.is_sparse() {
        true => Ok(tensor_value(engine::mask(x, pattern)?)),
        false => Err(Raise::type_error("sparse_mask(): argument 'mask' must be a sparse tensor")),
    }
}

/// `repr(x)` of a sparse tensor: its parts, each as `text` shows numbers, and its device, dtype and history where they are not implied.
pub fn sparse_text(
    x: &Tensor,
    [device, dtype, ending]: [Option<String>; 3],
    options: &PrintOptions,
    text: impl Fn(&Tensor, usize) -> Result<String>,
) -> Result<String> {
    const PREFIX: &str = "tensor(";
    let parts = engine::parts(x)?;
    let names: &[&str] = match parts.format {
        Format::Coo => &["indices"],
        format if format.compresses_rows() => &["crow_indices", "col_indices"],
        _ => &["ccol_indices", "row_indices"],
    };
    let mut lines = Vec::new();
    for (name, part) in names.iter().copied().zip(&parts.indices).chain([("values", &parts.values)]) {
        let begin = format!("{name}=tensor(");
        let mut line = format!("{begin}{}", text(part, PREFIX.len() + begin.len())?);
        if part.numel() == 0 {
            line.push_str(&format!(", size={}", tuple_text(part.shape())));
        }
        lines.push(line + ")");
    }
    let shape = [format!("size={}", tuple_text(x.shape())), format!("nnz={}", parts.kept())];
    let layout = format!("layout={}", parts.format);
    let suffixes: Vec<String> = device.into_iter().chain(shape).chain(dtype).chain([layout]).chain(ending).collect();
    let margin = " ".repeat(PREFIX.len());
    let text = format!("{PREFIX}{}", lines.join(&format!(",\n{margin}")));
    let close = if parts.format == Format::Coo { with_suffixes_below } else { with_suffixes };
    Ok(close(text, &suffixes, PREFIX.len(), options))
}

/// The name of a sparse tensor's layout in messages; None of a strided one.
pub fn sparse_layout(x: &Tensor) -> Option<&'static str> {
    x.is_sparse().then(|| shown(x.format()))
}

pub static FUNCTIONS: &[Builtin] = &[
    Builtin::new(
        "torch._sparse_assemble",
        "(layout, indices, values, size, coalesced)",
        "A sparse tensor of its parts.",
        assemble,
    ),
    Builtin::new(
        "Tensor.sparse_dim",
        "(self)",
        "The number of dimensions that a sparse tensor's indices index.",
        sparse_dim,
    ),
    Builtin::new(
        "Tensor.dense_dim",
        "(self)",
        "The number of dimensions that a sparse tensor's values have.",
        dense_dim,
    ),
    Builtin::new("Tensor._dimI", "(self)", "The number of sparse dimensions.", sparse_dim),
    Builtin::new("Tensor._dimV", "(self)", "The number of dense dimensions.", dense_dim),
    Builtin::new("Tensor._nnz", "(self)", "The number of elements that a sparse tensor keeps.", kept),
    Builtin::new(
        "Tensor.is_coalesced",
        "(self)",
        "Whether indices are sorted, and none of them occurs twice.",
        |_, args| Ok(Value::from(engine::parts(coordinates(args, "is_coalesced")?)?.coalesced)),
    ),
    Builtin::new("Tensor.coalesce", "(self)", "Sorts indices and adds the values of equal ones.", |_, args| {
        let x = coordinates(args, "coalesce")?;
        match engine::parts(x)?.coalesced {
            true => Ok(args.get(0).clone()),
            false => Ok(tensor_value(engine::coalesce(x)?)),
        }
    }),
    Builtin::new("Tensor.indices", "(self)", "The indices of a coalesced tensor.", indices),
    Builtin::new("Tensor._indices", "(self)", "The indices, coalesced or not.", indices),
    Builtin::new("Tensor.values", "(self)", "The values of a sparse tensor; of coordinates, if coalesced.", values),
    Builtin::new("Tensor._values", "(self)", "The values, coalesced or not, without history.", |_, args| {
        Ok(tensor_value(engine::parts(args.tensor(0)?)?.values.detach()))
    }),
    Builtin::new("Tensor.crow_indices", "(self)", "Where each row begins.", |_, args| compressed(args, 0, "row")),
    Builtin::new("Tensor.col_indices", "(self)", "The column of each element.", |_, args| compressed(args, 1, "row")),
    Builtin::new("Tensor.ccol_indices", "(self)", "Where each column begins.", |_, args| compressed(args, 0, "column")),
    Builtin::new("Tensor.row_indices", "(self)", "The row of each element.", |_, args| compressed(args, 1, "column")),
    Builtin::new(
        "Tensor.to_dense",
        "(self, dtype=None, *, masked_grad=None)",
        "The same elements in memory.",
        to_dense,
    ),
    Builtin::new(
        "Tensor.to_sparse",
        "(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None)",
        "The elements that are not zero, with their indices.",
        to_sparse,
    ),
    Builtin::new(
        "Tensor.to_sparse_coo",
        "(self)",
        "The elements that are not zero, with their coordinates.",
        |_, args| {
            let x = args.tensor(0)?;
            match x.format() {
                Format::Coo => Ok(args.get(0).clone()),
                Format::Strided => Ok(tensor_value(engine::from_dense(x, x.dim())?)),
                _ => Ok(tensor_value(engine::in_coordinates(x)?)),
            }
        },
    ),
    Builtin::new("Tensor.to_sparse_csr", "(self, dense_dim=None)", "Elements by rows.", to_compressed),
    Builtin::new("Tensor.to_sparse_csc", "(self, dense_dim=None)", "Elements by columns.", to_compressed),
    Builtin::new("Tensor.to_sparse_bsr", "(self, blocksize, dense_dim=None)", "Blocks by rows.", to_compressed),
    Builtin::new("Tensor.to_sparse_bsc", "(self, blocksize, dense_dim=None)", "Blocks by columns.", to_compressed),
    Builtin::new("Tensor.sparse_mask", "(self, mask)", "The elements at the places of a sparse tensor.", mask),
];
