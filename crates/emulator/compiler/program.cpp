// Compiles a program with g++ into a cached shared library: see program.h.

#include "program.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "initialisers.h"
#include "translate.h"

extern char** environ;

namespace emulator {

const char CHECKED[] = "-DTENSORCELL_CHECKED";

namespace {

/// FNV-1a with two different seeds.
std::string hash_of(const std::string& text) {
    char digits[33];
    uint64_t a = 0xcbf29ce484222325, b = 0x9ae16a3b2f90404f;
    for (unsigned char c : text) {
        a = (a ^ c) * 0x100000001b3;
        b = (b ^ c) * 0x100000001b3 + (b >> 47);
    }
    snprintf(digits, sizeof digits, "%016llx%016llx", (unsigned long long)a, (unsigned long long)b);
    return digits;
}

bool exists(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

std::string read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

void write(const std::string& path, const std::string& text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

/// Whether this processor can run the programs compiled ahead, which need AVX2.
bool runs_prebuilt() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("f16c");
#else
    return true;
#endif
}

/// The folder for new programs: the cache, or TENSORCELL_FRESH if the cache is read-only.
std::string fresh_folder(const std::string& kept) {
    const char* named = getenv("TENSORCELL_FRESH");
    return named && *named ? named : kept;
}

/// Runs g++ with its messages in `log`; returns its exit status, or -1 if there is no g++.
int run_compiler(std::vector<std::string> arguments, const std::string& log) {
    const char* asked = getenv("CXX");
    std::string compiler = asked && *asked ? asked : "g++";
    arguments.insert(arguments.begin(), compiler);
    std::vector<char*> pointers;
    for (auto& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, 2, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    pid_t child;
    int failed = posix_spawnp(&child, compiler.c_str(), &files, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed) return -1;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

bool takes_value(const std::string& option) {
    return option == "-D" || option == "-U" || option == "-I" || option == "--define-macro" || option == "--undefine-macro" ||
           option == "--include-path";
}

/// Converts NVRTC's options for macros and include paths to g++'s; the other options concern NVIDIA's processors.
std::vector<std::string> macros_of(const std::vector<std::string>& options) {
    std::vector<std::string> macros;
    for (size_t i = 0; i < options.size(); i++) {
        std::string option = options[i];
        if (takes_value(option) && i + 1 < options.size()) option += "=" + options[++i];
        auto is = [&](const char* prefix) { return option.rfind(prefix, 0) == 0; };
        auto rest = [&](const char* prefix) { return option.substr(std::string(prefix).size()); };
        if (is("--define-macro=")) macros.push_back("-D" + rest("--define-macro="));
        else if (is("--undefine-macro=")) macros.push_back("-U" + rest("--undefine-macro="));
        else if (is("--include-path=")) macros.push_back("-I" + rest("--include-path="));
        else if (is("-D=") || is("-U=") || is("-I=")) macros.push_back(option.substr(0, 2) + option.substr(3));
        else if (is("-D") || is("-U") || is("-I")) macros.push_back(option);
    }
    return macros;
}

/// Instruments each memory access with a call, and adds line numbers. The calls are those of GCC's ThreadSanitizer;
/// include/checks.h implements them, and its library is not linked.
const char* const CHECKING[] = {"-g1", "-fsanitize=thread", "--param=tsan-instrument-func-entry-exit=0",
                                "--param=tsan-distinguish-volatile=1", "-fno-tree-vectorize"};

/// Temporary files of one compilation.
struct Scratch {
    std::string stem;
    explicit Scratch(const std::string& folder) {
        static std::atomic<unsigned> count{0};
        stem = folder + "/." + std::to_string(getpid()) + "-" + std::to_string(count++);
    }
    ~Scratch() {
        for (const char* ending : {".cu", ".ii", ".cpp", ".o", ".so", ".log", ".syntax"}) unlink((stem + ending).c_str());
    }
};

}  // namespace

Compiled compile(const std::string& root, const std::string& name, const std::string& source,
                 const std::vector<std::string>& options, const std::vector<std::string>& expressions) {
    std::vector<std::string> macros = macros_of(options);
    const bool checked = std::find(macros.begin(), macros.end(), CHECKED) != macros.end();
    std::string key = source;
    for (auto& macro : macros) key += '\0' + macro;
    for (auto& expression : expressions) key += '\1' + expression;
    // Reports name lines of a checked program, so two cells with the same text are two programs.
    if (checked) key += '\2' + name;
    const std::string kept = root + (runs_prebuilt() ? "/programs" : "/programs-baseline");
    const std::string folder = fresh_folder(kept);
    Compiled result;
    for (auto& place : {kept, folder}) {
        result.library = place + "/" + hash_of(key) + ".so";
        if (exists(result.library)) {
            result.ok = true;
            return result;
        }
    }
    mkdir(folder.c_str(), 0700);
    Scratch scratch(folder);
    const std::string file = name.empty() ? "default_program" : name;
    std::vector<std::string> preprocess = {"-std=c++17", "-x", "c++", "-I" + root + "/include", "-include", "cuda_on_host.h"};
    preprocess.insert(preprocess.end(), macros.begin(), macros.end());
    auto fail = [&](int status) {
        if (status == -1) {
            result.log = "the emulated device compiles programs with g++, which is not installed (set CXX to use another)\n";
            return result;
        }
        result.log = read(scratch.stem + ".log");
        // Macros were expanded and keywords replaced, so columns in these messages match no source. Checking only the
        // syntax of the original source gives correct ones.
        std::vector<std::string> read_only = preprocess;
        read_only.insert(read_only.end(), {"-fsyntax-only", "-w", "-fmax-errors=20", "-D__global__=", "-D__shared__=",
                                           "-fno-diagnostics-show-caret", "-fno-diagnostics-show-option",
                                           "-fdiagnostics-column-unit=byte", scratch.stem + ".cu"});
        if (run_compiler(read_only, scratch.stem + ".syntax") > 0) result.log = read(scratch.stem + ".syntax");
        return result;
    };
    try {
        write(scratch.stem + ".cu", "# 1 \"" + file + "\"\n" + source + "\n");
        std::vector<std::string> expand = preprocess;
        expand.insert(expand.end(), {"-E", scratch.stem + ".cu", "-o", scratch.stem + ".ii"});
        if (int status = run_compiler(expand, scratch.stem + ".log")) return fail(status);
        write(scratch.stem + ".cpp", translate(read(scratch.stem + ".ii"), file, expressions));
        std::vector<std::string> build = {"-std=c++17", "-O2", "-ftree-vectorize", "-fno-math-errno", "-fno-delete-null-pointer-checks", "-fno-trapping-math", "-fno-finite-loops",
                                          "-fno-gnu-unique", "-fno-semantic-interposition", "-fno-stack-protector", "-fPIC", "-shared", "-nostartfiles", "-Wl,-Bsymbolic", "-w"};
#if defined(__x86_64__)
        if (runs_prebuilt()) build.insert(build.end(), {"-mavx2", "-mfma", "-mbmi2", "-mf16c"});
#endif
        if (checked) {
            build.insert(build.end(), std::begin(CHECKING), std::end(CHECKING));
            build.insert(build.end(), {"-c", "-x", "c++", scratch.stem + ".cpp", "-o", scratch.stem + ".o"});
            if (int status = run_compiler(build, scratch.stem + ".log")) return fail(status);
            build = {"-shared", "-nostartfiles", "-Wl,-Bsymbolic", scratch.stem + ".o", "-o", scratch.stem + ".so"};
        } else {
            build.insert(build.end(), {"-x", "c++", scratch.stem + ".cpp", "-o", scratch.stem + ".so"});
        }
        if (int status = run_compiler(build, scratch.stem + ".log")) return fail(status);
        // ThreadSanitizer has an initialiser, which calls an empty function of include/checks.h.
        if (runs_code_when_loaded(read(scratch.stem + ".so"), checked ? 1 : 0)) {
            result.log = file + ": error: dynamic initialization is not supported for variables of a device's program\n";
            return result;
        }
        if (rename((scratch.stem + ".so").c_str(), result.library.c_str()) != 0) throw std::runtime_error("cannot write " + result.library);
        result.ok = true;
        result.log = read(scratch.stem + ".log");
    } catch (const std::exception& problem) {
        result.log = std::string(problem.what()) + "\n";
    }
    return result;
}

}  // namespace emulator
