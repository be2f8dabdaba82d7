// The CUresult values that the emulated driver returns, with NVIDIA's names and texts.
#pragma once

namespace emulator {

#define EMULATOR_ERRORS(X)                                                                           \
    X(SUCCESS, 0, "no error")                                                                        \
    X(ERROR_INVALID_VALUE, 1, "invalid argument")                                                    \
    X(ERROR_OUT_OF_MEMORY, 2, "out of memory")                                                       \
    X(ERROR_NOT_INITIALIZED, 3, "initialization error")                                              \
    X(ERROR_NO_DEVICE, 100, "no CUDA-capable device is detected")                                    \
    X(ERROR_INVALID_DEVICE, 101, "invalid device ordinal")                                           \
    X(ERROR_INVALID_IMAGE, 200, "device kernel image is invalid")                                    \
    X(ERROR_INVALID_CONTEXT, 201, "invalid device context")                                          \
    X(ERROR_INVALID_PTX, 218, "a PTX JIT compilation failed")                                        \
    X(ERROR_INVALID_HANDLE, 400, "invalid resource handle")                                          \
    X(ERROR_NOT_FOUND, 500, "named symbol not found")                                                \
    X(ERROR_NOT_READY, 600, "device not ready")                                                      \
    X(ERROR_ILLEGAL_ADDRESS, 700, "an illegal memory access was encountered")                        \
    X(ERROR_LAUNCH_OUT_OF_RESOURCES, 701, "too many resources requested for launch")                 \
    X(ERROR_LAUNCH_TIMEOUT, 702, "the launch timed out and was terminated")                          \
    X(ERROR_PEER_ACCESS_ALREADY_ENABLED, 704, "peer access is already enabled")                      \
    X(ERROR_ASSERT, 710, "device-side assert triggered")                                             \
    X(ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712,                                                     \
      "part or all of the requested memory range is already mapped")                                 \
    X(ERROR_HOST_MEMORY_NOT_REGISTERED, 713,                                                         \
      "pointer does not correspond to a registered memory region")                                   \
    X(ERROR_MISALIGNED_ADDRESS, 716, "misaligned address")                                           \
    X(ERROR_LAUNCH_FAILED, 719, "unspecified launch failure")                                        \
    X(ERROR_NOT_SUPPORTED, 801, "operation not supported")                                           \
    X(ERROR_STREAM_CAPTURE_UNSUPPORTED, 900, "operation not permitted when stream is capturing")     \
    X(ERROR_STREAM_CAPTURE_INVALIDATED, 901,                                                         \
      "operation failed due to a previous error during capture")                                     \
    X(ERROR_STREAM_CAPTURE_MERGE, 902, "operation would result in a merge of separate capture sequences") \
    X(ERROR_STREAM_CAPTURE_UNMATCHED, 903, "capture was not initiated in this stream")               \
    X(ERROR_STREAM_CAPTURE_UNJOINED, 904, "capturing stream has unjoined work")                      \
    X(ERROR_STREAM_CAPTURE_ISOLATION, 905, "dependency created on uncaptured work in another stream") \
    X(ERROR_STREAM_CAPTURE_IMPLICIT, 906,                                                            \
      "operation would make the legacy stream depend on a capturing blocking stream")                \
    X(ERROR_CAPTURED_EVENT, 907, "operation not permitted on an event last recorded in a capturing stream") \
    X(ERROR_UNKNOWN, 999, "unknown error")

enum Status : int {
#define X(name, value, text) name = value,
    EMULATOR_ERRORS(X)
#undef X
};

}  // namespace emulator
