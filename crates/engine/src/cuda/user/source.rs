//! Scans a user's CUDA C++ for kernels with their parameters, explicit instantiations and headers. The compiler determines types
//! (`signature`); this scan finds only names, and places for messages.

use std::ops::Range;

/// A `__global__` function as written in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// The name with its namespaces: `layers::scale`.
    pub path: String,
    /// The template's parameters, such as `T` and `N` for `template <class T, int N>`; `None` if it is not a template.
    pub template: Option<Vec<String>>,
    pub parameters: Vec<Parameter>,
    /// The range of the signature, from `template` or `__global__` to the closing parenthesis.
    pub signature: Range<usize>,
    /// The range including the body.
    pub whole: Range<usize>,
}

impl Kernel {
    /// The name without namespaces.
    pub fn name(&self) -> &str {
        self.path.rsplit("::").next().unwrap_or(&self.path)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    /// For example `const float* x`.
    pub text: String,
}

/// For example `template __global__ void scale<float, 4>(...)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instantiation {
    pub path: String,
    /// For example `float, 4`.
    pub arguments: String,
}

/// A problem with the source text, reported before compilation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    pub message: String,
    pub help: String,
    pub place: Range<usize>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scan {
    pub kernels: Vec<Kernel>,
    pub instantiations: Vec<Instantiation>,
    /// Header names with their places.
    pub includes: Vec<(String, Range<usize>)>,
    /// The ranges of all words in the text.
    words: Vec<Range<usize>>,
}

/// Headers that a program may include. Their declarations are built in, or come from the CUDA toolkit.
pub const HEADERS: &[&str] = &[
    "assert.h",
    "cassert",
    "cfloat",
    "climits",
    "cmath",
    "cooperative_groups.h",
    "cstddef",
    "cstdint",
    "cstdio",
    "cstring",
    "cuda.h",
    "cuda_bf16.h",
    "cuda_fp16.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "device_launch_parameters.h",
    "float.h",
    "limits.h",
    "math.h",
    "math_constants.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "string.h",
];

/// Headers that are real files of the toolkit. The others are replaced by empty text.
pub const OF_TOOLKIT: &[&str] = &["cuda_bf16.h", "cuda_fp16.h", "math_constants.h"];

impl Scan {
    pub fn mentions(&self, text: &str, word: &str) -> bool {
        self.words.iter().any(|place| &text[place.clone()] == word)
    }
}

#[derive(Debug, Clone)]
struct Token {
    place: Range<usize>,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Literal,
    Sign,
}

/// Splits the text into words, literals and single signs. Skips comments and passes directives to `directive`.
fn tokens(text: &str, mut directive: impl FnMut(Range<usize>)) -> Vec<Token> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let mut fresh_line = true;
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    while at < bytes.len() {
        let rest = &text[at..];
        let length = match bytes[at] {
            b'\n' => {
                fresh_line = true;
                at += 1;
                continue;
            }
            byte if byte.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            b'#' if fresh_line => {
                let mut end = 0;
                // A backslash at the end joins the next line.
                for line in rest.split_inclusive('\n') {
                    end += line.len();
                    if !line.trim_end().ends_with('\\') {
                        break;
                    }
                }
                directive(at..at + end);
                at += end;
                continue;
            }
            quote @ (b'"' | b'\'') => {
                let length = literal(rest, quote);
                found.push(Token { place: at..at + length, kind: Kind::Literal });
                length
            }
            byte if is_word(byte) => {
                let mut length = rest.bytes().take_while(|byte| is_word(*byte)).count();
                let raw = matches!(&rest[..length], "R" | "u8R" | "LR") && rest[length..].starts_with('"');
                if raw {
                    let delimiter = rest[length + 1..].split('(').next().unwrap_or_default();
                    let close = format!("){delimiter}\"");
                    length = rest.find(&close).map_or(rest.len(), |end| end + close.len());
                } else if byte.is_ascii_digit() {
                    // Each of 1'000'000 and 1.5f is one number.
                    length = rest.bytes().take_while(|byte| is_word(*byte) || matches!(byte, b'\'' | b'.')).count();
                }
                let kind = if raw || byte.is_ascii_digit() { Kind::Literal } else { Kind::Word };
                found.push(Token { place: at..at + length, kind });
                length
            }
            _ => {
                found.push(Token { place: at..at + 1, kind: Kind::Sign });
                1
            }
        };
        fresh_line = false;
        at += length;
    }
    found
}

fn literal(rest: &str, quote: u8) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while at < bytes.len() && bytes[at] != quote && bytes[at] != b'\n' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    // An unclosed literal may end inside a character.
    let mut end = (at + 1).min(bytes.len());
    while !rest.is_char_boundary(end) {
        end += 1;
    }
    end
}

/// Scans a program. Returns an error if it cannot be launched from a notebook.
pub fn scan(text: &str) -> Result<Scan, Problem> {
    let mut includes = Vec::new();
    let tokens = tokens(text, |place| includes.extend(include(text, place)));
    let words = tokens.iter().filter(|token| token.kind == Kind::Word).map(|token| token.place.clone()).collect();
    let mut reader = Reader { text, tokens: &tokens, scan: Scan { includes, words, ..Scan::default() } };
    reader.check_includes()?;
    reader.read()?;
    Ok(reader.scan)
}

/// Parses `#include <name>` or `"name"`.
fn include(text: &str, place: Range<usize>) -> Option<(String, Range<usize>)> {
    let line = &text[place.clone()];
    let rest = line.trim_start_matches('#').trim_start().strip_prefix("include")?.trim();
    let name = rest.strip_prefix('<').and_then(|rest| rest.split('>').next());
    let name = name.or_else(|| rest.strip_prefix('"').and_then(|rest| rest.split('"').next())).unwrap_or(rest);
    let start = place.start + line.find(name).unwrap_or(0);
    Some((name.trim().to_owned(), start..start + name.len()))
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    scan: Scan,
}

impl Reader<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &self.text[token.place.clone()])
    }

    fn check_includes(&self) -> Result<(), Problem> {
        for (name, place) in &self.scan.includes {
            if HEADERS.contains(&name.as_str()) {
                continue;
            }
            let help = match name.as_str() {
                name if name.starts_with("torch/") || name.starts_with("ATen/") || name.starts_with("c10/") => {
                    "remove it: kernels take tensors as pointers, kernel[grid, block](x, y, n), and need no binding"
                }
                "iostream" | "vector" | "string" | "cstdlib" | "algorithm" | "chrono" => {
                    "remove it: it is for host code, but here the notebook is the host (printf needs no header)"
                }
                "limits" => "use INFINITY, FLT_MAX, INT_MAX etc., which need no header",
                "curand_kernel.h" | "curand.h" => "generate the numbers with torch.rand and pass them to the kernel",
                _ => "copy what you need from it into the cell; kernels in one cell can share device functions",
            };
            let message = format!("cannot include '{name}': a program in a notebook has no files next to it");
            let known = "known: stdint.h, math.h, float.h, limits.h, stdio.h, assert.h, math_constants.h, cuda_fp16.h, cuda_bf16.h, \
                         cooperative_groups.h";
            return Err(Problem { message, help: format!("{help} ({known})"), place: place.clone() });
        }
        Ok(())
    }

    fn problem<T>(&self, message: String, help: &str, place: Range<usize>) -> Result<T, Problem> {
        Err(Problem { message, help: help.to_owned(), place })
    }

    fn read(&mut self) -> Result<(), Problem> {
        // Open braces: the name of a namespace, or `None`.
        let mut scopes: Vec<Option<String>> = Vec::new();
        let mut at = 0;
        let mut template: Option<(usize, Vec<String>)> = None;
        while at < self.tokens.len() {
            match self.word(at) {
                "<" if self.word(at + 1) == "<" && self.word(at + 2) == "<" => {
                    let place = self.tokens[at].place.start..self.tokens[at + 2].place.end;
                    let help = "launch from a cell: kernel[grid, block](x, y, n)";
                    return self.problem(
                        "<<<...>>> launches a kernel from C++ host code, but a cell contains device code only".into(),
                        help,
                        place,
                    );
                }
                "namespace" => {
                    let mut name = String::new();
                    at += 1;
                    while at < self.tokens.len() && !matches!(self.word(at), "{" | ";" | "=") {
                        name += self.word(at);
                        at += 1;
                    }
                    if self.word(at) == "{" {
                        scopes.push(Some(name));
                        at += 1;
                    }
                }
                "template" if self.word(at + 1) == "<" => {
                    let (names, after) = self.template_parameters(at + 1);
                    template = Some((at, names));
                    at = after;
                }
                "template" => {
                    template = Some((at, Vec::new()));
                    at += 1;
                }
                "__global__" => {
                    let path: Vec<&str> =
                        scopes.iter().flatten().map(String::as_str).filter(|name| !name.is_empty()).collect();
                    at = self.kernel(at, template.take(), &path.join("::"))?;
                }
                "{" => {
                    scopes.push(None);
                    template = None;
                    at += 1;
                }
                "}" => {
                    scopes.pop();
                    at += 1;
                }
                ";" => {
                    template = None;
                    at += 1;
                }
                "main" if self.word(at + 1) == "(" && scopes.is_empty() => {
                    let help =
                        "leave it out: tensors are made and kernels launched in cells, kernel[grid, block](x, y, n)";
                    return self.problem(
                        "main() is code for the host, and there is none here".into(),
                        help,
                        self.tokens[at].place.clone(),
                    );
                }
                _ => at += 1,
            }
        }
        Ok(())
    }

    /// The names in `<class T, int N = 4>`, and the position after it.
    fn template_parameters(&self, open: usize) -> (Vec<String>, usize) {
        let (mut depth, mut at, mut names, mut last, mut done) = (0usize, open, Vec::new(), String::new(), false);
        while at < self.tokens.len() {
            match self.word(at) {
                "<" | "(" => depth += 1,
                ">" | ")" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break;
                    }
                }
                "," if depth == 1 => {
                    names.push(std::mem::take(&mut last));
                    done = false;
                }
                "=" if depth == 1 => done = true,
                word if self.tokens[at].kind == Kind::Word && depth == 1 && !done => last = word.to_owned(),
                _ => {}
            }
            at += 1;
        }
        if !last.is_empty() {
            names.push(last);
        }
        (names, at + 1)
    }

    /// The index after the bracket that closes the one at `open`.
    fn after_bracket(&self, open: usize) -> usize {
        let (opener, mut depth) = (self.word(open).to_owned(), 0);
        let closer = match opener.as_str() {
            "(" => ")",
            "<" => ">",
            "[" => "]",
            _ => "}",
        };
        for at in open..self.tokens.len() {
            if self.word(at) == opener {
                depth += 1;
            } else if self.word(at) == closer {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
        }
        self.tokens.len()
    }

    /// Reads from `__global__` to the end of the definition or declaration.
    fn kernel(
        &mut self,
        global: usize,
        template: Option<(usize, Vec<String>)>,
        namespace: &str,
    ) -> Result<usize, Problem> {
        let mut at = global + 1;
        let (mut name, mut arguments) = (Vec::<String>::new(), None);
        // Skips what precedes the name: void, inline, __launch_bounds__(256).
        let open = loop {
            match self.word(at) {
                "" | ";" | "{" => return Ok(at), // the compiler will report the error
                "(" => break at,
                "__launch_bounds__" | "__cluster_dims__" | "__attribute__" | "__maxnreg__"
                    if self.word(at + 1) == "(" =>
                {
                    at = self.after_bracket(at + 1);
                }
                ":" => {
                    at += 1;
                    continue;
                }
                "<" => {
                    let end = self.after_bracket(at);
                    let inside = self.tokens[at].place.end
                        ..self.tokens[end.saturating_sub(1).min(self.tokens.len() - 1)].place.start;
                    arguments = Some(normalized(self.text.get(inside).unwrap_or_default()));
                    at = end;
                }
                word if self.tokens[at].kind == Kind::Word => {
                    // `layers::scale`: the parts of one name.
                    let joined = at >= 2 && self.word(at - 1) == ":" && self.word(at - 2) == ":";
                    if !joined {
                        name.clear();
                    }
                    name.push(word.to_owned());
                    at += 1;
                }
                _ => at += 1,
            }
        };
        if name.is_empty() {
            return Ok(at + 1);
        }
        let end = self.after_bracket(open);
        let start = template.as_ref().map_or(global, |(at, _)| *at);
        let close = self.tokens[end.saturating_sub(1).min(self.tokens.len() - 1)].place.end;
        let signature = self.tokens[start].place.start..close;
        let mut path = name.join("::");
        if !namespace.is_empty() {
            path = format!("{namespace}::{path}");
        }
        let explicit = template.as_ref().is_some_and(|(at, _)| self.word(at + 1) != "<");
        if explicit {
            let Some(arguments) = arguments else {
                let help =
                    "write them after the name: template __global__ void scale<float>(const float*, float*, int);";
                return self.problem(
                    format!("the instantiation of {path} does not name its arguments"),
                    help,
                    signature,
                );
            };
            self.scan.instantiations.push(Instantiation { path, arguments });
            return Ok(end);
        }
        if self.word(end) != "{" {
            return Ok(end); // a declaration
        }
        let parameters = self.parameters(open, end);
        let after = self.after_bracket(end);
        let last = self.tokens[after.saturating_sub(1).min(self.tokens.len() - 1)].place.end;
        let template = template.map(|(_, names)| names);
        if arguments.is_some() {
            return Ok(after); // a specialisation: its template already has the name
        }
        let kernel = Kernel { path, template, parameters, whole: signature.start..last, signature: signature.clone() };
        if self.scan.kernels.iter().any(|other| other.name() == kernel.name()) {
            let message = format!("two kernels have the name {}", kernel.name());
            let help = "give each kernel a unique name: kernels are launched by name";
            return self.problem(message, help, signature);
        }
        self.scan.kernels.push(kernel);
        Ok(after)
    }

    fn parameters(&self, open: usize, end: usize) -> Vec<Parameter> {
        let mut found = Vec::new();
        let (mut depth, mut first) = (0, open + 1);
        for at in open..end {
            match self.word(at) {
                "(" | "[" | "{" | "<" => depth += 1,
                ")" | "]" | "}" | ">" => depth -= 1,
                _ => {}
            }
            if (self.word(at) == "," && depth == 1) || at + 1 == end {
                if first < at {
                    let text = normalized(&self.text[self.tokens[first].place.start..self.tokens[at - 1].place.end]);
                    let words = (first..at).take_while(|at| !matches!(self.word(*at), "=" | "["));
                    let name = words.filter(|at| self.tokens[*at].kind == Kind::Word).last();
                    let named = name.filter(|at| *at > first).map(|at| self.word(at).to_owned());
                    let name = named.unwrap_or_else(|| format!("argument {}", found.len() + 1));
                    if text != "void" {
                        found.push(Parameter { name, text });
                    }
                }
                first = at + 1;
            }
        }
        found
    }
}

/// Normalises to one line with single spaces: `float,4` becomes `float, 4`, `float *x` becomes `float* x`.
pub fn normalized(text: &str) -> String {
    let spaced = text.replace(',', ", ").replace('*', "* ").replace('&', "& ");
    let joined = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    joined.replace(" ,", ",").replace(" *", "*").replace(" &", "&").replace("* )", "*)").trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_found_with_their_parameters() {
        let text = "#include <stdint.h>\n// __global__ void no();\nnamespace a { namespace b {\ntemplate <class T, int N = 3>\n\
                    __global__ void __launch_bounds__(256) k(const T* __restrict__ x, T *y, int n) { if (n) { y[0] = ')'; } }\n}}\n\
                    template __global__ void a::b::k<float,4>(const float*, float*, int);\n\
                    extern \"C\" __global__ void plain(float (*f)[3], void*) {}\nstatic __global__ void none(void) {}";
        let scan = scan(text).expect("kernels");
        let names: Vec<_> = scan.kernels.iter().map(|kernel| kernel.path.as_str()).collect();
        assert_eq!(names, ["a::b::k", "plain", "none"]);
        assert_eq!(scan.kernels[0].template.as_deref(), Some(&["T".to_owned(), "N".to_owned()][..]));
        let parameters: Vec<_> =
            scan.kernels[0].parameters.iter().map(|p| (p.name.as_str(), p.text.as_str())).collect();
        assert_eq!(parameters, [("x", "const T* __restrict__ x"), ("y", "T* y"), ("n", "int n")]);
        assert!(scan.kernels[2].parameters.is_empty());
        assert_eq!(scan.instantiations, [Instantiation { path: "a::b::k".into(), arguments: "float, 4".into() }]);
        assert_eq!(scan.includes[0].0, "stdint.h");
        assert!(scan.mentions(text, "T") && !scan.mentions(text, "no"));
    }

    #[test]
    fn what_belongs_to_the_host_is_refused_with_what_to_write() {
        for (text, word) in [
            ("#include \"mine.h\"\n", "mine.h"),
            ("#include <torch/extension.h>\n", "torch/extension.h"),
            ("void f() { k<<<1, 2>>>(x); }", "<<<"),
            ("int main() { return 0; }", "main"),
            ("__global__ void k() {}\n__global__ void k(int a) {}", "__global__ void k(int a)"),
            (
                "template <class T> __global__ void k(T* x) {}\ntemplate __global__ void k(float*);",
                "template __global__ void k(float*)",
            ),
        ] {
            let problem = scan(text).expect_err(text);
            assert_eq!(&text[problem.place.clone()], word, "{problem:?}");
            assert!(!problem.help.is_empty());
        }
    }

    #[test]
    fn broken_texts_do_not_panic() {
        for text in [
            "__global__",
            "__global__ void k(",
            "template <",
            "\"é",
            "R\"x(",
            "'",
            "__global__ void k<",
            "#include",
            "/* é",
            "namespace",
        ] {
            let _ = scan(text);
        }
    }
}
