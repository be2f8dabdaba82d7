//! Reads edited copies of our own modules in debug builds, so that an edit runs without a build.

/// Returns the text of a file of ours: the edited one in a folder of `TENSORCELL_PRELUDES` (in debug builds), else `built_in`.
#[cfg(debug_assertions)]
pub(super) fn current(file: &str, built_in: &'static str) -> &'static str {
    use std::path::PathBuf;
    use std::sync::LazyLock;

    static FOLDERS: LazyLock<Vec<PathBuf>> = LazyLock::new(|| {
        let listed = std::env::var_os("TENSORCELL_PRELUDES").unwrap_or_default();
        std::env::split_paths(&listed).filter(|folder| !folder.as_os_str().is_empty()).collect()
    });
    let edited = FOLDERS.iter().find_map(|folder| std::fs::read_to_string(folder.join(file)).ok());
    // Source lives as long as the process, as the built-in text does.
    edited.map_or(built_in, |text| Box::leak(text.into_boxed_str()))
}

/// In a release, our own modules are what was built in.
#[cfg(not(debug_assertions))]
pub(super) fn current(_: &str, built_in: &'static str) -> &'static str {
    built_in
}
