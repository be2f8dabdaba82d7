//! Fuzzes sessions against two kernels, one in plain text and one encrypted. Other clients must still be answered.
//!
//! A session is the bytes that a client sends to one of the five sockets. From a random piece on, bytes are changed,
//! removed, doubled or set to values that decoders often mishandle. Or a message is modified before it is signed, to
//! test the code behind the signature check. From then on nothing in the session need be valid. The client then closes
//! its sending half, and the kernel must close the connection.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use crypto_box::PublicKey;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

use super::client::{COMMAND, Client, command, frame, greeting, message, metadata};
use super::{ConnectionInfo, Limits, echo};

const KEY: &str = "fuzz";
/// The test keys of ZeroMQ's manual.
const PUBLIC: &str = "Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID";
const SECRET: &str = "D:)Q[IlAW!ahhC2ac:9*A}h:p?([4%wOTJ%JR%cs";
/// The bytes of `PUBLIC`.
const PUBLIC_BYTES: [u8; 32] = [
    0xbb, 0x88, 0x47, 0x1d, 0x65, 0xe2, 0x65, 0x9b, 0x30, 0xc5, 0x5a, 0x53, 0x21, 0xce, 0xbb, 0x5a, 0xab, 0x2b, 0x70,
    0xa3, 0x98, 0x64, 0x5c, 0x26, 0xdc, 0xa2, 0xb2, 0xfc, 0xb4, 0x3f, 0xc5, 0x18,
];
/// How many sessions run between two checks of the other clients.
const BETWEEN: usize = 25;

/// A reproducible random generator: xorshift64*.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 16) as usize % bound.max(1)
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    /// Modifies bytes in one to four places.
    fn corrupt(&mut self, bytes: &mut Vec<u8>) {
        const FEARED: [&[u8]; 12] = [
            &[0],
            &[0xff],
            &[0x80],
            &[0xff; 8],
            &[0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
            &[0, 0, 0, 0, 0, 0, 0, 0],
            &[2, 0, 0, 0, 0, 4, 0, 0, 0],
            b"<IDS|MSG>",
            b"[[[[[[[[[[[[[[[[",
            b"\\ud800",
            b"1e999",
            b"\x05READY",
        ];
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len() + 1);
            let end = (at + 1 + self.below(16)).min(bytes.len());
            match self.below(6) {
                0 if at < end => bytes[at] ^= 1 << self.below(8),
                1 => drop(bytes.drain(at..end)),
                2 => drop(bytes.splice(at..at, bytes[at..end].to_vec().repeat(1 + self.below(9)))),
                3 => bytes.truncate(at),
                4 => drop(bytes.splice(at..end, FEARED[self.below(FEARED.len())].iter().copied())),
                _ => drop(bytes.splice(at..at, (0..self.below(9)).map(|_| self.next() as u8).collect::<Vec<_>>())),
            }
        }
    }
}

/// Returns the four JSON frames of a message.
fn json_frames(number: usize, kind: &str, content: &Value) -> [Vec<u8>; 4] {
    let header = json!({
        "msg_id": number.to_string(), "msg_type": kind, "session": "s", "username": "u", "version": "5.5",
        "date": "2026-01-01T00:00:00Z",
    });
    [header, json!({}), json!({}), content.clone()].map(|value| value.to_string().into_bytes())
}

fn signed(frames: &[Vec<u8>; 4]) -> Vec<Vec<u8>> {
    let mut mac = Hmac::<Sha256>::new_from_slice(KEY.as_bytes()).unwrap();
    frames.iter().for_each(|frame| mac.update(frame));
    let signature: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let mut message = vec![b"<IDS|MSG>".to_vec(), signature.into_bytes()];
    message.extend_from_slice(frames);
    message
}

/// A kernel and its clients.
struct Target {
    info: ConnectionInfo,
    server: Option<PublicKey>,
    /// A subscriber to all topics.
    iopub: Client,
    shell: Client,
}

impl Target {
    fn start(encrypted: bool) -> Self {
        let info = echo::start(match encrypted {
            true => json!({"key": KEY, "curve_publickey": PUBLIC, "curve_secretkey": SECRET}),
            false => json!({"key": KEY}),
        });
        let server = encrypted.then(|| PublicKey::from(PUBLIC_BYTES));
        let mut iopub = Client::reach(info.iopub_port, "SUB", "friend", server.as_ref());
        iopub.send_command("SUBSCRIBE", b"").unwrap();
        let shell = Client::reach(info.shell_port, "DEALER", "friend", server.as_ref());
        Self { info, server, iopub, shell }
    }

    /// Checks that all sockets of the kernel answer, on old and new connections.
    fn is_answered(&mut self, number: usize) -> io::Result<()> {
        let server = self.server.as_ref();
        let id = format!("ask {number}");
        let mut header = json_frames(number, "kernel_info_request", &json!({}));
        header[0] = json!({"msg_id": id, "msg_type": "kernel_info_request"}).to_string().into_bytes();
        self.shell.send(&signed(&header))?;
        header[1] = b"{\"again\":1}".to_vec();
        let mut control = Client::connect(self.info.control_port, "DEALER", "", server)?;
        control.send(&signed(&header))?;
        for client in [&mut self.shell, &mut control] {
            let reply = client.receive()?;
            assert!(String::from_utf8_lossy(&reply[2]).contains("kernel_info_reply"), "another reply came");
        }
        let mut heart = Client::connect(self.info.hb_port, "REQ", "", server)?;
        heart.send(&["", "beat"])?;
        assert_eq!(heart.receive()?, [&b""[..], b"beat"]);
        loop {
            let published = self.iopub.receive()?;
            // Both requests become idle; this waits for the second.
            let (parent, content) = (String::from_utf8_lossy(&published[4]), String::from_utf8_lossy(&published[6]));
            if parent.contains(&id) && content.contains("idle") {
                return Ok(());
            }
        }
    }
}

/// Returns the messages that a client sends after the handshake.
fn pieces(chance: &mut Chance, socket: &str, number: usize) -> Vec<(bool, Vec<Vec<u8>>)> {
    let requests = [
        ("execute_request", json!({"code": "print a", "silent": false, "user_expressions": {"a": "b"}})),
        ("execute_request", json!({"code": "lines 3", "store_history": true, "stop_on_error": true})),
        ("execute_request", json!({"code": "raise x"})),
        ("complete_request", json!({"code": "añb", "cursor_pos": 2})),
        ("inspect_request", json!({"code": "nothing", "cursor_pos": 1, "detail_level": 1})),
        ("is_complete_request", json!({"code": "print"})),
        ("history_request", json!({"hist_access_type": "search", "pattern": "p*", "n": 3, "unique": true})),
        ("history_request", json!({"hist_access_type": "range", "session": -1, "start": 0, "stop": 5})),
        ("comm_open", json!({"comm_id": "a", "target_name": "echo", "data": {}})),
        ("comm_msg", json!({"comm_id": "a", "data": {"x": [1, 2]}})),
        ("comm_info_request", json!({})),
        ("kernel_info_request", json!({})),
        ("interrupt_request", json!({})),
        ("debug_request", json!({"seq": 1, "command": "initialize"})),
        ("input_reply", json!({"value": "x"})),
    ];
    match socket {
        "iopub" => vec![
            (true, vec![command("SUBSCRIBE", b"stream")]),
            (false, vec![b"\x01status".to_vec()]),
            (true, vec![command("CANCEL", b"stream")]),
            (true, vec![command("PING", b"\0\x0actx")]),
        ],
        "hb" => vec![(false, vec![Vec::new(), b"beat".to_vec()]), (true, vec![command("PONG", b"ctx")])],
        _ => (0..3)
            .map(|piece| {
                let at = chance.below(requests.len());
                let (kind, content) = &requests[at];
                let mut frames = json_frames(number * 4 + piece, kind, content);
                if chance.below(3) == 0 {
                    let which = chance.below(4);
                    chance.corrupt(&mut frames[which]);
                }
                let mut message = signed(&frames);
                message.extend((0..chance.below(3)).map(|length| vec![7; length * 100]));
                (false, message)
            })
            .collect(),
    }
}

/// Sends pieces, each in two writes. From the piece `broken` on, errors are ignored.
fn send(client: &mut Client, chance: &mut Chance, pieces: Vec<Vec<u8>>, broken: usize) {
    for (index, mut bytes) in pieces.into_iter().enumerate() {
        if index == broken {
            chance.corrupt(&mut bytes);
        }
        let (first, second) = bytes.split_at(chance.below(bytes.len() + 1));
        if client.write(first).and_then(|()| client.write(second)).is_err() {
            return;
        }
    }
}

/// Runs one modified session.
fn attack(target: &Target, chance: &mut Chance, number: usize) -> io::Result<()> {
    let info = &target.info;
    let (port, kind, socket) = chance.of(&[
        (info.shell_port, "DEALER", "shell"),
        (info.control_port, "DEALER", "control"),
        (info.stdin_port, "DEALER", "stdin"),
        (info.iopub_port, "SUB", "iopub"),
        (info.hb_port, "REQ", "hb"),
    ]);
    let pieces = pieces(chance, socket, number);
    let mut client = match (&target.server, chance.below(3)) {
        (None, 0) => {
            let ready = frame(COMMAND, &command("READY", &metadata(kind, "fuzz")));
            let mut all = vec![greeting("NULL"), ready];
            all.extend(pieces.iter().map(|(is_command, frames)| match is_command {
                true => frame(COMMAND, &frames[0]),
                false => message(frames),
            }));
            let mut client = Client::raw(port)?;
            let broken = chance.below(all.len());
            send(&mut client, chance, all, broken);
            client
        }
        (Some(server), 0) => Client::broken(port, server, |initiate| chance.corrupt(initiate))?,
        (Some(server), 1) => {
            let mut client = Client::raw(port)?;
            let hello = super::client::Handshake::new(server).hello();
            let broken = chance.below(2);
            send(&mut client, chance, vec![greeting("CURVE"), frame(COMMAND, &hello)], broken);
            client
        }
        (server, _) => {
            let mut client = Client::connect(port, kind, "fuzz", server.as_ref())?;
            let all: Vec<Vec<u8>> =
                pieces.iter().map(|(is_command, frames)| client.encode(frames, *is_command)).collect();
            // Sometimes only signed content is modified.
            let broken = chance.below(all.len() + 1);
            send(&mut client, chance, all, broken);
            client
        }
    };
    client.finish();
    client.closed()
}

/// Counts panics of the socket tasks, which are not visible otherwise.
fn count_panics() -> &'static AtomicUsize {
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let outside = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let thread = std::thread::current();
        if thread.name().is_some_and(|name| name.starts_with("tokio")) {
            PANICS.fetch_add(1, Ordering::Relaxed);
        }
        outside(panic);
    }));
    &PANICS
}

/// Returns the resident memory of the process in bytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<usize>().ok()).unwrap_or(0) << 10
}

/// Runs `count` sessions. Panics if a limit does not hold or a client is not answered.
pub fn run(count: usize, seed: u64) {
    let panics = count_panics();
    let mut chance = Chance(seed | 1);
    let mut targets = [Target::start(false), Target::start(true)];
    let before = resident();
    for number in 0..count {
        let target = &mut targets[number % 2];
        attack(target, &mut chance, number).unwrap_or_else(|error| panic!("session {number} was not closed: {error}"));
        if number % BETWEEN == 0 || number + 1 == count {
            for target in &mut targets {
                target.is_answered(number).unwrap_or_else(|error| panic!("after session {number}: {error}"));
            }
        }
    }
    assert_eq!(panics.load(Ordering::Relaxed), 0, "a socket's task panicked");
    let grown = resident().saturating_sub(before);
    assert!(grown < Limits::default().pool, "the process has grown by {grown} bytes");
}
