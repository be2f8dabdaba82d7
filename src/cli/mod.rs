//! The commands: kernel, install, uninstall, run, lab, doctor, gpu-check, reference, completions.

mod confined;
mod doctor;
pub mod environment;
mod gpu_check;
mod kernel;
mod kernelspec;
mod lab;
mod launch;
mod python;
mod reference;
mod run;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use run::Program;

/// A Jupyter kernel for GPU tensors: Python's syntax, PyTorch's names, one binary.
#[derive(Parser)]
#[command(name = "tensorcell", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve a notebook (Jupyter runs this)
    Kernel {
        /// Run every cell on N ranks, started by srun, mpirun or, without either, this program
        #[arg(long, value_name = "N")]
        mpi: Option<usize>,
        /// Confine the notebook: its folder, no network, no programs; the operating system enforces it
        #[arg(long, conflicts_with = "mpi")]
        confined: bool,
        /// The connection file that Jupyter wrote
        connection_file: PathBuf,
        /// Options that front ends pass to any kernel: accepted and ignored
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        others: Vec<String>,
    },
    /// Register the kernel with an installed Jupyter
    Install(kernelspec::Install),
    /// Remove what `install` registered
    Uninstall(kernelspec::Uninstall),
    /// Run a script or a notebook without Jupyter
    Run {
        /// Write figures into DIR; otherwise their text form is printed
        #[arg(long, value_name = "DIR")]
        figures: Option<PathBuf>,
        /// Start N processes that join torch.distributed, by srun, mpirun or, without either, on this machine
        #[arg(long, value_name = "N")]
        nproc: Option<usize>,
        /// Confine the program: the current folder, no network, no programs; the operating system enforces it
        #[arg(long, conflicts_with = "nproc")]
        confined: bool,
        /// Run a module or a package's __main__ like python -m; the arguments after it go to sys.argv
        #[arg(short, num_args = 1.., allow_hyphen_values = true, value_names = ["MODULE", "ARGS"])]
        module: Option<Vec<String>>,
        /// A .py or .ipynb file, or a folder or an archive with __main__.py
        #[arg(required_unless_present = "module")]
        file: Option<PathBuf>,
        /// Arguments for sys.argv
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Open the notebooks in JupyterLab, which is installed into a private environment at the first use
    Lab {
        /// Run these notebooks instead of opening them (default: all in notebooks/)
        #[arg(long, num_args = 0.., value_name = "NOTEBOOK")]
        execute: Option<Vec<PathBuf>>,
        /// The folder for executed notebooks and their HTML
        #[arg(long, value_name = "DIR", default_value = "executed", requires = "execute")]
        output: PathBuf,
        /// Confine each notebook: its folder, no network, no programs; the operating system enforces it
        #[arg(long)]
        confined: bool,
        /// Arguments for JupyterLab, such as --no-browser
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Report what this machine has, and how to get what is missing
    Doctor,
    /// Test and measure on this machine's GPU what needs hardware (TENSORCELL_EMULATE=1: on an emulated device)
    GpuCheck {
        /// A few programs and small sizes
        #[arg(long)]
        quick: bool,
        /// The folder of parity programs; by default `parity` beside the binary
        #[arg(long, value_name = "DIR")]
        programs: Option<PathBuf>,
        /// Where to write the results
        #[arg(long, value_name = "FILE", default_value = "gpu-check.json")]
        json: PathBuf,
    },
    /// Write the reference of all modules, functions and magics as Markdown
    Reference {
        /// The folder to write it into
        #[arg(value_name = "DIR", default_value = "reference")]
        folder: PathBuf,
    },
    /// Print completions for a shell
    Completions { shell: clap_complete::Shell },
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    // Python command lines first; clap reports everything else that is invalid.
    let asked = python::read(&arguments).ok_or_else(Cli::parse);
    log_to_stderr();
    launch::take_variables();
    tensorcell_stdlib::signal::ignore_as_python();
    let result = match asked {
        Ok(invocation) => invocation.run(),
        Err(cli) => run_command(cli.command),
    };
    result.unwrap_or_else(|error| {
        eprintln!("tensorcell: {error:#}");
        ExitCode::FAILURE
    })
}
fn run_command(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Kernel { mpi: Some(count), connection_file, .. } => launch::kernel(count, &connection_file),
        Command::Kernel { mpi: None, connection_file, confined, .. } => {
            kernel::serve(&connection_file, confined::asked(confined))
        }
        Command::Install(install) => install.run(),
        Command::Uninstall(uninstall) => uninstall.run(),
        Command::Run { nproc, figures, module, file, args, confined } => {
            let (program, args) = program(module, file, args);
            match nproc {
                Some(count) => launch::run(count, figures.as_deref(), &program, &args),
                None => {
                    let (safe_path, no_environment, confined) = (false, false, confined::asked(confined));
                    let warnings = Vec::new();
                    run::run(&run::Start { program, figures, args, safe_path, no_environment, warnings, confined })
                }
            }
        }
        Command::Lab { execute: None, args, confined, .. } => lab::open(&args, confined),
        Command::Lab { execute: Some(notebooks), output, confined, .. } => lab::execute(&notebooks, &output, confined),
        Command::Doctor => doctor::run(),
        Command::GpuCheck { quick, programs, json } => gpu_check::run(&gpu_check::Options { quick, programs, json }),
        Command::Reference { folder } => reference::write(&folder),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "tensorcell", &mut std::io::stdout());
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Returns the program for `run` and its arguments.
fn program(module: Option<Vec<String>>, file: Option<PathBuf>, args: Vec<String>) -> (Program, Vec<String>) {
    match (module, file) {
        // With a file, `-m` is an option of the script.
        (Some(words), Some(file)) => {
            (Program::File(file), ["-m".to_owned()].into_iter().chain(words).chain(args).collect())
        }
        (Some(words), None) => {
            let mut words = words.into_iter();
            (Program::Module(words.next().unwrap_or_default()), words.collect())
        }
        (None, Some(file)) => (Program::File(file), args),
        (None, None) => (Program::Input, args),
    }
}

/// Logs to stderr what `TENSORCELL_LOG` selects, such as `debug` or `tensorcell_jupyter=trace`. Logs nothing if it is unset.
fn log_to_stderr() {
    if let Ok(filter) = tracing_subscriber::EnvFilter::try_from_env("TENSORCELL_LOG") {
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn lab_passes_arguments_on() {
        let parse = |line: &str| Cli::try_parse_from(line.split(' ')).unwrap().command;
        match parse("tensorcell lab --no-browser --port 9999") {
            Command::Lab { execute: None, args, .. } => assert_eq!(args, ["--no-browser", "--port", "9999"]),
            _ => panic!("not lab"),
        }
        match parse("tensorcell lab --execute a.ipynb b.ipynb --output out") {
            Command::Lab { execute: Some(notebooks), output, args, confined: false } => {
                assert_eq!(notebooks, [PathBuf::from("a.ipynb"), PathBuf::from("b.ipynb")]);
                assert_eq!((output, args.len()), (PathBuf::from("out"), 0));
            }
            _ => panic!("not lab --execute"),
        }
        match parse("tensorcell lab --execute --confined") {
            Command::Lab { execute: Some(notebooks), confined: true, .. } => assert!(notebooks.is_empty()),
            _ => panic!("not lab --execute --confined"),
        }
        for line in ["tensorcell kernel c.json --debug --pylab=inline", "tensorcell kernel c.json --IPKernelApp.x 1 y"]
        {
            match parse(line) {
                Command::Kernel { mpi: None, connection_file, .. } => {
                    assert_eq!(connection_file, PathBuf::from("c.json"))
                }
                _ => panic!("not kernel"),
            }
        }
        assert!(Cli::try_parse_from(["tensorcell", "run"]).is_err());
        assert!(Cli::try_parse_from(["tensorcell", "run", "--confined", "--nproc", "2", "x.py"]).is_err());
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        for (line, expected) in [
            ("tensorcell run -m pkg.mod a --b", (Program::Module("pkg.mod".into()), words(&["a", "--b"]))),
            ("tensorcell run -m pkg -q", (Program::Module("pkg".into()), words(&["-q"]))),
            ("tensorcell run x.py -m y", (Program::File("x.py".into()), words(&["-m", "y"]))),
        ] {
            match parse(line) {
                Command::Run { module, file, args, .. } => assert_eq!(program(module, file, args), expected, "{line}"),
                _ => panic!("not run"),
            }
        }
        match parse("tensorcell run train.py --epochs 3") {
            Command::Run { args, figures: None, .. } => assert_eq!(args, ["--epochs", "3"]),
            _ => panic!("not run"),
        }
    }
}
