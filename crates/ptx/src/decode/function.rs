//! Lowers the statements of one function to operations.

use super::lowering::{Lowering, Outside, Result, Signature, Symbol};
use crate::alu::mnemonic::Mnemonic;
use crate::program::op::Op;
use crate::program::{Class, Function, Place, Shared};
use crate::scalar::Space;
use crate::text::Error;
use crate::text::tree::{self, Instruction, Statement, Variable};

/// A lowered function and its properties that the module needs.
pub(crate) struct Lowered {
    pub(crate) function: Function,
    /// End of its shared memory.
    pub(crate) shared: u32,
    pub(crate) variables: Vec<Shared>,
    pub(crate) sites: u32,
    pub(crate) granule: u32,
}

/// Returns the size of a variable in bytes.
pub(crate) fn bytes_of(variable: &Variable<'_>) -> Result<u64> {
    let count = variable.count.ok_or_else(|| Error::new(variable.line, format!("`{}` has no size", variable.name)))?;
    Ok(count * variable.scalar.bytes())
}

/// Lays out parameters in order, each at its alignment, starting at `from`.
pub(crate) fn in_order(variables: &[Variable<'_>], from: u64) -> Result<Vec<Place>> {
    let mut end = from;
    variables
        .iter()
        .map(|variable| {
            let (offset, bytes) = (end.next_multiple_of(variable.align.max(1)), bytes_of(variable)?);
            end = offset + bytes;
            if end > 1 << 20 {
                return Err(Error::new(variable.line, format!("{end} bytes of parameters are too many")));
            }
            Ok(Place { offset: offset as u32, bytes: bytes as u32 })
        })
        .collect()
}

/// Lowers a function with a body; its shared variables start at `shared` or later.
pub(crate) fn lower(
    outside: &Outside,
    function: &tree::Function<'_>,
    body: &[Statement<'_>],
    shared: u32,
    sites: u32,
) -> Result<Lowered> {
    let mut lowering = Lowering::new(outside, function.entry, shared, sites);
    lowering.line = function.line;
    let (returns, parameters) = lowering.declare_parameters(function)?;
    lowering.declare_ahead(body)?;
    for statement in body {
        lowering.statement(statement)?;
    }
    lowering.set_guard(None)?;
    lowering.emit(Op::Return, Class::Branch);
    lowering.resolve()?;
    let (shared, variables) = (lowering.shared, lowering.variables);
    let (sites, granule) = (lowering.sites, lowering.granule);
    let function = Function {
        name: function.name.to_owned(),
        code: lowering.code,
        lines: lowering.lines,
        registers: lowering.registers,
        words: lowering.words.into_iter().map(|(value, slot)| (slot, value)).collect(),
        doubles: lowering.doubles.into_iter().map(|(value, slot)| (slot, value)).collect(),
        frame: lowering.frame.next_multiple_of(16),
        returns,
        parameters,
    };
    Ok(Lowered { function, shared, variables, sites, granule })
}

impl Lowering<'_> {
    /// Assigns places to results and parameters: a kernel's parameters are in their own space, a function's in its frame.
    fn declare_parameters(&mut self, function: &tree::Function<'_>) -> Result<(Vec<Place>, Vec<Place>)> {
        if function.entry {
            let places = in_order(&function.parameters, 0)?;
            for (variable, place) in function.parameters.iter().zip(&places) {
                self.declare(variable.name, Symbol::Parameter(*place))?;
            }
            return Ok((Vec::new(), places));
        }
        let (mut returns, mut parameters) = (Vec::new(), Vec::new());
        for (variables, places) in [(&function.returns, &mut returns), (&function.parameters, &mut parameters)] {
            for variable in variables {
                let place = self.place(bytes_of(variable)?, variable.align)?;
                self.declare(variable.name, Symbol::Frame(place))?;
                places.push(place);
            }
        }
        Ok((returns, parameters))
    }

    /// Declares names that may be used before their declaration: lists of branch targets.
    fn declare_ahead(&mut self, body: &[Statement<'_>]) -> Result<()> {
        for statement in body {
            if let Statement::Targets { name, labels, .. } = statement {
                let labels = labels.iter().map(|label| (*label).to_owned()).collect();
                self.declare(name, Symbol::Targets(labels))?;
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement<'_>) -> Result<()> {
        match statement {
            Statement::Open => self.open(),
            Statement::Close => self.close(),
            Statement::Label { line, name } => {
                self.line = *line;
                self.label(name)?;
            }
            Statement::Registers { line, scalar, name, count } => {
                self.line = *line;
                self.declare_registers(*scalar, name, *count)?;
            }
            Statement::Variable(variable) => {
                self.line = variable.line;
                self.variable(variable)?;
            }
            Statement::Targets { .. } => {}
            Statement::Location { file, line } => {
                if *line > 0 {
                    self.source = (*file, *line);
                }
            }
            Statement::Instruction(instruction) => self.instruction(instruction)?,
        }
        Ok(())
    }

    fn variable(&mut self, variable: &Variable<'_>) -> Result<()> {
        let symbol = match variable.space {
            Space::Local | Space::Param => Symbol::Frame(self.place(bytes_of(variable)?, variable.align)?),
            Space::Shared if variable.count.is_none() => Symbol::Dynamic,
            Space::Shared => {
                let place = shared_place(self.shared, variable)?;
                let start = place.offset;
                self.shared = start + place.bytes;
                self.variables.push(place);
                Symbol::Shared(start)
            }
            space => return self.fail(format!("a variable in {space:?} memory is not supported in a body")),
        };
        self.declare(variable.name, symbol)
    }

    fn instruction(&mut self, instruction: &Instruction<'_>) -> Result<()> {
        self.line = instruction.line;
        self.set_guard(instruction.guard)?;
        let mut m = Mnemonic::new(instruction.mnemonic, instruction.line);
        let operands = &instruction.operands;
        let found = self.controlling(&mut m, operands)?
            || self.by_lanes_together(&mut m, operands)?
            || self.reaching_memory(&mut m, operands)?
            || self.between_registers(&mut m, operands)?;
        self.set_guard(None)?;
        if !found {
            return Err(refused(&m));
        }
        m.finish()
    }
}

/// Returns the place of a shared variable, at or after `end`.
pub(crate) fn shared_place(end: u32, variable: &Variable<'_>) -> Result<Shared> {
    let (offset, bytes) = (u64::from(end).next_multiple_of(variable.align.max(1)), bytes_of(variable)?);
    if offset + bytes > 1 << 24 {
        return Err(Error::new(variable.line, format!("`{}` is too large for shared memory", variable.name)));
    }
    Ok(Shared { name: variable.name.to_owned(), offset: offset as u32, bytes: bytes as u32 })
}

fn refused(m: &Mnemonic<'_>) -> Error {
    let why = match m.operation {
        "wgmma" => "multiplies matrices by warp groups, which is not supported; mma.sync is",
        "tcgen05" => "belongs to Blackwell's tensor memory, which is not supported; mma.sync is",
        "wmma" => "is not supported; mma.sync is",
        "mbarrier" | "cp" | "tensormap" | "multimem" => {
            "belongs to the tensor memory accelerator, which is not supported"
        }
        "tex" | "tld4" | "txq" | "suld" | "sust" | "sured" | "suq" => {
            "reads textures or surfaces, which are not supported"
        }
        "alloca" | "stacksave" | "stackrestore" => "changes the stack, which is not supported",
        _ => "is not supported",
    };
    m.error(why)
}

/// Returns the places of a function's results and parameters, for its callers.
pub(crate) fn signature(function: &tree::Function<'_>, index: Option<usize>) -> Result<Signature> {
    let place = |variables: &[Variable<'_>]| in_order(variables, 0);
    Ok(Signature { index, returns: place(&function.returns)?, parameters: place(&function.parameters)? })
}
