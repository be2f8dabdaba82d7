// The C types of the driver API, and the macros that begin each call.
#pragma once

#include <mutex>

#include "device.h"

using CUdevice = int;
using CUcontext = void*;
using CUdeviceptr = uint64_t;
using CUmodule = void*;
using CUfunction = void*;
using CUstream = void*;
using CUevent = void*;
using CUgraph = void*;
using CUgraphExec = void*;

#define API extern "C" __attribute__((visibility("default"))) int

/// Takes the lock until the call returns.
#define ENTER() std::unique_lock held(::emulator::lock())

/// Also requires a current context without a sticky error, and names it `context`.
#define ENTER_CONTEXT()                                                        \
    ENTER();                                                                   \
    if (!::emulator::current()) return ::emulator::ERROR_INVALID_CONTEXT;      \
    [[maybe_unused]] ::emulator::Device& context = *::emulator::current();     \
    if (!context.active) return ::emulator::ERROR_INVALID_CONTEXT;             \
    if (context.fault != ::emulator::SUCCESS) return context.fault
