//! Generates the CUDA C++ of every kernel: `kernels/*.cuh`, plus one line per function and dtype in use.
//!
//! This file depends on nothing, because the emulator's build script also includes it and compiles the same programs for the host. A
//! program is small enough to compile in a tenth of a second, and is compiled when its first kernel is launched.

use std::fmt::Write;

const SCALAR: &str = include_str!("../../../../kernels/scalar.cuh");
const LAYOUT: &str = include_str!("../../../../kernels/layout.cuh");
const NUMBER: &str = include_str!("../../../../kernels/number.cuh");
const POINTWISE: &str = include_str!("../../../../kernels/pointwise.cuh");
const CHAIN: &str = include_str!("../../../../kernels/chain.cuh");
const CHAIN_REDUCE: &str = include_str!("../../../../kernels/chain_reduce.cuh");
const COPY: &str = include_str!("../../../../kernels/copy.cuh");
const REDUCE: &str = include_str!("../../../../kernels/reduce.cuh");
const SCAN: &str = include_str!("../../../../kernels/scan.cuh");
const BLOCK: &str = include_str!("../../../../kernels/block.cuh");
const INDEX: &str = include_str!("../../../../kernels/index.cuh");
const ASSERT: &str = include_str!("../../../../kernels/assert.cuh");
const RANDOM: &str = include_str!("../../../../kernels/random.cuh");
const SEARCH: &str = include_str!("../../../../kernels/search.cuh");
const SELECT: &str = include_str!("../../../../kernels/select.cuh");
const SORT: &str = include_str!("../../../../kernels/sort.cuh");
const OPTIMIZER: &str = include_str!("../../../../kernels/optimizer.cuh");
const MATMUL: &str = include_str!("../../../../kernels/matmul.cuh");
const CONV: &str = include_str!("../../../../kernels/conv.cuh");
const POOL: &str = include_str!("../../../../kernels/pool.cuh");
const NORM: &str = include_str!("../../../../kernels/norm.cuh");
const RECURRENT: &str = include_str!("../../../../kernels/recurrent.cuh");
const ATTENTION: &str = include_str!("../../../../kernels/attention.cuh");
const TENSOR_CORE: &str = include_str!("../../../../kernels/tensor_core.cuh");
const FLASH: &str = include_str!("../../../../kernels/flash.cuh");
const FLASH_BACKWARD: &str = include_str!("../../../../kernels/flash_backward.cuh");

/// The structures passed to kernels, with the host's layout.
mod layouts {
    include!("parameter_rows.rs");

    /// The host's layout of a structure.
    pub struct Layout {
        /// The file in `kernels/` that declares it.
        pub file: &'static str,
        pub name: &'static str,
        pub bytes: usize,
        pub fields: &'static [(&'static str, usize)],
    }

    macro_rules! as_layouts {
        ($($file:literal struct $name:ident { $($(#[$doc:meta])* $field:ident: $type:ty,)+ })+) => {
            $(#[repr(C)] struct $name { $($field: $type,)+ })+
            pub const ALL: &[Layout] = &[$(Layout {
                file: $file,
                name: stringify!($name),
                bytes: size_of::<$name>(),
                fields: &[$((stringify!($field), std::mem::offset_of!($name, $field))),+],
            }),+];
        };
    }
    parameter_structs!(as_layouts);
}

/// The files in `kernels/` that declare structures.
const DECLARING: &[(&str, &str)] = &[
    ("layout.cuh", LAYOUT),
    ("pointwise.cuh", POINTWISE),
    ("chain.cuh", CHAIN),
    ("chain_reduce.cuh", CHAIN_REDUCE),
    ("copy.cuh", COPY),
    ("reduce.cuh", REDUCE),
    ("scan.cuh", SCAN),
    ("index.cuh", INDEX),
    ("assert.cuh", ASSERT),
    ("random.cuh", RANDOM),
    ("search.cuh", SEARCH),
    ("select.cuh", SELECT),
    ("sort.cuh", SORT),
    ("optimizer.cuh", OPTIMIZER),
    ("matmul.cuh", MATMUL),
    ("conv.cuh", CONV),
    ("pool.cuh", POOL),
    ("norm.cuh", NORM),
    ("recurrent.cuh", RECURRENT),
    ("attention.cuh", ATTENTION),
];

/// Adds assertions with which the compiler compares each declared structure with the host's.
fn checked(mut program: String) -> String {
    let holds = |file: &str| DECLARING.iter().any(|(name, text)| *name == file && program.contains(text));
    let declared: Vec<&layouts::Layout> = layouts::ALL.iter().filter(|layout| holds(layout.file)).collect();
    for layouts::Layout { file, name, bytes, fields } in declared {
        let _ = writeln!(
            program,
            "static_assert(sizeof({name}) == {bytes}, \"{name} of {file} differs from the host's\");"
        );
        for (field, at) in *fields {
            let _ = writeln!(
                program,
                "static_assert(__builtin_offsetof({name}, {field}) == {at}, \"{name}.{field} of {file} is elsewhere on the host\");"
            );
        }
    }
    program
}

/// A dtype: its name in kernels, its C++ type, and its size in bytes.
struct Type {
    name: &'static str,
    cpp: &'static str,
    bytes: usize,
}
const fn dtype(name: &'static str, cpp: &'static str, bytes: usize) -> Type {
    Type { name, cpp, bytes }
}
const INTEGERS: [Type; 6] = [
    dtype("bool", "bool", 1),
    dtype("u8", "u8", 1),
    dtype("i8", "i8", 1),
    dtype("i16", "i16", 2),
    dtype("i32", "i32", 4),
    dtype("i64", "i64", 8),
];
const FLOATS: [Type; 4] =
    [dtype("f16", "f16", 2), dtype("bf16", "bf16", 2), dtype("f32", "float", 4), dtype("f64", "double", 8)];
/// Copies depend only on an element's size.
const SIZES: [(usize, &str); 4] = [(1, "u8"), (2, "u16"), (4, "u32"), (8, "u64")];

fn types() -> impl Iterator<Item = &'static Type> {
    INTEGERS.iter().chain(&FLOATS)
}

/// A row of the pointwise table, as text.
struct Row {
    variant: &'static str,
    name: &'static str,
    operands: &'static [&'static str],
    rule: &'static str,
    expression: &'static str,
}

include!("../../../tensor/src/pointwise_rows.rs");
macro_rules! as_text {
    ([$($parameter:ident),+] $($variant:ident $name:literal ($($operand:ident),+) $rule:ident = $expression:expr, grad [$($gradient:expr),+]
        $(, lacks $dtypes:ident $kernel:literal)? $(, complex [$($complex:expr),*])?;)+) => {
        const ROWS: &[Row] = &[$(Row {
            variant: stringify!($variant),
            name: $name,
            operands: &[$(stringify!($operand)),+],
            rule: stringify!($rule),
            expression: stringify!($expression),
        }),+];
    };
}
pointwise_rows!(as_text);

/// A row of the optimizers' table, as text.
struct Step {
    name: &'static str,
    states: &'static [&'static str],
    constants: &'static [&'static str],
    /// Assignment targets and values.
    statements: &'static [(&'static str, &'static str)],
}

include!("../../../tensor/src/optimizer_rows.rs");
macro_rules! steps_as_text {
    ($words:tt $($variant:ident $name:literal ($($state:ident),*) [$($constant:ident),*] { $($target:ident = $value:expr;)+ })+) => {
        const STEPS: &[Step] = &[$(Step {
            name: $name,
            states: &[$(stringify!($state)),*],
            constants: &[$(stringify!($constant)),*],
            statements: &[$((stringify!($target), stringify!($value))),+],
        }),+];
    };
}
optimizer_rows!(steps_as_text);

/// Whether a row is compiled for a dtype.
fn admits(rule: &str, dtype: &Type) -> bool {
    let floating = FLOATS.iter().any(|float| float.name == dtype.name);
    match rule {
        "Float" => floating,
        "Bitwise" => !floating,
        _ => true, // Arithmetic, Compare, Select
    }
}

/// The `Rule` that `update` in `kernels/optimizer.cuh` calls for every element: a row's statements over its states and constants.
fn rule(text: &mut String, step: &Step) {
    let _ = writeln!(
        text,
        "#define k(value) ((V)(value))\nnamespace number {{\ntemplate <class V> struct Rule {{\n    \
         static constexpr int states = {};\n    \
         static INLINE void apply(V& p, V g, V* state, const double* constants) {{\n        V t = 0, u = 0;",
        step.states.len()
    );
    for (i, state) in step.states.iter().enumerate() {
        let _ = writeln!(text, "        V& {state} = state[{i}];");
    }
    for (i, constant) in step.constants.iter().enumerate() {
        let _ = writeln!(text, "        const V {constant} = (V)constants[{i}];");
    }
    for (target, value) in step.statements {
        let _ = writeln!(text, "        {target} = {value};");
    }
    text.push_str("        (void)t, (void)u;\n    }\n};\n}\n");
}

/// Rows per pointwise program.
const ROWS_TOGETHER: usize = 12;

/// Writes a kernel: its name, its parameter's type, and the function that it calls.
fn kernel(text: &mut String, name: &str, parameter: &str, call: &str) {
    let _ =
        writeln!(text, "extern \"C\" __global__ void {name}(const __grid_constant__ {parameter} s) {{ {call}(s); }}");
}

/// Writes the functor of a row: its expression over operands a, b, c and parameters p, q, all of the computing type V.
fn functor(text: &mut String, row: &Row) {
    let mut operands = String::new();
    for (i, operand) in row.operands.iter().enumerate() {
        let v = if row.rule == "Select" && i == 0 { "bool" } else { "V" };
        let _ = write!(operands, "{v} {operand}, ");
    }
    for _ in row.operands.len()..3 {
        operands.push_str("None, ");
    }
    let (variant, expression) = (row.variant, row.expression);
    let _ = writeln!(
        text,
        "struct {variant} {{ template <class V> DEVICE auto of({operands}V p, V q) {{ return {expression}; }} }};"
    );
}

fn pointwise_program(rows: &[&Row], dtype: &Type, floating: bool) -> String {
    let mut text = [SCALAR, LAYOUT, NUMBER, POINTWISE].join("\n");
    text.push_str("\n#define k(value) ((V)(value))\nnamespace number {\n");
    rows.iter().for_each(|row| functor(&mut text, row));
    text.push_str("}\n");
    for row in rows {
        let cpp = dtype.cpp;
        let result = if row.rule == "Compare" { "bool" } else { cpp };
        let mut operands = [cpp; 3];
        operands[row.operands.len()..].fill("None");
        if row.rule == "Select" {
            operands[0] = "bool";
        }
        let arguments = format!("<number::{}, {cpp}, {result}, {}>", row.variant, operands.join(", "));
        let name = format!("{}_{}", row.name, dtype.name);
        if floating {
            kernel(&mut text, &name, "Pointwise", &format!("pointwise_contiguous{arguments}"));
        }
        kernel(&mut text, &format!("{name}_strided"), "Pointwise", &format!("pointwise_strided{arguments}"));
    }
    text
}

/// The program of a chain (`chain/plan.rs`): the functors of its rows, and its kernel, which may reduce by threads or by blocks.
pub fn chain_program(variants: &[String], by_block: Option<bool>, kernel: &str) -> String {
    let mut text = [SCALAR, LAYOUT, NUMBER, POINTWISE, CHAIN].join("\n");
    if by_block.is_some() {
        text = [&text, REDUCE, CHAIN_REDUCE].join("\n");
    }
    if by_block == Some(true) {
        text = [&text, SCAN, BLOCK].join("\n");
    }
    text.push_str("\n#define k(value) ((V)(value))\nnamespace number {\n");
    ROWS.iter().filter(|row| variants.iter().any(|name| name == row.variant)).for_each(|row| functor(&mut text, row));
    text.push_str("}\n#undef k\n");
    checked(text) + kernel
}

fn pointwise_programs(programs: &mut Vec<(String, String)>) {
    for (dtypes, floating) in [(&INTEGERS[..], false), (&FLOATS[..], true)] {
        for dtype in dtypes {
            let rows: Vec<&Row> = ROWS.iter().filter(|row| admits(row.rule, dtype)).collect();
            for (part, rows) in rows.chunks(ROWS_TOGETHER).enumerate() {
                let program = pointwise_program(rows, dtype, floating);
                programs.push((format!("pointwise_{}_{part}", dtype.name), program));
            }
        }
    }
}

/// A row of the reductions' table, as text.
struct Reduction {
    name: &'static str,
    rule: &'static str,
    functor: &'static str,
}

include!("../../../tensor/src/reduction_rows.rs");
macro_rules! reductions_as_text {
    ($($variant:ident $name:literal [$($torch:literal),+] $rule:ident $(($refusal:literal))?, kernel $functor:ident,
        node [$whole:literal, $over:literal], grad $gradient:expr;)+) => {
        const REDUCTIONS: &[Reduction] = &[$(Reduction {
            name: $name,
            rule: stringify!($rule),
            functor: stringify!($functor),
        }),+];
    };
}
reduction_rows!(reductions_as_text);

impl Reduction {
    /// Whether it is compiled for a dtype.
    fn admits(&self, dtype: &Type) -> bool {
        !matches!(self.rule, "Float" | "Size" | "WideFloat") || admits("Float", dtype)
    }
    /// The C++ type in which its results for `element`s are stored.
    fn stored<'a>(&self, element: &'a str) -> &'a str {
        match self.rule {
            "Truth" => "bool",
            "Count" => "i64",
            "Summed" if !FLOATS.iter().any(|float| float.cpp == element) => "i64",
            _ => element,
        }
    }
    /// Template arguments of its functions: functor, stored type, and kind of results.
    fn arguments(&self, element: &str, which: &str) -> String {
        format!("{}<{element}>, {}, {which}", self.functor, self.stored(element))
    }
    /// Its kernels' names, and the kind of results of each.
    fn kernels(&self) -> Vec<(String, &'static str)> {
        match self.rule {
            "Extreme" => vec![(self.name.to_owned(), "VALUES"), (format!("{}_with_index", self.name), "BOTH")],
            "Place" => vec![(self.name.to_owned(), "INDICES")],
            _ => vec![(self.name.to_owned(), "VALUES")],
        }
    }
}

/// Template arguments of a reduction row's functions, for elements of a C++ type.
pub fn reduction(row: usize, element: &str) -> String {
    let reduction = &REDUCTIONS[row];
    reduction.arguments(element, if reduction.rule == "Place" { "INDICES" } else { "VALUES" })
}

/// Each reduction has one program of `_by_thread` kernels and one of `_by_block` kernels.
fn reduction_programs(programs: &mut Vec<(String, String)>) {
    let by_thread = [SCALAR, LAYOUT, NUMBER, REDUCE, SCAN].join("\n");
    let by_block = [&by_thread, BLOCK].join("\n");
    for (way, prelude) in [("by_thread", by_thread), ("by_block", by_block)] {
        for (reduction, (name, which)) in
            REDUCTIONS.iter().flat_map(|row| row.kernels().into_iter().map(move |k| (row, k)))
        {
            let mut text = prelude.clone();
            for dtype in types().filter(|dtype| reduction.admits(dtype)) {
                let arguments = reduction.arguments(dtype.cpp, which);
                let (functor, rest) = arguments.split_once(", ").unwrap_or((&arguments, ""));
                let call = format!("reduce_{way}<{functor}, {}, {rest}>", dtype.cpp);
                kernel(&mut text, &format!("{name}_{}_{way}", dtype.name), "Reduce", &call);
            }
            programs.push((format!("{name}_{way}"), text));
        }
        let mut text = prelude.clone();
        for dtype in &FLOATS {
            kernel(
                &mut text,
                &format!("softmax_{}_{way}", dtype.name),
                "Softmax",
                &format!("softmax_{way}<{}>", dtype.cpp),
            );
        }
        programs.push((format!("softmax_{way}"), text));
        for (name, functor) in
            [("cumsum", "ScanSum"), ("cumprod", "ScanProd"), ("cummax", "ScanMax"), ("cummin", "ScanMin")]
        {
            let mut text = prelude.clone();
            for dtype in types() {
                let call = format!("scan_{way}<{functor}<{0}>, {0}>", dtype.cpp);
                kernel(&mut text, &format!("{name}_{}_{way}", dtype.name), "Scan", &call);
            }
            programs.push((format!("{name}_{way}"), text));
        }
    }
}

fn copy_programs(programs: &mut Vec<(String, String)>) {
    let prelude = [SCALAR, LAYOUT, COPY].join("\n");
    let mut text = prelude.clone();
    for (bytes, cpp) in SIZES {
        kernel(&mut text, &format!("copy_{bytes}"), "Copy", &format!("copy<{cpp}>"));
        kernel(&mut text, &format!("fill_{bytes}"), "Copy", &format!("fill<{cpp}>"));
        kernel(&mut text, &format!("triu_{bytes}"), "Triangle", &format!("triangle<{cpp}, true>"));
        kernel(&mut text, &format!("tril_{bytes}"), "Triangle", &format!("triangle<{cpp}, false>"));
    }
    kernel(&mut text, "copy_16", "Copy", "copy<u128>");
    programs.push(("copy".to_owned(), text));
    for from in types() {
        let mut text = prelude.clone();
        for to in types().filter(|to| to.name != from.name) {
            let call = format!("cast<{}, {}>", to.cpp, from.cpp);
            kernel(&mut text, &format!("cast_{}_{}", from.name, to.name), "Copy", &call);
        }
        programs.push((format!("cast_{}", from.name), text));
    }
    let mut text = prelude;
    for dtype in types() {
        for function in ["arange", "linspace", "eye"] {
            kernel(&mut text, &format!("{function}_{}", dtype.name), "Sequence", &format!("{function}<{}>", dtype.cpp));
        }
    }
    programs.push(("sequence".to_owned(), text));
}

fn index_programs(programs: &mut Vec<(String, String)>) {
    let mut text = [SCALAR, LAYOUT, INDEX].join("\n");
    for (bytes, cpp) in SIZES {
        kernel(&mut text, &format!("take_{bytes}"), "Indexing", &format!("take<{cpp}>"));
        kernel(&mut text, &format!("put_{bytes}"), "Indexing", &format!("put<{cpp}>"));
    }
    kernel(&mut text, "take_16", "Indexing", "take<u128>");
    kernel(&mut text, "put_16", "Indexing", "put<u128>");
    for dtype in types() {
        kernel(&mut text, &format!("put_add_{}", dtype.name), "Indexing", &format!("put_add<{}>", dtype.cpp));
    }
    programs.push(("index".to_owned(), text));

    let mut text = [SCALAR, ASSERT].join("\n");
    kernel(&mut text, "assert_async", "Assert", "assert_nonzero");
    kernel(&mut text, "spin", "Spin", "spin_for");
    programs.push(("assert".to_owned(), text));

    let mut text = [SCALAR, LAYOUT, SELECT].join("\n");
    for (bytes, cpp) in SIZES {
        kernel(&mut text, &format!("masked_select_{bytes}"), "Select", &format!("masked_select<{cpp}>"));
    }
    for dtype in types() {
        kernel(&mut text, &format!("count_chosen_{}", dtype.name), "Select", &format!("count_chosen<{}>", dtype.cpp));
        kernel(&mut text, &format!("nonzero_{}", dtype.name), "Select", &format!("nonzero<{}>", dtype.cpp));
    }
    programs.push(("select".to_owned(), text));

    let mut text = [SCALAR, LAYOUT, SORT].join("\n");
    for dtype in types() {
        for function in ["sort_tiles", "merge_runs"] {
            kernel(&mut text, &format!("{function}_{}", dtype.name), "Sort", &format!("{function}<{}>", dtype.cpp));
        }
    }
    programs.push(("sort".to_owned(), text));

    let mut text = [SCALAR, LAYOUT, NUMBER, REDUCE, SEARCH].join("\n");
    for dtype in types() {
        let call = format!("search_sorted<{}>", dtype.cpp);
        kernel(&mut text, &format!("search_sorted_{}", dtype.name), "Search", &call);
    }
    for dtype in &FLOATS {
        kernel(&mut text, &format!("distances_{}", dtype.name), "Distances", &format!("distances<{}>", dtype.cpp));
    }
    programs.push(("search".to_owned(), text));
}

fn random_programs(programs: &mut Vec<(String, String)>) {
    let prelude = [SCALAR, LAYOUT, NUMBER, RANDOM].join("\n");
    for dtype in &FLOATS {
        let mut text = prelude.clone();
        let computing = if dtype.bytes == 8 { "double" } else { "float" };
        for (name, draw) in [("uniform", "UniformDraw"), ("normal", "NormalDraw"), ("exponential", "ExponentialDraw")] {
            let call = format!("random_fill<{draw}<{computing}>, {}>", dtype.cpp);
            kernel(&mut text, &format!("{name}_{}", dtype.name), "Random", &call);
        }
        for to in [dtype, &INTEGERS[0]] {
            let call = format!("random_fill<BernoulliOfDraw<{}>, {}>", dtype.cpp, to.cpp);
            kernel(&mut text, &format!("bernoulli_of_{}_{}", dtype.name, to.name), "Random", &call);
        }
        programs.push((format!("random_{}", dtype.name), text));
    }
    let mut text = prelude;
    for dtype in types() {
        let computing = if dtype.name == "f64" { "double" } else { "float" };
        for (name, draw) in [
            ("integer", "IntegerDraw".to_owned()),
            ("wide_integer", "WideIntegerDraw".to_owned()),
            ("bernoulli", format!("BernoulliDraw<{computing}>")),
        ] {
            kernel(
                &mut text,
                &format!("{name}_{}", dtype.name),
                "Random",
                &format!("random_fill<{draw}, {}>", dtype.cpp),
            );
        }
    }
    programs.push(("random_integer".to_owned(), text));
}

fn training_programs(programs: &mut Vec<(String, String)>) {
    let mut text = [SCALAR, LAYOUT, NUMBER, OPTIMIZER].join("\n");
    for dtype in &FLOATS {
        kernel(&mut text, &format!("multi_scale_{}", dtype.name), "Scale", &format!("multi_scale<{}>", dtype.cpp));
    }
    programs.push(("multi_scale".to_owned(), text));
    for step in STEPS {
        let mut text = [SCALAR, LAYOUT, NUMBER, OPTIMIZER].join("\n");
        rule(&mut text, step);
        for dtype in &FLOATS {
            let name = format!("{}_step_{}", step.name, dtype.name);
            kernel(&mut text, &name, "Update", &format!("update<{}, number::Rule<Compute<{}>>>", dtype.cpp, dtype.cpp));
        }
        programs.push((format!("optimizer_{}", step.name), text));
    }
    let mut text = [SCALAR, LAYOUT, MATMUL].join("\n");
    for dtype in &FLOATS {
        kernel(&mut text, &format!("matmul_{}", dtype.name), "MatMul", &format!("matmul<{}>", dtype.cpp));
    }
    programs.push(("matmul".to_owned(), text));
}

/// One program per floating dtype, whose kernels have one operand type.
fn layer_programs(programs: &mut Vec<(String, String)>) {
    const KERNELS: [(&str, &[&str], &str, &[&str]); 2] = [
        ("conv", &[CONV], "Convolution", &["im2col", "col2im", "conv_forward", "conv_input", "conv_weight"]),
        ("pool", &[CONV, POOL], "Pooling", &["max_pool", "mean_pool", "mean_pool_backward"]),
    ];
    for (program, sources, parameter, kernels) in KERNELS {
        for dtype in &FLOATS {
            let mut text = [[SCALAR, LAYOUT].as_slice(), sources].concat().join("\n");
            for name in kernels {
                kernel(&mut text, &format!("{name}_{}", dtype.name), parameter, &format!("{name}<{}>", dtype.cpp));
            }
            programs.push((format!("{program}_{}", dtype.name), text));
        }
    }
    for dtype in &FLOATS {
        norm_programs(programs, dtype);
        attention_programs(programs, dtype);
        if dtype.bytes <= 4 {
            flash_programs(programs, dtype);
        }
        recurrent_program(programs, dtype);
    }
}

/// Normalisation kernels of a dtype, with parameters of the same dtype or, for half types, of float32.
fn norm_programs(programs: &mut Vec<(String, String)>, dtype: &Type) {
    const FORWARD: [&str; 3] = ["norm_rows", "norm_columns", "norm_given"];
    const BACKWARD: [&str; 5] = [
        "norm_rows_backward",
        "norm_columns_backward",
        "norm_parameter_columns",
        "norm_parameter_runs",
        "norm_parameters_joined",
    ];
    let prelude = [SCALAR, LAYOUT, NUMBER, REDUCE, SCAN, BLOCK, NORM].join("\n");
    let parameters = FLOATS.iter().filter(|of| of.name == dtype.name || (dtype.bytes == 2 && of.name == "f32"));
    for parameter in parameters {
        for (way, kernels) in [("forward", &FORWARD[..]), ("backward", &BACKWARD[..])] {
            let mut text = prelude.clone();
            let types = format!("{}_{}", dtype.name, parameter.name);
            for name in kernels {
                let call = format!("{name}<{}, {}>", dtype.cpp, parameter.cpp);
                kernel(&mut text, &format!("{name}_{types}"), "Norm", &call);
            }
            programs.push((format!("norm_{way}_{types}"), text));
        }
    }
}

/// Head widths that attention has kernels for; narrower heads are padded.
pub const HEAD_WIDTHS: [usize; 4] = [32, 64, 128, 256];

fn attention_programs(programs: &mut Vec<(String, String)>, dtype: &Type) {
    let prelude = [SCALAR, LAYOUT, NUMBER, RANDOM, ATTENTION].join("\n");
    // The widest tile in double precision would exceed a block's shared memory.
    for width in HEAD_WIDTHS.into_iter().filter(|width| width * dtype.bytes.max(4) <= 1024) {
        let (name, cpp) = (dtype.name, dtype.cpp);
        let mut text = prelude.clone();
        kernel(&mut text, &format!("attention_{width}_{name}"), "Attention", &format!("attention<{cpp}, {width}>"));
        programs.push((format!("attention_{width}_{name}"), text));
        let mut text = prelude.clone();
        for (what, of_keys) in [("q", false), ("kv", true)] {
            let call = format!("attention_backward<{cpp}, {width}, {of_keys}>");
            kernel(&mut text, &format!("attention_of_{what}_{width}_{name}"), "Attention", &call);
        }
        programs.push((format!("attention_backward_{width}_{name}"), text));
    }
    let mut text = prelude;
    kernel(
        &mut text,
        &format!("attention_inner_{}", dtype.name),
        "Attention",
        &format!("attention_inner<{}>", dtype.cpp),
    );
    programs.push((format!("attention_inner_{}", dtype.name), text));
}

/// A pass of attention on tensor cores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pass {
    Forward,
    Backward,
    /// The backward pass's sum of the queries' gradients.
    OfQueries,
}

/// How a pass of attention on tensor cores is launched: tiles of query and key rows, parts of a head's columns, threads and bytes of shared
/// memory of a block. Each program asserts that its kernel has the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tile {
    pub queries: usize,
    pub keys: usize,
    pub parts: usize,
    pub threads: usize,
    pub shared: usize,
}

impl Tile {
    /// For heads of a width, whose elements have so many bytes. `masked`: with a mask or dropout. None where the registers do not suffice.
    pub const fn new(pass: Pass, width: usize, bytes: usize, masked: bool) -> Option<Tile> {
        let line = width * bytes;
        let (queries, keys) = match (pass, line) {
            (Pass::Forward, 0..=128) => (128, 64),
            (Pass::Forward, 129..=256) => (128, if masked { 32 } else { 64 }),
            (Pass::Forward, 257..=512) => (64, 32),
            (Pass::Forward, _) => (64, 16),
            (_, 0..=256) => (64, 64),
            (_, 257..=512) => (64 / bytes, 64),
            (_, _) => return None,
        };
        let parts = if width <= 128 || matches!(pass, Pass::Forward) { 1 } else { 2 };
        let shared = match pass {
            Pass::Forward => (queries + 2 * keys) * line,
            Pass::Backward => 2 * (queries + keys) * line + keys * queries * bytes + queries * 8,
            Pass::OfQueries => queries * line / parts,
        };
        Some(Tile { queries, keys, parts, threads: 128, shared })
    }
}

/// The name of an attention kernel on tensor cores.
pub fn flash_name(pass: Pass, width: usize, dtype: &str, masked: bool) -> String {
    let pass = match pass {
        Pass::Forward => "flash",
        Pass::Backward => "flash_backward",
        Pass::OfQueries => "flash_of_q",
    };
    format!("{pass}_{width}_{dtype}{}", if masked { "_masked" } else { "" })
}

/// Attention on tensor cores; operands of float32 are rounded to TF32.
fn flash_programs(programs: &mut Vec<(String, String)>, dtype: &Type) {
    let passes = [(Pass::Forward, false), (Pass::Forward, true), (Pass::Backward, false), (Pass::Backward, true)];
    for (width, (pass, masked)) in HEAD_WIDTHS.into_iter().flat_map(|width| passes.map(|pass| (width, pass))) {
        programs.extend(flash_program(dtype, pass, width, masked));
        if (pass, masked) == (Pass::Backward, false) {
            programs.extend(flash_program(dtype, Pass::OfQueries, width, false));
        }
    }
}

fn flash_program(dtype: &Type, pass: Pass, width: usize, masked: bool) -> Option<(String, String)> {
    let Tile { queries, keys, parts, threads, shared } = Tile::new(pass, width, dtype.bytes, masked)?;
    let (name, cpp) = (flash_name(pass, width, dtype.name, masked), dtype.cpp);
    let mut text = [SCALAR, LAYOUT, NUMBER, RANDOM, ATTENTION, TENSOR_CORE, FLASH, FLASH_BACKWARD].join("\n");
    let (shape, own, call) = match pass {
        Pass::Forward => {
            (format!("Flash<{cpp}, {width}, {masked}>"), "SHARED", format!("flash<{cpp}, {width}, {masked}>"))
        }
        Pass::Backward => {
            (format!("FlashBack<{cpp}, {width}>"), "SHARED", format!("flash_backward<{cpp}, {width}, {masked}>"))
        }
        Pass::OfQueries => (format!("FlashBack<{cpp}, {width}>"), "SUMMING", format!("flash_of_q<{cpp}, {width}>")),
    };
    let _ = writeln!(
        text,
        "typedef {shape} F;\nstatic_assert(F::ROWS == {queries} && F::COLUMNS == {keys} && F::PARTS == {parts} && \
         F::THREADS == {threads} && F::{own} == {shared}, \"the tile differs from the host's\");"
    );
    kernel(&mut text, &name, "Attention", &call);
    Some((name, text))
}

fn recurrent_program(programs: &mut Vec<(String, String)>, dtype: &Type) {
    let mut text = [SCALAR, LAYOUT, NUMBER, RECURRENT].join("\n");
    for cell in ["tanh", "relu", "lstm", "gru"] {
        for (way, parameter) in [("step", "Step"), ("back", "StepBack")] {
            kernel(
                &mut text,
                &format!("{cell}_{way}_{}", dtype.name),
                parameter,
                &format!("{cell}_{way}<{}>", dtype.cpp),
            );
        }
    }
    programs.push((format!("recurrent_{}", dtype.name), text));
}

/// All base programs: name and complete CUDA C++ source.
pub fn programs() -> Vec<(String, String)> {
    let mut programs = Vec::new();
    pointwise_programs(&mut programs);
    copy_programs(&mut programs);
    reduction_programs(&mut programs);
    index_programs(&mut programs);
    random_programs(&mut programs);
    training_programs(&mut programs);
    layer_programs(&mut programs);
    programs.into_iter().map(|(name, text)| (name, checked(text))).collect()
}

/// Whether emulated devices run a program although the host computes what they are given: assertions, which are faults.
pub fn runs_beside_the_host(program: &str) -> bool {
    program == "assert"
}

/// Whether a program needs tensor cores, and inline PTX.
pub fn needs_tensor_cores(program: &str) -> bool {
    program.starts_with("flash_")
}

/// The kernels that a program defines.
pub fn kernels(source: &str) -> impl Iterator<Item = &str> {
    source.split("extern \"C\" __global__ void ").skip(1).filter_map(|rest| rest.split_once('(').map(|(name, _)| name))
}
