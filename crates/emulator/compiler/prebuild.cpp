// Compiles programs at build time: `prebuild ROOT FILE...` compiles each file as the emulated NVRTC would at run time,
// so that a machine without g++ finds them in ROOT/programs. Prints the path of each.

#include <cstdio>
#include <fstream>
#include <sstream>

#include "program.h"

int main(int count, char** arguments) {
    for (int i = 2; i < count; i++) {
        std::ifstream file(arguments[i], std::ios::binary);
        std::ostringstream source;
        source << file.rdbuf();
        std::string name = arguments[i];
        name = name.substr(name.rfind('/') + 1);
        auto compiled = emulator::compile(arguments[1], name, source.str(), {});
        if (!compiled.ok) {
            fputs(compiled.log.c_str(), stderr);
            return 1;
        }
        puts(compiled.library.c_str());
    }
    return 0;
}
