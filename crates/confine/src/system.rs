//! System paths that every program needs: readable paths, and usable devices.

use std::path::{Path, PathBuf};

/// Libraries, headers and data, but no folders of programs.
pub const READABLE: &[&str] = &[
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/include",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec/gcc",
    "/usr/local/cuda",
    "/usr/local/include",
    "/usr/local/lib",
    "/usr/local/lib64",
    "/usr/share",
    "/etc/OpenCL",
    "/etc/fonts",
    "/etc/group",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf",
    "/etc/ld.so.conf.d",
    "/etc/locale.alias",
    "/etc/localtime",
    "/etc/mime.types",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/pki/tls/certs",
    "/etc/ssl/certs",
    "/etc/timezone",
    "/proc/cpuinfo",
    "/proc/devices",
    "/proc/driver/nvidia",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/self",
    "/proc/stat",
    "/proc/sys/fs",
    "/proc/sys/kernel",
    "/proc/sys/vm",
    "/proc/uptime",
    "/proc/version",
    "/sys/bus/pci",
    "/sys/devices",
    "/sys/fs/cgroup",
    "/sys/kernel/mm",
    "/sys/module",
];

/// Dynamic loaders, which start with each program.
pub const LOADERS: &[&str] = &["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"];

/// Devices that store nothing, readable and writable.
pub const DEVICES: &[&str] = &["/dev/full", "/dev/null", "/dev/random", "/dev/urandom", "/dev/zero"];

/// Readable and writable devices: those that store nothing, and NVIDIA's.
pub fn devices() -> Vec<PathBuf> {
    let is_gpu = |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("nvidia"));
    let entries = std::fs::read_dir("/dev").into_iter().flatten().flatten().map(|entry| entry.path());
    DEVICES.iter().map(|device| Path::new(device).to_owned()).chain(entries.filter(is_gpu)).collect()
}
