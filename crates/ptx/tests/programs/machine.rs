//! Helpers of the tests: evaluate one instruction over many operands, or run a kernel with its arguments.

use tensorcell_ptx::{Allocations, Counts, Launch, LaunchError, Program};

pub const HEADER: &str = ".version 8.5\n.target sm_90\n.address_size 64\n";

/// The type of a register that holds a value of this type.
fn register(scalar: &str) -> &'static str {
    match scalar {
        "pred" => "pred",
        _ if scalar.contains("64") || scalar == "f32x2" => "b64",
        _ if scalar.contains("32") || scalar.contains("x2") && !scalar.starts_with('e') => "b32",
        _ => "b16",
    }
}

/// Returns the bits that an instruction computes for each row of operands. `{d}`, `{a}`, `{b}`, `{c}`, `{e}` stand for
/// registers of these types (the result's first); the text may be several instructions.
pub fn evaluate(instruction: &str, types: &[&str], rows: &[[u64; 4]]) -> Vec<u64> {
    let names = ["d", "a", "b", "c", "e"];
    let mut text = instruction.to_owned();
    let mut registers = String::new();
    let mut loads = String::new();
    for (i, scalar) in types.iter().enumerate() {
        let name = names[i];
        text = text.replace(&format!("{{{name}}}"), &format!("%v{name}"));
        registers += &format!(".reg .{} %v{name};\n", register(scalar));
        if i > 0 {
            let at = 8 * (i - 1);
            loads += &match register(scalar) {
                "pred" => format!("ld.global.b32 %w, [%at+{at}]; setp.ne.u32 %v{name}, %w, 0;\n"),
                bits => format!("ld.global.{bits} %v{name}, [%at+{at}];\n"),
            };
        }
    }
    let store = match register(types[0]) {
        "pred" => "selp.u32 %w, 1, 0, %vd; st.global.b32 [%to], %w;".to_owned(),
        bits => format!("st.global.{bits} [%to], %vd;"),
    };
    let program = format!(
        "{HEADER}.visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n) {{
        .reg .pred %skip; .reg .b32 %w, %i, %n; .reg .b64 %at, %to, %wide;
        {registers}
        mov.u32 %i, %ctaid.x; mov.u32 %w, %tid.x; mad.lo.u32 %i, %i, 128, %w;
        ld.param.u32 %n, [n]; setp.ge.u32 %skip, %i, %n; @%skip bra END;
        ld.param.u64 %at, [in]; mul.wide.u32 %wide, %i, 32; add.u64 %at, %at, %wide;
        ld.param.u64 %to, [out]; mul.wide.u32 %wide, %i, 8; add.u64 %to, %to, %wide;
        {loads} {text} {store}
        END: ret; }}"
    );
    let program = Program::parse(&program).unwrap_or_else(|error| panic!("{instruction}: {error}\n{program}"));
    let mut memory = Allocations::default();
    let bytes: Vec<u8> = rows.iter().flatten().flat_map(|value| value.to_le_bytes()).collect();
    let (input, output) = (memory.allocate_with(&bytes), memory.allocate(8 * rows.len()));
    let mut parameters = Vec::new();
    parameters.extend(input.to_le_bytes());
    parameters.extend(output.to_le_bytes());
    parameters.extend((rows.len() as u32).to_le_bytes());
    let blocks = rows.len().div_ceil(128) as u32;
    let launch = Launch::new("k", [blocks, 1, 1], [128, 1, 1], &parameters, &memory);
    program.launch(&launch).unwrap_or_else(|error| panic!("{instruction}: {error}"));
    let out = memory.buffer(output).expect("the buffer").read();
    out.chunks_exact(8).map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes"))).collect()
}

/// Returns all pairs of these values.
pub fn pairs(values: &[u64]) -> Vec<[u64; 4]> {
    values.iter().flat_map(|a| values.iter().map(|b| [*a, *b, 0, 0])).collect()
}

/// Returns all triples of these values.
pub fn triples(values: &[u64]) -> Vec<[u64; 4]> {
    pairs(values).iter().flat_map(|pair| values.iter().map(|c| [pair[0], pair[1], *c, 0])).collect()
}

/// Compares an instruction's results with a function of its operands.
pub fn holds(instruction: &str, types: &[&str], rows: &[[u64; 4]], expected: impl Fn([u64; 4]) -> u64) {
    for (row, got) in rows.iter().zip(evaluate(instruction, types, rows)) {
        let wanted = expected(*row);
        assert_eq!(got, wanted, "{instruction} of {row:x?} gave {got:#x}, not {wanted:#x}");
    }
}

/// The memory of a program and the arguments of its kernel.
#[derive(Default)]
pub struct Machine {
    pub memory: Allocations,
    pub parameters: Vec<u8>,
    pub shared: u32,
    pub workers: usize,
}

/// Types whose bytes can be stored as they are.
pub trait Plain: Copy {
    fn bytes(self) -> Vec<u8>;
    fn of(bytes: &[u8]) -> Self;
}

macro_rules! plain {
    ($($type:ty),*) => {$(
        impl Plain for $type {
            fn bytes(self) -> Vec<u8> {
                self.to_le_bytes().to_vec()
            }
            fn of(bytes: &[u8]) -> Self {
                <$type>::from_le_bytes(bytes.try_into().expect("as many bytes"))
            }
        }
    )*};
}
plain!(u8, u16, u32, i32, u64, i64, f32, f64);

impl Machine {
    /// Allocates an array; its address is the next argument.
    pub fn array<T: Plain>(&mut self, values: &[T]) -> u64 {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.bytes()).collect();
        let address = self.memory.allocate_with(&bytes);
        self.value(address);
        address
    }

    /// The next argument.
    pub fn value<T: Plain>(&mut self, value: T) {
        let bytes = value.bytes();
        self.parameters.resize(self.parameters.len().next_multiple_of(bytes.len()), 0);
        self.parameters.extend(bytes);
    }

    pub fn read<T: Plain>(&self, address: u64) -> Vec<T> {
        let bytes = self.memory.buffer(address).expect("an array").read();
        bytes.chunks_exact(size_of::<T>()).map(T::of).collect()
    }

    pub fn launch(&self, program: &Program, kernel: &str, grid: u32, block: u32) -> Result<Counts, LaunchError> {
        let mut launch = Launch::new(kernel, [grid, 1, 1], [block, 1, 1], &self.parameters, &self.memory);
        launch.shared = self.shared;
        launch.workers = self.workers.max(1);
        program.launch(&launch)
    }

    pub fn run(&self, program: &Program, kernel: &str, grid: u32, block: u32) -> Counts {
        self.launch(program, kernel, grid, block).unwrap_or_else(|error| panic!("{kernel}: {error}"))
    }
}

/// Parses a valid program.
pub fn program(text: &str) -> Program {
    Program::parse(text).unwrap_or_else(|error| panic!("{error}"))
}

/// Builds a program with one kernel `k`: its pointer `out` is in `%out`, the thread's index in `%t`.
pub fn kernel(body: &str) -> Program {
    program(&format!(
        "{HEADER}.visible .entry k(.param .u64 out) {{
        .reg .pred %p<8>; .reg .b16 %h<8>; .reg .b32 %t, %r<16>; .reg .b64 %out, %d<16>;
        ld.param.u64 %out, [out]; mov.u32 %t, %tid.x;
{body}
        ret; }}"
    ))
}

/// A reproducible pseudo-random sequence.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Between -1 and 1.
    pub fn float(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }
}
