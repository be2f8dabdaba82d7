//! A test client: ZMTP 3.1 in plain text or with CURVE, written from the RFCs, which can also violate them.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use crypto_box::aead::Aead;
use crypto_box::{PublicKey, SalsaBox, SecretKey};
use tensorcell_verify::patience;

pub const MORE: u8 = 1;
pub const COMMAND: u8 = 4;

/// One connection.
pub struct Client {
    stream: TcpStream,
    seal: Option<Seal>,
}

/// The encryption state of a connection.
struct Seal {
    key: SalsaBox,
    sent: u64,
}

fn invalid(reason: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, reason)
}

/// Returns the 64-byte greeting.
pub fn greeting(mechanism: &str) -> Vec<u8> {
    let mut greeting = vec![0; 64];
    (greeting[0], greeting[9], greeting[10], greeting[11]) = (0xff, 0x7f, 3, 1);
    greeting[12..12 + mechanism.len()].copy_from_slice(mechanism.as_bytes());
    greeting
}

/// Encodes a frame.
pub fn frame(flags: u8, body: &[u8]) -> Vec<u8> {
    let mut bytes = match u8::try_from(body.len()) {
        Ok(length) => vec![flags, length],
        Err(_) => [&[flags | 2][..], &(body.len() as u64).to_be_bytes()].concat(),
    };
    bytes.extend_from_slice(body);
    bytes
}

/// Encodes the frames of a message.
pub fn message(frames: &[impl AsRef<[u8]>]) -> Vec<u8> {
    let more = |index| if index + 1 < frames.len() { MORE } else { 0 };
    frames.iter().enumerate().flat_map(|(index, body)| frame(more(index), body.as_ref())).collect()
}

pub fn command(name: &str, data: &[u8]) -> Vec<u8> {
    [&[name.len() as u8][..], name.as_bytes(), data].concat()
}

/// Encodes a client's metadata.
pub fn metadata(socket_type: &str, identity: &str) -> Vec<u8> {
    let property = |name: &str, value: &str| {
        [&command(name, b"")[..], &(value.len() as u32).to_be_bytes(), value.as_bytes()].concat()
    };
    [property("Socket-Type", socket_type), property("Identity", identity)].concat()
}

fn nonce(parts: &[&[u8]]) -> crypto_box::Nonce {
    crypto_box::Nonce::clone_from_slice(&parts.concat())
}

fn key() -> SecretKey {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).unwrap();
    SecretKey::from(bytes)
}

/// The client side of a CURVE handshake.
pub struct Handshake {
    server: PublicKey,
    long: SecretKey,
    short: SecretKey,
}

impl Handshake {
    pub fn new(server: &PublicKey) -> Self {
        Self { server: server.clone(), long: key(), short: key() }
    }

    pub fn hello(&self) -> Vec<u8> {
        let sealed = SalsaBox::new(&self.server, &self.short);
        let sealed = sealed.encrypt(&nonce(&[b"CurveZMQHELLO---", &1u64.to_be_bytes()]), &[0; 64][..]).unwrap();
        let short = self.short.public_key();
        command("HELLO", &[&[1, 0][..], &[0; 72], short.as_bytes(), &1u64.to_be_bytes(), &sealed].concat())
    }

    /// Returns INITIATE and the connection's shared key.
    fn initiate(&self, welcome: &[u8], metadata: &[u8]) -> io::Result<(Vec<u8>, SalsaBox)> {
        let data = welcome.strip_prefix(b"\x07WELCOME").ok_or_else(|| invalid("no WELCOME"))?;
        let opened = SalsaBox::new(&self.server, &self.short)
            .decrypt(&nonce(&[b"WELCOME-", &data[..16]]), &data[16..])
            .map_err(|_| invalid("a WELCOME of another server"))?;
        let (theirs, cookie) = opened.split_at(32);
        let theirs = PublicKey::from_slice(theirs).unwrap();
        let vouched = [*self.short.public_key().as_bytes(), *self.server.as_bytes()].concat();
        let vouch = SalsaBox::new(&theirs, &self.long);
        let vouch = vouch.encrypt(&nonce(&[b"VOUCH---", &[7; 16]]), &vouched[..]).unwrap();
        let plain = [self.long.public_key().as_bytes(), &[7; 16][..], &vouch, metadata].concat();
        let session = SalsaBox::new(&theirs, &self.short);
        let sealed = session.encrypt(&nonce(&[b"CurveZMQINITIATE", &2u64.to_be_bytes()]), &plain[..]).unwrap();
        Ok((command("INITIATE", &[cookie, &2u64.to_be_bytes(), &sealed].concat()), session))
    }
}

impl Client {
    /// Opens a connection and sends nothing.
    pub fn raw(port: u16) -> io::Result<Self> {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(patience()))?;
        Ok(Self { stream, seal: None })
    }

    /// Connects and performs the handshake, encrypted if the server's key is given.
    pub fn connect(port: u16, socket_type: &str, identity: &str, server: Option<&PublicKey>) -> io::Result<Self> {
        let mut client = Self::raw(port)?;
        let metadata = metadata(socket_type, identity);
        let Some(server) = server else {
            client.write(&greeting("NULL"))?;
            client.write(&frame(COMMAND, &command("READY", &metadata)))?;
            client.expect("READY")?;
            return Ok(client);
        };
        let handshake = client.welcomed(server)?;
        client.initiate(&handshake, &metadata, |_| ())?;
        client.expect("READY")?;
        Ok(client)
    }

    /// Connects as soon as the port is open.
    pub fn reach(port: u16, socket_type: &str, identity: &str, server: Option<&PublicKey>) -> Self {
        loop {
            match Self::connect(port, socket_type, identity, server) {
                Ok(client) => return client,
                Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionRefused, "{error}"),
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// Begins an encrypted connection, up to the server's WELCOME.
    fn welcomed(&mut self, server: &PublicKey) -> io::Result<Handshake> {
        self.write(&greeting("CURVE"))?;
        let handshake = Handshake::new(server);
        self.write(&frame(COMMAND, &handshake.hello()))?;
        Ok(handshake)
    }

    /// Sends INITIATE, after `tamper` has modified it.
    fn initiate(
        &mut self,
        handshake: &Handshake,
        metadata: &[u8],
        tamper: impl FnOnce(&mut Vec<u8>),
    ) -> io::Result<()> {
        self.read_greeting()?;
        let (initiate, key) = handshake.initiate(&self.read_frame()?.1, metadata)?;
        let mut bytes = frame(COMMAND, &initiate);
        tamper(&mut bytes);
        self.seal = Some(Seal { key, sent: 2 });
        self.write(&bytes)
    }

    /// Opens an encrypted connection with a modified INITIATE.
    pub fn broken(port: u16, server: &PublicKey, tamper: impl FnOnce(&mut Vec<u8>)) -> io::Result<Self> {
        let mut client = Self::raw(port)?;
        let handshake = client.welcomed(server)?;
        client.initiate(&handshake, &metadata("DEALER", ""), tamper)?;
        Ok(client)
    }

    fn read_greeting(&mut self) -> io::Result<()> {
        self.read::<64>().map(drop)
    }

    fn expect(&mut self, name: &str) -> io::Result<()> {
        if self.seal.is_none() {
            self.read_greeting()?;
        }
        match self.read_frame()?.1.starts_with(&command(name, b"")) {
            true => Ok(()),
            false => Err(invalid("another command was expected")),
        }
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    fn read<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.stream.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads a frame's flags and raw body.
    pub fn read_frame(&mut self) -> io::Result<(u8, Vec<u8>)> {
        let [flags] = self.read()?;
        let length = match flags & 2 != 0 {
            true => u64::from_be_bytes(self.read()?),
            false => u64::from(self.read::<1>()?[0]),
        };
        let mut body = vec![0; length as usize];
        self.stream.read_exact(&mut body)?;
        Ok((flags, body))
    }

    /// Encodes a message or a command, encrypted if the connection is.
    pub fn encode(&mut self, frames: &[impl AsRef<[u8]>], is_command: bool) -> Vec<u8> {
        let Some(seal) = &mut self.seal else {
            return if is_command { frame(COMMAND, frames[0].as_ref()) } else { message(frames) };
        };
        let mut bytes = Vec::new();
        for (index, body) in frames.iter().enumerate() {
            let flags = if index + 1 < frames.len() { MORE } else { 0 } | if is_command { 2 } else { 0 };
            seal.sent += 1;
            let plain = [&[flags], body.as_ref()].concat();
            let nonce = nonce(&[b"CurveZMQMESSAGEC", &seal.sent.to_be_bytes()]);
            let sealed = seal.key.encrypt(&nonce, &plain[..]).unwrap();
            bytes.extend(frame(0, &command("MESSAGE", &[&seal.sent.to_be_bytes()[..], &sealed].concat())));
        }
        bytes
    }

    pub fn send(&mut self, frames: &[impl AsRef<[u8]>]) -> io::Result<()> {
        let bytes = self.encode(frames, false);
        self.write(&bytes)
    }

    pub fn send_command(&mut self, name: &str, data: &[u8]) -> io::Result<()> {
        let bytes = self.encode(&[command(name, data)], true);
        self.write(&bytes)
    }

    /// Reads a frame's flags (4 marks a command) and its decrypted content.
    pub fn receive_frame(&mut self) -> io::Result<(u8, Vec<u8>)> {
        let (flags, body) = self.read_frame()?;
        let Some(seal) = &self.seal else { return Ok((flags & (MORE | COMMAND), body)) };
        let data = body.strip_prefix(b"\x07MESSAGE").ok_or_else(|| invalid("no MESSAGE"))?;
        let nonce = nonce(&[b"CurveZMQMESSAGES", &data[..8]]);
        let opened = seal.key.decrypt(&nonce, &data[8..]).map_err(|_| invalid("another key's MESSAGE"))?;
        Ok((opened[0] & MORE | (opened[0] & 2) << 1, opened[1..].to_vec()))
    }

    /// Receives the next message and skips commands.
    pub fn receive(&mut self) -> io::Result<Vec<Vec<u8>>> {
        let mut frames = Vec::new();
        loop {
            let (flags, content) = self.receive_frame()?;
            if flags & COMMAND != 0 {
                continue;
            }
            frames.push(content);
            if flags & MORE == 0 {
                return Ok(frames);
            }
        }
    }

    /// Closes the sending half of the connection.
    pub fn finish(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Write);
    }

    /// Reads until the peer closes the connection. Returns an error if it does not.
    pub fn closed(&mut self) -> io::Result<()> {
        let mut waste = vec![0; 64 << 10];
        loop {
            match self.stream.read(&mut waste) {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::ConnectionReset => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }
}
