//! Returns how much more host memory the process may use. Containers and host tensors query it before they grow.

mod group;

/// The minimum of what the machine, the control groups and the process's limits leave, minus a reserve.
pub fn available() -> usize {
    let machine = kibibytes(&read("/proc/meminfo"), "MemAvailable:");
    let group = group::left("/".as_ref());
    let (limits, status) = (read("/proc/self/limits"), read("/proc/self/status"));
    let limit = |name: &str, taken: &str| {
        let most = limits.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok());
        most.map(|most: usize| most.saturating_sub(kibibytes(&status, taken).unwrap_or(0)))
    };
    let left = [machine, group, limit("Max address space", "VmSize:"), limit("Max data size", "VmData:")];
    let least = left.into_iter().flatten().min().unwrap_or(usize::MAX);
    least - least / 8
}

fn read(path: impl AsRef<std::path::Path>) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

/// A line `name amount kB` of one of the system's tables.
fn kibibytes(text: &str, name: &str) -> Option<usize> {
    let amount = text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix("kB"))?;
    amount.trim().parse::<usize>().ok().map(|amount| amount << 10)
}
