//! Runs PTX from NVIDIA's compiler on emulated devices: the notebook reports each kind of kernel fault, and the
//! session continues.

use super::cuda::{run, run_cells_with};
use tensorcell_device::libraries::python_libraries;
use tensorcell_verify::skipped;

const ON: [(&str, &str); 1] = [("TENSORCELL_EMULATE_PTX", "1")];

/// Returns whether NVIDIA's compiler is installed; otherwise reports the test as skipped.
fn has_nvrtc() -> bool {
    let found = python_libraries().iter().any(|file| file.to_string_lossy().contains("libnvrtc.so"));
    if !found {
        skipped(
            "NVRTC was not found (pip install nvidia-cuda-nvrtc nvidia-cuda-runtime, and TENSORCELL_NVRTC_PYTHON names that python3)",
        );
    }
    found
}

/// A kernel `k` that fails in the marked line, its launch, and the expected report.
struct Case {
    source: &'static str,
    launch: &'static str,
    says: &'static [&'static str],
}

const MARK: &str = "// here";

const CASES: &[Case] = &[
    Case {
        source: "__global__ void k(float* y, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    y[i] = n; // here\n}",
        launch: "k[3, 64](torch.zeros(128, device='cuda'), 128)",
        says: &[
            "illegal memory access",
            "thread (0,0,0) of block (2,0,0) writes to y[128], and y has 128 elements (bounds check, PTX line ",
        ],
    },
    Case {
        source: "__global__ void k(const float* x, float* y) {\n    y[threadIdx.x] = x[(int)threadIdx.x - 1]; // here\n}",
        launch: "k[1, 32](torch.ones(32, device='cuda'), torch.ones(32, device='cuda'))",
        says: &["thread (0,0,0) of block (0,0,0) reads x[-1], and x has 32 elements (bounds check, PTX line "],
    },
    // The memory continues beyond the end of the tensor.
    Case {
        source: "__global__ void k(short* half) {\n    half[threadIdx.x] = 1; // here\n}",
        launch: "whole = torch.zeros(64, dtype=torch.int16, device='cuda')\nk[1, 64](whole[:40])",
        says: &[
            "thread (40,0,0) of block (0,0,0) writes to half[40], and half has 40 elements (bounds check, PTX line ",
        ],
    },
    Case {
        source: "__global__ void k(double* y) {\n    y[1ull << 40] = 1; // here\n}",
        launch: "k[1, 1](torch.zeros(2, dtype=torch.float64, device='cuda'))",
        says: &["thread (0,0,0) of block (0,0,0) writes to an address that is in no argument (bounds check, PTX line "],
    },
    Case {
        source: "__global__ void k(int* y) {\n    y[0] = 1; // here\n}",
        launch: "k[1, 1](None)",
        says: &["(bounds check, PTX line "],
    },
    Case {
        source: "__global__ void k(float* y) {\n    __shared__ float tile[32];\n    tile[threadIdx.x + 1] = y[0]; // here\n    __syncthreads();\n    y[threadIdx.x] = tile[threadIdx.x ? threadIdx.x : 1];\n}",
        launch: "k[1, 32](torch.zeros(32, device='cuda'))",
        says: &[
            "thread (31,0,0) of block (0,0,0) writes to byte 128 of shared memory (128 bytes) (bounds check, PTX line ",
        ],
    },
    Case {
        source: "__global__ void k(float* y) {\n    extern __shared__ float held[];\n    held[threadIdx.x] = 1;\n    __syncthreads();\n    y[threadIdx.x] = held[threadIdx.x + 8]; // here\n}",
        launch: "k[1, 32, 128](torch.zeros(32, device='cuda'))",
        says: &[
            "thread (24,0,0) of block (0,0,0) reads byte 128 of dynamic shared memory (128 bytes) (bounds check, PTX line ",
        ],
    },
    Case {
        source: "__global__ void k(float* y) {\n    float4 four = *(const float4*)(y + 1); // here\n    y[0] = four.x + four.y + four.z + four.w;\n}",
        launch: "k[1, 1](torch.zeros(8, device='cuda'))",
        says: &[
            "misaligned address",
            "thread (0,0,0) of block (0,0,0) reads 16 bytes at y[1]: the address is not a multiple of 16 (alignment check, PTX line ",
        ],
    },
    Case {
        source: "__global__ void k(float* y) {\n    __shared__ float tile[64];\n    tile[threadIdx.x] = threadIdx.x;\n    __syncthreads();\n    float other = tile[63 - threadIdx.x]; // here\n    tile[threadIdx.x] = other;\n    y[threadIdx.x] = other;\n}",
        launch: "k[1, 64](torch.zeros(64, device='cuda'))",
        says: &[
            "race in kernel k",
            " of tile in shared memory (256 bytes), which thread (",
            "with no barrier between them (race check, PTX line ",
        ],
    },
    Case {
        source: "__global__ void k(float* y) {\n    __shared__ float tile[64];\n    if (threadIdx.x < 40) tile[threadIdx.x] = 1;\n    __syncthreads();\n    y[threadIdx.x] = tile[threadIdx.x]; // here\n}",
        launch: "k[1, 64](torch.zeros(64, device='cuda'))",
        says: &[
            "read of unwritten shared memory in kernel k",
            "thread (40,0,0) of block (0,0,0) depends on byte 160 of tile in shared memory (256 bytes), which no thread of the block has \
             written (unwritten check, PTX line ",
        ],
    },
    Case {
        source: "__global__ void k(float* y) {\n    if (threadIdx.x < 16) {\n        y[0] = 1;\n        __syncthreads(); // here\n        y[1] = 1;\n    } else {\n        y[2] = 1;\n        __syncthreads();\n        y[3] = 1;\n    }\n}",
        launch: "k[1, 32](torch.zeros(4, device='cuda'))",
        says: &[
            "unspecified launch failure",
            "barrier divergence: ",
            "of its warp wait at another barrier (barrier check, PTX line ",
        ],
    },
    Case {
        source: "__global__ void k(float* y) {\n    float v = y[threadIdx.x];\n    if (threadIdx.x < 16)\n        v += __shfl_down_sync(0xffffffff, v, 8); // here\n    y[threadIdx.x] = v;\n}",
        launch: "k[1, 32](torch.zeros(32, device='cuda'))",
        says: &["(mask check, PTX line "],
    },
    Case {
        source: "__global__ void k(int* y) {\n    y[threadIdx.x] = __ballot_sync(1u, threadIdx.x > 3); // here\n}",
        launch: "k[1, 32](torch.zeros(32, dtype=torch.int32, device='cuda'))",
        says: &["mask 0x00000001 of `", "` does not name the lane that runs it (mask check, PTX line "],
    },
    Case {
        source: "__global__ void k(const int* x) {\n    assert(x[threadIdx.x] < 40); // here\n}",
        launch: "k[1, 64](torch.arange(64, dtype=torch.int32, device='cuda'))",
        says: &[
            "device-side assert triggered",
            "assertion failed in thread (40,0,0) of block (0,0,0): `x[threadIdx.x] < 40` (PTX line ",
        ],
    },
    Case {
        source: "__global__ void k(const int* x) {\n    if (x[threadIdx.x] == 5) __trap(); // here\n}",
        launch: "k[1, 64](torch.arange(64, dtype=torch.int32, device='cuda'))",
        says: &["unspecified launch failure", "thread (5,0,0) of block (0,0,0): trap (PTX line "],
    },
    Case {
        source: "__constant__ int table[4] = {1, 2, 3, 4};\n__global__ void k(int* y, int n) {\n    int* place;\n    asm(\"mov.u64 %0, %1;\" : \"=l\"(place) : \"l\"(table));\n    place[n] = 5; // here\n    y[0] = table[n];\n}",
        launch: "k[1, 1](torch.zeros(1, dtype=torch.int32, device='cuda'), 2)",
        says: &["write to Const memory, which a kernel may only read (read-only check, PTX line "],
    },
    Case {
        source: "__device__ int deep(int n, volatile int* y) {\n    int room[8];\n    for (int i = 0; i < 8; i++) room[i] = y[i];\n    return n == 0 ? 0 : deep(n + 1, y) + room[n & 7]; // here\n}\n__global__ void k(int* y) { y[0] = deep(1, y); }",
        launch: "k[1, 1](torch.zeros(8, dtype=torch.int32, device='cuda'))",
        says: &["unspecified launch failure", "call depth exceeds"],
    },
    Case {
        source: "__global__ void k(const int* x, int* bins) {\n    bins[x[threadIdx.x]] += 1; // here\n}",
        launch: "k[1, 64](torch.arange(64, dtype=torch.int32, device='cuda') % 10, torch.zeros(10, dtype=torch.int32, device='cuda'))",
        says: &[
            "race in kernel k",
            "thread (0,0,0) of block (0,0,0) writes bins[0], which thread (",
            "with no barrier between them (race check, PTX line ",
        ],
    },
    Case {
        source: "__global__ void k(float* y) {\n    if (threadIdx.x == 0) y[0] += 1; // here\n}",
        launch: "k[4, 32](torch.zeros(4, device='cuda'))",
        says: &[
            "race in kernel k",
            "s y[0], which thread (0,0,0) of block (",
            " with nothing that orders them (race check, PTX line ",
        ],
    },
];

/// Correct synchronization: blocks that use a fence and a counter, atomic additions, and threads that write the same value.
const FINE: &str = "%%cuda
__device__ int arrived;
__global__ void sums(const float* x, float* parts, float* total, int* same) {
    *same = 1;
    float sum = x[blockIdx.x * 32 + threadIdx.x];
    for (int apart = 16; apart > 0; apart /= 2) sum += __shfl_down_sync(0xffffffff, sum, apart);
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (int i = 0; i < gridDim.x; i++) *total += parts[i];
    if (threadIdx.x == 0) atomicAdd(total + 1, sum);
}";

#[test]
fn what_is_ordered_is_no_race() {
    if has_nvrtc() {
        let launch = "import torch\nx, parts, total = torch.ones(256, device='cuda'), torch.zeros(8, device='cuda'), torch.zeros(2, device='cuda')\n\
                      sums[8, 32](x, parts, total, torch.zeros(1, dtype=torch.int32, device='cuda'))\nprint(total.tolist())";
        assert_eq!(run_cells_with(&[FINE, launch], &ON), ("[256.0, 256.0]\n".to_owned(), String::new()));
    }
}

#[test]
fn each_kind_of_fault_is_told_with_its_place_and_the_session_lives() {
    if !has_nvrtc() {
        return;
    }
    let cells: Vec<String> = std::iter::once("import torch".to_owned())
        .chain(CASES.iter().enumerate().flat_map(|(number, case)| {
            let kernel = format!("%%cuda\n{}", case.source);
            let alive = format!("print('lives', {number}, torch.arange(5., device='cuda').sum().item())");
            [kernel, case.launch.to_owned(), alive]
        }))
        .collect();
    let (printed, complaint) = run_cells_with(&cells.iter().map(String::as_str).collect::<Vec<_>>(), &ON);
    let told = reports(&complaint);
    assert_eq!(told.len(), CASES.len(), "{complaint}");
    for (number, (case, report)) in CASES.iter().zip(told).enumerate() {
        assert!(printed.contains(&format!("lives {number} 10.0\n")), "{}\n{printed}{complaint}", case.source);
        let line = 2 + case.source.lines().position(|line| line.contains(MARK)).expect("a line");
        let place = format!("k, Cell [{}], line {line}: ", 2 + 3 * number);
        for words in case.says.iter().copied().chain([place.as_str()]) {
            assert!(report.contains(words), "{}: {words}\n{report}", case.source);
        }
    }
}

/// The errors of a notebook's cells.
fn reports(complaint: &str) -> Vec<String> {
    let mut reports: Vec<String> = Vec::new();
    for line in complaint.lines() {
        let begins = ["torch.AcceleratorError: ", "RuntimeError: "].iter().any(|class| line.starts_with(class));
        match reports.last_mut().filter(|_| !begins) {
            Some(report) => *report += &format!("{line}\n"),
            None => reports.push(format!("{line}\n")),
        }
    }
    reports
}

/// Unsupported instructions are refused by name when the program is loaded.
#[test]
fn what_is_not_run_is_refused_by_name() {
    if !has_nvrtc() {
        return;
    }
    let refused = [
        ("asm volatile(\"wgmma.fence.sync.aligned;\");", "wgmma"),
        ("asm volatile(\"cp.async.bulk.commit_group;\");", "cp.async.bulk"),
        (
            "float4 v; asm volatile(\"tex.1d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5}];\" : \"=f\"(v.x), \"=f\"(v.y), \"=f\"(v.z), \"=f\"(v.w) : \"l\"(y), \"r\"(1)); y[0] = v.x;",
            "tex",
        ),
    ];
    let cells: Vec<String> =
        refused.iter().map(|(text, _)| format!("%%cuda\n__global__ void k(float* y) {{\n    {text}\n}}")).collect();
    let (_, complaint) = run_cells_with(&cells.iter().map(String::as_str).collect::<Vec<_>>(), &ON);
    for (_, name) in refused {
        assert!(complaint.contains(&format!("line 3: `{name}")), "{name}\n{complaint}");
    }
}

/// Programs that pass with g++'s kernels pass with NVIDIA's.
#[test]
fn programs_run_on_ptx() {
    if has_nvrtc() {
        for name in ["as_ptx", "kernels", "kernel_faults", "graphs", "streams", "faults"] {
            run(name, &ON);
        }
    }
}

#[test]
fn without_nvrtc_a_sentence_says_so_and_gcc_compiles() {
    let nowhere = [ON[0], ("TENSORCELL_NVRTC_PYTHON", "/nowhere/python3")];
    let (printed, complaint) =
        run_cells_with(&["import torch\nprint(torch.ones(3, device='cuda').sum().item())"], &nowhere);
    assert_eq!(printed, "3.0\n", "{complaint}");
    assert!(
        complaint.contains("TENSORCELL_EMULATE_PTX asks for NVIDIA's compiler, which was not found"),
        "{complaint}"
    );
}
