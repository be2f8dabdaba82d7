//! What the process's control groups leave, in both versions of the system's interface.

use super::read;
use std::path::{Path, PathBuf};

/// The files of one version of the interface.
struct Version {
    /// Where its groups are.
    mount: &'static str,
    limit: &'static str,
    taken: &'static str,
    /// Names of the file cache in `memory.stat`, which the system gives back before it refuses memory.
    cache: [&'static str; 2],
}

const SECOND: Version = Version {
    mount: "sys/fs/cgroup",
    limit: "memory.max",
    taken: "memory.current",
    cache: ["inactive_file", "active_file"],
};
const FIRST: Version = Version {
    mount: "sys/fs/cgroup/memory",
    limit: "memory.limit_in_bytes",
    taken: "memory.usage_in_bytes",
    cache: ["total_inactive_file", "total_active_file"],
};

/// The least that a control group of this process leaves; `None` without a limit. `root` is the root of the file system.
pub fn left(root: &Path) -> Option<usize> {
    let groups = read(root.join("proc/self/cgroup"));
    groups.lines().filter_map(|line| of_line(root, line)).min()
}

/// What the group of a line `number:controllers:path` leaves, or one around it.
fn of_line(root: &Path, line: &str) -> Option<usize> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (controllers, path) = (parts.next()?, parts.next()?);
    let version = match controllers {
        "" => SECOND,
        _ if controllers.split(',').any(|name| name == "memory") => FIRST,
        _ => return None,
    };
    let mount = root.join(version.mount);
    // In a container the path may be the host's, and the container's own group is the root of what is mounted.
    let inner = mount.join(path.trim_start_matches('/'));
    let around = inner.ancestors().take_while(|folder| folder.starts_with(&mount)).map(PathBuf::from);
    around.filter_map(|folder| version.left(&folder)).min()
}

impl Version {
    fn left(&self, group: &Path) -> Option<usize> {
        let number = |name: &str| read(group.join(name)).trim().parse::<usize>().ok();
        let most = number(self.limit)?;
        let facts = read(group.join("memory.stat"));
        let fact = |name: &str| facts.lines().find_map(|line| line.strip_prefix(name)?.trim().parse::<usize>().ok());
        let cache: usize = self.cache.iter().filter_map(|name| fact(name)).sum();
        Some(most.saturating_sub(number(self.taken)?.saturating_sub(cache)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// What a system with these files leaves.
    fn found(files: &[(&str, &str)]) -> Option<usize> {
        let root = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = root.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        left(root.path())
    }

    #[test]
    fn the_narrowest_group_counts_and_the_cache_of_files_does_not() {
        let second = [("proc/self/cgroup", "0::/user/job\n"), ("sys/fs/cgroup/user/memory.max", "1000\n")];
        let taken = ("sys/fs/cgroup/user/memory.current", "700");
        let cache = ("sys/fs/cgroup/user/memory.stat", "anon 300\ninactive_file 350\nactive_file 50\n");
        let own = [("sys/fs/cgroup/user/job/memory.max", "max"), ("sys/fs/cgroup/user/job/memory.current", "600")];
        assert_eq!(found(&[second[0], second[1], taken]), Some(300));
        assert_eq!(found(&[second[0], second[1], taken, cache, own[0], own[1]]), Some(700));
        let inner = ("sys/fs/cgroup/user/job/memory.max", "650");
        assert_eq!(found(&[second[0], second[1], taken, cache, inner, own[1]]), Some(50));
        assert_eq!(found(&[second[0], own[0], own[1]]), None);
    }

    #[test]
    fn groups_of_the_first_version_count_too() {
        let line = ("proc/self/cgroup", "9:cpu,cpuacct:/a\n4:memory:/docker/it\n0::/\n");
        let whole = [
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "500"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "120"),
        ];
        let cache = ("sys/fs/cgroup/memory/memory.stat", "total_inactive_file 20\ntotal_active_file 0\n");
        // The path is the host's: the container sees its group as the root.
        assert_eq!(found(&[line, whole[0], whole[1], cache]), Some(400));
        let inner = [
            ("sys/fs/cgroup/memory/docker/it/memory.limit_in_bytes", "200"),
            ("sys/fs/cgroup/memory/docker/it/memory.usage_in_bytes", "190"),
        ];
        assert_eq!(found(&[line, whole[0], whole[1], inner[0], inner[1]]), Some(10));
        assert_eq!(found(&[line]), None);
    }
}
