//! TLS between memory buffers, by rustls: the native part of `ssl.py`.

mod certificate;
mod failure;
mod trust;

use super::binascii::binary;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::{Accepted, Acceptor};
use rustls::{ClientConfig, ClientConnection, Connection, ServerConfig, ServerConnection, SupportedProtocolVersion};
use std::any::Any;
use std::cell::RefCell;
use std::io::{ErrorKind, Read, Write};
use std::rc::Rc;
use std::sync::{Arc, LazyLock};
use tensorcell_language::native::Native;
use tensorcell_language::{Args, Builtin, Class, Exc, ModuleDef, Raise, Result, Value, Vm, memory};
use trust::{Trust, Verifier};

pub static TLS: ModuleDef = ModuleDef {
    name: "_tensorcell.tls",
    doc: "The native part of ssl.",
    functions: &[
        Builtin::new("tls._client", SETTINGS, "A client's side of a connection.", |_, args| client(args)),
        Builtin::new("tls._server", "()", "A server's side, which waits for the client's first words.", |_, _| {
            Ok(Value::native(Side(RefCell::new(State::Accepting(Acceptor::default())))))
        }),
        Builtin::new(
            "tls._check_key",
            "(chain, key)",
            "None if a key is a certificate's own, else what is wrong.",
            |_, args| Ok(failure::told(trust::key_problem(certificates(args.get(0))?, key(args.get(1))?), None)),
        ),
        Builtin::new("tls._certificate", "(der)", "Returns the facts of a certificate.", |_, args| {
            certificate::facts(&binary(args.get(0))?)
        }),
        Builtin::new("tls._system_roots", "()", "The certificates that the system trusts.", |_, _| {
            let found = rustls_native_certs::load_native_certs().certs;
            Ok(Value::list(found.iter().map(|one| Value::bytes(one.to_vec())).collect()))
        }),
        Builtin::new("tls._ciphers", "()", "The cipher suites: (name, version, bits).", |_, _| {
            Ok(Value::list(PROVIDER.cipher_suites.iter().map(|suite| certificate::suite(*suite)).collect()))
        }),
    ],
    init: None,
};

const SETTINGS: &str = "(roots, chain, key, mode, names, lowest, highest, alpn, hostname)";

static PROVIDER: LazyLock<Arc<CryptoProvider>> = LazyLock::new(|| Arc::new(ring::default_provider()));

thread_local! {
    static SIDE: Rc<Class> =
        Class::native("_tensorcell.tls", "Side", &[], None, METHODS, &[], "One side of a connection.").shown_in_full();
}

// --- settings
fn list(value: &Value) -> Result<&[Value]> {
    match value {
        Value::Tuple(items) => Ok(items),
        _ => Err(Raise::type_error("a tuple is required")),
    }
}

fn certificates(value: &Value) -> Result<Vec<CertificateDer<'static>>> {
    list(value)?.iter().map(|der| binary(der).map(|der| CertificateDer::from(der.to_vec()))).collect()
}

fn key(value: &Value) -> Result<Option<PrivateKeyDer<'static>>> {
    if value.is_none() {
        return Ok(None);
    }
    let key = PrivateKeyDer::try_from(binary(value)?.to_vec());
    key.map(Some).map_err(|text| Raise::value_error(text.to_string()))
}

fn protocols(value: &Value) -> Result<Vec<Vec<u8>>> {
    list(value)?.iter().map(|name| binary(name).map(|name| name.to_vec())).collect()
}

/// Returns the TLS versions in a range. Two versions are supported.
fn versions(args: &Args, at: usize) -> Result<Vec<&'static SupportedProtocolVersion>> {
    let (lowest, highest) = (args.int(at)?, args.int(at + 1)?);
    let all = [(0x303, &rustls::version::TLS12), (0x304, &rustls::version::TLS13)];
    Ok(all.into_iter().filter(|(number, _)| (lowest..=highest).contains(number)).map(|(_, version)| version).collect())
}

fn trust_of(args: &Args) -> Result<Trust> {
    Ok(Trust::new(certificates(args.get(0))?, args.int(3)?, args.bool(4)?))
}

fn client(args: &Args) -> Result<Value> {
    let hostname = args.opt_str(8)?;
    let verifier = Arc::new(Verifier::new(trust_of(args)?, PROVIDER.clone()));
    let made = (|| {
        let builder =
            ClientConfig::builder_with_provider(PROVIDER.clone()).with_protocol_versions(&versions(args, 5)?)?;
        let builder = builder.dangerous().with_custom_certificate_verifier(verifier.clone());
        let mut config = match key(args.get(2))? {
            Some(key) => builder.with_client_auth_cert(certificates(args.get(1))?, key)?,
            None => builder.with_no_client_auth(),
        };
        config.alpn_protocols = protocols(args.get(7))?;
        config.enable_sni = hostname.is_some();
        let name = match hostname {
            Some(name) => ServerName::try_from(name.to_owned()).map_err(|_| Refusal::Hostname)?,
            // The server does not receive an IP address as its name.
            None => ServerName::from(std::net::IpAddr::from([0, 0, 0, 0])),
        };
        let mut side = ClientConnection::new(Arc::new(config), name)?;
        side.set_buffer_limit(None);
        Ok(State::Open(Box::new(Connection::Client(side)), verifier))
    })();
    finished(made).map(|state| Value::native(Side(RefCell::new(state))))
}

/// Why a connection cannot be created.
enum Refusal {
    Tls(rustls::Error),
    Raise(Raise),
    Hostname,
}

impl From<rustls::Error> for Refusal {
    fn from(error: rustls::Error) -> Refusal {
        Refusal::Tls(error)
    }
}

impl From<Raise> for Refusal {
    fn from(raise: Raise) -> Refusal {
        Refusal::Raise(raise)
    }
}

fn finished<T>(made: std::result::Result<T, Refusal>) -> Result<T> {
    made.map_err(|refusal| match refusal {
        Refusal::Tls(error) => Raise::value_error(error.to_string()),
        Refusal::Raise(raise) => raise,
        Refusal::Hostname => Raise::value_error("server_hostname is not a host name"),
    })
}

// --- connections
enum State {
    /// A server that waits for the client's hello.
    Accepting(Acceptor),
    /// A server that has received the hello and waits for its configuration.
    Heard(Accepted),
    Open(Box<Connection>, Arc<Verifier>),
    /// A response could not be created.
    Broken,
}

struct Side(RefCell<State>);

impl Native for Side {
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn class(&self) -> Rc<Class> {
        SIDE.with(Rc::clone)
    }
    fn repr(&self, _vm: &mut Vm) -> Result<String> {
        Ok(format!("<Side at {:#x}>", std::ptr::from_ref(self) as usize))
    }
}

fn state<T>(args: &Args, act: impl FnOnce(&mut State) -> Result<T>) -> Result<T> {
    let side = args.get(0).downcast::<Side>().ok_or_else(|| args.wrong(0, "Side"))?;
    act(&mut side.0.borrow_mut())
}

fn open<T>(args: &Args, act: impl FnOnce(&mut Connection) -> Result<T>) -> Result<Option<T>> {
    state(args, |state| match state {
        State::Open(side, _) => act(side).map(Some),
        _ => Ok(None),
    })
}

fn asked(args: &Args, pick: impl FnOnce(&mut Connection) -> Value) -> Result<Value> {
    open(args, |side| Ok(pick(side))).map(|value| value.unwrap_or(Value::None))
}

static METHODS: &[Builtin] = &[
    Builtin::new("Side.feed", "(self, data, /)", "Takes what came, or the end of it; how much.", |_, args| feed(args)),
    Builtin::new("Side.process", "(self, /)", "Reads what was taken: None, or what is wrong with it.", |_, args| {
        process(args)
    }),
    Builtin::new("Side.hello", "(self, /)", "The name and the protocols that a client asks for, once.", |_, args| {
        state(args, |state| Ok(if let State::Heard(heard) = state { hello(heard) } else { Value::None }))
    }),
    Builtin::new(
        "Side.answer",
        "(self, roots, chain, key, mode, names, lowest, highest, alpn, /)",
        "Answers the client by these settings: None, or what is wrong.",
        |_, args| answer(args),
    ),
    Builtin::new("Side.take", "(self, /)", "Returns the data to send.", |_, args| take(args)),
    Builtin::new("Side.write", "(self, data, /)", "Encrypts; how much.", |_, args| {
        let data = binary(args.get(1))?;
        open(args, |side| side.writer().write(&data).map_err(|error| Raise::value_error(error.to_string())))
            .map(|count| Value::Int(count.unwrap_or_default() as i64))
    }),
    Builtin::new(
        "Side.read",
        "(self, size, /)",
        "Returns decrypted data, None if there is none yet, False if the peer closed without close_notify.",
        |_, args| {
            let size = args.int(1)?.max(0) as usize;
            open(args, |side| read(side, size)).map(|value| value.unwrap_or(Value::None))
        },
    ),
    Builtin::new("Side.farewell", "(self, /)", "Says that nothing more is written.", |_, args| {
        asked(args, |side| {
            side.send_close_notify();
            Value::None
        })
    }),
    Builtin::new("Side.is_handshaking", "(self, /)", "Whether the two do not agree yet.", |_, args| {
        state(args, |state| Ok(Value::from(!matches!(state, State::Open(side, _) if !side.is_handshaking()))))
    }),
    Builtin::new("Side.peer", "(self, /)", "The certificates of the other side.", |_, args| {
        asked(args, |side| {
            let chain = side.peer_certificates().unwrap_or_default();
            Value::list(chain.iter().map(|one| Value::bytes(one.to_vec())).collect())
        })
    }),
    Builtin::new("Side.version", "(self, /)", "The version of TLS.", |_, args| {
        asked(args, |side| side.protocol_version().map_or(Value::None, |one| Value::str(certificate::version(one))))
    }),
    Builtin::new("Side.cipher", "(self, /)", "The cipher suite: (name, version, bits).", |_, args| {
        asked(args, |side| side.negotiated_cipher_suite().map_or(Value::None, certificate::suite))
    }),
    Builtin::new("Side.alpn", "(self, /)", "The protocol that was agreed on.", |_, args| {
        asked(args, |side| side.alpn_protocol().map_or(Value::None, |name| Value::bytes(name.to_vec())))
    }),
    Builtin::new("Side.pending", "(self, /)", "How many bytes can be read at once.", |_, args| {
        asked(args, |side| {
            let waiting = side.process_new_packets().map(|state| state.plaintext_bytes_to_read());
            Value::Int(waiting.unwrap_or_default() as i64)
        })
    }),
];

fn feed(args: &Args) -> Result<Value> {
    let data = binary(args.get(1))?;
    let failed = |error: std::io::Error| Raise::new(Exc::OSError, error.to_string());
    state(args, |state| {
        let mut rest = &data[..];
        let mut at_end = rest.is_empty();
        while at_end || !rest.is_empty() {
            let count = match state {
                State::Accepting(acceptor) => acceptor.read_tls(&mut rest),
                State::Open(side, _) => side.read_tls(&mut rest),
                State::Heard(_) | State::Broken => break,
            };
            match count {
                Ok(_) => {}
                // The available data must be read first.
                Err(error) if error.kind() == ErrorKind::Other => break,
                Err(error) => return Err(failed(error)),
            }
            at_end = false;
            if let State::Open(side, _) = state
                && side.process_new_packets().is_err()
            {
                // `process` reports the error again.
                break;
            }
            if matches!(state, State::Accepting(_)) {
                break;
            }
        }
        Ok(Value::Int((data.len() - rest.len()) as i64))
    })
}

fn process(args: &Args) -> Result<Value> {
    state(args, |state| {
        if let State::Accepting(acceptor) = state {
            match acceptor.accept() {
                Ok(Some(heard)) => *state = State::Heard(heard),
                Ok(None) => {}
                Err((error, _)) => return Ok(failure::told(Some(error), None)),
            }
        }
        match state {
            State::Open(side, verifier) => Ok(failure::told(side.process_new_packets().err(), verifier.unknown())),
            _ => Ok(Value::None),
        }
    })
}

fn hello(heard: &Accepted) -> Value {
    let hello = heard.client_hello();
    let name = hello.server_name().map_or(Value::None, Value::str);
    let protocols = hello.alpn().map(|names| names.map(|name| Value::bytes(name.to_vec())).collect());
    Value::pair(name, Value::list(protocols.unwrap_or_default()))
}

fn answer(args: &Args) -> Result<Value> {
    let trust = Trust::new(certificates(args.get(1))?, args.int(4)?, args.bool(5)?);
    let verifier = Arc::new(Verifier::new(trust, PROVIDER.clone()));
    let (chain, key) = (certificates(args.get(2))?, key(args.get(3))?);
    let (versions, alpn) = (versions(args, 6)?, protocols(args.get(8))?);
    let Some(key) = key else { return Ok(failure::without_certificate()) };
    let config = ServerConfig::builder_with_provider(PROVIDER.clone())
        .with_protocol_versions(&versions)
        .and_then(|builder| builder.with_client_cert_verifier(verifier.clone()).with_single_cert(chain, key));
    state(args, |state| {
        let State::Heard(heard) = std::mem::replace(state, State::Broken) else { return Ok(Value::None) };
        let made = config.and_then(|mut config| {
            config.alpn_protocols = alpn;
            heard.into_connection(Arc::new(config)).map_err(|(error, _)| error)
        });
        match made {
            Ok(side) => *state = State::Open(Box::new(served(side)), verifier),
            Err(error) => return Ok(failure::told(Some(error), None)),
        }
        Ok(Value::None)
    })
}

fn served(mut side: ServerConnection) -> Connection {
    side.set_buffer_limit(None);
    Connection::Server(side)
}

fn take(args: &Args) -> Result<Value> {
    let data = open(args, |side| {
        let mut data = Vec::new();
        while side.wants_write() {
            side.write_tls(&mut data).map_err(|error| Raise::new(Exc::OSError, error.to_string()))?;
        }
        Ok(data)
    })?;
    Ok(Value::bytes(data.unwrap_or_default()))
}

fn read(side: &mut Connection, size: usize) -> Result<Value> {
    let waiting = side.process_new_packets().map(|state| state.plaintext_bytes_to_read()).unwrap_or_default();
    let size = size.min(waiting.max(1));
    memory::claim(size)?;
    let mut data = vec![0; size];
    match side.reader().read(&mut data) {
        Ok(count) => {
            data.truncate(count);
            Ok(Value::bytes(data))
        }
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(Value::None),
        Err(_) => Ok(Value::from(false)),
    }
}
