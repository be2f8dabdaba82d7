//! Tests the kernel with a client over real sockets and an echo session instead of the language.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Value, json};

use super::client::Client as Peer;
use super::echo;
use super::signature::Scheme;
use super::wire::{Message, Outgoing, Wire};
use super::{ConnectionInfo, serve};

struct Client {
    wire: Wire,
    shell: Peer,
    control: Peer,
    iopub: Peer,
}

fn start() -> ConnectionInfo {
    echo::start(json!({"key": "test"}))
}

impl Client {
    fn connect(connection: &ConnectionInfo) -> Self {
        let peer = |port, kind| Peer::reach(port, kind, "", None);
        let mut client = Self {
            wire: Wire::new(connection.scheme().unwrap(), &connection.key),
            shell: peer(connection.shell_port, "DEALER"),
            control: peer(connection.control_port, "DEALER"),
            iopub: peer(connection.iopub_port, "SUB"),
        };
        client.iopub.send_command("SUBSCRIBE", b"").unwrap();
        assert_eq!(client.published().kind(), "iopub_welcome");
        client
    }

    fn frames(&self, kind: &'static str, content: Value, buffers: Vec<Bytes>) -> Vec<Bytes> {
        let mut message = Outgoing::new(kind, &Arc::new(json!({})), content);
        message.buffers = buffers;
        self.wire.encode(message)
    }

    fn send(&mut self, kind: &'static str, content: Value) {
        let frames = self.frames(kind, content, Vec::new());
        self.shell.send(&frames).unwrap();
    }

    fn reply(&mut self) -> Message {
        let frames = self.shell.receive().expect("no reply");
        self.wire.decode(frames.into_iter().map(Bytes::from).collect()).unwrap()
    }

    fn ask(&mut self, kind: &'static str, content: Value) -> Value {
        self.send(kind, content);
        self.reply().content
    }

    fn published(&mut self) -> Message {
        let frames = self.iopub.receive().expect("nothing published");
        self.wire.decode(frames.into_iter().skip(1).map(Bytes::from).collect()).unwrap()
    }

    /// Receives published messages up to the next idle status.
    fn until_idle(&mut self) -> Vec<Message> {
        let mut messages = Vec::new();
        loop {
            let message = self.published();
            if message.content["execution_state"] == "idle" {
                return messages;
            }
            if message.kind() != "status" {
                messages.push(message);
            }
        }
    }
}

#[test]
fn comms_keep_their_buffers() {
    let mut client = Client::connect(&start());
    client.send("comm_open", json!({"comm_id": "a", "target_name": "echo", "data": {}}));
    assert!(client.until_idle().is_empty());
    let open = client.ask("comm_info_request", json!({}));
    assert_eq!(open["comms"], json!({"a": {"target_name": "echo"}}));
    client.until_idle();

    let buffers = vec![Bytes::from_static(&[0, 255, 1]), Bytes::new(), Bytes::from(vec![9; 1 << 20])];
    let frames = client.frames("comm_msg", json!({"comm_id": "a", "data": {"x": 1}}), buffers.clone());
    client.shell.send(&frames).unwrap();
    let answers = client.until_idle();
    assert_eq!((answers[0].kind(), &answers[0].content), ("comm_msg", &json!({"comm_id": "a", "data": {"x": 1}})));
    assert_eq!(answers[0].buffers, buffers);

    client.send("comm_close", json!({"comm_id": "a"}));
    client.until_idle();
    let left = client.ask("comm_info_request", json!({"target_name": "echo"}));
    assert_eq!(left["comms"], json!({}));
}

#[test]
fn a_comm_that_nobody_serves_is_closed() {
    let mut client = Client::connect(&start());
    client.send("comm_open", json!({"comm_id": "b", "target_name": "unknown", "data": {}}));
    let answers = client.until_idle();
    assert_eq!((answers[0].kind(), &answers[0].content["comm_id"]), ("comm_close", &json!("b")));
    // A message to the closed comm is ignored.
    client.send("comm_msg", json!({"comm_id": "b", "data": {}}));
    assert!(client.until_idle().is_empty());
}

#[test]
fn a_panic_is_an_error_reply_and_the_session_goes_on() {
    let mut client = Client::connect(&start());
    let reply = client.ask("execute_request", json!({"code": "panic the table"}));
    assert_eq!((&reply["status"], &reply["ename"]), (&json!("error"), &json!("InternalError")));
    assert!(reply["evalue"].as_str().unwrap().contains("the table"));
    let published: Vec<String> = client.until_idle().iter().map(|m| m.kind().to_owned()).collect();
    assert_eq!(published, ["execute_input", "error"]);
    assert_eq!(client.ask("execute_request", json!({"code": "print a"}))["status"], "ok");
}

#[test]
fn questions_are_answered_while_a_cell_runs() {
    let mut client = Client::connect(&start());
    client.send("execute_request", json!({"code": "loop"}));
    assert_eq!(client.published().content["execution_state"], "busy");
    let reply = client.ask("complete_request", json!({"code": "añb", "cursor_pos": 2}));
    assert_eq!((&reply["matches"], &reply["cursor_end"]), (&json!(["añ!"]), &json!(2)));
    // The latest status is the kernel's state.
    let mut states = Vec::new();
    while states.len() < 3 {
        let message = client.published();
        if message.kind() == "status" {
            states.push(message.content["execution_state"].clone());
        }
    }
    assert_eq!(states, ["busy", "idle", "busy"]);

    let frames = client.frames("interrupt_request", json!({}), Vec::new());
    client.control.send(&frames).unwrap();
    let reply = client.reply().content;
    assert_eq!((&reply["status"], &reply["ename"]), (&json!("error"), &json!("KeyboardInterrupt")));
}

#[test]
fn bad_messages_are_refused_and_the_kernel_goes_on() {
    let mut client = Client::connect(&start());
    // Signed with another key: no reply, and nothing is published.
    let strange = Wire::new(Scheme::default(), "other").encode(Outgoing::new(
        "execute_request",
        &Arc::new(json!({})),
        json!({"code": "print a"}),
    ));
    client.shell.send(&strange).unwrap();
    client.shell.send(&["no message at all"]).unwrap();
    // A valid header without the required content.
    let reply = client.ask("execute_request", json!({"silent": "yes"}));
    assert_eq!((&reply["status"], &reply["ename"]), (&json!("error"), &json!("BadRequest")));
    let published = client.until_idle();
    assert!(published.is_empty(), "{published:?}");
    let reply = client.ask("unheard_of_request", json!({}));
    assert_eq!(reply["status"], "error");
    let reply = client.ask("execute_request", json!({"code": "result 1"}));
    assert_eq!((&reply["status"], &reply["execution_count"]), (&json!("ok"), &json!(1)));
}

#[test]
fn history_remembers_results() {
    let mut client = Client::connect(&start());
    client.ask("execute_request", json!({"code": "result 4"}));
    client.ask("execute_request", json!({"code": "result 5", "store_history": false}));
    client.ask("execute_request", json!({"code": "result 6", "silent": true}));
    let reply = client.ask("history_request", json!({"hist_access_type": "tail", "n": 9, "output": true}));
    assert_eq!(reply["history"], json!([[1, 1, ["result 4", "4"]]]));
    let reply = client.ask("history_request", json!({"hist_access_type": "everything"}));
    assert_eq!(reply["status"], "error");
}

#[test]
fn a_message_that_comes_again_runs_once() {
    let connection = start();
    let mut client = Client::connect(&connection);
    let frames = client.frames("execute_request", json!({"code": "print a"}), Vec::new());
    client.shell.send(&frames).unwrap();
    assert_eq!(client.reply().content["execution_count"], 1);
    // Replays the message on its own connection, on another one, and on another channel.
    client.shell.send(&frames).unwrap();
    client.control.send(&frames).unwrap();
    let mut thief = Peer::connect(connection.shell_port, "DEALER", "", None).unwrap();
    thief.send(&frames).unwrap();
    thief.send(&client.frames("kernel_info_request", json!({}), Vec::new())).unwrap();
    thief.receive().expect("what is new is answered");
    assert_eq!(client.ask("execute_request", json!({"code": "print b"}))["execution_count"], 2);
}

#[test]
fn messages_are_signed_as_the_connection_says() {
    for given in [
        json!({"key": "k", "signature_scheme": "hmac-sha512"}),
        json!({"key": "k", "signature_scheme": "hmac-sha3_256"}),
        json!({"key": "k"}),
        json!({"key": ""}),
        json!({"signature_scheme": "unheard-of"}),
    ] {
        let connection = echo::start(given);
        let mut client = Client::connect(&connection);
        let frames = client.frames("execute_request", json!({"code": "print a"}), Vec::new());
        client.shell.send(&frames).unwrap();
        assert_eq!(client.reply().content["execution_count"], 1);
        assert_eq!(frames[1].is_empty(), connection.key.is_empty());
        let stranger = Wire::new(Scheme::named("hmac-sha224").unwrap(), "k");
        let header = Arc::new(json!({}));
        client.shell.send(&stranger.encode(Outgoing::new("execute_request", &header, json!({"code": ""})))).unwrap();
        // Without a key every message is accepted.
        let count = if connection.key.is_empty() { 3 } else { 2 };
        client.send("execute_request", json!({"code": "print b"}));
        let last = (2..=count).map(|_| client.reply()).last().unwrap();
        assert_eq!(last.content["execution_count"], count);
    }
}

#[test]
fn a_wrong_connection_is_an_error_and_no_kernel() {
    let mut connection = start();
    connection.hb_port = connection.iopub_port;
    let error = serve(&connection, echo::kernel()).unwrap_err().to_string();
    assert!(error.contains("iopub_port and hb_port are the same"), "{error}");
}

#[test]
fn broken_sessions_harm_nobody() {
    super::fuzz::run(300, 20_261_126);
}
