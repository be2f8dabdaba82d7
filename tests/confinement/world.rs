//! The targets of attacks on a confined session: files, a process and sockets, which must not change.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::PathBuf;
use std::process::{Child, Command};

const ATTACKS: &str = include_str!("native.cu");

/// The targets of attacks: files, a process, and sockets.
pub struct World {
    root: tempfile::TempDir,
    victim: Child,
    tcp: TcpListener,
    udp: UdpSocket,
    path: UnixListener,
    name: UnixListener,
}

impl World {
    pub fn new() -> World {
        let root = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let file = root.path().join(name);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        };
        for folder in ["notebook", "outside/empty", "temporary"] {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        for file in
            ["outside/secret", "outside/victim", "home/.ssh/id_rsa", "cache/kernels/program.so", "cache/jupyter.lock"]
        {
            write(file, "a secret\n");
        }
        let victim = Command::new("sleep").arg("600").current_dir(root.path().join("outside")).spawn().unwrap();
        let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
        let udp = UdpSocket::bind(tcp.local_addr().unwrap()).unwrap();
        let path = UnixListener::bind(root.path().join("outside/socket")).unwrap();
        let name = SocketAddr::from_abstract_name(format!("tensorcell-attack-{}", victim.id())).unwrap();
        let name = UnixListener::bind_addr(&name).unwrap();
        std::os::unix::fs::symlink(root.path().join("outside"), root.path().join("notebook/link-to-outside")).unwrap();
        tcp.set_nonblocking(true).unwrap();
        udp.set_nonblocking(true).unwrap();
        path.set_nonblocking(true).unwrap();
        name.set_nonblocking(true).unwrap();
        World { root, victim, tcp, udp, path, name }
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    /// The attacks of `native.cu` on these targets.
    pub fn attacks(&self) -> String {
        let words = [
            ("OUTSIDE", self.at("outside").display().to_string()),
            ("HOME", self.at("home").display().to_string()),
            ("CACHE", self.at("cache/kernels").display().to_string()),
            ("VICTIM", self.victim().to_string()),
            ("PARENT", std::process::id().to_string()),
            ("PORT", self.port().to_string()),
        ];
        words.iter().fold(ATTACKS.to_owned(), |text, (word, value)| text.replace(&format!("@{word}@"), value))
    }

    /// A TCP port that must stay out of reach.
    pub fn port(&self) -> u16 {
        self.tcp.local_addr().unwrap().port()
    }

    /// A process that must survive.
    pub fn victim(&self) -> u32 {
        self.victim.id()
    }

    /// Everything outside of the notebook's folder: names, metadata and contents. The emulator updates its time of
    /// last use before a session is confined.
    pub fn outside(&self) -> BTreeMap<PathBuf, String> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.at("outside"), self.at("home"), self.at("cache")];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(&folder).unwrap().flatten() {
                let facts = entry.metadata().unwrap();
                if entry.file_name() == "used" {
                    continue;
                }
                let (mode, owner, links, time) =
                    (facts.mode(), facts.uid(), facts.nlink(), (facts.mtime(), facts.mtime_nsec()));
                let content = if facts.is_file() { std::fs::read(entry.path()).unwrap() } else { Vec::new() };
                let content = (content.len(), String::from_utf8_lossy(&content[..content.len().min(100)]).into_owned());
                found.insert(entry.path(), format!("{mode:o} {owner} {links} {time:?} {content:?}"));
                if facts.is_dir() {
                    folders.push(entry.path());
                }
            }
        }
        found
    }

    pub fn check_untouched(&mut self, before: &BTreeMap<PathBuf, String>) {
        assert_eq!(&self.outside(), before, "what lies outside has changed");
        assert!(self.victim.try_wait().unwrap().is_none(), "another process was ended");
        let refused = |kind: ErrorKind| assert_eq!(kind, ErrorKind::WouldBlock, "a socket was reached");
        refused(self.tcp.accept().expect_err("nobody connected").kind());
        refused(self.udp.recv(&mut [0; 8]).expect_err("nobody sent").kind());
        refused(self.path.accept().expect_err("nobody connected").kind());
        refused(self.name.accept().expect_err("nobody connected").kind());
        for entry in std::fs::read_dir(self.at("notebook")).unwrap().flatten() {
            let facts = entry.path().symlink_metadata().unwrap();
            let taken = facts.is_file() && std::fs::read(entry.path()).unwrap().starts_with(b"a secret");
            assert!(!taken, "{:?} was taken", entry.path());
        }
        let left = std::fs::read_dir(self.at("temporary")).unwrap().flatten();
        let files = left.flat_map(|folder| std::fs::read_dir(folder.path()).unwrap());
        assert_eq!(files.count(), 0, "temporary files are left");
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = self.victim.kill();
        let _ = self.victim.wait();
    }
}

/// Checks that each row was refused by the confinement, or did something allowed.
pub fn check_rows(printed: &str, at_least: usize) {
    /// EPERM, EACCES, EXDEV (links and moves to other folders), ENOSYS; and exit codes of children: the loader failed,
    /// or a signal ended it.
    const REFUSALS: [i32; 6] = [1, 13, 18, 38, 127, 200];
    let is_row = |answer: &str| ["did", "absent"].contains(&answer) || answer.starts_with("refused ");
    let rows = printed.lines().filter_map(|line| line.split_once(": ")).filter(|(_, answer)| is_row(answer));
    let rows: Vec<(&str, &str)> = rows.collect();
    let wrong: Vec<String> = rows
        .iter()
        .filter(|(name, answer)| match (name.starts_with("may "), answer.strip_prefix("refused ")) {
            (true, refused) => refused.is_some(),
            (false, None) => *answer != "absent",
            (false, Some(number)) => !REFUSALS.iter().any(|refusal| refusal.to_string() == number),
        })
        .map(|(name, answer)| format!("{name}: {answer}"))
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(rows.len() >= at_least, "the table has ended early, after {:?}", rows.last());
}
