//! Tests well-behaved and hostile peers: each limit is reached, and all other peers are still answered.

use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use crypto_box::SecretKey;
use rustix::process::{Resource, getrlimit, setrlimit};
use tokio::sync::mpsc::Receiver;

use super::endpoint::Listener;
use super::*;
use crate::client::{COMMAND, Client, Handshake, MORE, command, frame, greeting, message, metadata};

/// Longer than any test runs.
const NEVER: Duration = Duration::from_secs(1 << 20);

/// Limits without timeouts. A peer that does not read lags at once.
fn limits() -> Limits {
    Limits { handshake: NEVER, patience: Duration::ZERO, ..Limits::default() }
}

fn clear(limits: Limits) -> Setup {
    Setup::new(limits, Security::Clear)
}

fn encrypted(limits: Limits) -> (Setup, crypto_box::PublicKey) {
    let secret = SecretKey::from([7; 32]);
    let public = secret.public_key();
    (Setup::new(limits, Security::Curve(KeyPair { public: public.clone(), secret })), public)
}

async fn listener() -> (Listener, u16) {
    let listener = Listener::bind("tcp://127.0.0.1:0").await.unwrap();
    let port = listener.port().unwrap();
    (listener, port)
}

async fn router(setup: &Setup) -> (Router, Receiver<Request>, u16) {
    let (listener, port) = listener().await;
    let (router, requests) = Router::serve(listener, setup);
    (router, requests, port)
}

/// A router that echoes every message and accepts those that begin with `signed` as signed.
async fn echo(setup: &Setup) -> (Router, u16) {
    let (router, mut requests, port) = router(setup).await;
    let out = router.clone();
    tokio::spawn(async move {
        while let Some(request) = requests.recv().await {
            match request.frames[0].starts_with(b"signed") {
                true => request.accept(),
                false => drop(request.refuse()),
            }
            out.send(&request.route(), request.frames.clone());
        }
    });
    (router, port)
}

async fn publisher(setup: &Setup) -> (Publisher, u16) {
    let (listener, port) = listener().await;
    let welcome: Welcome = Arc::new(|topic| vec![Bytes::copy_from_slice(topic), Bytes::from_static(b"welcome")]);
    (Publisher::serve(listener, setup, welcome), port)
}

fn dealer(port: u16) -> Client {
    Client::connect(port, "DEALER", "", None).unwrap()
}

/// Asserts that an existing client is still answered.
fn assert_answered(client: &mut Client) {
    client.send(&["signed", "and more"]).unwrap();
    assert_eq!(client.receive().unwrap(), [&b"signed"[..], b"and more"]);
}

async fn until(mut condition: impl FnMut() -> bool) {
    let end = std::time::Instant::now() + tensorcell_verify::patience();
    while !condition() {
        assert!(std::time::Instant::now() < end, "nothing happens");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

/// Raises the file descriptor limit, so that a thousand clients can connect.
fn raise_descriptors() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum.map_or(Some(8192), |most| Some(most.min(8192)));
    setrlimit(Resource::Nofile, limit).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_sockets_serve_in_the_clear_and_encrypted() {
    let (curve, public) = encrypted(limits());
    for (setup, server) in [(clear(limits()), None), (curve, Some(&public))] {
        let (_, shell) = echo(&setup).await;
        for kind in ["DEALER", "REQ", "ROUTER"] {
            let mut client = Client::connect(shell, kind, "name", server).unwrap();
            assert_answered(&mut client);
            let large = vec![b'x'; 3 << 20];
            client.send(&[&b"signed"[..], b"", &large, b"end"]).unwrap();
            assert_eq!(client.receive().unwrap(), [&b"signed"[..], b"", &large, b"end"]);
            client.send_command("PING", b"\0\x0acontext").unwrap();
            assert_eq!(client.receive_frame().unwrap(), (COMMAND, command("PONG", b"context")));
        }
        let (listener, port) = listener().await;
        let heart = Heartbeat::serve(listener, &setup);
        let mut client = Client::connect(port, "REQ", "", server).unwrap();
        for beat in 0..3u8 {
            client.send(&[&b""[..], &[beat]]).unwrap();
            assert_eq!(client.receive().unwrap(), [&b""[..], &[beat]]);
        }
        assert_eq!(heart.counts(), (0, 1));
        let (publisher, port) = publisher(&setup).await;
        let mut client = Client::connect(port, "SUB", "", server).unwrap();
        // Subscribes in the form of ZMTP 3.1, then of 3.0.
        client.send_command("SUBSCRIBE", b"str").unwrap();
        assert_eq!(client.receive().unwrap(), [&b"str"[..], b"welcome"]);
        client.send(&["\u{1}sta"]).unwrap();
        assert_eq!(client.receive().unwrap(), [&b"sta"[..], b"welcome"]);
        for topic in ["stream", "st", "status", "other"] {
            publisher.publish(vec![topic.into(), "body".into()]).await;
        }
        client.send_command("CANCEL", b"str").unwrap();
        client.send(&["\0sta"]).unwrap();
        until(|| publisher.subscriptions() == 0).await;
        publisher.publish(vec!["stream".into()]).await;
        client.send_command("SUBSCRIBE", b"").unwrap();
        for expected in ["stream", "status", ""] {
            assert_eq!(client.receive().unwrap()[0], expected.as_bytes());
        }
    }
}

/// Invalid beginnings of a connection.
fn bad_beginnings() -> Vec<(&'static str, Vec<u8>)> {
    let ready = |metadata: &[u8]| [greeting("NULL"), frame(COMMAND, &command("READY", metadata))].concat();
    let greeted = |bytes: &[u8]| [greeting("NULL"), bytes.to_vec()].concat();
    let mut first = greeting("NULL");
    first[10] = 2;
    vec![
        ("http", b"GET / HTTP/1.1\r\n".to_vec()),
        ("zmtp 1", b"\x01\x00".to_vec()),
        ("zmtp 1 with a long length", b"\xff\0\0\0\0\0\0\0\x01\0".to_vec()),
        ("zmtp 2, which waits after 12 bytes", b"\xff\0\0\0\0\0\0\0\x01\x7f\x01\x05".to_vec()),
        ("version 2 in a whole greeting", first),
        ("another mechanism", greeting("PLAIN")),
        ("no mechanism", greeting("")),
        ("another socket type", ready(&metadata("SUB", ""))),
        ("no socket type", ready(b"")),
        ("a long identity", ready(&metadata("DEALER", &"i".repeat(256)))),
        ("torn metadata", ready(b"\x0bSocket-Type\xff\xff\xff\xff")),
        ("a name beyond the metadata", ready(b"\xffSocket")),
        ("too many properties", ready(&b"\x01X\0\0\0\0".repeat(100))),
        ("a command that is announced too long", greeted(&[&[6][..], &u64::MAX.to_be_bytes()].concat())),
        ("a message first", greeted(&message(&["hello"]))),
        ("another command", greeted(&frame(COMMAND, &command("HELLO", b"")))),
        ("a refusal", greeted(&frame(COMMAND, &command("ERROR", b"\x02no")))),
        ("a nameless command", greeted(&frame(COMMAND, b"\0"))),
        ("an empty command", greeted(&frame(COMMAND, b""))),
        ("a command in parts", greeted(&frame(COMMAND | MORE, &command("READY", b"")))),
        ("flags that are none", greeted(&frame(0xf8, b"x"))),
    ]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_beginnings_are_closed_at_once() {
    let (router, port) = echo(&clear(limits())).await;
    let mut friend = dealer(port);
    for (name, bytes) in bad_beginnings() {
        let mut client = Client::raw(port).unwrap();
        let _ = client.write(&bytes);
        client.closed().unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_answered(&mut friend);
    }
    assert_answered(&mut dealer(port));
    until(|| router.counts() == (0, 1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_not_the_servers_key_is_refused() {
    let (setup, public) = encrypted(limits());
    let (_, port) = echo(&setup).await;
    let mut friend = Client::connect(port, "DEALER", "", Some(&public)).unwrap();
    let hello = |server: &crypto_box::PublicKey, change: &dyn Fn(&mut Vec<u8>)| {
        let mut hello = Handshake::new(server).hello();
        change(&mut hello);
        [greeting("CURVE"), frame(COMMAND, &hello)].concat()
    };
    let other = SecretKey::from([8; 32]).public_key();
    // With this client key the shared secret is zero for every server key.
    let nobody = |hello: &mut Vec<u8>| hello[80..112].fill(0);
    for bytes in [
        greeting("NULL"),
        hello(&other, &|_| ()),
        hello(&public, &|hello| hello[6] = 2),
        hello(&public, &|hello| hello[130] ^= 1),
        hello(&public, &|hello| hello.truncate(199)),
        hello(&public, &|hello| hello.truncate(9)),
        hello(&public, &nobody),
        [greeting("CURVE"), frame(COMMAND, &command("INITIATE", &[0; 300]))].concat(),
        [greeting("CURVE"), frame(COMMAND, &command("READY", &metadata("DEALER", "")))].concat(),
    ] {
        let mut client = Client::raw(port).unwrap();
        let _ = client.write(&bytes);
        client.closed().unwrap();
        assert_answered(&mut friend);
    }
    // Cookie, nonce, box and vouch: the server must check each bit of INITIATE.
    for at in [11, 30, 100, 108, 120, 200, 300] {
        Client::broken(port, &public, |initiate| initiate[at] ^= 1).unwrap().closed().unwrap();
    }
    assert_answered(&mut friend);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_sealed_anew_is_refused() {
    let (setup, public) = encrypted(limits());
    let (_, port) = echo(&setup).await;
    let connect = || Client::connect(port, "DEALER", "", Some(&public)).unwrap();
    let mut friend = connect();
    let corruptions: [fn(&mut Vec<u8>); 5] = [
        // Plain text, a replay, a modified box, a truncated box, an empty box.
        |bytes| *bytes = message(&["signed", "and more"]),
        |bytes| bytes.extend(bytes.clone()),
        |bytes| *bytes.last_mut().unwrap() ^= 1,
        |bytes| *bytes = frame(0, &command("MESSAGE", &[0; 10])),
        |bytes| *bytes = frame(0, &command("MESSAGE", &[0; 24])),
    ];
    for corrupt in corruptions {
        let mut client = connect();
        let mut bytes = client.encode(&["signed"], false);
        corrupt(&mut bytes);
        let _ = client.write(&bytes);
        client.closed().unwrap();
        assert_answered(&mut friend);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_unfinished_handshakes_keep_nobody_out() {
    raise_descriptors();
    let (router, port) = echo(&clear(limits())).await;
    let mut friend = dealer(port);
    let begun = greeting("NULL");
    let unfinished: Vec<Client> = (0..1000)
        .map(|number| {
            let mut client = Client::raw(port).unwrap();
            // Some clients send nothing, others part of their greeting, or everything except READY.
            let _ = client.write(&begun[..[0, 1, 10, 11, 40, 64][number % 6]]);
            client
        })
        .collect();
    assert_answered(&mut friend);
    assert_answered(&mut dealer(port));
    assert!(router.counts().0 <= limits().handshakes);
    drop(unfinished);
    until(|| router.counts() == (0, 1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handshake_that_takes_too_long_is_closed() {
    let (router, port) = echo(&clear(Limits { handshake: Duration::ZERO, ..limits() })).await;
    for byte in greeting("NULL") {
        let mut client = Client::raw(port).unwrap();
        let _ = client.write(&[byte]);
        client.closed().unwrap();
    }
    until(|| router.counts() == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_make_room_and_those_with_the_key_do_not() {
    let (router, port) = echo(&clear(Limits { connections: 4, ..limits() })).await;
    let mut friend = dealer(port);
    assert_answered(&mut friend);
    let mut strangers: Vec<Client> = (0..3).map(|_| dealer(port)).collect();
    until(|| router.counts() == (0, 4)).await;
    let mut newest = dealer(port);
    assert_answered(&mut newest);
    strangers[0].closed().unwrap();
    strangers[1..].iter_mut().for_each(assert_answered);
    assert_answered(&mut friend);
    // Now all four peers have signed a message.
    dealer(port).closed().unwrap();
    assert_answered(&mut friend);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn announced_lengths_are_not_believed() {
    let setup = clear(limits());
    let (_, port) = echo(&setup).await;
    let mut friend = dealer(port);
    let long = |flags: u8, length: u64| [&[flags | 2][..], &length.to_be_bytes()].concat();
    let most = limits().unproven as u64;
    for bytes in [
        long(0, u64::MAX),
        long(MORE, 1 << 62),
        long(0, most + 1),
        [frame(MORE, b"small"), long(0, most - 4)].concat(),
        long(COMMAND, 1 << 20),
        frame(MORE, b"").repeat(limits().parts + 1),
    ] {
        let mut client = dealer(port);
        let _ = client.write(&bytes);
        client.closed().unwrap();
    }
    // An announced length within the limits costs only the memory of the bytes that arrived.
    let waiting: Vec<Client> = (0..50)
        .map(|_| {
            let mut client = dealer(port);
            client.write(&[long(0, most), vec![1; 1000]].concat()).unwrap();
            client
        })
        .collect();
    assert_answered(&mut friend);
    assert_eq!(setup.pool.taken(), 0);
    drop(waiting);
    assert_answered(&mut dealer(port));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unfinished_messages_make_room_for_finished_ones() {
    let setup = clear(Limits { pool: 8 << 20, ..limits() });
    let (_, port) = echo(&setup).await;
    let part = vec![1; 3 << 20];
    let mut unfinished: Vec<Client> = (0..6)
        .map(|_| {
            let mut client = dealer(port);
            let _ = client.write(&[&[2][..], &(60u64 << 20).to_be_bytes(), &part].concat());
            client
        })
        .collect();
    let large = vec![b'x'; 5 << 20];
    let mut client = dealer(port);
    client.send(&[&large]).unwrap();
    assert_eq!(client.receive().unwrap(), [&large[..]]);
    assert!(setup.pool.taken() <= 8 << 20);
    unfinished[0].closed().unwrap();
    drop(unfinished);
    drop(client);
    until(|| setup.pool.taken() == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_signed_one_message_may_send_larger_ones() {
    let (_, port) = echo(&clear(Limits { unproven: 1 << 20, pool: 1 << 20, message: 4 << 20, ..limits() })).await;
    let large = vec![b'x'; 3 << 20];
    let mut friend = dealer(port);
    assert_answered(&mut friend);
    friend.send(&[&large]).unwrap();
    assert_eq!(friend.receive().unwrap(), [&large[..]]);
    let mut stranger = dealer(port);
    let _ = stranger.send(&[&large]);
    stranger.closed().unwrap();
    // Peers that have signed a message have a limit, too.
    let _ = friend.send(&[&large[..], &large[..]]);
    friend.closed().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_sends_nothing_but_forgeries_is_closed() {
    let (_, port) = echo(&clear(limits())).await;
    let mut forger = dealer(port);
    for _ in 0..limits().strikes - 1 {
        forger.send(&["forged"]).unwrap();
        forger.receive().unwrap();
    }
    assert_answered(&mut forger);
    for _ in 0..limits().strikes {
        let _ = forger.send(&["forged"]);
    }
    forger.closed().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_peer_whose_requests_wait_is_not_read_from_and_others_are() {
    let setup = clear(Limits { requests: 16 << 10, ..limits() });
    let (_, mut requests, port) = router(&setup).await;
    let mut busy = Client::connect(port, "DEALER", "busy", None).unwrap();
    for _ in 0..64 {
        busy.send(&["more"]).unwrap();
    }
    let mut held = Vec::new();
    for _ in 0..16 {
        let request = requests.recv().await.unwrap();
        held.push(request.held.clone());
    }
    // The peer's 17th request waits, although it was sent before this one.
    let mut other = dealer(port);
    other.send(&["other"]).unwrap();
    assert_eq!(requests.recv().await.unwrap().frames, ["other"]);
    for _ in 16..64 {
        held.remove(0);
        let request = requests.recv().await.unwrap();
        held.push(request.held.clone());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_replies_is_closed() {
    let (router, mut requests, port) = router(&clear(limits())).await;
    let mut stopped = dealer(port);
    stopped.send(&["ask"]).unwrap();
    let route = requests.recv().await.unwrap().route();
    let reply = Bytes::from(vec![1; 1 << 20]);
    let mut sent = 0;
    while router.send(&route, vec![reply.clone()]) {
        sent += 1;
        tokio::task::yield_now().await;
        assert!(sent < 10_000, "what waits has no bound");
    }
    until(|| router.counts() == (0, 0)).await;
    let mut pinger = dealer(port);
    // The same limit holds for answers that the socket itself gives.
    let ping = frame(COMMAND, &command("PING", b"\0\0sixteen bytes...")).repeat(1000);
    while pinger.write(&ping).is_ok() {}
    until(|| router.counts() == (0, 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reply_finds_its_connection_and_a_question_the_name() {
    let setup = clear(limits());
    let (shell, mut requests, port) = router(&setup).await;
    let (stdin, _answers, stdin_port) = router(&setup).await;
    let mut one = Client::connect(port, "DEALER", "name", None).unwrap();
    // A second client uses the same name.
    let mut two = Client::connect(port, "DEALER", "name", None).unwrap();
    let mut asked = Client::connect(stdin_port, "DEALER", "name", None).unwrap();
    let mut nameless = Client::connect(stdin_port, "DEALER", "", None).unwrap();
    until(|| shell.counts() == (0, 2) && stdin.counts() == (0, 2)).await;
    one.send(&["ask"]).unwrap();
    let route = requests.recv().await.unwrap().route();
    assert!(shell.send(&route, vec!["to one".into()]));
    assert_eq!(one.receive().unwrap(), [b"to one"]);
    assert!(stdin.send(&route, vec!["question".into()]));
    assert_eq!(asked.receive().unwrap(), [b"question"]);
    // The sender has reconnected under its name.
    drop(one);
    until(|| shell.counts() == (0, 1)).await;
    assert!(shell.send(&route, vec!["again".into()]));
    assert_eq!(two.receive().unwrap(), [b"again"]);
    drop((two, asked));
    until(|| shell.counts() == (0, 0) && stdin.counts() == (0, 1)).await;
    assert!(!shell.send(&route, vec!["x".into()]) && !stdin.send(&route, vec!["x".into()]));
    nameless.send_command("PING", b"\0\0").unwrap();
    assert_eq!(nameless.receive_frame().unwrap().1, command("PONG", b""));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_subscriber_that_does_not_read_loses_messages_and_nobody_else_does() {
    let (publisher, port) = publisher(&clear(Limits { backlog: 1 << 20, ..limits() })).await;
    let mut stopped = Client::connect(port, "SUB", "", None).unwrap();
    stopped.send_command("SUBSCRIBE", b"").unwrap();
    let mut reader = Client::connect(port, "SUB", "", None).unwrap();
    reader.send_command("SUBSCRIBE", b"").unwrap();
    reader.receive().unwrap();
    until(|| publisher.subscriptions() == 2).await;
    let body = Bytes::from(vec![1; 64 << 10]);
    let mut count = 0u64;
    while publisher.dropped() < 10 {
        publisher.publish(vec![Bytes::copy_from_slice(&count.to_be_bytes()), body.clone()]).await;
        assert_eq!(reader.receive().unwrap()[0], count.to_be_bytes());
        count += 1;
        assert!(count < 10_000, "what waits has no bound");
    }
    assert_eq!(publisher.counts(), (0, 2));
    // The subscriber reads its backlog in order and is served again.
    let dropped = publisher.dropped();
    assert_eq!(stopped.receive().unwrap()[1], b"welcome");
    let waited: Vec<Vec<u8>> = (0..count - dropped).map(|_| stopped.receive().unwrap().swap_remove(0)).collect();
    assert!(waited.is_sorted() && waited[0] == 0u64.to_be_bytes());
    publisher.publish(vec!["after".into()]).await;
    assert_eq!(stopped.receive().unwrap(), [b"after"]);
    assert_eq!(publisher.dropped(), dropped);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_of_subscriptions_are_closed() {
    let (publisher, port) = publisher(&clear(Limits { backlog: 64 << 10, ..limits() })).await;
    let mut reader = Client::connect(port, "SUB", "", None).unwrap();
    reader.send_command("SUBSCRIBE", b"").unwrap();
    reader.receive().unwrap();
    let subscribe = |topic: &[u8]| frame(COMMAND, &command("SUBSCRIBE", topic));
    let floods: [Vec<u8>; 5] = [
        (0..=limits().subscriptions).flat_map(|number| subscribe(&number.to_be_bytes())).collect(),
        subscribe(&[b'x'; 2048]).repeat(16),
        subscribe(&[b'x'; 9000]),
        [subscribe(b"x"), frame(COMMAND, &command("CANCEL", b"x"))].concat().repeat(10_000),
        message(&[vec![1; 5000]]),
    ];
    for (number, flood) in floods.iter().enumerate() {
        let mut client = Client::connect(port, "SUB", "", None).unwrap();
        // Writes until the connection is closed, because the size of the system's buffers is unknown.
        while client.write(flood).is_ok() {}
        publisher.publish(vec![Bytes::from(number.to_string())]).await;
        assert_eq!(reader.receive().unwrap(), [number.to_string().as_bytes()]);
    }
    // Cancelling a missing subscription and sending unknown commands do no harm.
    let mut client = Client::connect(port, "SUB", "", None).unwrap();
    client.send_command("CANCEL", b"never").unwrap();
    client.send(&["not a subscription"]).unwrap();
    client.send_command("UNKNOWN", b"").unwrap();
    client.send_command("SUBSCRIBE", b"").unwrap();
    assert_eq!(client.receive().unwrap(), [&b""[..], b"welcome"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_serves_its_user_alone_and_is_taken_over_from_the_dead() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kernel-1");
    let endpoint = format!("ipc://{}", path.display());
    // Left behind by a killed kernel.
    drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
    let first = Listener::bind(&endpoint).await.unwrap();
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    assert!(Listener::bind(&endpoint).await.is_err(), "somebody listens there");
    let connecting = tokio::net::UnixStream::connect(&path);
    let (accepted, connected) = tokio::join!(first.accept(), connecting);
    assert!(accepted.is_ok() && connected.is_ok());
    drop(first);
    assert!(!path.exists());
    std::fs::write(&path, "a file of the user's").unwrap();
    assert!(Listener::bind(&endpoint).await.is_err());
    assert_eq!(std::fs::read(&path).unwrap(), b"a file of the user's");
}
