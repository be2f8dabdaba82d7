//! From a syntax tree to a validated program.

mod accesses;
mod control;
mod function;
pub(crate) mod lowering;
mod registers;
mod together;

use crate::memory::Buffer;
use crate::program::{Function, Global, Kernel, Program, Shared};
use crate::scalar::{Scalar, Space};
use crate::text::Error;
use crate::text::parse::parse;
use crate::text::tree::{self, Constant, Literal, Module, Variable};
use function::{Lowered, bytes_of, in_order, lower, shared_place, signature};
use lowering::{FUNCTION_WINDOW, Outside, Result, Symbol};
use std::collections::HashMap;

/// Bytes between two variables of a module, so that out-of-bounds accesses are detected.
const GAP: u64 = 256;

impl Program {
    /// Parses a module.
    ///
    /// # Errors
    /// Text that is not valid PTX or not supported, with its line.
    pub fn parse(text: &str) -> std::result::Result<Program, Error> {
        let module = parse(text)?;
        let indices = indices(&module)?;
        let mut outside = Outside::default();
        for function in &module.functions {
            let index = indices.get(function.name).copied();
            if index.is_some() || !outside.signatures.contains_key(function.name) {
                outside.signatures.insert(function.name.to_owned(), signature(function, index)?);
            }
            if let Some(index) = index {
                outside.symbols.insert(function.name.to_owned(), Symbol::Function(index));
            }
        }
        let (globals, memory) = place_globals(&module)?;
        for (name, global) in &globals {
            outside.symbols.insert(name.clone(), Symbol::Global(global.address));
        }
        initialise(&module, &outside, &globals, &memory)?;
        let shared = place_shared(&module, &mut outside)?;
        assemble(&module, &indices, &outside, shared, globals, memory)
    }
}

/// Numbers the functions that have bodies.
fn indices<'a>(module: &Module<'a>) -> Result<HashMap<&'a str, usize>> {
    let mut indices = HashMap::new();
    for function in module.functions.iter().filter(|function| function.body.is_some()) {
        let index = indices.len();
        if indices.insert(function.name, index).is_some() {
            return Err(Error::new(function.line, format!("function `{}` has two bodies", function.name)));
        }
    }
    Ok(indices)
}

/// Allocates the module's variables.
fn place_globals(module: &Module<'_>) -> Result<(HashMap<String, Global>, Buffer)> {
    let variables = || module.variables.iter().filter(|v| matches!(v.space, Space::Global | Space::Const));
    let (mut end, mut places) = (GAP, Vec::new());
    for variable in variables() {
        if variable.external {
            return Err(Error::new(variable.line, format!("`{}` is defined in another module", variable.name)));
        }
        let offset = end.next_multiple_of(variable.align.clamp(1, 256));
        let bytes = bytes_of(variable)?;
        end = offset + bytes + GAP;
        if end > 1 << 30 {
            return Err(Error::new(variable.line, "variables exceed one GiB"));
        }
        places.push((offset, bytes));
    }
    let memory = Buffer::new(end as usize);
    let mut globals = HashMap::new();
    for (variable, (offset, bytes)) in variables().zip(places) {
        let address = memory.address() + offset;
        globals.insert(variable.name.to_owned(), Global { space: variable.space, address, bytes });
    }
    Ok((globals, memory))
}

fn initialise(
    module: &Module<'_>,
    outside: &Outside,
    globals: &HashMap<String, Global>,
    memory: &Buffer,
) -> Result<()> {
    for variable in &module.variables {
        let Some(global) = globals.get(variable.name) else {
            continue;
        };
        let size = variable.scalar.bytes();
        if variable.values.len() as u64 * size > global.bytes {
            return Err(Error::new(variable.line, format!("`{}` has too many values", variable.name)));
        }
        for (i, value) in variable.values.iter().enumerate() {
            let bits = value_bits(variable, value, outside)?;
            let offset = global.address - memory.address() + i as u64 * size;
            memory.write(offset as usize, &bits.to_le_bytes()[..size.min(8) as usize]);
        }
    }
    Ok(())
}

fn value_bits(variable: &Variable<'_>, value: &Constant<'_>, outside: &Outside) -> Result<u64> {
    match value {
        Constant::Bits { value, of: Literal::Double } if variable.scalar == Scalar::F32 => {
            Ok(u64::from((f64::from_bits(*value) as f32).to_bits()))
        }
        Constant::Bits { value, .. } => Ok(*value),
        Constant::Symbol { name, offset } => match outside.symbols.get(*name) {
            Some(Symbol::Global(address)) => Ok(address.wrapping_add(*offset as u64)),
            Some(Symbol::Function(index)) => Ok(FUNCTION_WINDOW + *index as u64 * 16),
            _ => Err(Error::new(variable.line, format!("`{name}` is not a variable with an address"))),
        },
    }
}

/// Assigns places to the module's shared variables.
fn place_shared(module: &Module<'_>, outside: &mut Outside) -> Result<Vec<Shared>> {
    let mut placed = Vec::new();
    for variable in module.variables.iter().filter(|variable| variable.space == Space::Shared) {
        let symbol = if variable.count.is_none() {
            Symbol::Dynamic
        } else {
            let place = shared_place(end_of(&placed), variable)?;
            let start = place.offset;
            placed.push(place);
            Symbol::Shared(start)
        };
        outside.symbols.insert(variable.name.to_owned(), symbol);
    }
    Ok(placed)
}

fn end_of(placed: &[Shared]) -> u32 {
    placed.last().map_or(0, |last| last.offset + last.bytes)
}

fn assemble(
    module: &Module<'_>,
    indices: &HashMap<&str, usize>,
    outside: &Outside,
    mut variables: Vec<Shared>,
    globals: HashMap<String, Global>,
    memory: Buffer,
) -> Result<Program> {
    let mut functions: Vec<Option<Function>> = (0..indices.len()).map(|_| None).collect();
    let (mut kernels, mut sites, mut granule) = (HashMap::new(), 0, 4);
    // Functions first: their shared variables come before those of the kernels.
    let with_bodies = || module.functions.iter().filter_map(|f| f.body.as_ref().map(|body| (f, body)));
    for (function, body) in with_bodies().filter(|(function, _)| !function.entry) {
        let lowered = lower(outside, function, body, end_of(&variables), sites)?;
        (sites, granule) = (lowered.sites, granule.min(lowered.granule));
        variables.extend(lowered.variables);
        functions[indices[function.name]] = Some(lowered.function);
    }
    for (function, body) in with_bodies().filter(|(function, _)| function.entry) {
        let mut lowered = lower(outside, function, body, end_of(&variables), sites)?;
        sites = lowered.sites;
        lowered.granule = lowered.granule.min(granule);
        lowered.variables.splice(..0, variables.iter().cloned());
        let kernel = kernel(function, indices[function.name], &mut lowered)?;
        kernels.insert(function.name.to_owned(), kernel);
        functions[indices[function.name]] = Some(lowered.function);
    }
    let functions: Vec<Function> = functions.into_iter().flatten().collect();
    let constants =
        globals.values().filter(|g| g.space == Space::Const).map(|g| (g.address, g.address + g.bytes)).collect();
    Ok(Program {
        functions,
        kernels,
        globals,
        files: module.files.iter().map(|(number, name)| (*number, (*name).to_owned())).collect(),
        memory,
        constants,
        sites,
        version: module.version,
        target: module.target.to_owned(),
    })
}

fn kernel(function: &tree::Function<'_>, index: usize, lowered: &mut Lowered) -> Result<Kernel> {
    let places = in_order(&function.parameters, 0)?;
    let parameter_bytes = places.last().map_or(0, |place| (place.offset + place.bytes) as usize);
    let threads = |sizes: [u32; 3]| sizes.iter().fold(1u32, |product, size| product.saturating_mul(*size));
    Ok(Kernel {
        function: index,
        places,
        parameter_bytes,
        shared_bytes: lowered.shared,
        required: function.required,
        most_threads: function.most.map(threads),
        registers: function.registers,
        granule: lowered.granule,
        shared: std::mem::take(&mut lowered.variables),
    })
}
