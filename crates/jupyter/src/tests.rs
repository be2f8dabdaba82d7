//! The kernel against a client over real sockets, with an echo session in the place of the language.

use std::sync::Arc;

use bytes::Bytes;
use serde_json::{Value, json};
use tensorcell_verify::patience;
use tokio::time::timeout;
use zeromq::{DealerSocket, Socket, SocketRecv, SocketSend, SubSocket, ZmqMessage};

use super::echo::Echo;
use super::wire::{Message, Outgoing, Wire};
use super::{ConnectionInfo, Kernel, KernelInfo, LanguageInfo, serve};

struct Client {
    wire: Wire,
    shell: DealerSocket,
    control: DealerSocket,
    iopub: SubSocket,
}

/// Starts a kernel at free ports.
fn start() -> ConnectionInfo {
    // Held until all five are known, so that they differ.
    let listeners = [(); 5].map(|()| std::net::TcpListener::bind("127.0.0.1:0").unwrap());
    let ports = listeners.each_ref().map(|listener| listener.local_addr().unwrap().port());
    drop(listeners);
    let connection: ConnectionInfo = serde_json::from_value(json!({
        "shell_port": ports[0], "control_port": ports[1], "iopub_port": ports[2],
        "stdin_port": ports[3], "hb_port": ports[4], "key": "test",
    }))
    .unwrap();
    let info = KernelInfo {
        implementation: "echo".into(),
        implementation_version: "1".into(),
        language_info: LanguageInfo {
            name: "echo".into(),
            version: "1".into(),
            mimetype: "text/plain".into(),
            file_extension: ".txt".into(),
            pygments_lexer: "text".into(),
            codemirror_mode: json!("text"),
            nbconvert_exporter: "script".into(),
        },
        banner: "echo".into(),
        help_links: Vec::new(),
    };
    let kernel = Kernel { info, session: Box::new(|signals| Box::new(Echo::new(signals))), history: None };
    let at = connection.clone();
    std::thread::spawn(move || serve(&at, kernel).unwrap());
    connection
}

impl Client {
    async fn connect(connection: &ConnectionInfo) -> Self {
        let wire = Wire::new(&connection.key);
        let mut client =
            Self { wire, shell: DealerSocket::new(), control: DealerSocket::new(), iopub: SubSocket::new() };
        client.shell.connect(&connection.endpoint(connection.shell_port)).await.unwrap();
        client.control.connect(&connection.endpoint(connection.control_port)).await.unwrap();
        client.iopub.connect(&connection.endpoint(connection.iopub_port)).await.unwrap();
        client.iopub.subscribe("").await.unwrap();
        assert_eq!(client.published().await.kind(), "iopub_welcome");
        client
    }

    fn frames(&self, kind: &'static str, content: Value, buffers: Vec<Bytes>) -> Vec<Bytes> {
        let mut message = Outgoing::new(kind, &Arc::new(json!({})), content);
        message.buffers = buffers;
        self.wire.encode(message)
    }

    async fn send(&mut self, kind: &'static str, content: Value) {
        let frames = self.frames(kind, content, Vec::new());
        self.shell.send(ZmqMessage::try_from(frames).unwrap()).await.unwrap();
    }

    async fn reply(&mut self) -> Message {
        let message = timeout(patience(), self.shell.recv()).await.expect("no reply").unwrap();
        self.wire.decode(message.into_vec()).unwrap()
    }

    async fn ask(&mut self, kind: &'static str, content: Value) -> Value {
        self.send(kind, content).await;
        self.reply().await.content
    }

    async fn published(&mut self) -> Message {
        let message = timeout(patience(), self.iopub.recv()).await.expect("nothing published").unwrap();
        let mut frames = message.into_vec();
        frames.remove(0);
        self.wire.decode(frames).unwrap()
    }

    /// The kinds of what is published up to the next idle, and their messages.
    async fn until_idle(&mut self) -> Vec<Message> {
        let mut messages = Vec::new();
        loop {
            let message = self.published().await;
            if message.content["execution_state"] == "idle" {
                return messages;
            }
            if message.kind() != "status" {
                messages.push(message);
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn comms_keep_their_buffers() {
    let mut client = Client::connect(&start()).await;
    client.send("comm_open", json!({"comm_id": "a", "target_name": "echo", "data": {}})).await;
    assert!(client.until_idle().await.is_empty());
    let open = client.ask("comm_info_request", json!({})).await;
    assert_eq!(open["comms"], json!({"a": {"target_name": "echo"}}));
    client.until_idle().await;

    let buffers = vec![Bytes::from_static(&[0, 255, 1]), Bytes::new(), Bytes::from(vec![9; 1 << 20])];
    let frames = client.frames("comm_msg", json!({"comm_id": "a", "data": {"x": 1}}), buffers.clone());
    client.shell.send(ZmqMessage::try_from(frames).unwrap()).await.unwrap();
    let answers = client.until_idle().await;
    assert_eq!((answers[0].kind(), &answers[0].content), ("comm_msg", &json!({"comm_id": "a", "data": {"x": 1}})));
    assert_eq!(answers[0].buffers, buffers);

    client.send("comm_close", json!({"comm_id": "a"})).await;
    client.until_idle().await;
    let left = client.ask("comm_info_request", json!({"target_name": "echo"})).await;
    assert_eq!(left["comms"], json!({}));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_comm_that_nobody_serves_is_closed() {
    let mut client = Client::connect(&start()).await;
    client.send("comm_open", json!({"comm_id": "b", "target_name": "unknown", "data": {}})).await;
    let answers = client.until_idle().await;
    assert_eq!((answers[0].kind(), &answers[0].content["comm_id"]), ("comm_close", &json!("b")));
    // Nothing is served there now, and that kills nobody.
    client.send("comm_msg", json!({"comm_id": "b", "data": {}})).await;
    assert!(client.until_idle().await.is_empty());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_is_an_error_reply_and_the_session_goes_on() {
    let mut client = Client::connect(&start()).await;
    let reply = client.ask("execute_request", json!({"code": "panic the table"})).await;
    assert_eq!((&reply["status"], &reply["ename"]), (&json!("error"), &json!("InternalError")));
    assert!(reply["evalue"].as_str().unwrap().contains("the table"));
    let published: Vec<String> = client.until_idle().await.iter().map(|m| m.kind().to_owned()).collect();
    assert_eq!(published, ["execute_input", "error"]);
    assert_eq!(client.ask("execute_request", json!({"code": "print a"})).await["status"], "ok");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_are_answered_while_a_cell_runs() {
    let mut client = Client::connect(&start()).await;
    client.send("execute_request", json!({"code": "loop"})).await;
    assert_eq!(client.published().await.content["execution_state"], "busy");
    let reply = client.ask("complete_request", json!({"code": "añb", "cursor_pos": 2})).await;
    assert_eq!((&reply["matches"], &reply["cursor_end"]), (&json!(["añ!"]), &json!(2)));
    // The latest status says what the kernel is at.
    let mut states = Vec::new();
    while states.len() < 3 {
        let message = client.published().await;
        if message.kind() == "status" {
            states.push(message.content["execution_state"].clone());
        }
    }
    assert_eq!(states, ["busy", "idle", "busy"]);

    let frames = client.frames("interrupt_request", json!({}), Vec::new());
    client.control.send(ZmqMessage::try_from(frames).unwrap()).await.unwrap();
    let reply = client.reply().await.content;
    assert_eq!((&reply["status"], &reply["ename"]), (&json!("error"), &json!("KeyboardInterrupt")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_messages_are_refused_and_the_kernel_goes_on() {
    let mut client = Client::connect(&start()).await;
    // Signed with another key: no reply, nothing published.
    let strange =
        Wire::new("other").encode(Outgoing::new("execute_request", &Arc::new(json!({})), json!({"code": "print a"})));
    client.shell.send(ZmqMessage::try_from(strange).unwrap()).await.unwrap();
    client.shell.send(ZmqMessage::from("no message at all")).await.unwrap();
    // Known by its header, but without what it needs.
    let reply = client.ask("execute_request", json!({"silent": "yes"})).await;
    assert_eq!((&reply["status"], &reply["ename"]), (&json!("error"), &json!("BadRequest")));
    let published = client.until_idle().await;
    assert!(published.is_empty(), "{published:?}");
    let reply = client.ask("unheard_of_request", json!({})).await;
    assert_eq!(reply["status"], "error");
    let reply = client.ask("execute_request", json!({"code": "result 1"})).await;
    assert_eq!((&reply["status"], &reply["execution_count"]), (&json!("ok"), &json!(1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn history_remembers_results() {
    let mut client = Client::connect(&start()).await;
    client.ask("execute_request", json!({"code": "result 4"})).await;
    client.ask("execute_request", json!({"code": "result 5", "store_history": false})).await;
    client.ask("execute_request", json!({"code": "result 6", "silent": true})).await;
    let reply = client.ask("history_request", json!({"hist_access_type": "tail", "n": 9, "output": true})).await;
    assert_eq!(reply["history"], json!([[1, 1, ["result 4", "4"]]]));
    let reply = client.ask("history_request", json!({"hist_access_type": "everything"})).await;
    assert_eq!(reply["status"], "error");
}
