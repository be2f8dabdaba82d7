//! Measures the processor and memory use of the kernel and its host from `/proc`: the content of `usage_reply`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::read_to_string;

use parking_lot::Mutex;
use serde_json::{Map, Value, json};

/// Processor shares are measured between two requests.
#[derive(Default)]
pub struct Usage(Mutex<Before>);

/// The counters at the last request, in clock ticks.
#[derive(Default)]
struct Before {
    /// All processors together: total and idle time.
    host: Option<(u64, u64)>,
    /// Each process of the kernel.
    processes: BTreeMap<u32, u64>,
}

impl Usage {
    /// Returns the current use.
    pub fn now(&self) -> Value {
        let mut content = json!({
            "hostname": read("/proc/sys/kernel/hostname").trim(),
            "pid": std::process::id(),
            "kernel_memory": family().into_iter().map(memory_of).sum::<u64>(),
            "cpu_count": cpu_count(),
            "host_virtual_memory": host_memory(&read("/proc/meminfo")),
        });
        let (kernel, host) = self.0.lock().shares();
        content["kernel_cpu"] = json!(kernel);
        if host > 0.0 {
            content["host_cpu_percent"] = json!(host);
        }
        content
    }
}

impl Before {
    /// Returns the load of the kernel's processes in percent of one processor, and of the host in percent of all.
    fn shares(&mut self) -> (f64, f64) {
        let host = host_ticks(&read("/proc/stat"));
        let processes: BTreeMap<u32, u64> = family().into_iter().map(|pid| (pid, ticks_of(pid))).collect();
        let (all, idle) = match self.host {
            Some((all, idle)) => (host.0.saturating_sub(all), host.1.saturating_sub(idle)),
            None => (0, 0),
        };
        let run =
            |(pid, ticks): (&u32, &u64)| self.processes.get(pid).map_or(0, |before| ticks.saturating_sub(*before));
        let ran: u64 = processes.iter().map(run).sum();
        (self.host, self.processes) = (Some(host), processes);
        if all == 0 {
            return (0.0, 0.0);
        }
        let share = |part: u64, whole: f64| (part as f64 / whole * 1000.0).round() / 10.0;
        (share(ran, all as f64 / cpu_count() as f64), share(all.saturating_sub(idle), all as f64))
    }
}

/// Reads a file. Returns an empty text if it does not exist.
fn read(path: &str) -> String {
    read_to_string(path).unwrap_or_default()
}

fn cpu_count() -> usize {
    let processors = |line: &&str| line.starts_with("cpu") && !line.starts_with("cpu ");
    read("/proc/stat").lines().filter(processors).count().max(1)
}

/// Returns total and idle time from `cpu  user nice system idle iowait ...`.
fn host_ticks(stat: &str) -> (u64, u64) {
    let line = stat.lines().next().unwrap_or_default();
    let ticks: Vec<u64> = line.split_whitespace().skip(1).take(8).filter_map(|word| word.parse().ok()).collect();
    (ticks.iter().sum(), ticks.iter().skip(3).take(2).sum())
}

/// Returns the fields of a process's `stat` from its state on, after the name in parentheses.
fn stat_of(pid: u32) -> Vec<String> {
    let text = read(&format!("/proc/{pid}/stat"));
    let rest = text.rsplit_once(')').map_or("", |(_, rest)| rest);
    rest.split_whitespace().map(str::to_owned).collect()
}

fn number(words: &[String], at: usize) -> u64 {
    words.get(at).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// Returns user plus system time.
fn ticks_of(pid: u32) -> u64 {
    let words = stat_of(pid);
    number(&words, 11) + number(&words, 12)
}

/// Returns this process and all its descendants.
fn family() -> Vec<u32> {
    let names = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let all = names.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let parents: Vec<(u32, u32)> = all.map(|pid| (pid, number(&stat_of(pid), 1) as u32)).collect();
    let mut found = BTreeSet::from([std::process::id()]);
    loop {
        let more: Vec<u32> = parents
            .iter()
            .filter(|(pid, parent)| found.contains(parent) && !found.contains(pid))
            .map(|(pid, _)| *pid)
            .collect();
        if more.is_empty() {
            return found.into_iter().collect();
        }
        found.extend(more);
    }
}

/// Returns the memory of a process in bytes, with its share of shared pages.
fn memory_of(pid: u32) -> u64 {
    let of = |file: &str, name: &str| kilobytes(&read(&format!("/proc/{pid}/{file}")), name);
    of("smaps_rollup", "Pss").or_else(|| of("status", "VmRSS")).unwrap_or(0)
}

/// Returns the bytes of a line `Name:  12 kB`.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

fn host_memory(meminfo: &str) -> Map<String, Value> {
    let of = |name: &str| kilobytes(meminfo, name).unwrap_or(0);
    let (total, available) = (of("MemTotal"), of("MemAvailable"));
    let used = total.saturating_sub(available);
    let percent = (used as f64 / total.max(1) as f64 * 1000.0).round() / 10.0;
    let fields = json!({
        "total": total,
        "available": available,
        "percent": percent,
        "used": used,
        "free": of("MemFree"),
        "active": of("Active"),
        "inactive": of("Inactive"),
        "buffers": of("Buffers"),
        "cached": of("Cached") + of("SReclaimable"),
        "shared": of("Shmem"),
        "slab": of("Slab"),
    });
    fields.as_object().cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_proc_are_read() {
        assert_eq!(host_ticks("cpu  10 0 5 80 5 0 0 0 7 7\ncpu0 1"), (100, 85));
        let memory = host_memory("MemTotal: 1000 kB\nMemAvailable:  250 kB\nCached: 3 kB\nSReclaimable: 1 kB\n");
        assert_eq!((&memory["percent"], &memory["cached"]), (&json!(75.0), &json!(4096)));
    }

    #[test]
    fn shares_are_of_the_time_between_two_questions() {
        let usage = Usage::default();
        assert_eq!(usage.now()["kernel_cpu"], 0.0);
        // Wait until the clock advances, also on a fast machine.
        let before = usage.0.lock().host;
        tensorcell_verify::wait_until("the clock ticks", || Some(host_ticks(&read("/proc/stat"))) != before);
        let used = usage.now();
        assert!(used["kernel_memory"].as_u64().unwrap() > 0 && used["pid"] == std::process::id());
    }
}
