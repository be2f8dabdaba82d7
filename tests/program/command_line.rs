//! Tests Python's command line, with which programs start `sys.executable`, and `run` with modules and folders.

use crate::tensorcell;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

/// Returns a command's output and exit code; runs in the folder.
fn printed(folder: &Path, arguments: &[&str], input: &str) -> (String, Option<i32>) {
    let mut command = tensorcell(arguments);
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("its stdin").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn programs_start_as_python_starts_them() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let facts = "import sys, beside\nprint(sys.argv[1:], __name__, beside.x)\n";
    write("scripts/start.py", facts);
    write("scripts/beside.py", "x = 'beside the script'\n");
    write("beside.py", "x = 'beside'\n");
    write("package/__init__.py", "");
    write(
        "package/__main__.py",
        "from . import part\nimport sys\nprint(sys.argv[1:], __name__, __spec__.name, part.y)\n",
    );
    write("package/part.py", "y = 1\n");
    write(
        "children.py",
        "import subprocess, sys\nfor words in (['-c', 'print(1)'], ['-m', 'package', 'x'], ['scripts/start.py']):\n    print(subprocess.run([sys.executable, *words], capture_output=True, text=True).stdout.strip())\n",
    );
    for (arguments, input, expected, code) in [
        (&["scripts/start.py", "-v", "3"][..], "", "['-v', '3'] __main__ beside the script\n", 0),
        (&["-u", "scripts/start.py"], "", "[] __main__ beside the script\n", 0),
        (&["-c", "import sys, beside; print(sys.argv, beside.x)", "a"], "", "['-c', 'a'] beside\n", 0),
        (&["-m", "package", "-q"], "", "['-q'] __main__ package.__main__ 1\n", 0),
        (&["run", "-m", "package", "-q"], "", "['-q'] __main__ package.__main__ 1\n", 0),
        (&["-", "a"], "import sys\nprint(sys.argv)\n", "['-', 'a']\n", 0),
        (&["./package"], "", "", 1),
        (&["run", "scripts"], "", "", 1),
        (&["-c", "raise SystemExit(3)"], "", "", 3),
        (&["-I", "-c", "import beside"], "", "", 1),
        (&["-W", "error", "-c", "import warnings; warnings.warn('x')"], "", "", 1),
        (&["children.py"], "", "1\n['x'] __main__ package.__main__ 1\n[] __main__ beside the script\n", 0),
    ] {
        assert_eq!(printed(folder.path(), arguments, input), (expected.to_owned(), Some(code)), "{arguments:?}");
    }
}

/// Compares the names that a program finds in `__main__` with CPython 3.13's. Ours has two of a session as well.
#[test]
fn programs_have_the_names_of_main() {
    let folder = tempfile::tempdir().unwrap();
    let text = "\"\"\"What it does.\"\"\"\nprint(__doc__, __package__, __spec__ and __spec__.name)\n\
                print(*sorted(set(globals()) - {'display', 'get_ipython'}))\n";
    std::fs::write(folder.path().join("m.py"), text).unwrap();
    let all = "__annotations__ __builtins__ __cached__ __doc__ __file__ __loader__ __name__ __package__ __spec__\n";
    let without_file = all.replace("__cached__ ", "").replace("__file__ ", "");
    for (arguments, input, first, names) in [
        (&["m.py"][..], "", "What it does. None None\n", all),
        (&["-m", "m"], "", "What it does.  m\n", all),
        (&["-"], text, "What it does. None None\n", all),
        (&["-c", text], "", "What it does. None None\n", &without_file),
    ] {
        let expected = format!("{first}{names}");
        assert_eq!(printed(folder.path(), arguments, input), (expected, Some(0)), "{arguments:?}");
    }
    assert_eq!(printed(folder.path(), &["-c", "print(__doc__)"], ""), ("None\n".to_owned(), Some(0)));
}

/// Compares what programs read from standard input with CPython 3.13.
#[test]
fn programs_read_standard_input_as_bytes_and_text() {
    let folder = tempfile::tempdir().unwrap();
    for (code, input, expected) in [
        ("print(sys.stdin.buffer.read())", "xx", "b'xx'\n"),
        ("print(sys.stdin.buffer.read(2), sys.stdin.buffer.readline())", "a\0b\nc", "b'a\\x00' b'b\\n'\n"),
        ("print(repr(input('p')), repr(input()))", "a\r\nb", "p'a\\r' 'b'\n"),
        (
            "print(sys.stdin.read(2), list(sys.stdin), repr(sys.stdin.read()))",
            "abc\nd\ne",
            "ab ['c\\n', 'd\\n', 'e'] ''\n",
        ),
        ("print([line for line in sys.stdin], sys.stdin.readline() == '')", "1\n2\n", "['1\\n', '2\\n'] True\n"),
        ("s = sys.stdin; print(s.name, s.mode, s.isatty(), s.fileno(), s.encoding)", "", "<stdin> r False 0 utf-8\n"),
        ("try: input('p')\nexcept EOFError as e: print(repr(e))", "", "pEOFError('EOF when reading a line')\n"),
        ("print(sys.stdin is sys.__stdin__, input(), os.read(0, 9))", "line\n", "True line b''\n"),
    ] {
        let code = format!("import os, sys\n{code}");
        assert_eq!(printed(folder.path(), &["-c", &code], input), (expected.to_owned(), Some(0)), "{code}");
    }
}

/// Compares scripts in other encodings, from files and pipes, with CPython 3.13.
#[test]
fn scripts_are_read_by_their_encoding_and_from_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let files: [(&str, &[u8]); 4] = [
        ("latin.py", b"# -*- coding: latin-1 -*-\nprint('caf\xe9')\n"),
        ("mark.py", b"\xef\xbb\xbfprint('\xc3\xa9')\n"),
        ("wrong.py", b"x = 1\nprint('caf\xe9')\n"),
        ("unknown.py", b"# coding: nonsense\nprint(1)\n"),
    ];
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    for (arguments, expected, code) in [
        (&["latin.py"][..], "caf\u{e9}\n", 0),
        (&["mark.py"], "\u{e9}\n", 0),
        (&["wrong.py"], "", 1),
        (&["unknown.py"], "", 1),
        (&["run", "/dev/stdin"], "1\n", 0),
    ] {
        assert_eq!(printed(folder.path(), arguments, "print(1)\n"), (expected.to_owned(), Some(code)), "{arguments:?}");
    }
    let output = tensorcell(&["wrong.py"]).current_dir(folder.path()).output().unwrap();
    let words = "SyntaxError: Non-UTF-8 code starting with '\\xe9' in file wrong.py on line 2, but no encoding declared; \
                 see https://peps.python.org/pep-0263/ for details";
    assert!(String::from_utf8_lossy(&output.stderr).contains(words), "{output:?}");
}
