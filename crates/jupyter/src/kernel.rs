//! The kernel: binds the five sockets, answers what needs no evaluator, passes the rest on, and ends in order.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::{interval, sleep, timeout};
use zeromq::{RepSocket, RouterRecvHalf, RouterSendHalf, RouterSocket, Socket, SocketRecv, SocketSend, ZmqMessage};

use super::connection::ConnectionInfo;
use super::evaluator::Evaluator;
use super::iopub::Outbox;
use super::message::{self, ShutdownRequest};
use super::publisher::Publisher;
use super::session::{ErrorReport, KernelInfo, SessionFactory, Shell, Signals};
use super::usage::Usage;
use super::ways::{Ways, shell_of};
use super::wire::{Message, Outgoing, Wire, WireError};

/// The evaluator recurses over deep values; pages are only taken when touched.
const EVALUATOR_STACK: usize = 256 << 20;
/// A peer that takes longer for a reply is taken for gone.
const REPLY_PATIENCE: Duration = Duration::from_secs(10);
/// How long a running cell may take to stop when the kernel ends.
const SHUTDOWN_PATIENCE: Duration = Duration::from_secs(1);
/// ROUTER sockets do not say when they have written; without a moment's grace the last replies are lost.
const GRACE: Duration = Duration::from_millis(20);

/// What a kernel is made of.
pub struct Kernel {
    pub info: KernelInfo,
    pub session: SessionFactory,
    /// The file of the history; None keeps it in memory.
    pub history: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub enum KernelError {
    #[error("cannot listen at {endpoint} for {socket}: {reason}")]
    Bind { socket: &'static str, endpoint: String, reason: String },
    #[error("cannot start: {0}")]
    Start(#[from] std::io::Error),
}

/// Serves the front ends of a connection until one asks for the end, or the process that started us is gone.
///
/// # Errors
/// Where a socket cannot be bound or a thread not started.
pub fn serve(connection: &ConnectionInfo, kernel: Kernel) -> Result<(), KernelError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(run(connection, kernel));
    // A cell that does not stop must not keep the process.
    runtime.shutdown_background();
    result
}

async fn run(connection: &ConnectionInfo, kernel: Kernel) -> Result<(), KernelError> {
    let wire = Arc::new(Wire::new(&connection.key));
    let (shell_out, shell_receive) = bind_router("shell", connection.endpoint(connection.shell_port)).await?;
    let (control_out, control_receive) = bind_router("control", connection.endpoint(connection.control_port)).await?;
    let (stdin_out, stdin_receive) = bind_router("stdin", connection.endpoint(connection.stdin_port)).await?;
    let heartbeat = bind_heartbeat(connection.endpoint(connection.hb_port)).await?;
    let iopub = connection.endpoint(connection.iopub_port);
    let publisher = Publisher::bind(&iopub, welcome(wire.clone())).await.map_err(|reason| KernelError::Bind {
        socket: "iopub",
        endpoint: iopub,
        reason: reason.to_string(),
    })?;

    let (shell_replies, replies) = unbounded_channel();
    tokio::spawn(send_replies(shell_out, replies, wire.clone()));
    let (control_replies, replies) = unbounded_channel();
    tokio::spawn(send_replies(control_out, replies, wire.clone()));
    let (questions, to_ask) = unbounded_channel();
    tokio::spawn(send_questions(stdin_out, to_ask, wire.clone()));
    tokio::spawn(beat(heartbeat));

    let outbox = Arc::new(Outbox::default());
    tokio::spawn(outbox.clone().publish(wire.clone(), publisher));
    let ways = Arc::new(Ways {
        signals: Signals::default(),
        inbox: Default::default(),
        subshells: Default::default(),
        outbox: outbox.clone(),
        shell: shell_replies.clone(),
        stdin: questions,
    });
    ways.status(&Arc::new(json!({})), "starting");

    let (end, mut ended) = unbounded_channel();
    let info = Arc::new(message::kernel_info(&kernel.info));
    let ports = Arc::new(message::ports(connection));
    let desk = Desk { ways: ways.clone(), info, ports, usage: Arc::default(), end };
    tokio::spawn(receive(shell_receive, wire.clone(), {
        let desk = desk.clone();
        move |request| desk.shell(request, &shell_replies)
    }));
    tokio::spawn(receive(control_receive, wire.clone(), {
        let desk = desk.clone();
        move |request| desk.control(request, &control_replies)
    }));
    let (answers, input_replies) = mpsc::channel();
    tokio::spawn(receive(stdin_receive, wire, move |received| match received {
        // The receiver lives as long as the evaluator.
        Ok(reply) => drop(answers.send(reply)),
        Err(malformed) => tracing::warn!("on stdin: {}", malformed.reason),
    }));

    let (evaluator_ended, evaluator_end) = oneshot::channel();
    let Kernel { session, history, .. } = kernel;
    let for_evaluator = ways.clone();
    std::thread::Builder::new().name("evaluator".into()).stack_size(EVALUATOR_STACK).spawn(move || {
        Evaluator::new(for_evaluator, input_replies, history).run(session);
        let _ = evaluator_ended.send(());
    })?;

    let restart = tokio::select! {
        restart = ended.recv() => restart.unwrap_or(false),
        () = parent_is_gone() => false,
        () = interrupts(&ways.signals) => false,
    };
    ways.inbox.shutdown(restart);
    ways.signals.interrupt.store(true, Ordering::Relaxed);
    let _ = timeout(SHUTDOWN_PATIENCE, evaluator_end).await;
    let _ = timeout(SHUTDOWN_PATIENCE, outbox.flushed()).await;
    sleep(GRACE).await;
    Ok(())
}

/// A request whose JSON is broken, but whose sender is known.
struct Malformed {
    request: Box<Message>,
    reason: String,
}

/// Receives for ever; what is no message of ours is logged and dropped.
async fn receive(
    mut socket: RouterRecvHalf,
    wire: Arc<Wire>,
    mut handle: impl FnMut(Result<Message, Malformed>) + Send + 'static,
) {
    loop {
        let frames = match socket.recv().await {
            Ok(message) => message.into_vec(),
            Err(error) => {
                tracing::debug!("receiving: {error}");
                sleep(Duration::from_millis(1)).await;
                continue;
            }
        };
        match wire.decode(frames) {
            Ok(message) => handle(Ok(message)),
            Err(WireError::BadJson { frame, reason, message }) => {
                let reason = format!("the {frame} frame is not JSON: {reason}");
                handle(Err(Malformed { request: message, reason }));
            }
            Err(error) => tracing::warn!("a message was dropped: {error}"),
        }
    }
}

/// Where requests are sorted.
#[derive(Clone)]
struct Desk {
    ways: Arc<Ways>,
    /// The content of `kernel_info_reply`, known before there is a session.
    info: Arc<Value>,
    /// The content of `connect_reply`.
    ports: Arc<Value>,
    usage: Arc<Usage>,
    /// Ends the kernel; with true for a restart.
    end: UnboundedSender<bool>,
}

impl Desk {
    fn shell(&self, received: Result<Message, Malformed>, replies: &UnboundedSender<Outgoing>) {
        match received {
            Ok(request) => match request.kind() {
                "kernel_info_request" | "connect_request" | "shutdown_request" => self.answer(&request, replies),
                _ if !self.ways.subshells.has(&shell_of(&request)) => self.refuse_shell(&request, replies),
                _ => {
                    self.ways.inbox.push(request);
                    self.ways.signals.attention.store(true, Ordering::Relaxed);
                }
            },
            Err(malformed) => self.refuse(&malformed, replies),
        }
    }

    fn control(&self, received: Result<Message, Malformed>, replies: &UnboundedSender<Outgoing>) {
        match received {
            Ok(request) => self.answer(&request, replies),
            Err(malformed) => self.refuse(&malformed, replies),
        }
    }

    fn answer(&self, request: &Message, replies: &UnboundedSender<Outgoing>) {
        self.ways.status(&request.header, "busy");
        let content = match request.kind() {
            "kernel_info_request" => (*self.info).clone(),
            "interrupt_request" => {
                self.ways.signals.interrupt.store(true, Ordering::Relaxed);
                json!({"status": "ok"})
            }
            "shutdown_request" => {
                // A shutdown is obeyed even where its content is not understood.
                let restart = request.parse().is_ok_and(|asked: ShutdownRequest| asked.restart);
                let content = json!({"status": "ok", "restart": restart});
                let news = Outgoing::new("shutdown_reply", &request.header, content.clone());
                self.ways.outbox.send(news);
                let _ = self.end.send(restart);
                content
            }
            "connect_request" => (*self.ports).clone(),
            "usage_request" => self.usage.now(),
            "create_subshell_request" => json!({"status": "ok", "subshell_id": self.ways.subshells.create()}),
            "list_subshell_request" => json!({"status": "ok", "subshell_id": self.ways.subshells.list()}),
            "delete_subshell_request" => {
                let id = request.content["subshell_id"].as_str().unwrap_or_default();
                match self.ways.subshells.delete(id) {
                    true => json!({"status": "ok"}),
                    false => json!({"status": "error", "evalue": unknown_subshell(id)}),
                }
            }
            "debug_request" => json!({
                "type": "response",
                "request_seq": request.content["seq"],
                "command": request.content["command"],
                "success": false,
                "message": "this kernel has no debugger",
            }),
            kind => not_done(format!("{kind} is not supported")),
        };
        if request.kind().ends_with("_request") {
            let _ = replies.send(Outgoing::reply(request, content));
        }
        self.ways.status(&request.header, "idle");
    }

    /// For a request that names a shell which is not there: its sender waits for a reply, or for the idle status at least.
    fn refuse_shell(&self, request: &Message, replies: &UnboundedSender<Outgoing>) {
        let Shell::Sub(id) = shell_of(request) else { return };
        self.ways.status(&request.header, "busy");
        let evalue = unknown_subshell(&id);
        let report = ErrorReport { ename: "UnknownSubshellError".into(), evalue, traceback: Vec::new() };
        let _ = replies.send(Outgoing::reply(request, message::error(&report)));
        self.ways.status(&request.header, "idle");
    }

    fn refuse(&self, malformed: &Malformed, replies: &UnboundedSender<Outgoing>) {
        let request = &malformed.request;
        tracing::warn!("a malformed {}: {}", request.kind(), malformed.reason);
        self.ways.status(&request.header, "busy");
        if request.kind().ends_with("_request") {
            let content = not_done(format!("malformed {}: {}", request.kind(), malformed.reason));
            let _ = replies.send(Outgoing::reply(request, content));
        }
        self.ways.status(&request.header, "idle");
    }
}

fn not_done(evalue: String) -> Value {
    let traceback = vec![format!("BadRequest: {evalue}")];
    message::error(&ErrorReport { ename: "BadRequest".into(), evalue, traceback })
}

fn unknown_subshell(id: &str) -> String {
    format!("Unknown subshell_id '{id}'")
}

fn welcome(wire: Arc<Wire>) -> super::publisher::Welcome {
    Arc::new(move |topic| {
        let content = json!({"subscription": String::from_utf8_lossy(topic)});
        let mut message = Outgoing::new("iopub_welcome", &Arc::new(json!({})), content);
        message.ids = vec![topic.to_vec().into()];
        wire.encode(message)
    })
}

async fn bind_router(socket: &'static str, endpoint: String) -> Result<(RouterSendHalf, RouterRecvHalf), KernelError> {
    let mut router = RouterSocket::new();
    match router.bind(&endpoint).await {
        Ok(_) => Ok(router.split()),
        Err(error) => Err(KernelError::Bind { socket, endpoint, reason: error.to_string() }),
    }
}

async fn bind_heartbeat(endpoint: String) -> Result<RepSocket, KernelError> {
    let mut heartbeat = RepSocket::new();
    match heartbeat.bind(&endpoint).await {
        Ok(_) => Ok(heartbeat),
        Err(error) => Err(KernelError::Bind { socket: "heartbeat", endpoint, reason: error.to_string() }),
    }
}

/// Echoes. Errors are those of one peer.
async fn beat(mut heartbeat: RepSocket) {
    loop {
        match heartbeat.recv().await {
            Ok(ping) => drop(heartbeat.send(ping).await),
            Err(_) => sleep(Duration::from_millis(1)).await,
        }
    }
}

/// Sends; true where the peer is there and takes it.
async fn send(socket: &mut RouterSendHalf, frames: Vec<bytes::Bytes>) -> bool {
    let Ok(message) = ZmqMessage::try_from(frames) else {
        return false;
    };
    matches!(timeout(REPLY_PATIENCE, socket.send(message)).await, Ok(Ok(())))
}

async fn send_replies(mut socket: RouterSendHalf, mut replies: UnboundedReceiver<Outgoing>, wire: Arc<Wire>) {
    while let Some(reply) = replies.recv().await {
        let kind = reply.kind.clone();
        if !send(&mut socket, wire.encode(reply)).await {
            tracing::debug!("a {kind} could not be delivered: its front end is gone");
        }
    }
}

async fn send_questions(
    mut socket: RouterSendHalf,
    mut questions: UnboundedReceiver<(Outgoing, mpsc::SyncSender<bool>)>,
    wire: Arc<Wire>,
) {
    while let Some((question, sent)) = questions.recv().await {
        let _ = sent.send(send(&mut socket, wire.encode(question)).await);
    }
}

/// Turns SIGINT into interrupts; completes on SIGTERM.
async fn interrupts(signals: &Signals) {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        tracing::warn!("signals cannot be caught");
        return std::future::pending().await;
    };
    loop {
        tokio::select! {
            _ = interrupt.recv() => signals.interrupt.store(true, Ordering::Relaxed),
            _ = terminate.recv() => return,
        }
    }
}

/// Completes when the front end that started us has died; never where we were started by hand.
async fn parent_is_gone() {
    if std::env::var_os("JPY_PARENT_PID").is_none() {
        return std::future::pending().await;
    }
    let parent = std::os::unix::process::parent_id();
    let mut tick = interval(Duration::from_millis(500));
    while std::os::unix::process::parent_id() == parent {
        tick.tick().await;
    }
    tracing::info!("the process that started this kernel is gone");
}
