//! Checks the emulator against the guarantees of CUDA's documentation, one by one, through the driver API.
//!
//! Streams are blocked by host functions that wait for a gate, so that no test depends on the machine's speed.

use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Instant;

use cudarc::driver::sys::{self, CUevent, CUgraph, CUgraphExec, CUresult, CUstream};
use tensorcell_device::module::Module;
use tensorcell_device::{compile, driver};
use tensorcell_verify::{patience, wait_until};

use CUresult::*;

/// Calls the driver and returns its status.
macro_rules! call {
    ($function:ident($($argument:expr),* $(,)?)) => {
        // SAFETY: handles come from the driver and are alive; pointers are of locals that outlive the call.
        unsafe { sys::$function($($argument),*) }
    };
}
/// As `call!`; asserts success.
macro_rules! ok {
    ($function:ident($($argument:expr),* $(,)?)) => {
        assert_eq!(call!($function($($argument),*)), CUDA_SUCCESS, stringify!($function))
    };
}

const NON_BLOCKING: u32 = 1;
const BLOCKING: u32 = 0;
const NO_TIMING: u32 = 2;
const LEGACY: CUstream = std::ptr::null_mut();

fn stream(flags: u32) -> CUstream {
    let mut stream = std::ptr::null_mut();
    ok!(cuStreamCreate(&mut stream, flags));
    stream
}

fn event(flags: u32) -> CUevent {
    let mut event = std::ptr::null_mut();
    ok!(cuEventCreate(&mut event, flags));
    event
}

/// Blocks streams until it is opened.
#[derive(Clone)]
struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    fn new() -> Gate {
        Gate(Arc::default())
    }
    fn hold(&self, stream: CUstream) {
        extern "C" fn wait(gate: *mut c_void) {
            // SAFETY: leaked below by `into_raw`, reclaimed once.
            let gate = unsafe { Arc::from_raw(gate as *const (Mutex<bool>, Condvar)) };
            let open = gate.0.lock().expect("no panic while locked");
            drop(gate.1.wait_while(open, |open| !*open).expect("no panic while locked"));
        }
        let raw = Arc::into_raw(self.0.clone()) as *mut c_void;
        ok!(cuLaunchHostFunc(stream, Some(wait), raw));
    }
    fn open(&self) {
        *self.0.0.lock().expect("no panic while locked") = true;
        self.0.1.notify_all();
    }
}

/// Queues a function that appends `digit` to a decimal number, which records the order of execution.
static NOTES: AtomicU32 = AtomicU32::new(0);
fn note(stream: CUstream, digit: u32) {
    extern "C" fn write(digit: *mut c_void) {
        let _ = NOTES.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |notes| Some(notes * 10 + digit as u32));
    }
    ok!(cuLaunchHostFunc(stream, Some(write), digit as usize as *mut c_void));
}
fn notes() -> u32 {
    NOTES.swap(0, Ordering::SeqCst)
}

/// Runs work on another stream many times, so that work that must not run would have run by then.
fn let_others_work() {
    extern "C" fn nothing(_: *mut c_void) {}
    let turns = stream(NON_BLOCKING);
    for _ in 0..200 {
        ok!(cuLaunchHostFunc(turns, Some(nothing), std::ptr::null_mut()));
        ok!(cuStreamSynchronize(turns));
    }
    ok!(cuStreamDestroy_v2(turns));
}

fn memory(bytes: usize) -> u64 {
    let mut address = 0;
    ok!(cuMemAlloc_v2(&mut address, bytes));
    address
}

fn read(address: u64) -> u8 {
    let mut byte = 0u8;
    ok!(cuMemcpyDtoH_v2((&raw mut byte).cast(), address, 1));
    byte
}

fn a_stream_works_in_order() {
    let (gate, a) = (Gate::new(), stream(NON_BLOCKING));
    gate.hold(a);
    note(a, 1);
    note(a, 2);
    assert_eq!(call!(cuStreamQuery(a)), CUDA_ERROR_NOT_READY);
    gate.open();
    ok!(cuStreamSynchronize(a));
    assert_eq!((notes(), call!(cuStreamQuery(a))), (12, CUDA_SUCCESS));
}

fn streams_do_not_wait_for_each_other() {
    let (gate, a, b) = (Gate::new(), stream(NON_BLOCKING), stream(NON_BLOCKING));
    gate.hold(a);
    note(a, 1);
    note(b, 2);
    ok!(cuStreamSynchronize(b));
    gate.open();
    ok!(cuStreamSynchronize(a));
    assert_eq!(notes(), 21);
}

fn the_legacy_stream_waits_for_blocking_streams_and_they_for_it() {
    let (gate, a, b) = (Gate::new(), stream(BLOCKING), stream(BLOCKING));
    gate.hold(a);
    note(a, 1);
    note(LEGACY, 2);
    note(b, 3);
    let_others_work();
    assert_eq!(notes(), 0);
    gate.open();
    ok!(cuStreamSynchronize(b));
    assert_eq!(notes(), 123);
}

fn the_legacy_stream_and_non_blocking_ones_go_their_own_ways() {
    let (gate, a) = (Gate::new(), stream(NON_BLOCKING));
    gate.hold(a);
    note(a, 1);
    note(LEGACY, 2);
    ok!(cuStreamSynchronize(LEGACY));
    gate.open();
    ok!(cuStreamSynchronize(a));
    assert_eq!(notes(), 21);
}

fn an_event_is_reached_when_its_stream_comes_to_it() {
    let (gate, a, e) = (Gate::new(), stream(NON_BLOCKING), event(NO_TIMING));
    assert_eq!(call!(cuEventQuery(e)), CUDA_SUCCESS, "never recorded, it counts as reached");
    gate.hold(a);
    ok!(cuEventRecord(e, a));
    assert_eq!(call!(cuEventQuery(e)), CUDA_ERROR_NOT_READY);
    gate.open();
    ok!(cuEventSynchronize(e));
    assert_eq!(call!(cuEventQuery(e)), CUDA_SUCCESS);
}

fn a_stream_waits_for_the_latest_record_before_the_wait() {
    let (gate, later, a, b, e) =
        (Gate::new(), Gate::new(), stream(NON_BLOCKING), stream(NON_BLOCKING), event(NO_TIMING));
    ok!(cuStreamWaitEvent(b, e, 0));
    note(b, 9);
    ok!(cuStreamSynchronize(b));
    assert_eq!(notes(), 9, "an event that was never recorded holds up nobody");
    gate.hold(a);
    note(a, 1);
    ok!(cuEventRecord(e, a));
    ok!(cuStreamWaitEvent(b, e, 0));
    note(b, 2);
    later.hold(a);
    ok!(cuEventRecord(e, a));
    gate.open();
    ok!(cuStreamSynchronize(b));
    assert_eq!(notes(), 12, "the second record is none of the wait's business");
    later.open();
    ok!(cuStreamSynchronize(a));
}

fn times_want_events_that_keep_them_and_were_recorded() {
    let (a, start, end, plain) = (stream(NON_BLOCKING), event(0), event(0), event(NO_TIMING));
    let mut ms = -1.0f32;
    assert_eq!(call!(cuEventElapsedTime_v2(&mut ms, start, end)), CUDA_ERROR_INVALID_HANDLE);
    let gate = Gate::new();
    ok!(cuEventRecord(start, a));
    ok!(cuEventRecord(plain, a));
    ok!(cuEventSynchronize(plain));
    let reached = Instant::now();
    gate.hold(a);
    ok!(cuEventRecord(end, a));
    assert_eq!(call!(cuEventElapsedTime_v2(&mut ms, start, end)), CUDA_ERROR_NOT_READY);
    let_others_work();
    let between = reached.elapsed();
    gate.open();
    ok!(cuStreamSynchronize(a));
    assert_eq!(call!(cuEventElapsedTime_v2(&mut ms, start, plain)), CUDA_ERROR_INVALID_HANDLE);
    ok!(cuEventElapsedTime_v2(&mut ms, start, end));
    // A float of milliseconds has seven significant digits.
    assert!(f64::from(ms) >= between.as_secs_f64() * 1e3 * 0.999, "{ms} ms, and {between:?} passed between the two");
}

fn pageable_sources_are_staged_and_pinned_ones_are_not() {
    let (gate, a, device) = (Gate::new(), stream(NON_BLOCKING), memory(2));
    let mut pageable = [1u8];
    let mut pinned = std::ptr::null_mut();
    ok!(cuMemHostAlloc(&mut pinned, 1, 0));
    // SAFETY: one byte of page-locked memory.
    let put = |value: u8| unsafe { pinned.cast::<u8>().write_volatile(value) };
    put(1);
    gate.hold(a);
    ok!(cuMemcpyHtoDAsync_v2(device, pageable.as_ptr().cast(), 1, a));
    ok!(cuMemcpyHtoDAsync_v2(device + 1, pinned, 1, a));
    pageable[0] = 2;
    put(2);
    gate.open();
    ok!(cuStreamSynchronize(a));
    assert_eq!((read(device), read(device + 1), pageable[0]), (1, 2, 2));
    ok!(cuMemFreeHost(pinned));
    ok!(cuMemFree_v2(device));
}

fn a_copy_to_pageable_memory_is_there_when_the_call_returns() {
    let (a, device, mut byte) = (stream(NON_BLOCKING), memory(1), 0u8);
    ok!(cuMemsetD8Async(device, 7, 1, a));
    ok!(cuMemcpyDtoHAsync_v2((&raw mut byte).cast(), device, 1, a));
    assert_eq!(byte, 7);
    ok!(cuMemFree_v2(device));
}

fn fills_and_copies_run_in_stream_order() {
    let (gate, a, device) = (Gate::new(), stream(NON_BLOCKING), memory(2));
    ok!(cuMemsetD8Async(device, 1, 2, a));
    ok!(cuStreamSynchronize(a));
    gate.hold(a);
    ok!(cuMemsetD8Async(device, 5, 1, a));
    ok!(cuMemcpyDtoDAsync_v2(device + 1, device, 1, a));
    ok!(cuMemsetD8Async(device, 6, 1, a));
    assert_eq!(read(device), 1, "the legacy stream does not wait for a non-blocking one");
    gate.open();
    ok!(cuStreamSynchronize(a));
    assert_eq!((read(device), read(device + 1)), (6, 5));
    ok!(cuMemFree_v2(device));
}

fn memory_runs_out_without_harm_and_is_accounted_for() {
    let (mut free, mut total, mut address, mut after) = (0, 0, 0, 0);
    ok!(cuMemGetInfo_v2(&mut free, &mut total));
    assert_eq!(call!(cuMemAlloc_v2(&mut address, total + 1)), CUDA_ERROR_OUT_OF_MEMORY);
    assert_eq!(call!(cuMemAlloc_v2(&mut address, 0)), CUDA_ERROR_INVALID_VALUE);
    let block = memory(1 << 20);
    ok!(cuMemGetInfo_v2(&mut after, &mut total));
    assert_eq!(free - after, 1 << 20);
    ok!(cuMemFree_v2(block));
    assert_eq!(call!(cuMemFree_v2(block)), CUDA_ERROR_INVALID_VALUE);
    ok!(cuMemGetInfo_v2(&mut after, &mut total));
    assert_eq!(free, after);
}

const PAGE: usize = 2 << 20;

/// The properties of a device's memory, and the device's access to it.
fn on_device(id: i32) -> (sys::CUmemAllocationProp, sys::CUmemAccessDesc) {
    // SAFETY: zeros are valid defaults.
    let mut properties: sys::CUmemAllocationProp = unsafe { std::mem::zeroed() };
    properties.type_ = sys::CUmemAllocationType_enum::CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type_ = sys::CUmemLocationType_enum::CU_MEM_LOCATION_TYPE_DEVICE;
    properties.location.id = id;
    let flags = sys::CUmemAccess_flags::CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    (properties, sys::CUmemAccessDesc { location: properties.location, flags })
}

fn reserve(bytes: usize) -> u64 {
    let mut address = 0;
    ok!(cuMemAddressReserve(&mut address, bytes, 0, 0, 0));
    assert!(address.is_multiple_of(PAGE as u64));
    address
}

fn create(bytes: usize) -> sys::CUmemGenericAllocationHandle {
    let mut handle = 0;
    ok!(cuMemCreate(&mut handle, bytes, &on_device(0).0, 0));
    handle
}

fn addresses_are_reserved_before_memory_is_put_behind_them() {
    let ((properties, access), mut granularity) = (on_device(0), 0);
    let least = sys::CUmemAllocationGranularity_flags::CU_MEM_ALLOC_GRANULARITY_MINIMUM;
    ok!(cuMemGetAllocationGranularity(&mut granularity, &properties, least));
    assert_eq!(granularity, PAGE);
    let (address, handle) = (reserve(4 * PAGE), create(PAGE));
    ok!(cuMemMap(address + PAGE as u64, PAGE, 0, handle, 0));
    ok!(cuMemSetAccess(address + PAGE as u64, PAGE, &access, 1));
    ok!(cuMemsetD8Async(address + PAGE as u64, 9, PAGE, LEGACY));
    assert_eq!(read(address + 2 * PAGE as u64 - 1), 9);
    // Maps the same memory at other addresses.
    ok!(cuMemMap(address + 3 * PAGE as u64, PAGE, 0, handle, 0));
    ok!(cuMemSetAccess(address + 3 * PAGE as u64, PAGE, &access, 1));
    assert_eq!(read(address + 3 * PAGE as u64), 9);
    let (mut flags, mut again) = (0, 0);
    ok!(cuMemGetAccess(&mut flags, &properties.location, address + PAGE as u64));
    assert_eq!(flags, 3);
    ok!(cuMemRetainAllocationHandle(&mut again, (address + PAGE as u64) as *mut c_void));
    assert_eq!(again, handle);
    ok!(cuMemRelease(again));
    for at in [1, 3] {
        ok!(cuMemUnmap(address + at * PAGE as u64, PAGE));
    }
    ok!(cuMemRelease(handle));
    ok!(cuMemAddressFree(address, 4 * PAGE));
}

fn memory_lives_while_a_handle_or_an_address_leads_to_it() {
    let (mut before, mut now, mut total) = (0, 0, 0);
    ok!(cuMemGetInfo_v2(&mut before, &mut total));
    let (address, handle) = (reserve(PAGE), create(PAGE));
    ok!(cuMemGetInfo_v2(&mut now, &mut total));
    assert_eq!(before - now, PAGE, "it counts from its making");
    ok!(cuMemMap(address, PAGE, 0, handle, 0));
    ok!(cuMemSetAccess(address, PAGE, &on_device(0).1, 1));
    ok!(cuMemRelease(handle));
    ok!(cuMemsetD8Async(address, 4, PAGE, LEGACY));
    assert_eq!(read(address), 4, "the mapping keeps it");
    ok!(cuMemGetInfo_v2(&mut now, &mut total));
    assert_eq!(before - now, PAGE);
    ok!(cuMemUnmap(address, PAGE));
    ok!(cuMemGetInfo_v2(&mut now, &mut total));
    assert_eq!(before, now);
    let mut handle = 0;
    let too_much = total.next_multiple_of(PAGE) + PAGE;
    assert_eq!(call!(cuMemCreate(&mut handle, too_much, &on_device(0).0, 0)), CUDA_ERROR_OUT_OF_MEMORY);
    ok!(cuMemAddressFree(address, PAGE));
}

fn virtual_memory_refuses_what_does_not_fit() {
    let ((properties, access), mut out) = (on_device(0), 0);
    let refused = |status: CUresult| assert_eq!(status, CUDA_ERROR_INVALID_VALUE);
    refused(call!(cuMemAddressReserve(&mut out, PAGE + 1, 0, 0, 0)));
    refused(call!(cuMemAddressReserve(&mut out, PAGE, 3, 0, 0)));
    refused(call!(cuMemCreate(&mut out, PAGE / 2, &properties, 0)));
    assert_eq!(call!(cuMemCreate(&mut out, PAGE, &on_device(9).0, 0)), CUDA_ERROR_INVALID_DEVICE);
    let (address, handle) = (reserve(2 * PAGE), create(PAGE));
    let second = address + PAGE as u64;
    refused(call!(cuMemMap(address, 2 * PAGE, 0, handle, 0)));
    refused(call!(cuMemMap(address + 512, PAGE, 0, handle, 0)));
    refused(call!(cuMemMap(address + 2 * PAGE as u64, PAGE, 0, handle, 0)));
    refused(call!(cuMemMap(address, PAGE, PAGE, handle, 0)));
    ok!(cuMemMap(address, PAGE, 0, handle, 0));
    refused(call!(cuMemMap(address, PAGE, 0, handle, 0)));
    refused(call!(cuMemSetAccess(address, 2 * PAGE, &access, 1)));
    refused(call!(cuMemUnmap(address, PAGE / 2)));
    refused(call!(cuMemUnmap(second, PAGE)));
    refused(call!(cuMemAddressFree(address, 2 * PAGE)));
    ok!(cuMemUnmap(address, PAGE));
    refused(call!(cuMemAddressFree(address, PAGE)));
    ok!(cuMemAddressFree(address, 2 * PAGE));
    ok!(cuMemRelease(handle));
    refused(call!(cuMemRelease(handle)));
}

/// A kernel faults with an illegal address both on addresses without memory and on memory without access.
fn a_kernel_reaches_only_what_is_mapped_and_accessible() {
    let touch = |address: u64| {
        let module = load();
        let (function, mut argument) = (module.function("touch").expect("a kernel"), address);
        let (mut arguments, none) = ([(&raw mut argument).cast::<c_void>()], std::ptr::null_mut());
        ok!(cuLaunchKernel(function.raw(), 1, 1, 1, 1, 1, 1, 0, LEGACY, arguments.as_mut_ptr(), none));
        call!(cuCtxSynchronize())
    };
    let (address, handle) = (reserve(PAGE), create(PAGE));
    assert_eq!(touch(address), CUDA_ERROR_ILLEGAL_ADDRESS);
    driver::reset(0).expect("a new context");
    ok!(cuMemMap(address, PAGE, 0, handle, 0));
    assert_eq!(touch(address), CUDA_ERROR_ILLEGAL_ADDRESS);
    driver::reset(0).expect("a new context");
    ok!(cuMemSetAccess(address, PAGE, &on_device(0).1, 1));
    assert_eq!(touch(address), CUDA_SUCCESS);
    ok!(cuMemUnmap(address, PAGE));
    ok!(cuMemRelease(handle));
    ok!(cuMemAddressFree(address, PAGE));
}

const GLOBAL: sys::CUstreamCaptureMode = sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_GLOBAL;

fn end(stream: CUstream) -> (CUresult, CUgraph) {
    let mut graph = std::ptr::null_mut();
    (call!(cuStreamEndCapture(stream, &mut graph)), graph)
}

fn a_capture_records_and_a_graph_replays() {
    let a = stream(NON_BLOCKING);
    ok!(cuStreamBeginCapture_v2(a, GLOBAL));
    note(a, 1);
    note(a, 2);
    let (status, graph) = end(a);
    assert_eq!(status, CUDA_SUCCESS);
    let_others_work();
    assert_eq!(notes(), 0);
    let mut executable: CUgraphExec = std::ptr::null_mut();
    ok!(cuGraphInstantiateWithFlags(&mut executable, graph, 0));
    for _ in 0..2 {
        ok!(cuGraphLaunch(executable, LEGACY));
    }
    ok!(cuStreamSynchronize(LEGACY));
    assert_eq!(notes(), 1212);
    ok!(cuGraphExecDestroy(executable));
    ok!(cuGraphDestroy(graph));
}

fn what_waits_spoils_a_capture() {
    let a = stream(NON_BLOCKING);
    for spoil in [
        |a| call!(cuStreamSynchronize(a)),
        |_| call!(cuMemAlloc_v2(&mut 0, 512)),
        |_| call!(cuMemHostAlloc(&mut std::ptr::null_mut(), 512, 0)),
    ] as [fn(CUstream) -> CUresult; 3]
    {
        ok!(cuStreamBeginCapture_v2(a, GLOBAL));
        assert_eq!(spoil(a), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
        assert_eq!(end(a).0, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
        assert_eq!(call!(cuStreamQuery(a)), CUDA_SUCCESS, "the stream can be used again");
    }
}

fn a_capture_mode_says_whom_it_hinders() {
    let a = stream(NON_BLOCKING);
    let elsewhere = || {
        let allocate = || {
            driver::synchronize(1).expect("another device, on another thread");
            call!(cuMemAlloc_v2(&mut 0, 512))
        };
        std::thread::scope(|scope| scope.spawn(allocate).join().expect("no panic"))
    };
    ok!(cuStreamBeginCapture_v2(a, GLOBAL));
    assert_eq!(elsewhere(), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    assert_eq!(end(a).0, CUDA_ERROR_STREAM_CAPTURE_INVALIDATED);
    ok!(cuStreamBeginCapture_v2(a, sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    assert_eq!(elsewhere(), CUDA_SUCCESS);
    assert_eq!(end(a).0, CUDA_SUCCESS);
    ok!(cuStreamBeginCapture_v2(a, sys::CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED));
    let block = memory(512);
    assert_eq!(end(a).0, CUDA_SUCCESS);
    ok!(cuMemFree_v2(block));
}

fn captures_begin_and_end_where_they_may() {
    let (a, b) = (stream(NON_BLOCKING), stream(NON_BLOCKING));
    assert_eq!(call!(cuStreamBeginCapture_v2(LEGACY, GLOBAL)), CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED);
    ok!(cuStreamBeginCapture_v2(a, GLOBAL));
    assert_ne!(call!(cuStreamBeginCapture_v2(a, GLOBAL)), CUDA_SUCCESS);
    assert_eq!(end(b).0, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED);
    assert_eq!(end(a).0, CUDA_SUCCESS);
}

fn a_capture_spreads_through_events_and_must_be_joined() {
    let (a, b, c, e) = (stream(NON_BLOCKING), stream(NON_BLOCKING), stream(NON_BLOCKING), event(NO_TIMING));
    let fork = || {
        ok!(cuStreamBeginCapture_v2(a, GLOBAL));
        ok!(cuEventRecord(e, a));
        ok!(cuStreamWaitEvent(b, e, 0));
        note(b, 1);
    };
    fork();
    assert_eq!(call!(cuEventQuery(e)), CUDA_ERROR_CAPTURED_EVENT);
    assert_eq!(end(a).0, CUDA_ERROR_STREAM_CAPTURE_UNJOINED);
    fork();
    ok!(cuEventRecord(e, b));
    ok!(cuStreamWaitEvent(a, e, 0));
    assert_eq!(end(a).0, CUDA_SUCCESS);
    // Captures may not merge, and a capture may not wait for uncaptured work.
    ok!(cuStreamBeginCapture_v2(a, GLOBAL));
    ok!(cuStreamBeginCapture_v2(b, GLOBAL));
    ok!(cuEventRecord(e, a));
    assert_eq!(call!(cuStreamWaitEvent(b, e, 0)), CUDA_ERROR_STREAM_CAPTURE_MERGE);
    let outside = event(NO_TIMING);
    ok!(cuEventRecord(outside, c));
    assert_eq!(call!(cuStreamWaitEvent(a, outside, 0)), CUDA_ERROR_STREAM_CAPTURE_ISOLATION);
    let _ = (end(a), end(b));
    assert_eq!(notes(), 0);
}

fn what_is_destroyed_is_a_handle_no_more() {
    let (a, e) = (stream(NON_BLOCKING), event(0));
    ok!(cuEventRecord(e, a));
    ok!(cuEventDestroy_v2(e));
    assert_eq!(call!(cuEventDestroy_v2(e)), CUDA_ERROR_INVALID_HANDLE);
    assert_eq!(call!(cuEventRecord(e, a)), CUDA_ERROR_INVALID_HANDLE);
    assert_eq!(call!(cuStreamWaitEvent(a, e, 0)), CUDA_ERROR_INVALID_HANDLE);
    let gate = Gate::new();
    gate.hold(a);
    note(a, 5);
    ok!(cuStreamDestroy_v2(a));
    assert_eq!(call!(cuStreamDestroy_v2(a)), CUDA_ERROR_INVALID_HANDLE);
    assert_eq!(call!(cuStreamQuery(a)), CUDA_ERROR_INVALID_HANDLE);
    gate.open();
    ok!(cuCtxSynchronize());
    // Queued work still runs.
    wait_until("the note of a stream that was destroyed", || NOTES.load(Ordering::SeqCst) == 5);
    assert_eq!(notes(), 5);
}

/// A graph keeps the arguments and the nodes of its capture.
fn a_graph_is_what_was_captured() {
    let (a, device) = (stream(NON_BLOCKING), memory(2));
    ok!(cuMemsetD8Async(device, 1, 2, a));
    ok!(cuStreamSynchronize(a));
    ok!(cuStreamBeginCapture_v2(a, GLOBAL));
    ok!(cuMemsetD8Async(device, 7, 1, a));
    ok!(cuMemcpyDtoDAsync_v2(device + 1, device, 1, a));
    let (status, graph) = end(a);
    assert_eq!((status, read(device + 1)), (CUDA_SUCCESS, 1), "nothing has run");
    let mut nodes = 0;
    ok!(cuGraphGetNodes(graph, std::ptr::null_mut(), &mut nodes));
    assert_eq!(nodes, 2);
    let mut executable: CUgraphExec = std::ptr::null_mut();
    ok!(cuGraphInstantiateWithFlags(&mut executable, graph, 0));
    ok!(cuGraphDestroy(graph));
    for _ in 0..2 {
        ok!(cuMemsetD8Async(device, 0, 2, a));
        ok!(cuGraphLaunch(executable, a));
        ok!(cuStreamSynchronize(a));
        assert_eq!((read(device), read(device + 1)), (7, 7), "the executable outlives its graph");
    }
    // A graph launched during another capture becomes part of it.
    ok!(cuStreamBeginCapture_v2(a, GLOBAL));
    ok!(cuGraphLaunch(executable, a));
    let (status, outer) = end(a);
    assert_eq!(status, CUDA_SUCCESS);
    ok!(cuGraphDestroy(outer));
    ok!(cuGraphExecDestroy(executable));
    ok!(cuMemFree_v2(device));
}

fn the_legacy_stream_may_not_wait_for_a_capture() {
    let a = stream(BLOCKING);
    ok!(cuStreamBeginCapture_v2(a, GLOBAL));
    let device_wide = call!(cuMemsetD8Async(0, 0, 0, LEGACY));
    assert_eq!(device_wide, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT);
    let _ = end(a);
}

fn devices_copy_to_each_other() {
    let (mut can, mut byte) = (0, 0u8);
    ok!(cuDeviceCanAccessPeer(&mut can, 0, 1));
    assert_eq!(can, 1);
    ok!(cuDeviceCanAccessPeer(&mut can, 0, 0));
    assert_eq!(can, 0);
    let here = memory(1);
    ok!(cuMemsetD8Async(here, 42, 1, LEGACY));
    ok!(cuStreamSynchronize(LEGACY));
    driver::synchronize(1).expect("the other device");
    let there = memory(1);
    let none = std::ptr::null_mut();
    ok!(cuMemcpyPeerAsync(there, none, here, none, 1, LEGACY));
    ok!(cuMemcpyDtoH_v2((&raw mut byte).cast(), there, 1));
    assert_eq!(byte, 42);
    ok!(cuMemFree_v2(there));
    driver::synchronize(0).expect("back again");
    ok!(cuMemFree_v2(here));
}

const KERNELS: &str = r#"
extern "C" __global__ void touch(int* address) { address[threadIdx.x] = 1; }
extern "C" __global__ void check(int value) { assert(value); }
__device__ unsigned counted;
extern "C" __global__ void count(unsigned* result) { *result = ++counted; }
"#;

fn a_bad_launch_is_refused_and_forgotten() {
    let module = load();
    let touch = module.function("touch").expect("a kernel");
    let mut address = memory(4);
    let mut arguments = [(&raw mut address).cast::<c_void>()];
    let none = std::ptr::null_mut();
    let mut launch =
        |threads| call!(cuLaunchKernel(touch.raw(), 1, 1, 1, threads, 1, 1, 0, LEGACY, arguments.as_mut_ptr(), none));
    assert_eq!((launch(0), launch(1025)), (CUDA_ERROR_INVALID_VALUE, CUDA_ERROR_INVALID_VALUE));
    assert_eq!((launch(1), call!(cuCtxSynchronize())), (CUDA_SUCCESS, CUDA_SUCCESS));
    ok!(cuMemFree_v2(address));
}

fn load() -> Module {
    load_on(0)
}

fn load_on(device: usize) -> Module {
    let image = compile::compile(device, "promises.cu", KERNELS, &[]).expect("compiles");
    Module::load(device, &image).expect("loads")
}

/// Each module has variables of its own, also two modules of one image on one device or on two.
fn modules_do_not_share_variables() {
    let none = std::ptr::null_mut();
    let modules = [(0, load_on(0)), (0, load_on(0)), (1, load_on(1))];
    for times in 1..=3u32 {
        for (device, module) in &modules {
            driver::synchronize(*device).expect("the device becomes current");
            let count = module.function("count").expect("a kernel");
            let (mut address, mut counted) = (memory(4), 0u32);
            let mut arguments = [(&raw mut address).cast::<c_void>()];
            ok!(cuLaunchKernel(count.raw(), 1, 1, 1, 1, 1, 1, 0, LEGACY, arguments.as_mut_ptr(), none));
            ok!(cuMemcpyDtoH_v2((&raw mut counted).cast(), address, 4));
            assert_eq!(counted, times);
            ok!(cuMemFree_v2(address));
        }
    }
    driver::synchronize(0).expect("back again");
}

/// The context stays broken until it is reset; other devices are not affected.
fn a_fault_is_sticky_until_the_context_is_reset() {
    let none = std::ptr::null_mut();
    for (kernel, argument, error) in [("touch", 8u64, CUDA_ERROR_ILLEGAL_ADDRESS), ("check", 0u64, CUDA_ERROR_ASSERT)] {
        let module = load();
        let function = module.function(kernel).expect("a kernel");
        let mut argument = argument;
        let mut arguments = [(&raw mut argument).cast::<c_void>()];
        ok!(cuLaunchKernel(function.raw(), 1, 1, 1, 1, 1, 1, 0, LEGACY, arguments.as_mut_ptr(), none));
        assert_eq!(call!(cuCtxSynchronize()), error);
        let mut address = 0;
        assert_eq!(call!(cuMemAlloc_v2(&mut address, 512)), error);
        assert_eq!(call!(cuStreamSynchronize(LEGACY)), error);
        assert_eq!(call!(cuEventCreate(&mut std::ptr::null_mut(), 0)), error);
        driver::synchronize(1).expect("the other device is well");
        ok!(cuMemFree_v2(memory(512)));
        driver::reset(0).expect("a new context");
        ok!(cuMemFree_v2(memory(512)));
    }
}

#[test]
fn the_emulator_keeps_cudas_promises() {
    let _guard = crate::emulator();
    // From here on the driver uses this thread's current context.
    driver::synchronize(0).expect("a device");
    let done = Arc::new(AtomicBool::new(false));
    let watched = done.clone();
    // Ends the process if a violated guarantee makes a call wait for ever.
    std::thread::spawn(move || {
        std::thread::sleep(patience());
        if !watched.load(Ordering::SeqCst) {
            eprintln!("a promise waits for ever");
            std::process::abort();
        }
    });
    let promises: [(&str, fn()); 27] = [
        ("a stream works in order", a_stream_works_in_order),
        ("streams do not wait for each other", streams_do_not_wait_for_each_other),
        ("legacy default stream: blocking streams", the_legacy_stream_waits_for_blocking_streams_and_they_for_it),
        ("legacy default stream: non-blocking streams", the_legacy_stream_and_non_blocking_ones_go_their_own_ways),
        ("events: query and synchronize", an_event_is_reached_when_its_stream_comes_to_it),
        ("events: waits", a_stream_waits_for_the_latest_record_before_the_wait),
        ("events: times", times_want_events_that_keep_them_and_were_recorded),
        ("copies from the host", pageable_sources_are_staged_and_pinned_ones_are_not),
        ("copies to the host", a_copy_to_pageable_memory_is_there_when_the_call_returns),
        ("fills and copies in order", fills_and_copies_run_in_stream_order),
        ("memory", memory_runs_out_without_harm_and_is_accounted_for),
        ("virtual memory: addresses and memory", addresses_are_reserved_before_memory_is_put_behind_them),
        ("virtual memory: how long it lives", memory_lives_while_a_handle_or_an_address_leads_to_it),
        ("virtual memory: what is refused", virtual_memory_refuses_what_does_not_fit),
        ("virtual memory: access", a_kernel_reaches_only_what_is_mapped_and_accessible),
        ("handles of what is gone", what_is_destroyed_is_a_handle_no_more),
        ("graphs: nodes", a_graph_is_what_was_captured),
        ("graphs: capture and replay", a_capture_records_and_a_graph_replays),
        ("graphs: what may not be called", what_waits_spoils_a_capture),
        ("graphs: modes", a_capture_mode_says_whom_it_hinders),
        ("graphs: begin and end", captures_begin_and_end_where_they_may),
        ("graphs: fork and join", a_capture_spreads_through_events_and_must_be_joined),
        ("graphs: the legacy stream", the_legacy_stream_may_not_wait_for_a_capture),
        ("peers", devices_copy_to_each_other),
        ("launches", a_bad_launch_is_refused_and_forgotten),
        ("variables of modules", modules_do_not_share_variables),
        ("faults", a_fault_is_sticky_until_the_context_is_reset),
    ];
    for (promise, check) in promises {
        println!("{promise}");
        check();
    }
    done.store(true, Ordering::SeqCst);
}
