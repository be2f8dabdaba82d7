//! `reference`: writes the API reference as a folder of Markdown pages.

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};

use crate::notebook::Notebook;
use tensorcell_jupyter::Signals;

/// Writes a page for each module, and `index.md`.
pub fn write(folder: &Path) -> Result<ExitCode> {
    let pages = Notebook::new(Signals::default()).reference().map_err(|error| anyhow!(error))?;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for page in &pages {
        let file = folder.join(format!("{}.md", page.name));
        std::fs::write(&file, &page.text).with_context(|| format!("cannot write {}", file.display()))?;
    }
    println!("Wrote {} pages into {}", pages.len(), folder.display());
    Ok(ExitCode::SUCCESS)
}
