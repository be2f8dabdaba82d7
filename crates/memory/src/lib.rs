//! Returns how much more host memory the process may use. Containers and host tensors query it before they grow.

/// The minimum of what the machine, the control group and the process's limits leave, minus a reserve.
pub fn available() -> usize {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let kibibytes = |text: &str, name: &str| {
        let amount = text.lines().find_map(|line| line.strip_prefix(name)?.trim().strip_suffix("kB"))?;
        amount.trim().parse::<usize>().ok().map(|amount| amount << 10)
    };
    let machine = kibibytes(&read("/proc/meminfo"), "MemAvailable:");
    let number = |path: &str| read(path).trim().parse::<usize>().ok();
    let group = number("/sys/fs/cgroup/memory.max")
        .map(|most| most.saturating_sub(number("/sys/fs/cgroup/memory.current").unwrap_or(0)));
    let (limits, status) = (read("/proc/self/limits"), read("/proc/self/status"));
    let limit = |name: &str, taken: &str| {
        let most = limits.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok());
        most.map(|most: usize| most.saturating_sub(kibibytes(&status, taken).unwrap_or(0)))
    };
    let left = [machine, group, limit("Max address space", "VmSize:"), limit("Max data size", "VmData:")];
    let least = left.into_iter().flatten().min().unwrap_or(usize::MAX);
    least - least / 8
}
