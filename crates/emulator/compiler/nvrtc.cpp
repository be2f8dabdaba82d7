// The NVRTC calls that cudarc makes, over program.h. CUBIN and PTX have the same contents here: a magic line, then the
// path of the compiled library, which the emulated driver loads.

#include <dlfcn.h>

#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "program.h"
#include "translate.h"

namespace {

enum Result : int { SUCCESS = 0, INVALID_INPUT = 3, INVALID_PROGRAM = 4, COMPILATION = 6, NAME_NOT_VALID = 10 };

struct Program {
    std::string name, source, image, log;
    std::vector<std::string> expressions;
    std::map<std::string, std::string> lowered;
};

/// The folder of this library.
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
        case NAME_NOT_VALID: return "NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID";
        default: return "NVRTC_ERROR unknown";
    }
}

// Ignores headers that replace the system's: here the system's own are found.
API int nvrtcCreateProgram(Program** program, const char* source, const char* name, int, const char* const*,
                           const char* const*) {
    if (!source) return INVALID_INPUT;
    *program = new Program{name ? name : "", source, "", "", {}, {}};
    return SUCCESS;
}

API int nvrtcAddNameExpression(Program* program, const char* expression) {
    if (!program || !expression) return INVALID_INPUT;
    program->expressions.push_back(expression);
    return SUCCESS;
}

API int nvrtcGetLoweredName(Program* program, const char* expression, const char** name) {
    if (!program || !expression || !name) return INVALID_INPUT;
    auto found = program->lowered.find(expression);
    if (found == program->lowered.end()) return NAME_NOT_VALID;
    *name = found->second.c_str();
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
    auto compiled = emulator::compile(root(), program->name, program->source,
                                      std::vector<std::string>(options, options + count), program->expressions);
    program->log = compiled.log;
    if (!compiled.ok) return COMPILATION;
    for (auto& expression : program->expressions) program->lowered[expression] = emulator::lowered(expression);
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
