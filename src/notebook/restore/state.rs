//! A saved state: one file with its metadata and the pickle, and a file for each storage, named by its contents.

use super::folder::names;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The metadata of a state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The cell after which it was saved.
    pub cell: String,
    /// The number of cells that had ended.
    pub order: u64,
    /// Seconds since 1970.
    pub time: u64,
    /// The names of its files, by the pickle's numbers of the storages.
    pub storages: Vec<String>,
    pub names: Vec<String>,
    /// Why names were left out.
    pub left_out: BTreeMap<String, String>,
    /// Modules by their names in the notebook.
    pub modules: BTreeMap<String, String>,
    pub definitions: Vec<Definition>,
    /// The hash of the pickle.
    pub hash: String,
}

/// A function or class of a cell: its name, its cell, and its text, preceded by empty lines to keep line numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Definition {
    pub name: String,
    pub cell: String,
    pub line: usize,
    pub text: String,
}

const STATE: &str = "state-";
const STORAGE: &str = "storage-";

/// The file name for contents.
pub fn storage_name(bytes: &[u8]) -> String {
    format!("{STORAGE}{}-{}", hash(bytes), bytes.len())
}

/// A hash as fast as reading.
pub fn hash(bytes: &[u8]) -> String {
    const ODD: [u64; 4] = [0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9, 0x85EB_CA77_C2B2_AE63];
    let mut lanes = ODD;
    let mut mix = |chunk: &[u8]| {
        for (lane, (part, odd)) in lanes.iter_mut().zip(chunk.chunks_exact(8).zip(ODD)) {
            let word = u64::from_le_bytes(part.try_into().unwrap_or_default());
            *lane = (*lane ^ word.wrapping_mul(odd)).rotate_left(31).wrapping_mul(ODD[0]);
        }
    };
    let chunks = bytes.chunks_exact(32);
    let mut last = [0; 32];
    last[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    chunks.for_each(&mut mix);
    mix(&last);
    let mixed = |seed: u64| {
        let word = lanes
            .iter()
            .fold(seed ^ bytes.len() as u64, |word, lane| (word ^ lane).wrapping_mul(ODD[1]).rotate_left(29));
        let word = (word ^ (word >> 32)).wrapping_mul(ODD[2]);
        word ^ (word >> 29)
    };
    format!("{:016x}{:016x}", mixed(ODD[0]), mixed(ODD[3]))
}

/// The orders of the states in a folder, newest first.
pub fn orders(folder: &Path) -> Vec<u64> {
    let mut orders: Vec<u64> = names(folder).iter().filter_map(|name| name.strip_prefix(STATE)?.parse().ok()).collect();
    orders.sort_unstable_by(|a, b| b.cmp(a));
    orders
}

pub fn has_state(folder: &Path) -> bool {
    !orders(folder).is_empty()
}

pub fn path(folder: &Path, order: u64) -> PathBuf {
    folder.join(format!("{STATE}{order}"))
}

/// Encodes a state's file: metadata on the first line, then the pickle.
pub fn encoded(state: &State, pickle: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(state)?;
    bytes.push(b'\n');
    bytes.extend_from_slice(pickle);
    Ok(bytes)
}

/// Reads a state and its pickle.
///
/// # Errors
/// If the file is incomplete, or a storage's file is missing.
pub fn read(folder: &Path, order: u64) -> io::Result<(State, Vec<u8>)> {
    let wrong = |text: &str| io::Error::new(ErrorKind::InvalidData, text.to_owned());
    let mut bytes = fs::read(path(folder, order))?;
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or_else(|| wrong("a saved state is not whole"))?;
    let pickle = bytes.split_off(end + 1);
    let state: State = serde_json::from_slice(&bytes)?;
    if state.hash != hash(&pickle) {
        return Err(wrong("a saved state is not whole"));
    }
    match state.storages.iter().any(|name| !folder.join(name).is_file()) {
        true => Err(wrong("a file of a saved state is missing")),
        false => Ok((state, pickle)),
    }
}

/// Reads the contents of a storage.
///
/// # Errors
/// If its file cannot be read or has other contents.
pub fn storage(folder: &Path, name: &str) -> io::Result<Vec<u8>> {
    let bytes = fs::read(folder.join(name))?;
    match storage_name(&bytes) == name {
        true => Ok(bytes),
        false => Err(io::Error::new(ErrorKind::InvalidData, "a file of a saved state is not whole")),
    }
}

/// Removes all files of a folder except those of some states.
pub fn keep_only(folder: &Path, states: &[State]) {
    let is_kept = |name: &String| {
        states.iter().any(|state| state.storages.contains(name) || *name == format!("{STATE}{}", state.order))
    };
    for name in names(folder).iter().filter(|name| !is_kept(name)) {
        let _ = fs::remove_file(folder.join(name));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_that_differ_have_other_names() {
        let bytes: Vec<u8> = (0..1000u32).map(|i| (i * 7) as u8).collect();
        let mut seen: std::collections::HashSet<String> =
            (0..bytes.len()).map(|end| storage_name(&bytes[..end])).collect();
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 1 << (at % 8);
            seen.insert(storage_name(&other));
        }
        assert_eq!(seen.len(), 2 * bytes.len());
    }

    #[test]
    fn a_state_that_is_not_whole_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let name = storage_name(b"contents");
        let state = State { order: 3, storages: vec![name.clone()], hash: hash(b"pickle\n"), ..State::default() };
        fs::write(path(folder, 3), encoded(&state, b"pickle\n").unwrap()).unwrap();
        assert!(read(folder, 3).is_err(), "its storage is missing");
        fs::write(folder.join(&name), b"contents").unwrap();
        assert_eq!(read(folder, 3).unwrap(), (state.clone(), b"pickle\n".to_vec()));
        assert_eq!(storage(folder, &name).unwrap(), b"contents");
        fs::write(folder.join(&name), b"contentS").unwrap();
        assert!(storage(folder, &name).is_err());
        fs::write(path(folder, 3), &encoded(&state, b"pickle\n").unwrap()[..20]).unwrap();
        assert!(read(folder, 3).is_err());
    }
}
