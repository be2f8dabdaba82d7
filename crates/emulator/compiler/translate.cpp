// Translates preprocessed CUDA C++ to C++ for g++: see translate.h.
//
// A kernel runs in fibers if its body, or a function that it names directly or indirectly, names a barrier or a warp
// intrinsic. Matching by name only can choose fibers unnecessarily, which are slower but always correct.

#include "translate.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

namespace emulator {

namespace {

struct Token {
    std::string text;
    size_t begin, end;  // in the source
};

bool starts_identifier(char c) { return isalpha((unsigned char)c) || c == '_'; }
bool continues_identifier(char c) { return isalnum((unsigned char)c) || c == '_'; }

/// Tokens of the program's own file: identifiers, numbers and single punctuation; literals are skipped.
std::vector<Token> tokens_of(const std::string& source, const std::string& own_file) {
    std::vector<Token> tokens;
    bool own = false;
    for (size_t i = 0; i < source.size();) {
        char c = source[i];
        bool line_start = i == 0 || source[i - 1] == '\n';
        if (c == '#' && line_start) {
            size_t end = std::min(source.find('\n', i), source.size());
            std::string line = source.substr(i, end - i);
            size_t open = line.find('"'), close = line.rfind('"');
            if (open != close) own = line.substr(open + 1, close - open - 1) == own_file;
            i = end;
        } else if (!own) {
            i = std::min(source.find('\n', i), source.size() - 1) + 1;
        } else if (c == '"' || (c == '\'' && !(i > 0 && isdigit((unsigned char)source[i - 1])))) {
            for (i++; i < source.size() && source[i] != c; i++)
                if (source[i] == '\\') i++;
            i++;
        } else if (continues_identifier(c)) {
            size_t end = i;
            while (end < source.size() && continues_identifier(source[end])) end++;
            tokens.push_back({source.substr(i, end - i), i, end});
            i = end;
        } else {
            if (!isspace((unsigned char)c)) tokens.push_back({std::string(1, c), i, i + 1});
            i++;
        }
    }
    return tokens;
}

/// The index after the bracket that closes the one at `open`.
size_t after_bracket(const std::vector<Token>& tokens, size_t open) {
    const std::string opener = tokens[open].text, closer = opener == "(" ? ")" : opener == "[" ? "]" : "}";
    int depth = 0;
    for (size_t i = open; i < tokens.size(); i++) {
        if (tokens[i].text == opener) depth++;
        if (tokens[i].text == closer && --depth == 0) return i + 1;
    }
    throw std::runtime_error("unbalanced " + opener);
}

/// A top-level definition with a body: a function, or a type with its methods.
struct Definition {
    std::string name;
    size_t name_begin;
    bool kernel, is_template;
    std::set<std::string> mentions;
};

/// The index after `template <...>`, if a definition starts with it.
size_t after_template(const std::vector<Token>& tokens, size_t begin) {
    if (tokens[begin].text != "template") return begin;
    int depth = 0;
    for (size_t i = begin + 1; i < tokens.size(); i++) {
        if (tokens[i].text == "<") depth++;
        if (tokens[i].text == ">" && --depth == 0) return i + 1;
    }
    return begin;
}

bool is_attribute(const std::string& word) { return word == "__attribute__" || word == "alignas" || word == "noexcept" || word == "decltype"; }

std::vector<Definition> definitions_of(const std::vector<Token>& tokens) {
    std::vector<Definition> all;
    size_t begin = 0;
    for (size_t i = 0; i < tokens.size();) {
        const std::string& text = tokens[i].text;
        if (text == ";" || text == "}") {
            begin = ++i;
        } else if (text == "(" || text == "[") {
            i = after_bracket(tokens, i);
        } else if (text == "{") {
            size_t first = after_template(tokens, begin);
            Definition definition = {"", tokens[begin].begin, false, first != begin, {}};
            bool type = false, block = false;
            for (size_t k = first; k < i; k++) {
                const std::string& word = tokens[k].text;
                if (word == "namespace") block = true;
                if (word == "__global__") definition.kernel = true;
                if (word == "struct" || word == "class" || word == "union") type = true;
                if (is_attribute(word) && k + 1 < i && tokens[k + 1].text == "(") {
                    k = after_bracket(tokens, k + 1) - 1;
                } else if (starts_identifier(word[0])) {
                    definition.name = word;
                } else if (word == "(" || (type && word == ":" && tokens[k + 1].text != ":" && tokens[k - 1].text != ":")) {
                    break;
                }
            }
            // `extern "C" {` (its literal is skipped) and `namespace n {` hold more definitions.
            if (block || (i == begin + 1 && tokens[begin].text == "extern")) {
                begin = ++i;
                continue;
            }
            size_t end = after_bracket(tokens, i);
            for (size_t k = i; k < end; k++)
                if (starts_identifier(tokens[k].text[0])) definition.mentions.insert(tokens[k].text);
            all.push_back(std::move(definition));
            begin = i = end;
        } else {
            i++;
        }
    }
    return all;
}

bool synchronizes(const std::string& word) {
    static const std::set<std::string> names = {
        "__syncthreads", "__syncthreads_count", "__syncthreads_or", "__syncthreads_and", "__syncwarp", "__activemask"};
    bool warp = word.size() > 7 && word.compare(0, 2, "__") == 0 && word.compare(word.size() - 5, 5, "_sync") == 0;
    return warp || names.count(word);
}

/// The names of definitions that use a barrier or a warp intrinsic.
std::set<std::string> synchronizing(const std::vector<Definition>& definitions) {
    std::set<std::string> found;
    for (bool more = true; more;) {
        more = false;
        for (const Definition& definition : definitions) {
            if (found.count(definition.name)) continue;
            for (const std::string& word : definition.mentions)
                if (synchronizes(word) || found.count(word)) {
                    more = found.insert(definition.name).second;
                    break;
                }
        }
    }
    return found;
}

struct Edit {
    size_t begin, end;
    std::string text;
};

/// `extern __shared__ T name[];` becomes a pointer into the launch's dynamic shared memory; other `__shared__`
/// variables become one object per host thread, which runs one block at a time.
std::vector<Edit> edits_of(const std::string& source, const std::vector<Token>& tokens) {
    std::vector<Edit> edits;
    for (size_t i = 0; i < tokens.size(); i++) {
        if (tokens[i].text == "__global__") edits.push_back({tokens[i].begin, tokens[i].end, ""});
        if (tokens[i].text != "__shared__") continue;
        if (i == 0 || tokens[i - 1].text != "extern") {
            edits.push_back({tokens[i].begin, tokens[i].end, "static thread_local"});
            continue;
        }
        size_t first = i + 1, bracket = first;
        while (first + 1 < tokens.size() && is_attribute(tokens[first].text)) first = after_bracket(tokens, first + 1);
        for (bracket = first; bracket < tokens.size() && tokens[bracket].text != "["; bracket++) {}
        if (bracket + 2 >= tokens.size() || bracket < first + 2) throw std::runtime_error("extern __shared__ wants an array: T name[]");
        std::string name = tokens[bracket - 1].text;
        std::string type = source.substr(tokens[first].begin, tokens[bracket - 1].begin - tokens[first].begin);
        edits.push_back({tokens[i - 1].begin, tokens[bracket + 1].end, type + "* " + name + " = (" + type + "*)::host::dynamic_shared()"});
        i = bracket + 1;
    }
    return edits;
}

/// The code that launch.h requires for one kernel.
std::string launcher(const std::string& kernel, bool fibers) {
    std::string type = std::string("const ::host::Parameters<") + (fibers ? "true" : "false") + ", decltype(&" + kernel + ")> ";
    std::string name = lowered(kernel);
    return "extern \"C\" {\n"
           "extern " + type + name + "__parameters;\n" +
           type + name + "__parameters = {};\n"
           "const char* " + name + "__launch(const EmulatedLaunch* launch) {\n"
           "  return ::host::launch_" + (fibers ? "fibers" : "flat") + "<&" + kernel + ">(launch);\n}\n}\n";
}

/// `scale` of `layers::scale<float, 4>`.
std::string base_name(const std::string& expression) {
    std::string name = expression.substr(0, expression.find('<'));
    size_t colon = name.rfind(':');
    name = colon == std::string::npos ? name : name.substr(colon + 1);
    while (!name.empty() && isspace((unsigned char)name.back())) name.pop_back();
    return name;
}

}  // namespace

std::string lowered(const std::string& expression) {
    std::string name;
    bool plain = true;
    for (char c : expression) {
        plain &= continues_identifier(c);
        name += continues_identifier(c) ? c : '_';
    }
    return plain ? name : name + "_" + std::to_string(std::hash<std::string>()(expression));
}

std::string translate(const std::string& preprocessed, const std::string& own_file,
                      const std::vector<std::string>& expressions) {
    std::vector<Token> tokens = tokens_of(preprocessed, own_file);
    std::vector<Definition> definitions = definitions_of(tokens);
    std::set<std::string> fibers = synchronizing(definitions);
    std::string result;
    size_t done = 0;
    for (const Edit& edit : edits_of(preprocessed, tokens)) {
        result.append(preprocessed, done, edit.begin - done).append(edit.text);
        done = edit.end;
    }
    result.append(preprocessed, done, std::string::npos);
    result += "\n# 1 \"launchers\"\n";
    for (const std::string& expression : expressions) result += launcher(expression, fibers.count(base_name(expression)));
    for (const Definition& definition : definitions)
        if (expressions.empty() && definition.kernel && !definition.is_template)
            result += launcher(definition.name, fibers.count(definition.name));
    return result;
}

}  // namespace emulator
