// The structures passed to kernels. This file is `include!`d instead of being a module: `parameters.rs` declares the structures, and
// `source.rs`, which the emulator's build script includes too, adds assertions to each program that its C++ fields have the same offsets.
//
// A row is the file in kernels/, then the structure with the field names of the C++.
/// Maximum dimensions that a kernel can walk, after merging adjacent ones.
pub const MAX_DIMS: usize = 16;
pub const MAX_OPERANDS: usize = 4;
/// Maximum steps of a chain, and maximum operands in memory.
pub const MAX_CHAIN: usize = 24;
pub const MAX_NUMBERS: usize = 48;
/// Maximum dimensions, and maximum operands, that a chain walks by strides.
pub const CHAIN_DIMS: usize = 8;
pub const CHAIN_STRIDED: usize = 8;
pub const MAX_INDEXES: usize = 8;
/// Tensors per launch of an optimizer.
pub const MAX_TENSORS: usize = 48;
/// Two rows, because bytemuck does not support longer arrays.
pub const SCALED_ROW: usize = 96;
pub const CONSTANTS: usize = 8;

macro_rules! parameter_structs {
    ($with:ident) => {
        $with! {
            "layout.cuh" struct Strided {
                dims: i32,
                reserved: i32,
                sizes: [u64; MAX_DIMS],
                /// In elements.
                strides: [[i64; MAX_DIMS]; MAX_OPERANDS],
            }
            "pointwise.cuh" struct Pointwise {
                n: u64,
                addresses: [u64; MAX_OPERANDS],
                immediates: [u64; MAX_OPERANDS],
                p: f64,
                q: f64,
                single: [i32; MAX_OPERANDS],
                layout: Strided,
            }
            "chain.cuh" struct Chain {
                n: u64,
                outputs: [u64; MAX_CHAIN],
                inputs: [u64; MAX_CHAIN],
                numbers: [u64; MAX_NUMBERS],
                parameters: [[f64; 2]; MAX_CHAIN],
                sizes: [u64; CHAIN_DIMS],
                strides: [[i64; CHAIN_DIMS]; CHAIN_STRIDED],
            }
            "reduce.cuh" struct Reduce {
                input: u64,
                output: u64,
                indices: u64,
                partials: u64,
                counters: u64,
                outputs: u64,
                length: u64,
                splits: u64,
                parameter: f64,
                outer: Strided,
                inner: Strided,
            }
            "chain_reduce.cuh" struct ChainReduce {
                chain: Chain,
                reduce: Reduce,
            }
            "reduce.cuh" struct Softmax {
                input: u64,
                output: u64,
                rows: u64,
                length: u64,
                input_stride: i64,
                output_stride: i64,
                log: i32,
                reserved: i32,
                outer: Strided,
            }
            "scan.cuh" struct Scan {
                input: u64,
                output: u64,
                indices: u64,
                rows: u64,
                length: u64,
                strides: [i64; 3],
                outer: Strided,
            }
            "copy.cuh" struct Copy {
                output: u64,
                input: u64,
                n: u64,
                value: u64,
                layout: Strided,
            }
            "copy.cuh" struct Sequence {
                output: u64,
                n: u64,
                start: i64,
                step: i64,
                real_start: f64,
                real_step: f64,
                end: f64,
                layout: Strided,
            }
            "copy.cuh" struct Triangle {
                output: u64,
                input: u64,
                n: u64,
                rows: u64,
                columns: u64,
                diagonal: i64,
            }
            "index.cuh" struct Fault {
                raised: u32,
                dim: u32,
                index: i64,
                size: i64,
                place: [u32; 2],
            }
            "assert.cuh" struct Assert {
                input: u64,
                bytes: u64,
            }
            "assert.cuh" struct Spin {
                cycles: i64,
            }
            "index.cuh" struct Indexing {
                n: u64,
                plain: u64,
                indexed: u64,
                fault: u64,
                indexes: i32,
                from_end: i32,
                place: [u32; 2],
                addresses: [u64; MAX_INDEXES],
                sizes: [i64; MAX_INDEXES],
                strides: [i64; MAX_INDEXES],
                dims: [u32; MAX_INDEXES],
                layout: Strided,
                index_strides: [[i64; MAX_DIMS]; MAX_INDEXES],
            }
            "attention.cuh" struct Rows {
                address: u64,
                sample: i64,
                head: i64,
                row: i64,
            }
            "attention.cuh" struct Attention {
                q: Rows,
                k: Rows,
                v: Rows,
                out: Rows,
                of_out: Rows,
                of_q: Rows,
                of_k: Rows,
                of_v: Rows,
                mask: Rows,
                mask_column: i64,
                logs: u64,
                inner: u64,
                samples: u64,
                heads: u64,
                queries: u64,
                keys: u64,
                depth: u64,
                width: u64,
                scale: f64,
                keep: f64,
                seed: u64,
                offset: u64,
                recorded: u64,
                drawn: u64,
                partial: u64,
                splits: u64,
                causal: i32,
                mask_kind: i32,
            }
            "conv.cuh" struct Convolution {
                x: u64,
                weight: u64,
                y: u64,
                bias: u64,
                batch: u64,
                channels: u64,
                features: u64,
                groups: u64,
                input: [u64; 3],
                output: [u64; 3],
                kernel: [u64; 3],
                stride: [u64; 3],
                padding: [u64; 3],
                dilation: [u64; 3],
                first: u64,
                row_stride: i64,
                batch_stride: i64,
            }
            "norm.cuh" struct Norm {
                x: u64,
                y: u64,
                gradient: u64,
                weight: u64,
                bias: u64,
                of_weight: u64,
                of_bias: u64,
                mean: u64,
                variance: u64,
                running_mean: u64,
                running_variance: u64,
                partials: u64,
                rows: u64,
                samples: u64,
                length: u64,
                apart: u64,
                groups: u64,
                each: u64,
                splits: u64,
                eps: f64,
                momentum: f64,
                rms: i32,
                packed: i32,
                given: i32,
                reserved: i32,
            }
            "pool.cuh" struct Pooling {
                input_address: u64,
                output: u64,
                indices: u64,
                planes: u64,
                input: [u64; 3],
                pooled: [u64; 3],
                kernel: [u64; 3],
                stride: [u64; 3],
                padding: [u64; 3],
                dilation: [u64; 3],
                adaptive: i32,
                include_pad: i32,
                divisor: f64,
            }
            "recurrent.cuh" struct Step {
                x: u64,
                h: u64,
                bias: u64,
                last: u64,
                states: u64,
                last_cell: u64,
                cells: u64,
                saved: u64,
                count: u64,
                units: u64,
            }
            "recurrent.cuh" struct StepBack {
                states: u64,
                cells: u64,
                saved: u64,
                earlier: u64,
                earlier_cells: u64,
                rows: u64,
                first: u64,
                first_cells: u64,
                of_states: u64,
                of_last: u64,
                of_cell: u64,
                of_gates: u64,
                of_hidden: u64,
                before: u64,
                count: u64,
                units: u64,
            }
            "matmul.cuh" struct MatMul {
                a: u64,
                b: u64,
                output: u64,
                bias: u64,
                rows: u64,
                columns: u64,
                inner: u64,
                batches: u64,
                a_strides: [i64; 2],
                b_strides: [i64; 2],
                output_strides: [i64; 2],
                bias_strides: [i64; 2],
                alpha: f64,
                beta: f64,
                batch: Strided,
            }
            "random.cuh" struct Random {
                output: u64,
                probabilities: u64,
                n: u64,
                seed: u64,
                offset: u64,
                first: f64,
                second: f64,
                base: i64,
                range: u64,
                /// During a graph capture, the address of each replay's seed and first offset; else 0.
                recorded: u64,
                layout: Strided,
            }
            "search.cuh" struct Search {
                sequence: u64,
                numbers: u64,
                output: u64,
                n: u64,
                length: u64,
                width: u64,
                right: i32,
                reserved: i32,
            }
            "search.cuh" struct Distances {
                first: u64,
                second: u64,
                output: u64,
                n: u64,
                rows: u64,
                columns: u64,
                width: u64,
                p: f64,
            }
            "select.cuh" struct Select {
                mask: u64,
                input: u64,
                output: u64,
                n: u64,
                chunks: u64,
                counts: u64,
                layout: Strided,
            }
            "sort.cuh" struct Sort {
                input: u64,
                input_indices: u64,
                output: u64,
                output_indices: u64,
                rows: u64,
                length: u64,
                run: u64,
                stride: i64,
                descending: i32,
                reserved: i32,
                outer: Strided,
            }
            "optimizer.cuh" struct TensorList {
                n: [u64; MAX_TENSORS],
                /// Parameter, gradient and states of each tensor.
                addresses: [[u64; MAX_TENSORS]; 5],
                first_block: [u32; MAX_TENSORS],
                count: u32,
                reserved: u32,
            }
            "optimizer.cuh" struct ScaleList {
                n: [[u64; SCALED_ROW]; 2],
                addresses: [[u64; SCALED_ROW]; 2],
                first_block: [[u32; SCALED_ROW]; 2],
                count: u32,
                reserved: u32,
            }
            "optimizer.cuh" struct Update {
                weight_decay: f64,
                shrink: f64,
                constants: [f64; CONSTANTS],
                /// The addresses of `shrink` and the constants that are on the device; 0 uses the values above.
                on_device: [u64; CONSTANTS + 1],
                maximize: i32,
                reserved: i32,
                list: TensorList,
            }
            "optimizer.cuh" struct Scale {
                factor: f64,
                more: u64,
                found_inf: u64,
                list: ScaleList,
            }
        }
    };
}
