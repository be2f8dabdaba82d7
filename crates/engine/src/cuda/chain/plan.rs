//! A chain as a plan, and the CUDA C++ generated from it with the table's rows: each element passes through all steps in registers.

use super::super::launch::dtype_name;
use super::super::source;
use super::{KERNEL, PACK};
use smallvec::SmallVec;
use std::fmt::Write;
use tensorcell_device::activity;
use tensorcell_tensor::pointwise::Rule;
use tensorcell_tensor::{DType, Pointwise, Reduction};

/// How an operand in memory is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Read {
    /// Contiguous and aligned: in packs.
    Packs,
    /// One element for all positions.
    Single,
    /// By strides; the value is the operand's index among strided operands.
    Strided(u8),
}

/// An operand of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    Step(u8),
    Number(u8),
    Input(u8),
}

/// A row of the pointwise table over operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Planned {
    /// `None` for a conversion of the operand to `dtype`.
    pub function: Option<Pointwise>,
    pub dtype: DType,
    pub operands: SmallVec<[Operand; 3]>,
    /// Its output index, if the result is written.
    pub output: Option<u8>,
}

/// The reduction of a step's elements, by blocks or by threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reduced {
    pub function: Reduction,
    pub step: u8,
    pub by_block: bool,
}

/// Everything that determines a chain's kernel. Addresses, sizes and numbers are parameters of the kernel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    pub compute: DType,
    pub inputs: SmallVec<[(DType, Read); 4]>,
    /// Dimensions of the index space of strided operands.
    pub dims: u8,
    pub steps: SmallVec<[Planned; 8]>,
    pub reduced: Option<Reduced>,
}

/// A dtype's name in the kernels' C++.
fn cpp(dtype: DType) -> &'static str {
    match dtype {
        DType::Float32 => "float",
        DType::Float64 => "double",
        dtype => dtype_name(dtype),
    }
}

impl Planned {
    fn name(&self) -> &'static str {
        self.function.map_or("to", |function| function.row().name)
    }
    fn rule(&self) -> Option<Rule> {
        self.function.map(|function| function.row().rule)
    }
}

impl Plan {
    /// The kernel's displayed name, such as `mul+add+tanh_f32`.
    pub(super) fn name(&self) -> &'static str {
        const SHOWN: usize = 6;
        let mut names: Vec<&str> = self.steps.iter().take(SHOWN).map(Planned::name).collect();
        if self.steps.len() > SHOWN {
            names.push("...");
        }
        names.extend(self.reduced.map(|reduced| reduced.function.name()));
        activity::interned(&format!("{}_{}", names.join("+"), dtype_name(self.compute)))
    }

    /// The complete CUDA C++ of the kernel.
    pub fn text(&self) -> String {
        let parameter = if self.reduced.is_some() { "ChainReduce all" } else { "Chain s" };
        let mut text = format!(
            "extern \"C\" __global__ void {KERNEL}(const __grid_constant__ {parameter}) {{\n\
             typedef {} T; typedef Compute<T> V; constexpr int WIDTH = {PACK} / sizeof(T);\n",
            cpp(self.compute)
        );
        if self.reduced.is_some() {
            text.push_str("const Chain& s = all.chain;\n");
        }
        for (i, (dtype, _)) in self.of(|read| read == Read::Single) {
            let _ = writeln!(text, "const {0} m{i} = element<{0}>(s.inputs[{i}], 0);", cpp(dtype));
        }
        match self.reduced {
            None => {
                text.push_str("GRID_STRIDE(chunk, s.n / WIDTH) {\n");
                self.pack(&mut text, None);
                // The remaining elements, fewer than a pack.
                text.push_str("}\nconst u64 at = s.n / WIDTH * WIDTH + thread_number();\nif (at < s.n) {\n");
                self.single(&mut text, None);
                text.push_str("}\n");
            }
            Some(reduced) => {
                // Visits the elements in the same order as the reduction alone would.
                text.push_str(
                    "auto elements = [&](const Piece& piece, u64 thread, u64 threads, auto visit) {\n\
                     const u64 row = piece.result * all.reduce.length;\n\
                     each_in_packs<WIDTH>((row + piece.begin) % WIDTH, piece.begin, piece.end, thread, threads, [&](u64 number) {\n\
                     const u64 at = row + number;\n",
                );
                self.single(&mut text, Some(reduced));
                text.push_str("}, [&](u64 number) {\nconst u64 chunk = (row + number) / WIDTH;\n");
                self.pack(&mut text, Some(reduced));
                text.push_str("});\n};\n");
                let way = if reduced.by_block { "each_by_block" } else { "each_by_thread" };
                let element = self.stored_as(&self.steps[reduced.step as usize]);
                let call = source::reduction(reduced.function as usize, element);
                let _ = writeln!(text, "{way}<{call}>(all.reduce, elements);");
            }
        }
        text.push_str("}\n");
        let rows = self.steps.iter().filter_map(|step| step.function);
        let mut variants: Vec<String> = rows.map(|function| format!("{function:?}")).collect();
        variants.sort();
        variants.dedup();
        source::chain_program(&variants, self.reduced.map(|reduced| reduced.by_block), &text)
    }

    fn stored(&self) -> impl Iterator<Item = (usize, &Planned, u8)> {
        self.steps.iter().enumerate().filter_map(|(i, step)| Some((i, step, step.output?)))
    }

    /// Passes an element to the reduction.
    fn visited(&self, text: &mut String, reduced: Option<Reduced>, number: &str) {
        if let Some(Reduced { step, .. }) = reduced {
            let step = step as usize;
            let _ = writeln!(text, "visit({number}, {});", self.narrowed(&self.steps[step], step));
        }
    }

    /// Runs all steps on the pack `chunk`.
    fn pack(&self, text: &mut String, reduced: Option<Reduced>) {
        for (i, (dtype, _)) in self.of(|read| read == Read::Packs) {
            let pack = format!("Pack<{}, WIDTH>", cpp(dtype));
            let _ = writeln!(text, "const {pack} m{i} = ((const {pack}*)s.inputs[{i}])[chunk];");
        }
        for (i, step, _) in self.stored() {
            let _ = writeln!(text, "Pack<{}, WIDTH> r{i};", self.stored_as(step));
        }
        text.push_str("for (int j = 0; j < WIDTH; j++) {\n");
        self.offsets(text, "chunk * WIDTH + j");
        self.body(text, |i| format!("m{i}.at[j]"));
        for (i, step, _) in self.stored() {
            let _ = writeln!(text, "r{i}.at[j] = {};", self.narrowed(step, i));
        }
        self.visited(text, reduced, "number + j");
        text.push_str("}\n");
        for (i, step, output) in self.stored() {
            let _ = writeln!(text, "((Pack<{}, WIDTH>*)s.outputs[{output}])[chunk] = r{i};", self.stored_as(step));
        }
    }

    /// Runs all steps on the element `at`.
    fn single(&self, text: &mut String, reduced: Option<Reduced>) {
        self.offsets(text, "at");
        self.body(text, |i| format!("element<{}>(s.inputs[{i}], (i64)at)", cpp(self.inputs[i].0)));
        for (i, step, output) in self.stored() {
            let (stored, value) = (self.stored_as(step), self.narrowed(step, i));
            let _ = writeln!(text, "element<{stored}>(s.outputs[{output}], (i64)at) = {value};");
        }
        self.visited(text, reduced, "number");
    }

    fn of(&self, wanted: impl Fn(Read) -> bool) -> impl Iterator<Item = (usize, (DType, Read))> {
        self.inputs.iter().copied().enumerate().filter(move |(_, (_, read))| wanted(*read))
    }

    /// Computes the offsets of the strided operands' elements.
    fn offsets(&self, text: &mut String, number: &str) {
        let count = self.of(|read| matches!(read, Read::Strided(_))).count();
        if count > 0 {
            let dims = self.dims;
            let _ =
                writeln!(text, "const ChainOffsets<{count}> offsets = chain_offsets<{dims}, {count}>(s, {number});");
        }
    }

    /// Runs all steps on one element; `pack` gives the element of an operand that is read in packs.
    fn body(&self, text: &mut String, pack: impl Fn(usize) -> String) {
        for (i, step) in self.steps.iter().enumerate() {
            let mut arguments: SmallVec<[String; 3]> = SmallVec::new();
            for (position, operand) in step.operands.iter().enumerate() {
                let condition = step.rule() == Some(Rule::Select) && position == 0;
                arguments.push(match *operand {
                    Operand::Step(from) if condition => format!("v{from} != 0"),
                    Operand::Step(from) if self.is_foreign(&self.steps[from as usize]) => {
                        format!("(V)convert<T>(v{from})")
                    }
                    Operand::Step(from) => format!("(V)v{from}"),
                    Operand::Number(number) if condition => format!("from_bits<V>(s.numbers[{number}]) != 0"),
                    Operand::Number(number) => format!("from_bits<V>(s.numbers[{number}])"),
                    Operand::Input(input) => {
                        let (dtype, read) = self.inputs[input as usize];
                        let element = match read {
                            Read::Packs => pack(input as usize),
                            Read::Single => format!("m{input}"),
                            Read::Strided(number) => {
                                format!("element<{}>(s.inputs[{input}], offsets.at[{number}])", cpp(dtype))
                            }
                        };
                        match condition {
                            true => format!("(bool){element}"),
                            false if dtype == self.compute => format!("(V){element}"),
                            false => format!("(V)convert<T>({element})"),
                        }
                    }
                });
            }
            let Some(function) = step.function else {
                let stored = self.stored_as(step);
                let _ = match self.is_foreign(step) {
                    true => writeln!(text, "const {stored} v{i} = convert<{stored}>({});", arguments[0]),
                    false => writeln!(text, "const V v{i} = {};", arguments[0]),
                };
                continue;
            };
            arguments.resize(3, "None()".to_owned());
            let call = format!(
                "number::{function:?}::of<V>({}, parameter<V>(s.parameters[{i}][0]), parameter<V>(s.parameters[{i}][1]))",
                arguments.join(", ")
            );
            let _ = match step.rule() {
                Some(Rule::Compare) => writeln!(text, "const bool v{i} = {call};"),
                // Rounds where the operation alone would round.
                _ => writeln!(text, "const V v{i} = apart((V)convert<T>({call}));"),
            };
        }
    }

    /// Whether a step's result differs from the computing type: a comparison or a conversion.
    fn is_foreign(&self, step: &Planned) -> bool {
        step.dtype != self.compute
    }

    fn stored_as(&self, step: &Planned) -> &'static str {
        cpp(step.dtype)
    }

    fn narrowed(&self, step: &Planned, i: usize) -> String {
        if self.is_foreign(step) { format!("v{i}") } else { format!("convert<T>(v{i})") }
    }
}
