//! Memory, streams, events, graphs, faults and the record of work.

use std::ffi::c_void;

use crate::{GPU, emulator};
use tensorcell_device::allocator::{self, Block, Place};
use tensorcell_device::event::Event;
use tensorcell_device::graph::{Capture, Mode};
use tensorcell_device::module::{Function, Module, launch};
use tensorcell_device::pinned::Pinned;
use tensorcell_device::stream::Stream;
use tensorcell_device::{Device, DeviceError, activity, compile, driver, probe};

const MIB: usize = 1 << 20;

fn upload(values: &[f32]) -> Block {
    let block = Block::allocate(GPU, size_of_val(values)).expect("memory");
    // SAFETY: both ranges hold the values.
    unsafe { driver::copy((GPU, block.address()), (Device::Cpu, values.as_ptr() as u64), block.bytes(), false) }
        .expect("a copy");
    block
}

fn download(block: &Block) -> Result<Vec<f32>, DeviceError> {
    let mut values = vec![0f32; block.bytes() / 4];
    // SAFETY: both ranges hold the values.
    unsafe {
        driver::copy((Device::Cpu, values.as_mut_ptr() as u64), (block.device(), block.address()), block.bytes(), false)
    }?;
    Ok(values)
}

const KERNELS: &str = r#"
extern "C" __global__ void axpy(float* out, const float* x, float a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] += a * x[i];
}
__device__ float block_sum(float v) {
    extern __shared__ float partial[];
    for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    if (threadIdx.x % 32 == 0) partial[threadIdx.x / 32] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / 32 ? partial[threadIdx.x] : 0.f;
    if (threadIdx.x < 32) for (int d = 16; d; d >>= 1) v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}
extern "C" __global__ void __launch_bounds__(256) sum(float* out, const float* x, int n) {
    float v = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) v += x[i];
    v = block_sum(v);
    if (threadIdx.x == 0) atomicAdd(out, v);
}
extern "C" __global__ void write_at(float* out, long long at) { out[at] = 1.f; }
"#;

fn kernels() -> Module {
    let image = compile::compile(0, "kernels.cu", KERNELS, &[]).expect("compiles");
    Module::load(0, &image).expect("loads")
}

/// Launches with arguments of any types, by reference.
macro_rules! run {
    ($function:expr, $grid:expr, $block:expr, $shared:expr, $stream:expr, $($argument:expr),+) => {{
        let mut pointers = [$(&$argument as *const _ as *mut c_void),+];
        // SAFETY: the arguments match the kernel's parameters.
        unsafe { launch($function, [$grid, 1, 1], [$block, 1, 1], $shared, &$stream, &mut pointers) }
    }};
}

#[test]
fn kernels_run_flat_and_in_fibers() {
    let _guard = emulator();
    let module = kernels();
    let stream = Stream::current(0);
    let values: Vec<f32> = (0..10_000).map(|i| (i % 97) as f32).collect();
    let (x, out, total) = (upload(&values), upload(&values), upload(&[0.0]));
    let (n, a) = (values.len() as i32, 2.0f32);
    let axpy: Function = module.function("axpy").expect("a kernel");
    run!(axpy, 40, 256, 0, stream, out.address(), x.address(), a, n).expect("launches");
    assert_eq!(download(&out).expect("a copy"), values.iter().map(|v| 3.0 * v).collect::<Vec<_>>());
    let sum = module.function("sum").expect("a kernel");
    run!(sum, 8, 256, 32, stream, total.address(), x.address(), n).expect("launches");
    assert_eq!(download(&total).expect("a copy"), [values.iter().sum::<f32>()]);
    assert!(matches!(module.function("absent"), Err(DeviceError::Cuda { name, .. }) if name == "CUDA_ERROR_NOT_FOUND"));
}

#[test]
fn a_program_with_an_error_names_its_line() {
    let _guard = emulator();
    let source = "extern \"C\" __global__ void k(float* x) {\n    x[0] = undeclared;\n}\n";
    let Err(DeviceError::Compile { name, log }) = compile::compile(0, "mine.cu", source, &[]) else {
        panic!("compiles")
    };
    assert_eq!(name, "mine.cu");
    assert!(log.contains("mine.cu:2") && log.contains("undeclared"), "{log}");
}

#[test]
fn a_bad_access_is_sticky_until_the_context_is_reset() {
    let _guard = emulator();
    let module = kernels();
    let block = upload(&[0.0; 128]);
    let far = 1i64 << 32;
    let write_at = module.function("write_at").expect("a kernel");
    run!(write_at, 1, 1, 0, Stream::current(0), block.address(), far).expect("launches");
    let sticky = |error: DeviceError| match error {
        DeviceError::Cuda { name, sticky, .. } => name == "CUDA_ERROR_ILLEGAL_ADDRESS" && sticky,
        _ => false,
    };
    assert!(sticky(driver::synchronize(0).expect_err("a fault")));
    assert!(sticky(download(&block).expect_err("still faulty")));
    assert!(driver::synchronize(1).is_ok(), "the other device is well");
    driver::reset(0).expect("a new context");
    drop((block, module));
    let fresh = upload(&[1.0, 2.0]);
    assert_eq!(download(&fresh).expect("a copy"), [1.0, 2.0]);
}

#[test]
fn a_device_has_its_share_of_memory() {
    let _guard = emulator();
    let (_, total) = driver::memory_info(0).expect("figures");
    assert_eq!(total, 256 * MIB);
    assert_eq!(driver::device_count(), 2);
    assert_eq!(driver::properties(1).expect("properties").name, "Emulated GPU");
}

#[test]
fn streams_run_apart_and_events_order_them() {
    let _guard = emulator();
    let module = kernels();
    let (first, second) = (Stream::new(0, 0).expect("a stream"), Stream::new(0, -1).expect("a stream"));
    assert_ne!(first, second);
    let n = 1 << 20;
    let (x, out) = (upload(&vec![1.0; n]), upload(&vec![0.0; n]));
    driver::synchronize(0).expect("uploaded");
    let axpy = module.function("axpy").expect("a kernel");
    let (length, a) = (n as i32, 1.0f32);
    let start = Event::new(0, true).expect("an event");
    let end = Event::new(0, true).expect("an event");
    start.record(&first).expect("records");
    // Both streams add in turn, 20 times; without the events they would race.
    for round in 0..20 {
        let (here, there) = if round % 2 == 0 { (first, second) } else { (second, first) };
        run!(axpy, n as u32 / 256, 256, 0, here, out.address(), x.address(), a, length).expect("launches");
        there.wait_stream(&here).expect("waits");
    }
    end.record(&first).expect("records");
    end.synchronize().expect("reached");
    assert!(end.query().expect("answers") && first.query().expect("answers"));
    assert!(start.elapsed(&end).expect("milliseconds") > 0.0);
    assert_eq!(download(&out).expect("a copy").iter().find(|v| **v != 20.0), None);
}

#[test]
fn a_graph_is_recorded_once_and_launched_often() {
    let _guard = emulator();
    let module = kernels();
    let stream = Stream::new(0, 0).expect("a stream");
    let (x, out) = (upload(&[1.0; 256]), upload(&[0.0; 256]));
    driver::synchronize(0).expect("uploaded");
    let axpy = module.function("axpy").expect("a kernel");
    let (n, a) = (256i32, 1.0f32);
    let capture = Capture::begin(stream, Mode::Global, None).expect("begins");
    stream.make_current();
    let scratch = Block::allocate(GPU, 3 * MIB).expect("memory while capturing");
    run!(axpy, 1, 256, 0, stream, out.address(), x.address(), a, n).expect("launches");
    run!(axpy, 1, 256, 0, stream, out.address(), x.address(), a, n).expect("launches");
    let graph = capture.end().expect("ends");
    Stream::default_of(0).make_current();
    assert_eq!(download(&out).expect("a copy")[0], 0.0, "nothing has run");
    for _ in 0..5 {
        graph.launch(&stream).expect("launches");
    }
    stream.synchronize().expect("done");
    assert_eq!(download(&out).expect("a copy"), [10.0; 256]);
    drop((scratch, graph));
    allocator::empty_cache(GPU).expect("empties");
}

#[test]
fn a_synchronization_spoils_a_capture() {
    let _guard = emulator();
    let stream = Stream::new(0, 0).expect("a stream");
    let capture = Capture::begin(stream, Mode::Global, None).expect("begins");
    let named = |error: DeviceError, wanted: &str| matches!(error, DeviceError::Cuda { name, .. } if name == wanted);
    assert!(named(stream.synchronize().expect_err("refused"), "CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"));
    assert!(named(capture.end().expect_err("spoilt"), "CUDA_ERROR_STREAM_CAPTURE_INVALIDATED"));
    stream.synchronize().expect("usable again");
    assert!(Capture::begin(Stream::default_of(0), Mode::Global, None).is_err());
}

#[test]
fn out_of_memory_is_pytorchs_sentence_and_leaves_the_device_well() {
    let _guard = emulator();
    let keep = Block::allocate(GPU, 20 * MIB).expect("memory");
    let Err(DeviceError::OutOfMemory { message, requested, .. }) = Block::allocate(GPU, 300 * MIB) else {
        panic!("more than there is")
    };
    assert_eq!(requested, 300 * MIB);
    let start = "CUDA out of memory. Tried to allocate 300.00 MiB. GPU 0 has a total capacity of 256.00 MiB of which ";
    assert!(message.starts_with(start), "{message}");
    assert!(message.contains(" is allocated by PyTorch, and "), "{message}");
    assert!(allocator::stats(GPU).num_ooms >= 1);
    drop(keep);
    // An allocation that fails before a reference cycle is collected succeeds afterwards.
    let hog = std::rc::Rc::new(std::cell::RefCell::new(Some(Block::allocate(GPU, 200 * MIB).expect("memory"))));
    let held = hog.clone();
    allocator::set_last_resort(move || held.borrow_mut().take().is_some());
    assert!(Block::allocate(GPU, 200 * MIB).is_ok());
    assert!(hog.borrow().is_none());
}

#[test]
fn blocks_know_their_maker() {
    let _guard = emulator();
    let place = Place { source: 3, offset: 20 };
    allocator::set_place_hook(|| Place { source: 3, offset: 20 });
    let _block = Block::allocate(GPU, 50 * MIB).expect("memory");
    let live = allocator::largest_live(GPU, 1);
    assert_eq!((live[0].bytes, live[0].place), (50 * MIB, Some(place)));
    allocator::mark("In[3]");
    let timeline = allocator::timeline(GPU);
    assert_eq!(timeline.marks.last().map(|mark| mark.label.as_str()), Some("In[3]"));
    assert!(timeline.samples.last().is_some_and(|sample| sample.allocated >= 50 * MIB as u64));
    allocator::empty_cache(GPU).expect("empties");
    allocator::set_memory_fraction(0, 0.1).expect("sets");
    assert!(
        matches!(Block::allocate(GPU, 60 * MIB), Err(DeviceError::OutOfMemory { message, .. }) if message.contains("25.60 MiB allowed; "))
    );
    allocator::set_memory_fraction(0, 1.0).expect("sets");
}

/// Allocates and frees blocks on several streams under each setting; each block keeps its contents until it is freed.
#[test]
fn memory_is_one_owners_at_a_time() {
    let _guard = emulator();
    let streams: Vec<Stream> = (0..3).map(|_| Stream::new(0, 0).expect("a stream")).collect();
    let mut seed = 0x5eedu64;
    let mut below = move |bound: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) % bound
    };
    for settings in ["", "expandable_segments:True", "max_split_size_mb:20,roundup_power2_divisions:4"] {
        allocator::apply_settings(settings).expect(settings);
        let mut held: Vec<(Block, Stream, u8)> = Vec::new();
        for step in 0..400u32 {
            let stream = streams[below(3) as usize];
            match below(10) {
                0..=4 if held.len() < 40 => {
                    let most = if below(4) == 0 { 12 << 20 } else { 64 << 10 };
                    let bytes = 1 + below(most) as usize;
                    stream.make_current();
                    let block = Block::allocate(GPU, bytes);
                    if let Ok(block) = block {
                        // SAFETY: the block's own bytes.
                        unsafe { driver::fill_bytes(0, block.address(), step as u8, bytes) }.expect("fills");
                        held.push((block, stream, step as u8));
                    }
                }
                5..=8 if !held.is_empty() => {
                    let (block, stream, value) = held.swap_remove(below(held.len() as u64) as usize);
                    let reader = streams[below(3) as usize];
                    reader.wait_stream(&stream).expect("waits");
                    reader.make_current();
                    let mut ends = [!value; 2];
                    for (at, end) in [0, block.bytes() - 1].into_iter().zip(&mut ends) {
                        let to = (Device::Cpu, std::ptr::from_mut(end) as u64);
                        // SAFETY: one byte of the block, and one of ours.
                        unsafe { driver::copy(to, (GPU, block.address() + at as u64), 1, false) }.expect("copies");
                    }
                    assert_eq!(ends, [value; 2], "{settings}, step {step}");
                    block.record_stream(&reader);
                }
                9 if below(8) == 0 => allocator::empty_cache(GPU).expect("empties"),
                _ => {}
            }
        }
        Stream::default_of(0).make_current();
        drop(held);
        driver::synchronize(0).expect("all is well");
        allocator::empty_cache(GPU).expect("empties");
    }
    allocator::apply_settings("expandable_segments:False").expect("settings");
}

#[test]
fn copies_go_between_devices_and_through_pinned_memory() {
    let _guard = emulator();
    let values: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    let first = upload(&values);
    let second = Block::allocate(Device::Cuda(1), first.bytes()).expect("memory");
    let pinned = Pinned::allocate(first.bytes()).expect("memory");
    let bytes = first.bytes();
    // SAFETY: all ranges hold `bytes`.
    unsafe {
        driver::copy((Device::Cuda(1), second.address()), (GPU, first.address()), bytes, false).expect("copies");
        driver::fill_bytes(0, first.address(), 0, bytes).expect("fills");
        let host = (Device::Cpu, pinned.address());
        driver::copy(host, (Device::Cuda(1), second.address()), bytes, true).expect("copies");
        driver::synchronize(1).expect("done");
        let copied = std::slice::from_raw_parts(pinned.address() as *const f32, values.len());
        assert_eq!(copied, values);
    }
    assert!(
        tensorcell_device::pinned::is_pinned(pinned.address() + 8)
            && !tensorcell_device::pinned::is_pinned(values.as_ptr() as u64)
    );
    assert_eq!(download(&second).expect("a copy"), values);
    assert!(download(&first).expect("a copy").iter().all(|v| *v == 0.0));
}

#[test]
fn a_failed_assertion_and_a_lost_barrier_are_faults() {
    let _guard = emulator();
    let source = r#"
extern "C" __global__ void check(int* x) { assert(x[0] == 1); }
extern "C" __global__ void diverge(float* x) {
    if (threadIdx.x < 16) x[threadIdx.x] = __shfl_down_sync(0xffffffffu, x[threadIdx.x], 1);
    else __syncthreads();
}
"#;
    for (kernel, threads, error) in [("check", 1, "CUDA_ERROR_ASSERT"), ("diverge", 64, "CUDA_ERROR_LAUNCH_FAILED")] {
        let image = compile::compile(0, "faults.cu", source, &[]).expect("compiles");
        let module = Module::load(0, &image).expect("loads");
        let block = upload(&[0.0; 64]);
        let function = module.function(kernel).expect("a kernel");
        run!(function, 1, threads, 0, Stream::current(0), block.address()).expect("launches");
        let fault = driver::synchronize(0).expect_err("a fault");
        assert!(matches!(&fault, DeviceError::Cuda { name, sticky: true, .. } if name == error), "{fault}");
        driver::reset(0).expect("a new context");
        assert!(block.is_lost() && module.is_lost());
    }
}

/// One kernel per feature of CUDA C++; each writes the result that CUDA specifies.
const FEATURES: &str = r#"
#include <cuda_fp16.h>
#define TILE 32
#define SYNC __syncthreads()
#define KERNEL(name, expression) extern "C" __global__ void name(int* out) { int t = threadIdx.x; out[t] = (expression); }
KERNEL(shuffled_up, __shfl_up_sync(0xffffffffu, t, 3))
KERNEL(shuffled_xor, __shfl_xor_sync(0xffffffffu, t, 5))
KERNEL(shuffled_within_8, __shfl_sync(0xffffffffu, t, 9, 8))
KERNEL(balloted, (int)__ballot_sync(0xffffffffu, t % 3 == 0))
KERNEL(voted, __syncthreads_count(t < 10) * 100 + __syncthreads_or(t == 40) * 10 + __syncthreads_and(t < 64))
KERNEL(bits, __popc(t) + 100 * __clz(t) + 10000 * __ffs(t))

template <class T> struct Reversed {
    T tile[TILE * 2];
    __device__ void put(int t, T value) { tile[t] = value; SYNC; }
};
extern "C" __global__ void reversed(int* out) {
    __shared__ Reversed<int> shared;
    shared.put(threadIdx.x, (int)threadIdx.x);
    out[threadIdx.x] = shared.tile[blockDim.x - 1 - threadIdx.x];
}
extern "C" __global__ void dynamic(int* out) {
    extern __shared__ __align__(16) unsigned char bytes[];
    int* values = (int*)bytes;
    values[threadIdx.x] = threadIdx.x * 2;
    __syncthreads();
    out[threadIdx.x] = values[(threadIdx.x + 1) % blockDim.x];
}
extern "C" __global__ void halves(int* out) {
    __half h = __float2half(threadIdx.x + 0.5f);
    out[threadIdx.x] = (int)__half2float(__hadd(h, h));
}
__device__ int counter;
__constant__ int scale[2] = {3, 4};
extern "C" __global__ void counted(int* out) {
    out[threadIdx.x] = atomicAdd(&counter, 1) < 64 ? scale[threadIdx.x % 2] : -1;
}
extern "C" __global__ void placed(int* out) {
    if (blockIdx.y == 1 && blockIdx.z == 2 && threadIdx.y == 0) out[threadIdx.x] = gridDim.x * 100 + gridDim.y * 10 + blockDim.y;
}
struct Parameters { float scale; long long offset; unsigned char flags[3]; };
extern "C" __global__ void by_value(int* out, Parameters p, char c) {
    out[threadIdx.x] = (int)(p.scale * 10) + (int)p.offset + p.flags[2] + c;
}
"#;

#[test]
fn cuda_cpp_means_on_the_host_what_it_means_on_a_gpu() {
    let _guard = emulator();
    let image = compile::compile(0, "features.cu", FEATURES, &["-DUNUSED=1"]).expect("compiles");
    let module = Module::load(0, &image).expect("loads");
    let out = Block::allocate(GPU, 64 * 4).expect("memory");
    type Expected = fn(i32) -> i32;
    let cases: [(&str, Expected); 12] = [
        ("shuffled_up", |t| if t % 32 < 3 { t } else { t - 3 }),
        ("shuffled_xor", |t| t ^ 5),
        ("shuffled_within_8", |t| t / 8 * 8 + 1),
        ("balloted", |t| {
            (0..32).filter(|lane| (t / 32 * 32 + lane) % 3 == 0).fold(0u32, |b, lane| b | 1 << lane) as i32
        }),
        ("voted", |_| 10 * 100 + 10 + 1),
        ("bits", |t| {
            let first = if t == 0 { 0 } else { t.trailing_zeros() + 1 };
            (t.count_ones() + 100 * t.leading_zeros() + 10_000 * first) as i32
        }),
        ("reversed", |t| 63 - t),
        ("dynamic", |t| (t + 1) % 64 * 2),
        ("halves", |t| 2 * t + 1),
        ("counted", |t| 3 + t % 2),
        ("placed", |_| 122),
        ("by_value", |_| 25 + 1_000 + 7 + 100),
    ];
    #[repr(C)]
    struct Parameters {
        scale: f32,
        offset: i64,
        flags: [u8; 3],
    }
    let character = 100i8;
    let parameters = Parameters { scale: 2.5, offset: 1_000, flags: [0, 0, 7] };
    for (name, expected) in cases {
        let function = module.function(name).expect("a kernel");
        let (grid, block) = if name == "placed" { ([1, 2, 3], [64, 2, 1]) } else { ([1, 1, 1], [64, 1, 1]) };
        let address = out.address();
        let mut arguments = [
            &raw const address as *mut c_void,
            &raw const parameters as *mut c_void,
            &raw const character as *mut c_void,
        ];
        // SAFETY: the arguments match the kernel's parameters; those that take fewer ignore the rest.
        unsafe { launch(function, grid, block, 256, &Stream::current(0), &mut arguments) }.expect("launches");
        let mut values = [0i32; 64];
        // SAFETY: both ranges hold 64 integers.
        unsafe { driver::copy((Device::Cpu, values.as_mut_ptr() as u64), (GPU, address), 256, false) }.expect("a copy");
        assert_eq!(values, std::array::from_fn(|t| expected(t as i32)), "{name}");
    }
}

#[test]
fn what_is_found_is_the_emulators() {
    let _guard = emulator();
    let probe = probe::probe();
    assert!(probe.emulated && probe.cublaslt && probe.nvrtc.is_some() && probe.driver.is_some());
    assert_eq!(probe.devices.len(), 2);
    assert!(
        matches!(driver::properties(2), Err(DeviceError::Cuda { name, .. }) if name == "CUDA_ERROR_INVALID_DEVICE")
    );
}

#[test]
fn the_record_of_work_knows_streams_times_and_lines() {
    let _guard = emulator();
    let module = kernels();
    let axpy = module.function("axpy").expect("a kernel");
    let (x, out) = (upload(&[1.0; 4096]), upload(&[0.0; 4096]));
    driver::synchronize(0).expect("well");
    activity::take();
    let side = Stream::new(0, 0).expect("a stream");
    let began = allocator::now();
    run!(axpy, 16, 256, 0, Stream::current(0), out.address(), x.address(), 2f32, 4096).expect("launches");
    run!(axpy, 16, 256, 64, side, out.address(), x.address(), 2f32, 4096).expect("launches");
    activity::within(7);
    download(&out).expect("a copy");
    activity::within(0);
    let record = activity::take();
    let taken = allocator::now();
    assert_eq!(record.whole_until, None);
    let names: Vec<_> = record.work.iter().map(|work| (work.what.name, work.what.bytes, work.operation)).collect();
    assert_eq!(names, [("axpy", 0, 0), ("axpy", 0, 0), ("Memcpy DtoH (Device -> Pageable)", 16384, 7)]);
    let [first, second, copy] = record.work.as_slice() else { panic!("three pieces") };
    assert_eq!((first.stream, copy.stream), (0, 0));
    assert_ne!(second.stream, 0);
    assert_eq!((second.what.grid, second.what.block, second.what.shared), ([16, 1, 1], [256, 1, 1], 64));
    for work in &record.work {
        assert!(began <= work.launched && work.launched <= work.start, "{work:?}");
        // Taking the record waits for the work and ties the device's clock to the host's.
        assert!(work.start + work.duration <= taken, "{work:?}");
        assert!(!work.duration.is_zero());
    }
    assert!(first.start + first.duration <= copy.start, "one stream's work is done in order");
    assert_eq!(record.totals.iter().map(|total| (total.count, total.timed)).collect::<Vec<_>>(), [(2, 2), (1, 1)]);
}

#[test]
fn the_record_of_work_keeps_to_its_budget_and_counts_all() {
    let _guard = emulator();
    let module = kernels();
    let axpy = module.function("axpy").expect("a kernel");
    let (x, out) = (upload(&[1.0; 256]), upload(&[0.0; 256]));
    activity::take();
    let launches = 20_000;
    let launch_all = || {
        for _ in 0..launches {
            run!(axpy, 1, 256, 0, Stream::current(0), out.address(), x.address(), 1f32, 256).expect("launches");
        }
    };
    launch_all();
    let record = activity::take();
    let [total] = record.totals.as_slice() else { panic!("one kernel") };
    assert_eq!(total.count, launches);
    assert!((1..launches / 2).contains(&total.timed), "{total:?}");
    assert!(record.whole_until.is_some() && record.work.len() as u64 <= total.timed);
    assert!(total.estimate() > total.time);

    let watch = activity::Watch::new();
    launch_all();
    let all = watch.take();
    assert_eq!(all.len() as u64, launches, "a profiler has everything timed");
    assert!(all.windows(2).all(|pair| pair[0].start <= pair[1].start && pair[0].number < pair[1].number));
    drop(watch);
    activity::set_enabled(false);
    launch_all();
    activity::set_enabled(true);
    driver::synchronize(0).expect("well");
    activity::take();
    assert!(activity::take().totals.is_empty());
}

#[test]
fn a_fault_loses_the_times_but_not_the_record() {
    let _guard = emulator();
    let module = kernels();
    let write_at = module.function("write_at").expect("a kernel");
    let block = upload(&[0.0; 128]);
    activity::take();
    run!(write_at, 1, 1, 0, Stream::current(0), block.address(), 1i64 << 32).expect("launches");
    let record = activity::take();
    assert_eq!((record.work.len(), record.totals[0].count, record.totals[0].timed), (0, 1, 0));
    driver::reset(0).expect("a new context");
    drop((block, module));
    let fresh = upload(&[1.0, 2.0]);
    assert_eq!(download(&fresh).expect("a copy"), [1.0, 2.0]);
    let record = activity::take();
    assert_eq!(record.work.len(), 2, "{record:?}");
}
