//! `torch.einsum`: sums of products by letters, `...` for unlabelled dimensions, computed pairwise as batched matrix products.

use super::arguments::TensorArgs;
use super::linalg::product;
use super::numbers::integer_of;
use super::sequences::items_of;
use super::tensor::{tensor_of, tensor_value};
use super::views::{permute, reshape_to, select};
use std::collections::BTreeMap;
use tensorcell_engine as engine;
use tensorcell_language::native::Args;
use tensorcell_language::{Builtin, Raise, Result, Value, Vm};
use tensorcell_tensor::op::{Arg, Reduction};
use tensorcell_tensor::{Dims, Op, Tensor};

/// A subscript: a letter, or one of the dimensions of `...`, counted from the last.
type Label = char;

/// An ellipsis in a term, before its number of dimensions is known.
const ELLIPSIS: Label = '.';
const FIRST_HIDDEN: u32 = 0xE000;

fn hidden(from_last: usize) -> Label {
    char::from_u32(FIRST_HIDDEN + from_last as u32).unwrap_or(ELLIPSIS)
}

fn complain(text: String) -> Raise {
    Raise::runtime(format!("einsum(): {text}"))
}

/// Parses one term of an equation, such as `b...ij`.
fn parse_term(term: &str, whole: &str, output: bool) -> Result<Vec<Label>> {
    let mut labels = Vec::new();
    let mut rest = term;
    while let Some(first) = rest.chars().next() {
        if let Some(behind) = rest.strip_prefix("...") {
            if labels.contains(&ELLIPSIS) {
                return Err(complain(match output {
                    true => "found '.' for output but an ellipsis (...) was already found".to_owned(),
                    false => "found '.' for operand 0 for which an ellipsis was already found".to_owned(),
                }));
            }
            labels.push(ELLIPSIS);
            rest = behind;
            continue;
        }
        if first == '.' {
            return Err(complain("found '.' that is not part of any ellipsis".to_owned()));
        }
        if !first.is_ascii_alphabetic() {
            let at = whole.find(first).unwrap_or(0);
            return Err(complain(format!(
                "invalid subscript given at index {at} in the equation string, subscripts must be in [a-zA-Z]"
            )));
        }
        labels.push(first);
        rest = &rest[first.len_utf8()..];
    }
    Ok(labels)
}

/// Reads `[0, ..., 2]`, of the form with lists instead of an equation.
fn sublist(vm: &mut Vm, value: &Value, at: usize) -> Result<Vec<Label>> {
    let items = items_of(value).ok_or_else(|| complain(format!("expected a list of subscripts for operand {at}")))?;
    let mut labels = Vec::new();
    for item in &items {
        if matches!(item, Value::Ellipsis) {
            labels.push(ELLIPSIS);
            continue;
        }
        let number = integer_of(vm, item)?.filter(|number| (0..52).contains(number));
        let number = number.ok_or_else(|| {
            complain(format!("not within the valid range [0, 52) for operand {at} in the list of subscripts"))
        })? as u8;
        labels.push(char::from(if number < 26 { b'A' + number } else { b'a' + number - 26 }));
    }
    Ok(labels)
}

/// The operands, their terms, and the output's term if given.
struct Expression {
    tensors: Vec<Tensor>,
    terms: Vec<Vec<Label>>,
    output: Option<Vec<Label>>,
}

fn expression(vm: &mut Vm, args: &Args) -> Result<Expression> {
    let rest = args.rest(1);
    if let Some(first) = tensor_of(args.get(0)) {
        let (mut tensors, mut terms, mut output) = (vec![first.clone()], Vec::new(), None);
        for (at, value) in rest.iter().enumerate() {
            match tensor_of(value) {
                Some(tensor) => tensors.push(tensor.clone()),
                None if terms.len() < tensors.len() => terms.push(sublist(vm, value, at / 2)?),
                None => output = Some(sublist(vm, value, at / 2)?),
            }
        }
        return Ok(Expression { tensors, terms, output });
    }
    let equation: String = args.str(0)?.chars().filter(|c| !c.is_whitespace()).collect();
    let values = match rest {
        [one] if items_of(one).is_some() => items_of(one).unwrap_or_default(),
        many => many.to_vec(),
    };
    let mut tensors = Vec::new();
    for value in &values {
        tensors.push(tensor_of(value).ok_or_else(|| args.must_be(1, "tuple of Tensors"))?.clone());
    }
    if tensors.is_empty() {
        return Err(complain("must provide at least one operand".to_owned()));
    }
    let (left, right) = match equation.split_once("->") {
        Some((left, right)) => (left, Some(right)),
        None => (equation.as_str(), None),
    };
    let terms = left.split(',').map(|term| parse_term(term, &equation, false)).collect::<Result<Vec<_>>>()?;
    let output = right.map(|term| parse_term(term, &equation, true)).transpose()?;
    Ok(Expression { tensors, terms, output })
}

/// Replaces every `...` by labels. Returns the length of the longest one.
fn name_ellipses(found: &mut Expression) -> Result<usize> {
    let mut longest = 0;
    for (at, (term, tensor)) in found.terms.iter_mut().zip(&found.tensors).enumerate() {
        let place = term.iter().position(|label| *label == ELLIPSIS);
        let named = term.len() - usize::from(place.is_some());
        let fits = if place.is_some() { named <= tensor.dim() } else { named == tensor.dim() };
        if !fits {
            let (or, more) = match place {
                Some(_) => ("is more than", ""),
                None => ("does not match", " and no ellipsis was given"),
            };
            return Err(complain(format!(
                "the number of subscripts in the equation ({named}) {or} the number of dimensions ({}) for operand {at}{more}",
                tensor.dim()
            )));
        }
        if let Some(place) = place {
            let count = tensor.dim() - named;
            longest = longest.max(count);
            term.splice(place..=place, (0..count).rev().map(hidden));
        }
    }
    Ok(longest)
}

fn shown(label: Label) -> String {
    if (label as u32) < FIRST_HIDDEN { label.to_string() } else { "...".to_owned() }
}

/// Returns the size of every label. Dimensions of size 1 broadcast.
fn sizes(found: &Expression) -> Result<BTreeMap<Label, usize>> {
    let mut sizes = BTreeMap::new();
    for (at, (term, tensor)) in found.terms.iter().zip(&found.tensors).enumerate() {
        for (&label, &size) in term.iter().zip(tensor.shape()) {
            let known = *sizes.entry(label).or_insert(size);
            if known == 1 {
                sizes.insert(label, size);
            } else if size != known && size != 1 {
                return Err(complain(format!(
                    "subscript {} has size {size} for operand {at} which does not broadcast with previously seen size {known}",
                    shown(label)
                )));
            }
        }
    }
    Ok(sizes)
}

/// Returns the output's term: the given one, or all of `...` followed by the letters that occur once, in alphabetical order.
fn output_of(found: &Expression, longest: usize, sizes: &BTreeMap<Label, usize>) -> Result<Vec<Label>> {
    let ellipsis = || (0..longest).rev().map(hidden);
    let Some(given) = &found.output else {
        let count = |label: &Label| found.terms.iter().flatten().filter(|other| *other == label).count();
        let letters = sizes.keys().copied().filter(|label| (*label as u32) < FIRST_HIDDEN && count(label) == 1);
        return Ok(ellipsis().chain(letters).collect());
    };
    let mut output = Vec::new();
    for (at, &label) in given.iter().enumerate() {
        if label == ELLIPSIS {
            output.extend(ellipsis());
            continue;
        }
        if given[..at].contains(&label) {
            return Err(complain(format!("output subscript {label} appears more than once in the output")));
        }
        if !sizes.contains_key(&label) {
            return Err(complain(format!(
                "output subscript {label} does not appear in the equation for any input operand"
            )));
        }
        output.push(label);
    }
    Ok(output)
}

fn einsum(vm: &mut Vm, args: &Args) -> Result<Value> {
    if args.rest(1).is_empty() {
        return Err(Raise::value_error(
            "einsum(): must specify the equation string and at least one operand, or at least one operand and its subscripts list",
        ));
    }
    let mut found = expression(vm, args)?;
    vm.check_interrupt()?;
    if found.terms.len() != found.tensors.len() {
        let which = if found.terms.len() > found.tensors.len() { "fewer" } else { "more" };
        return Err(complain(format!("{which} operands were provided than specified in the equation")));
    }
    let longest = name_ellipses(&mut found)?;
    let sizes = sizes(&found)?;
    let output = output_of(&found, longest, &sizes)?;
    let mut operands = Vec::new();
    for (tensor, term) in found.tensors.into_iter().zip(found.terms) {
        operands.push(without_ones(diagonals(tensor, term)?, &sizes)?);
    }
    let mut operands = operands.into_iter();
    let Some((mut tensor, mut term)) = operands.next() else {
        return Err(complain("must provide at least one operand".to_owned()));
    };
    let rest: Vec<(Tensor, Vec<Label>)> = operands.collect();
    for (i, (other, other_term)) in rest.iter().enumerate() {
        let needed = |c: &Label| output.contains(c) || rest[i + 1..].iter().any(|(_, later)| later.contains(c));
        (tensor, term) = contract(&tensor, &term, other, other_term, needed)?;
    }
    let summed: Dims = (0..term.len()).filter(|&at| !output.contains(&term[at])).collect();
    if !summed.is_empty() {
        let op = Op::Reduce { function: Reduction::Sum, dims: summed, keepdim: false, correction: 0.0 };
        tensor = engine::run(op, &[Arg::Tensor(&tensor)])?;
        term.retain(|c| output.contains(c));
    }
    spread_over(&tensor, &term, &output).map(tensor_value)
}

/// Takes the diagonal for a label that occurs twice in one term.
fn diagonals(mut tensor: Tensor, mut term: Vec<Label>) -> Result<(Tensor, Vec<Label>)> {
    while let Some((dim1, dim2)) =
        (0..term.len()).find_map(|i| term[i + 1..].iter().position(|c| *c == term[i]).map(|j| (i, i + 1 + j)))
    {
        if tensor.shape()[dim1] != tensor.shape()[dim2] {
            return Err(complain(format!(
                "subscript {} is repeated for operand 0 but the sizes don't match, {} != {}",
                shown(term[dim1]),
                tensor.shape()[dim2],
                tensor.shape()[dim1]
            )));
        }
        tensor = engine::view(&tensor, tensorcell_tensor::op::View::Diagonal { offset: 0, dim1, dim2 })?;
        let label = term[dim1];
        term.remove(dim2);
        term.remove(dim1);
        term.push(label);
    }
    Ok((tensor, term))
}

/// Removes dimensions of size 1 whose label is larger elsewhere: they broadcast.
fn without_ones(
    (mut tensor, mut term): (Tensor, Vec<Label>),
    sizes: &BTreeMap<Label, usize>,
) -> Result<(Tensor, Vec<Label>)> {
    for dim in (0..term.len()).rev() {
        if tensor.shape()[dim] == 1 && sizes.get(&term[dim]) != Some(&1) {
            tensor = select(&tensor, dim, 0)?;
            term.remove(dim);
        }
    }
    Ok((tensor, term))
}

/// Permutes a tensor to one dimension per letter, with size 1 for missing ones.
fn spread_over(input: &Tensor, own: &[char], letters: &[char]) -> Result<Tensor> {
    let order: Dims = letters.iter().filter_map(|letter| own.iter().position(|x| x == letter)).collect();
    let ordered = permute(input, order)?;
    let mut sizes = ordered.shape().iter().copied();
    let shape: Dims =
        letters.iter().map(|letter| if own.contains(letter) { sizes.next().unwrap_or(1) } else { 1 }).collect();
    reshape_to(&ordered, &shape)
}

/// Contracts two operands: shared and needed letters form the batch, shared and unneeded ones are summed.
fn contract(
    a: &Tensor,
    own: &[char],
    b: &Tensor,
    other: &[char],
    needed: impl Fn(&char) -> bool,
) -> Result<(Tensor, Vec<char>)> {
    let shared = |c: &&char| other.contains(c);
    let batch: Vec<char> = own.iter().filter(shared).filter(|c| needed(c)).copied().collect();
    let summed: Vec<char> = own.iter().filter(shared).filter(|c| !needed(c)).copied().collect();
    let rows: Vec<char> = own.iter().filter(|c| !other.contains(c)).copied().collect();
    let columns: Vec<char> = other.iter().filter(|c| !own.contains(c)).copied().collect();
    let size = |letters: &[char], tensor: &Tensor, term: &[char]| -> Vec<usize> {
        letters.iter().filter_map(|c| term.iter().position(|x| x == c)).map(|at| tensor.shape()[at]).collect()
    };
    let count = |sizes: &[usize]| sizes.iter().product::<usize>();
    let (batch_sizes, sum_sizes) = (size(&batch, a, own), size(&summed, a, own));
    let (row_sizes, column_sizes) = (size(&rows, a, own), size(&columns, b, other));
    let first: Vec<char> = [batch.as_slice(), &rows, &summed].concat();
    let second: Vec<char> = [batch.as_slice(), &summed, &columns].concat();
    let a = reshape_to(&spread_over(a, own, &first)?, &[count(&batch_sizes), count(&row_sizes), count(&sum_sizes)])?;
    let b =
        reshape_to(&spread_over(b, other, &second)?, &[count(&batch_sizes), count(&sum_sizes), count(&column_sizes)])?;
    // PyTorch contracts with `bmm`, so autocast applies to it, even though einsum has no policy.
    let (mut a, mut b) = (a, b);
    if engine::autocast::is_active() {
        let both = [a.clone(), b.clone()];
        a = super::autocast::operand("bmm", &a, &both)?.unwrap_or(a);
        b = super::autocast::operand("bmm", &b, &both)?.unwrap_or(b);
    }
    let result = product(&a, &b)?;
    let shape = [batch_sizes, row_sizes, column_sizes].concat();
    Ok((reshape_to(&result, &shape)?, [batch, rows, columns].concat()))
}

/// The functions of the torch module.
pub static FUNCTIONS: &[Builtin] = &[Builtin::new(
    "torch.einsum",
    "(equation, *operands) -> Tensor",
    "Sums of products by letters: 'bij,bjk->bik'.\n\n\
     Errors: RuntimeError where sizes of one letter differ:\n\
     \x20       `torch.einsum('ij,jk->ik', torch.ones(2, 3), torch.ones(4, 5))`\n\
     \x20       RuntimeError where letters and dimensions do not match:\n\
     \x20       `torch.einsum('ijk->i', torch.ones(2, 3))`\n\n\
     >>> torch.einsum('ij,j->i', torch.eye(2), torch.tensor([1., 2.]))\n\
     tensor([1., 2.])",
    einsum,
)];
