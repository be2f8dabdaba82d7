//! Parses Python's command line: `sys.executable` is this program, so programs start it like Python.

use anyhow::{Context, Result};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use super::run::{self, Program};

/// A parsed Python command line.
#[derive(Debug, PartialEq)]
pub struct Invocation {
    pub program: Program,
    /// The arguments after the program in `sys.argv`.
    pub args: Vec<String>,
    /// Puts neither the script's folder nor the current one on `sys.path`: `-P`, `-I`.
    pub safe_path: bool,
    /// Leaves `PYTHONPATH` aside: `-E`, `-I`.
    pub no_environment: bool,
    /// `-W`
    pub warnings: Vec<String>,
}

/// Modules that change a Python installation. The environment's Python runs them.
const OF_THE_ENVIRONMENT: [&str; 3] = ["pip", "venv", "ensurepip"];

/// Options without a value that have no effect here, or are always on.
const IGNORED: &str = "bBdOqRsSuvx";

/// Parses the arguments as Python would. Returns `None` if they are not a Python command line.
pub fn read(arguments: &[String]) -> Option<Invocation> {
    let first = arguments.first()?;
    let is_script = || first.ends_with(".py") || first.contains('/') && PathBuf::from(first).exists();
    if !first.starts_with('-') && !is_script() {
        return None;
    }
    let mut invocation = Invocation {
        program: Program::Input,
        args: Vec::new(),
        safe_path: false,
        no_environment: false,
        warnings: Vec::new(),
    };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) else {
            invocation.program = if word == "-" { Program::Input } else { Program::File(word.into()) };
            invocation.args = words.cloned().collect();
            return Some(invocation);
        };
        for (at, letter) in letters.char_indices() {
            let attached = &letters[at + letter.len_utf8()..];
            let mut value = || if attached.is_empty() { words.next().cloned() } else { Some(attached.to_owned()) };
            match letter {
                'c' => invocation.program = Program::Code(value()?),
                'm' => invocation.program = Program::Module(value()?),
                'W' => invocation.warnings.push(value()?),
                'X' => drop(value()?),
                'I' | 'P' | 'E' => {
                    invocation.safe_path |= letter != 'E';
                    invocation.no_environment |= letter != 'P';
                    continue;
                }
                _ if IGNORED.contains(letter) => continue,
                _ => return None,
            }
            if invocation.program != Program::Input {
                invocation.args = words.cloned().collect();
                return Some(invocation);
            }
            break;
        }
    }
    None
}

impl Invocation {
    /// Runs the program.
    ///
    /// # Errors
    /// If it cannot be read, or the environment has no Python to run it.
    pub fn run(self) -> Result<ExitCode> {
        if let Program::Module(module) = &self.program
            && OF_THE_ENVIRONMENT.contains(&module.as_str())
        {
            let python = tensorcell_stdlib::environment_python()
                .with_context(|| format!("no Python was found, which alone can run {module}"))?;
            let error = Command::new(&python).arg("-m").arg(module).args(&self.args).exec();
            return Err(error).with_context(|| format!("cannot run {}", python.display()));
        }
        run::run(&run::Start {
            program: self.program,
            figures: None,
            args: self.args,
            safe_path: self.safe_path,
            no_environment: self.no_environment,
            warnings: self.warnings,
            confined: super::confined::asked(false),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &[&str]) -> Option<Invocation> {
        read(&line.iter().map(ToString::to_string).collect::<Vec<_>>())
    }

    #[test]
    fn options_come_before_the_program_and_arguments_after() {
        let code = |text: &str| Program::Code(text.to_owned());
        let module = |name: &str| Program::Module(name.to_owned());
        for (line, program, args) in [
            (&["-c", "x", "-c", "y"][..], code("x"), &["-c", "y"][..]),
            (&["-cx", "1"], code("x"), &["1"]),
            (&["-uBc", "x"], code("x"), &[]),
            (&["-W", "error", "-X", "dev", "-m", "pkg", "-v"], module("pkg"), &["-v"]),
            (&["-Im", "pkg"], module("pkg"), &[]),
            (&["-u", "train.py", "--epochs", "3"], Program::File("train.py".into()), &["--epochs", "3"]),
            (&["train.py"], Program::File("train.py".into()), &[]),
            (&["-", "1"], Program::Input, &["1"]),
        ] {
            let found = parsed(line).expect("a command line of Python's");
            assert_eq!(
                (found.program, found.args),
                (program, args.iter().map(ToString::to_string).collect()),
                "{line:?}"
            );
        }
    }

    #[test]
    fn own_commands_are_no_command_line_of_pythons() {
        for line in [&["run", "x.py"][..], &["--help"], &["-h"], &["-V"], &["kernel"], &[], &["-c"], &["-u"]] {
            assert_eq!(parsed(line), None, "{line:?}");
        }
    }

    #[test]
    fn a_safe_path_and_warnings_are_noted() {
        let found = parsed(&["-P", "-Wignore", "-W", "error", "x.py"]).expect("a command line of Python's");
        assert_eq!((found.safe_path, found.warnings), (true, vec!["ignore".to_owned(), "error".to_owned()]));
    }
}
