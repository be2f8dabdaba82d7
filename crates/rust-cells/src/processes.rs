//! The child processes: the one that runs cells, and cargo's.

use std::collections::HashMap;
use std::fs;

/// Has the operating system end this process when its parent ends: a cell's endless loop must not outlive its notebook.
pub fn end_with_parent() {
    #[cfg(target_os = "linux")]
    if std::env::var_os("EVCXR_IS_RUNTIME").is_some() {
        // SAFETY: sets a property of this process.
        unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    }
}

/// Ends all descendants of this process except `spared`; returns whether there were any.
pub fn end_compilers(spared: u32) -> bool {
    let mut parents: HashMap<u32, Vec<u32>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        // The name, in parentheses, may contain anything; state and parent follow it.
        let parent = stat.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)?.parse().ok());
        if let Some(parent) = parent {
            parents.entry(parent).or_default().push(pid);
        }
    }
    let mut found = Vec::new();
    let mut waiting = vec![std::process::id()];
    while let Some(parent) = waiting.pop() {
        let children = parents.remove(&parent).unwrap_or_default();
        let children = children.into_iter().filter(|child| *child != spared);
        for child in children {
            found.push(child);
            waiting.push(child);
        }
    }
    for pid in &found {
        // SAFETY: a descendant of this process.
        unsafe { libc::kill(*pid as libc::pid_t, libc::SIGKILL) };
    }
    !found.is_empty()
}
