//! `kernel`: serves a notebook.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use serde_json::json;

use crate::jupyter::{ConnectionInfo, HelpLink, Kernel, KernelInfo, LanguageInfo};
use crate::notebook::Notebook;

pub fn serve(connection_file: &Path) -> Result<ExitCode> {
    let connection = ConnectionInfo::read(connection_file)?;
    let kernel = Kernel {
        info: info(),
        session: match is_of_console(connection_file) {
            true => Box::new(|signals| Box::new(Notebook::new(signals).for_terminal())),
            false => Box::new(|signals| Box::new(Notebook::new(signals))),
        },
        history: dirs::data_dir().map(|folder| folder.join("tensorcell/history.sqlite")),
    };
    crate::jupyter::serve(&connection, kernel)?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a terminal's front end started the kernel. `jupyter console`, `qtconsole` and `run` know no displays that change, and say
/// nothing of themselves but in their connection file's name: theirs has the process' number, those of notebooks random letters.
fn is_of_console(connection_file: &Path) -> bool {
    let stem = connection_file.file_stem().and_then(|stem| stem.to_str());
    let number = stem.and_then(|stem| stem.strip_prefix("kernel-"));
    number.is_some_and(|number| !number.is_empty() && number.chars().all(|c| c.is_ascii_digit()))
}

/// Front ends take the language for Python: highlighting, indentation and export hang on that name.
fn info() -> KernelInfo {
    let version = env!("CARGO_PKG_VERSION");
    let link = |text: &str, url: &str| HelpLink { text: text.into(), url: url.into() };
    KernelInfo {
        implementation: "tensorcell".into(),
        implementation_version: version.into(),
        language_info: LanguageInfo {
            name: "python".into(),
            version: "3.12".into(),
            mimetype: "text/x-python".into(),
            file_extension: ".py".into(),
            pygments_lexer: "python3".into(),
            codemirror_mode: json!({"name": "python", "version": 3}),
            nbconvert_exporter: "script".into(),
        },
        banner: format!("TensorCell {version}: Python's syntax, PyTorch's names, one Rust binary"),
        help_links: vec![
            link("PyTorch", "https://docs.pytorch.org/docs/stable/"),
            link("Python", "https://docs.python.org/3/"),
            link("CUDA", "https://docs.nvidia.com/cuda/"),
        ],
    }
}
