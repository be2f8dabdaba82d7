//! Checks that all structures passed to kernels are in one table, and that the compiler compares each with its C++.

use crate::cuda::source;
use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => sources(&path, found),
            false => found.push(path),
        }
    }
}

#[test]
fn every_structure_is_in_the_table() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cuda"), &mut files);
    let declares = |path: &PathBuf| fs::read_to_string(path).expect("a source").contains("#[repr(C)]");
    let mut declaring: Vec<String> = files
        .iter()
        .filter(|path| declares(path))
        .map(|path| path.file_name().unwrap_or_default().to_string_lossy().into_owned())
        .collect();
    declaring.sort();
    assert_eq!(declaring, ["parameters.rs", "source.rs"], "structures belong in parameter_rows.rs");
}

#[test]
fn every_structure_is_compared_in_some_program() {
    let rows = include_str!("../cuda/parameter_rows.rs");
    let names: Vec<&str> =
        rows.split("\" struct ").skip(1).filter_map(|rest| rest.split_once(' ').map(|(name, _)| name)).collect();
    assert!(names.len() > 25, "{names:?}");
    let mut programs = source::programs();
    programs.push(("chain".to_owned(), source::chain_program(&[], Some(true), "")));
    for name in names {
        let compared = format!("static_assert(sizeof({name}) == ");
        assert!(programs.iter().any(|(_, text)| text.contains(&compared)), "no program compares {name}");
    }
}
