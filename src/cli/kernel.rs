//! `kernel`: serves a notebook to Jupyter.

use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::confined;
use crate::notebook::ranks::{self, Ranks};
use crate::notebook::{Budget, Notebook};
use tensorcell_confine::Confined;
use tensorcell_device::libraries::cache_folder;
use tensorcell_dist::launch;
use tensorcell_jupyter::{
    ConnectionInfo, HelpLink, Kernel, KernelInfo, LanguageInfo, Limits, Listening, SessionFactory, Signals, Transport,
};

pub fn serve(connection_file: &Path, confined: bool) -> Result<ExitCode> {
    let several = launch::started().filter(|_| std::env::var_os(ranks::VARIABLE).is_some());
    if let Some(started) = several.filter(|started| started.rank > 0) {
        return member(started.rank);
    }
    let connection = ConnectionInfo::read(connection_file)?;
    let confined = if confined { Some(confine(&connection)?) } else { None };
    let session: SessionFactory = match several {
        Some(started) => {
            let lines = ranks::gather(started.world).context("the ranks did not come together")?;
            Box::new(|signals| Box::new(Ranks::new(lines, signals)))
        }
        None => {
            let note = confined.as_ref().map(|_| confined::NOTE);
            let for_terminal = is_of_console(connection_file);
            let key = (!for_terminal && confined.is_none()).then(|| key_of(connection_file));
            Box::new(move |signals| Box::new(notebook(signals, for_terminal, note, key.as_deref())))
        }
    };
    // A confined session must not see the history of other sessions.
    let data = dirs::data_dir().filter(|_| confined.is_none());
    let history = data.map(|folder| folder.join("tensorcell/history.sqlite"));
    // Several ranks run each cell at once, so a debugger cannot stop one alone.
    let info = KernelInfo { debugger: several.is_none(), ..info(confined.is_some()) };
    // Its temporary files are removed when the kernel has ended.
    let confined = Rc::new(confined);
    let entered = confined.clone();
    let listening: Listening = Box::new(move || match entered.as_ref() {
        Some(confined) => confined.close_network().map_err(std::io::Error::other),
        None => Ok(()),
    });
    tensorcell_jupyter::serve(&connection, Kernel { info, session, history, limits: Limits::default(), listening })?;
    drop(confined);
    Ok(ExitCode::SUCCESS)
}

fn notebook(signals: Signals, for_terminal: bool, note: Option<&'static str>, key: Option<&str>) -> Notebook {
    let mut notebook = Notebook::new(signals).prompting().with_note(note);
    if let Some(key) = key {
        notebook = notebook.saved_below(&cache_folder().join("sessions"), key, Budget::from_environment());
    }
    if for_terminal { notebook.for_terminal() } else { notebook }
}

/// The key that a kernel shares with its predecessor: the notebook if the front end names it, else the connection file, which
/// stays when a kernel is restarted.
fn key_of(connection_file: &Path) -> String {
    let notebook = std::env::var("JPY_SESSION_NAME").ok().filter(|name| !name.is_empty());
    let folder = std::env::current_dir().unwrap_or_default();
    match notebook {
        Some(name) => folder.join(name).display().to_string(),
        None => connection_file.display().to_string(),
    }
}

/// Confines this process before there is a session. It may listen where the connection says, until it does.
fn confine(connection: &ConnectionInfo) -> Result<Confined> {
    if connection.transport != Transport::Tcp {
        bail!("a confined kernel listens over TCP: set the transport of the front end's connections to tcp");
    }
    let ConnectionInfo { shell_port, control_port, iopub_port, stdin_port, hb_port, .. } = *connection;
    confined::enter(&[], vec![shell_port, control_port, iopub_port, stdin_port, hb_port])
}

/// Returns whether a terminal front end started the kernel. `jupyter console`, `qtconsole` and `run` support no
/// updated displays, and identify themselves only by their connection file's name: theirs contains the process id,
/// those of notebooks random letters.
fn is_of_console(connection_file: &Path) -> bool {
    let stem = connection_file.file_stem().and_then(|stem| stem.to_str());
    let number = stem.and_then(|stem| stem.strip_prefix("kernel-"));
    number.is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

/// Serves a rank that receives cells from rank 0's kernel.
fn member(rank: usize) -> Result<ExitCode> {
    /// The evaluator recurses over deep values.
    const STACK: usize = 256 << 20;
    let served = std::thread::Builder::new().stack_size(STACK).spawn(move || ranks::serve_member(rank))?.join();
    match served {
        Ok(served) => served.with_context(|| format!("rank {rank} cannot reach rank 0"))?,
        Err(_) => bail!("rank {rank}: this is a fault in tensorcell, not in your program"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the kernel's info. Its language is "python": front ends choose highlighting, indentation and export by that name.
fn info(confined: bool) -> KernelInfo {
    let version = env!("CARGO_PKG_VERSION");
    let (major, minor, _) = tensorcell_stdlib::sys::VERSION;
    let note = if confined { format!("\n{}", confined::NOTE.trim_end()) } else { String::new() };
    let link = |text: &str, url: &str| HelpLink { text: text.into(), url: url.into() };
    KernelInfo {
        implementation: "tensorcell".into(),
        implementation_version: version.into(),
        language_info: LanguageInfo {
            name: "python".into(),
            version: format!("{major}.{minor}"),
            mimetype: "text/x-python".into(),
            file_extension: ".py".into(),
            pygments_lexer: "python3".into(),
            codemirror_mode: json!({"name": "python", "version": 3}),
            nbconvert_exporter: "script".into(),
        },
        banner: format!("TensorCell {version}: Python's syntax, PyTorch's names, one Rust binary{note}"),
        debugger: true,
        help_links: vec![
            link("PyTorch", "https://docs.pytorch.org/docs/stable/"),
            link("Python", "https://docs.python.org/3/"),
            link("CUDA", "https://docs.nvidia.com/cuda/"),
        ],
    }
}
