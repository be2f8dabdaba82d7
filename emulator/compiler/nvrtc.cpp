// The NVRTC calls that cudarc makes, over program.h. CUBIN and PTX are one and the same: a line that says what it is, then
// the path of the compiled library, which the emulated driver loads.

#include <dlfcn.h>

#include <cstring>
#include <string>
#include <vector>

#include "program.h"

namespace {

enum Result : int { SUCCESS = 0, INVALID_INPUT = 3, INVALID_PROGRAM = 4, COMPILATION = 6 };

struct Program {
    std::string name, source, image, log;
};

/// The folder that this library lies in.
std::string root() {
    Dl_info info;
    dladdr((void*)&root, &info);
    std::string path = info.dli_fname;
    return path.substr(0, path.rfind('/'));
}

Result give(const std::string& text, char* to) {
    memcpy(to, text.c_str(), text.size() + 1);
    return SUCCESS;
}

}  // namespace

#define API extern "C" __attribute__((visibility("default")))

API int nvrtcVersion(int* major, int* minor) {
    *major = 13;
    *minor = 0;
    return SUCCESS;
}

API const char* nvrtcGetErrorString(int result) {
    switch (result) {
        case SUCCESS: return "NVRTC_SUCCESS";
        case INVALID_INPUT: return "NVRTC_ERROR_INVALID_INPUT";
        case INVALID_PROGRAM: return "NVRTC_ERROR_INVALID_PROGRAM";
        case COMPILATION: return "NVRTC_ERROR_COMPILATION";
        default: return "NVRTC_ERROR unknown";
    }
}

API int nvrtcCreateProgram(Program** program, const char* source, const char* name, int headers, const char* const*,
                           const char* const*) {
    if (!source || headers != 0) return INVALID_INPUT;
    *program = new Program{name ? name : "", source, "", ""};
    return SUCCESS;
}

API int nvrtcDestroyProgram(Program** program) {
    if (!program || !*program) return INVALID_PROGRAM;
    delete *program;
    *program = nullptr;
    return SUCCESS;
}

API int nvrtcCompileProgram(Program* program, int count, const char* const* options) {
    if (!program) return INVALID_PROGRAM;
    auto compiled = emulator::compile(root(), program->name, program->source, std::vector<std::string>(options, options + count));
    program->log = compiled.log;
    if (!compiled.ok) return COMPILATION;
    program->image = "TENSORCELL EMULATED PROGRAM\n" + compiled.library;
    return SUCCESS;
}

API int nvrtcGetCUBINSize(Program* program, size_t* size) {
    *size = program->image.size() + 1;
    return SUCCESS;
}
API int nvrtcGetCUBIN(Program* program, char* to) { return give(program->image, to); }
API int nvrtcGetPTXSize(Program* program, size_t* size) { return nvrtcGetCUBINSize(program, size); }
API int nvrtcGetPTX(Program* program, char* to) { return give(program->image, to); }
API int nvrtcGetProgramLogSize(Program* program, size_t* size) {
    *size = program->log.size() + 1;
    return SUCCESS;
}
API int nvrtcGetProgramLog(Program* program, char* to) { return give(program->log, to); }
