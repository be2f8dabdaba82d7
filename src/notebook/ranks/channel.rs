//! The connection between rank 0's kernel and the other ranks: lines of JSON over TCP, after a proof of a shared secret.
//!
//! The launcher gives all ranks an address and a secret in `TENSORCELL_RANKS` (`host:port:secret`). Each connecting
//! rank receives a random challenge and answers with its HMAC under the secret, so nobody else can run cells. Cells
//! are not encrypted, as Jupyter's are not.

use hmac::{Hmac, Mac};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::Sha256;
use std::io::{BufRead, BufReader, Error, ErrorKind, Result, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

pub const VARIABLE: &str = "TENSORCELL_RANKS";

/// How long a rank may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// The first message from a rank.
    Hello {
        rank: usize,
        proof: String,
    },
    /// To a rank: run a cell. With `renew`, recreate the process groups first, after an error.
    Execute {
        code: String,
        count: u32,
        silent: bool,
        store: bool,
        renew: bool,
    },
    Interrupt,
    /// To a rank: its pending operation in `torch.distributed` cannot complete.
    Abort {
        reason: String,
    },
    Shutdown,
    /// From a rank: the printed output of its cell.
    Text {
        stream: String,
        text: String,
    },
    Show {
        data: Map<String, Value>,
        metadata: Map<String, Value>,
        id: Option<String>,
        update: bool,
    },
    Clear,
    /// From a rank: its cell has ended.
    Done {
        error: Option<Failure>,
        connected: bool,
    },
}

/// Why a cell failed, as reported to Jupyter.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Failure {
    pub ename: String,
    pub evalue: String,
    pub traceback: Vec<String>,
}

pub fn write(to: &mut TcpStream, message: &Message) -> Result<()> {
    let mut line = serde_json::to_string(message)?;
    line.push('\n');
    to.write_all(line.as_bytes())
}

pub fn read(from: &mut impl BufRead) -> Option<Message> {
    let mut line = String::new();
    match from.read_line(&mut line) {
        Ok(1..) => serde_json::from_str(&line).ok(),
        _ => None,
    }
}

/// One end of a connection. A thread reads from it.
pub struct Line {
    pub rank: usize,
    pub to: TcpStream,
    pub from: BufReader<TcpStream>,
}

fn parts() -> Result<(String, u16, String)> {
    let wrong = || Error::new(ErrorKind::InvalidInput, format!("{VARIABLE} is not host:port:secret"));
    let text = std::env::var(VARIABLE).map_err(|_| wrong())?;
    let mut parts = text.rsplitn(3, ':');
    let secret = parts.next().ok_or_else(wrong)?.to_owned();
    let port = parts.next().and_then(|port| port.parse().ok()).ok_or_else(wrong)?;
    Ok((parts.next().ok_or_else(wrong)?.to_owned(), port, secret))
}

fn proof(secret: &str, challenge: &str, rank: usize) -> Hmac<Sha256> {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap_or_else(|_| unreachable!("HMAC takes any key"));
    mac.update(format!("{challenge} {rank}").as_bytes());
    mac
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Accepts the connections of all other ranks on rank 0.
pub fn gather(world: usize) -> Result<Vec<Line>> {
    let (_, port, secret) = parts()?;
    gather_at(&TcpListener::bind(("0.0.0.0", port))?, &secret, world, PATIENCE)
}

fn gather_at(listener: &TcpListener, secret: &str, world: usize, patience: Duration) -> Result<Vec<Line>> {
    listener.set_nonblocking(true)?;
    let mut lines: Vec<Line> = Vec::new();
    let until = Instant::now() + patience;
    while lines.len() + 1 < world {
        match listener.accept() {
            Ok((stream, _)) => {
                if let Ok(line) = admit(stream, secret)
                    && (1..world).contains(&line.rank)
                    && lines.iter().all(|other| other.rank != line.rank)
                {
                    lines.push(line);
                }
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                if Instant::now() > until {
                    let text = format!("only {} of {world} ranks have come", lines.len() + 1);
                    return Err(Error::new(ErrorKind::TimedOut, text));
                }
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(error) => return Err(error),
        }
    }
    lines.sort_by_key(|line| line.rank);
    Ok(lines)
}

fn admit(stream: TcpStream, secret: &str) -> Result<Line> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut to = stream.try_clone()?;
    let challenge = uuid::Uuid::new_v4().to_string();
    to.write_all(format!("{challenge}\n").as_bytes())?;
    let mut from = BufReader::new(stream.try_clone()?);
    let refused = || Error::new(ErrorKind::PermissionDenied, "no proof of the secret");
    let Some(Message::Hello { rank, proof: given }) = read(&mut from) else { return Err(refused()) };
    let bytes: Option<Vec<u8>> =
        (0..given.len()).step_by(2).map(|at| u8::from_str_radix(given.get(at..at + 2)?, 16).ok()).collect();
    proof(secret, &challenge, rank).verify_slice(&bytes.ok_or_else(refused)?).map_err(|_| refused())?;
    stream.set_read_timeout(None)?;
    Ok(Line { rank, to, from })
}

/// Connects another rank to rank 0, which may still be starting.
pub fn join(rank: usize) -> Result<Line> {
    let (host, port, secret) = parts()?;
    join_at((&host, port), &secret, rank)
}

fn join_at(address: (&str, u16), secret: &str, rank: usize) -> Result<Line> {
    let until = Instant::now() + PATIENCE;
    let mut to = loop {
        match TcpStream::connect(address) {
            Ok(stream) => break stream,
            Err(error) if Instant::now() > until => return Err(error),
            Err(_) => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    to.set_nodelay(true)?;
    let mut from = BufReader::new(to.try_clone()?);
    let mut challenge = String::new();
    from.read_line(&mut challenge)?;
    let proof = hex(&proof(secret, challenge.trim_end(), rank).finalize().into_bytes());
    write(&mut to, &Message::Hello { rank, proof })?;
    Ok(Line { rank, to, from })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts rank 0's side. Returns its thread and the port for the others.
    fn world(ranks: usize, secret: &'static str, patience: u64) -> (std::thread::JoinHandle<Result<Vec<usize>>>, u16) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let port = listener.local_addr().expect("its number").port();
        let gathered = std::thread::spawn(move || {
            let lines = gather_at(&listener, secret, ranks, Duration::from_secs(patience))?;
            Ok(lines.iter().map(|line| line.rank).collect())
        });
        (gathered, port)
    }

    #[test]
    fn who_knows_the_secret_is_admitted_once_and_under_a_number_of_the_world() {
        let (gathered, port) = world(3, "secret", 10);
        // In sequence, so that the second rank 2 arrives too late.
        let come = |rank| join_at(("127.0.0.1", port), "secret", rank).expect("a connection");
        let _lines: Vec<Line> = [0, 3, 2, 2, 1].map(come).into();
        assert_eq!(gathered.join().expect("no panic").expect("all came"), [1, 2]);
    }

    #[test]
    fn another_secret_an_old_proof_and_nonsense_are_refused() {
        let (gathered, port) = world(2, "secret", 2);
        let guess = join_at(("127.0.0.1", port), "guess", 1).expect("a connection");
        let mut closed = guess.from;
        assert!(read(&mut closed).is_none(), "the connection is closed");
        let old = hex(&proof("secret", "a number that was drawn before", 1).finalize().into_bytes());
        for answer in [format!("{{\"hello\":{{\"rank\":1,\"proof\":\"{old}\"}}}}\n"), "nonsense\n".to_owned()] {
            let mut to = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
            let mut from = BufReader::new(to.try_clone().expect("the same"));
            from.read_line(&mut String::new()).expect("a challenge");
            to.write_all(answer.as_bytes()).expect("taken");
            assert!(read(&mut from).is_none(), "the connection is closed");
        }
        let error = gathered.join().expect("no panic").expect_err("nobody was admitted");
        assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::TimedOut, "only 1 of 2 ranks have come"));
    }

    #[test]
    fn a_proof_holds_for_its_number_its_rank_and_its_secret() {
        let bytes = |secret, challenge, rank| proof(secret, challenge, rank).finalize().into_bytes();
        let one = bytes("secret", "challenge", 1);
        assert_eq!(one, bytes("secret", "challenge", 1));
        for other in [bytes("secret", "challenge", 2), bytes("other", "challenge", 1), bytes("secret", "another", 1)] {
            assert_ne!(one, other);
        }
    }
}
