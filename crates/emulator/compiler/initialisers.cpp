// Reads a library's headers: see initialisers.h.

#include "initialisers.h"

#include <elf.h>
#include <link.h>

#include <cstring>

namespace emulator {

namespace {

/// Calls `tell` with each entry of the sections of one type, until it returns true.
template <class Entry, class F>
bool any_entry(const std::string& library, unsigned type, const F& tell) {
    ElfW(Ehdr) header;
    memcpy(&header, library.data(), sizeof header);
    for (unsigned i = 0; i < header.e_shnum; i++) {
        ElfW(Shdr) section;
        const size_t at = header.e_shoff + i * sizeof section;
        if (at + sizeof section > library.size()) return true;
        memcpy(&section, library.data() + at, sizeof section);
        if (section.sh_type != type) continue;
        if (section.sh_offset > library.size() || section.sh_size > library.size() - section.sh_offset) return true;
        for (size_t k = 0; k + sizeof(Entry) <= section.sh_size; k += sizeof(Entry)) {
            Entry entry;
            memcpy(&entry, library.data() + section.sh_offset + k, sizeof entry);
            if (tell(entry)) return true;
        }
    }
    return false;
}

}  // namespace

bool runs_code_when_loaded(const std::string& library, size_t allowed) {
    if (library.size() < sizeof(ElfW(Ehdr))) return true;
    auto runs = [allowed](const ElfW(Dyn)& entry) {
        switch (entry.d_tag) {
            case DT_INIT: case DT_FINI: case DT_PREINIT_ARRAY: return true;
            case DT_INIT_ARRAYSZ: return entry.d_un.d_val > allowed * sizeof(void*);
            case DT_FINI_ARRAYSZ: return entry.d_un.d_val > 0;
            default: return false;
        }
    };
    auto chooses = [](const ElfW(Sym)& symbol) { return ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC; };
    return any_entry<ElfW(Dyn)>(library, SHT_DYNAMIC, runs) || any_entry<ElfW(Sym)>(library, SHT_SYMTAB, chooses) ||
           any_entry<ElfW(Sym)>(library, SHT_DYNSYM, chooses);
}

}  // namespace emulator
