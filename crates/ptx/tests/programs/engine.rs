//! Runs the engine's own CUDA programs, compiled by NVRTC, with all checks, and compares with closed forms in float64:
//! rows of the pointwise table and reductions, contiguous and strided, in one block and in several.

use crate::machine::{Numbers, program};
use crate::nvrtc::Nvrtc;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use tensorcell_ptx::{Allocations, Launch, Program};

#[allow(dead_code)] // The engine also uses the list of kernels.
#[path = "../../../engine/src/cuda/source.rs"]
mod source;

/// Layouts of the structures that kernels are launched with.
mod layouts {
    include!("../../../engine/src/cuda/parameter_rows.rs");

    pub struct Layout {
        pub name: &'static str,
        pub bytes: usize,
        pub fields: &'static [(&'static str, usize)],
    }

    macro_rules! as_layouts {
        ($($file:literal struct $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)+ })+) => {
            $(#[repr(C)] struct $name { $($field: $type,)+ })+
            pub const ALL: &[Layout] = &[$(Layout {
                name: stringify!($name),
                bytes: size_of::<$name>(),
                fields: &[$((stringify!($field), std::mem::offset_of!($name, $field))),+],
            }),+];
        };
    }
    parameter_structs!(as_layouts);
    pub const STRIDES: usize = MAX_DIMS;
}

/// The bytes of a structure, set field by field.
struct Parameters {
    layout: &'static layouts::Layout,
    bytes: Vec<u8>,
}

fn layout(name: &str) -> &'static layouts::Layout {
    layouts::ALL.iter().find(|layout| layout.name == name).expect("a structure")
}

fn offset(layout: &layouts::Layout, field: &str) -> usize {
    layout.fields.iter().find(|(name, _)| *name == field).expect("a field").1
}

impl Parameters {
    fn new(name: &str) -> Parameters {
        let layout = layout(name);
        Parameters { layout, bytes: vec![0; layout.bytes] }
    }

    fn put(&mut self, at: usize, bytes: &[u8]) {
        self.bytes[at..at + bytes.len()].copy_from_slice(bytes);
    }

    fn word(&mut self, field: &str, index: usize, value: u64) -> &mut Self {
        self.put(offset(self.layout, field) + 8 * index, &value.to_le_bytes());
        self
    }

    /// Sets an index space: sizes of its dimensions, and strides of each operand.
    fn strided(&mut self, field: &str, sizes: &[u64], strides: &[&[i64]]) -> &mut Self {
        let (at, inner) = (offset(self.layout, field), layout("Strided"));
        self.put(at + offset(inner, "dims"), &(sizes.len() as i32).to_le_bytes());
        for (dim, size) in sizes.iter().enumerate() {
            self.put(at + offset(inner, "sizes") + 8 * dim, &size.to_le_bytes());
        }
        for (operand, strides) in strides.iter().enumerate() {
            for (dim, stride) in strides.iter().enumerate() {
                let place = 8 * (operand * layouts::STRIDES + dim);
                self.put(at + offset(inner, "strides") + place, &stride.to_le_bytes());
            }
        }
        self
    }
}

/// Compiles a program's kernels for float32; caches the PTX between runs.
fn compiled(nvrtc: &Nvrtc, name: &str) -> Program {
    let programs = source::programs();
    let text = &programs.iter().find(|(found, _)| found == name).unwrap_or_else(|| panic!("no program {name}")).1;
    let wanted = |line: &&str| !line.starts_with("extern \"C\" __global__") || line.contains("_f32");
    let text = text.lines().filter(wanted).collect::<Vec<_>>().join("\n");
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{:016x}.ptx", hasher.finish()));
    let ptx = std::fs::read_to_string(&kept).unwrap_or_else(|_| {
        let ptx = nvrtc.ptx(&text, name, "compute_90");
        std::fs::write(&kept, &ptx).expect("the target folder can be written to");
        ptx
    });
    program(&ptx)
}

fn bytes(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn floats(memory: &Allocations, address: u64) -> Vec<f32> {
    let bytes = memory.buffer(address).expect("a buffer").read();
    bytes.chunks_exact(4).map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]])).collect()
}

fn launch(program: &Program, kernel: &str, grid: u32, block: u32, parameters: &Parameters, memory: &Allocations) {
    let mut launch = Launch::new(kernel, [grid, 1, 1], [block, 1, 1], &parameters.bytes, memory);
    launch.workers = 2;
    program.launch(&launch).unwrap_or_else(|error| panic!("{kernel}: {error}"));
}

fn close(what: &str, got: f32, wanted: f64) {
    let wanted_single = f64::from(wanted as f32);
    let same = f64::from(got) == wanted_single || got.is_nan() && wanted.is_nan();
    assert!(same || (f64::from(got) - wanted).abs() <= 1e-5 * wanted.abs().max(1.0), "{what}: {got}, not {wanted}");
}

/// A row: its name, number of operands, whether they must be positive, and its closed form with `p` = 0.5 and `q` = 2.
type Row = (&'static str, usize, bool, fn(f64, f64, f64) -> f64);

const ROWS: &[Row] = &[
    ("add", 2, false, |a, b, _| a + b),
    ("add_scaled", 2, false, |a, b, _| a + 0.5 * b),
    ("sub", 2, false, |a, b, _| a - b),
    ("mul", 2, false, |a, b, _| a * b),
    ("div", 2, true, |a, b, _| a / b),
    ("floor_divide", 2, true, |a, b, _| (a / b).floor()),
    ("fmod", 2, true, |a, b, _| a % b),
    ("pow", 2, true, |a, b, _| a.powf(b)),
    ("neg", 1, false, |a, _, _| -a),
    ("abs", 1, false, |a, _, _| a.abs()),
    ("sqrt", 1, true, |a, _, _| a.sqrt()),
    ("rsqrt", 1, true, |a, _, _| 1.0 / a.sqrt()),
    ("exp", 1, false, |a, _, _| a.exp()),
    ("exp2", 1, false, |a, _, _| a.exp2()),
    ("expm1", 1, false, |a, _, _| a.exp_m1()),
    ("log", 1, true, |a, _, _| a.ln()),
    ("log2", 1, true, |a, _, _| a.log2()),
    ("log10", 1, true, |a, _, _| a.log10()),
    ("log1p", 1, true, |a, _, _| a.ln_1p()),
    ("sin", 1, false, |a, _, _| a.sin()),
    ("cos", 1, false, |a, _, _| a.cos()),
    ("tan", 1, false, |a, _, _| a.tan()),
    ("asin", 1, false, |a, _, _| a.asin()),
    ("acos", 1, false, |a, _, _| a.acos()),
    ("atan", 1, false, |a, _, _| a.atan()),
    ("atan2", 2, false, |a, b, _| a.atan2(b)),
    ("sinh", 1, false, |a, _, _| a.sinh()),
    ("cosh", 1, false, |a, _, _| a.cosh()),
    ("tanh", 1, false, |a, _, _| a.tanh()),
    ("asinh", 1, false, |a, _, _| a.asinh()),
    ("atanh", 1, false, |a, _, _| a.atanh()),
    ("hypot", 2, false, |a, b, _| a.hypot(b)),
    ("sigmoid", 1, false, |a, _, _| 1.0 / (1.0 + (-a).exp())),
    ("relu", 1, false, |a, _, _| a.max(0.0)),
    ("elu", 1, false, |a, _, _| if a > 0.0 { a } else { 0.5 * a.exp_m1() }),
    ("silu", 1, false, |a, _, _| a / (1.0 + (-a).exp())),
    ("mish", 1, false, |a, _, _| a * a.exp().ln_1p().tanh()),
    ("hardtanh", 1, false, |a, _, _| a.clamp(0.5, 2.0)),
    ("floor", 1, false, |a, _, _| a.floor()),
    ("ceil", 1, false, |a, _, _| a.ceil()),
    ("round", 1, false, |a, _, _| a.round_ties_even()),
    ("trunc", 1, false, |a, _, _| a.trunc()),
    ("maximum", 2, false, |a, b, _| a.max(b)),
    ("copysign", 2, false, |a, b, _| a.copysign(b)),
    ("addcmul", 3, false, |a, b, c| a + 0.5 * b * c),
    ("addcdiv", 3, true, |a, b, c| a + 0.5 * (b / c)),
];

#[test]
fn rows_of_the_pointwise_table() {
    let Some(nvrtc) = Nvrtc::find() else { return };
    let programs: Vec<Program> = source::programs()
        .iter()
        .filter(|(name, _)| name.starts_with("pointwise_f32_"))
        .map(|(name, _)| compiled(&nvrtc, name))
        .collect();
    for row in ROWS {
        let kernel = format!("{}_f32", row.0);
        let program = programs.iter().find(|program| program.kernel(&kernel).is_some());
        let program = program.unwrap_or_else(|| panic!("no kernel {kernel}"));
        run_row(program, row, &kernel, false);
        run_row(program, row, &format!("{kernel}_strided"), true);
    }
}

/// Runs a row over 25 by 40 elements; if strided, the first operand is transposed.
fn run_row(program: &Program, &(_, arity, positive, function): &Row, kernel: &str, strided: bool) {
    let (rows, columns) = (25usize, 40usize);
    let n = rows * columns;
    let mut numbers = Numbers(13);
    let operands: Vec<Vec<f32>> = (0..arity)
        .map(|_| (0..n).map(|_| numbers.float() * 0.95).map(|x| if positive { x.abs() + 0.01 } else { x }).collect())
        .collect();
    for grid in [1, 4] {
        let mut memory = Allocations::default();
        let out = memory.allocate(4 * n);
        let mut s = Parameters::new("Pointwise");
        s.word("n", 0, n as u64).word("addresses", 0, out);
        s.word("p", 0, 0.5f64.to_bits()).word("q", 0, 2f64.to_bits());
        for (i, operand) in operands.iter().enumerate() {
            s.word("addresses", i + 1, memory.allocate_with(&bytes(operand)));
        }
        let (plain, turned) = ([columns as i64, 1], [1, rows as i64]);
        if strided {
            s.strided("layout", &[rows as u64, columns as u64], &[&plain, &turned, &plain, &plain]);
        }
        launch(program, kernel, grid, 256, &s, &memory);
        for (i, got) in floats(&memory, out).into_iter().enumerate() {
            let first = if strided { i / columns + i % columns * rows } else { i };
            let at = |operand: usize, i: usize| operands.get(operand).map_or(0.0, |values| f64::from(values[i]));
            close(&format!("{kernel} at {i}"), got, function(at(0, first), at(1, i), at(2, i)));
        }
    }
}

/// A reduction: its name, its parameter (1, or 2 for norms), and its closed form.
type Reduction = (&'static str, f64, fn(&[f64]) -> f64);

fn mean(x: &[f64]) -> f64 {
    x.iter().sum::<f64>() / x.len() as f64
}

fn variance(x: &[f64]) -> f64 {
    let middle = mean(x);
    x.iter().map(|x| (x - middle).powi(2)).sum::<f64>() / (x.len() as f64 - 1.0)
}

const REDUCTIONS: &[Reduction] = &[
    ("sum", 0.0, |x| x.iter().sum()),
    ("mean", 0.0, mean),
    ("prod", 0.0, |x| x.iter().product()),
    ("max", 0.0, |x| x.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
    ("min", 0.0, |x| x.iter().copied().fold(f64::INFINITY, f64::min)),
    ("var", 1.0, variance),
    ("std", 1.0, |x| variance(x).sqrt()),
    ("norm", 2.0, |x| x.iter().map(|x| x * x).sum::<f64>().sqrt()),
    ("logsumexp", 0.0, |x| x.iter().map(|x| x.exp()).sum::<f64>().ln()),
];

#[test]
fn reductions_by_threads_and_by_blocks() {
    let Some(nvrtc) = Nvrtc::find() else { return };
    for reduction in REDUCTIONS {
        let by_thread = compiled(&nvrtc, &format!("{}_by_thread", reduction.0));
        run_reduction(&by_thread, reduction, "by_thread", 300, 33, 1, &[1, 3]);
        let by_block = compiled(&nvrtc, &format!("{}_by_block", reduction.0));
        run_reduction(&by_block, reduction, "by_block", 3, 1000, 1, &[1, 3]);
        run_reduction(&by_block, reduction, "by_block", 2, 5000, 5, &[10, 4]);
    }
}

fn run_reduction(
    program: &Program,
    &(name, parameter, function): &Reduction,
    way: &str,
    outputs: usize,
    length: usize,
    splits: usize,
    grids: &[u32],
) {
    let mut numbers = Numbers(14);
    let x: Vec<f32> = (0..outputs * length).map(|_| numbers.float()).collect();
    for grid in grids {
        let mut memory = Allocations::default();
        let (input, output) = (memory.allocate_with(&bytes(&x)), memory.allocate(4 * outputs));
        let (partials, counters) = (memory.allocate(64 * outputs * splits), memory.allocate(4 * outputs));
        let mut s = Parameters::new("Reduce");
        s.word("input", 0, input).word("output", 0, output).word("partials", 0, partials).word("counters", 0, counters);
        s.word("outputs", 0, outputs as u64).word("length", 0, length as u64).word("splits", 0, splits as u64);
        s.word("parameter", 0, parameter.to_bits());
        s.strided("outer", &[outputs as u64], &[&[length as i64], &[1], &[1]]);
        s.strided("inner", &[length as u64], &[&[1]]);
        launch(program, &format!("{name}_f32_{way}"), *grid, 256, &s, &memory);
        for (i, got) in floats(&memory, output).into_iter().enumerate() {
            let row: Vec<f64> = x[i * length..][..length].iter().map(|x| f64::from(*x)).collect();
            close(&format!("{name} {way} in {grid} blocks, result {i}"), got, function(&row));
        }
    }
}
