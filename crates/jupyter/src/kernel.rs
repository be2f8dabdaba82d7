//! The kernel: binds the five sockets, answers requests that need no evaluator, forwards the others, and shuts down in order.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::{interval, timeout};

use super::answers::DEBUG_REQUEST;
use super::channel::{Channel, Malformed, receive};
use super::connection::{ConnectionInfo, WrongConnection};
use super::evaluator::Evaluator;
use super::iopub::Outbox;
use super::message::{self, ShutdownRequest};
use super::session::{ErrorReport, KernelInfo, SessionFactory, Shell, Signals};
use super::usage::Usage;
use super::ways::{Ways, shell_of};
use super::wire::{Message, Outgoing, Wire};
use super::zmtp::{Heartbeat, Limits, Publisher, Request, Router, Setup, Welcome};

/// The evaluator recurses over deep values. Pages are allocated only when touched.
const EVALUATOR_STACK: usize = 256 << 20;
/// How long a running cell may take to stop at shutdown.
const SHUTDOWN_PATIENCE: Duration = Duration::from_secs(1);
/// The parts of a kernel.
pub struct Kernel {
    pub info: KernelInfo,
    pub session: SessionFactory,
    /// The history file. None keeps the history in memory.
    pub history: Option<PathBuf>,
    /// Called once all sockets are bound, before the session exists. A failure ends the kernel.
    pub listening: Listening,
    /// The resource limits for peers.
    pub limits: Limits,
}

/// An action to run once a kernel listens.
pub type Listening = Box<dyn FnOnce() -> std::io::Result<()>>;

#[derive(Debug, thiserror::Error)]
pub enum KernelError {
    #[error("cannot listen at {endpoint} for {socket}: {reason}")]
    Bind { socket: &'static str, endpoint: String, reason: String },
    #[error(transparent)]
    Connection(#[from] WrongConnection),
    #[error("cannot start: {0}")]
    Start(#[from] std::io::Error),
}

/// Serves the front ends of a connection until one requests a shutdown or the parent process has ended.
///
/// # Errors
/// If a socket cannot be bound or a thread cannot be started.
pub fn serve(connection: &ConnectionInfo, kernel: Kernel) -> Result<(), KernelError> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let result = runtime.block_on(run(connection, kernel));
    // The sockets' tasks end and remove their files. A cell that does not stop runs on its own thread, which is not waited for.
    runtime.shutdown_timeout(SHUTDOWN_PATIENCE);
    result
}

async fn run(connection: &ConnectionInfo, kernel: Kernel) -> Result<(), KernelError> {
    connection.check()?;
    connection.warn();
    let wire = Arc::new(Wire::new(connection.scheme()?, &connection.key));
    let setup = Setup::new(kernel.limits, connection.security()?);
    let at = |socket, port| Place { socket, endpoint: connection.endpoint(port) };
    let (shell, shell_requests) = at("shell", connection.shell_port).router(&setup).await?;
    let (control, control_requests) = at("control", connection.control_port).router(&setup).await?;
    let (stdin, stdin_requests) = at("stdin", connection.stdin_port).router(&setup).await?;
    let heartbeat = at("heartbeat", connection.hb_port);
    Heartbeat::bind(&heartbeat.endpoint, &setup).await.map_err(|reason| heartbeat.cannot(&reason))?;
    let iopub = at("iopub", connection.iopub_port);
    let publisher = Publisher::bind(&iopub.endpoint, &setup, welcome(wire.clone())).await;
    let publisher = publisher.map_err(|reason| iopub.cannot(&reason))?;
    (kernel.listening)()?;

    let (shell, control) = (Channel::new(shell, &wire), Channel::new(control, &wire));
    let outbox = Arc::new(Outbox::default());
    tokio::spawn(outbox.clone().publish(wire.clone(), publisher));
    let ways = Arc::new(Ways {
        signals: Signals::default(),
        inbox: Default::default(),
        subshells: Default::default(),
        outbox: outbox.clone(),
        shell: shell.clone(),
        control: control.clone(),
        stdin: Channel::new(stdin, &wire),
        debugger: Default::default(),
    });
    ways.status(&Arc::new(json!({})), "starting");

    let (end, mut ended) = unbounded_channel();
    let info = Arc::new(message::kernel_info(&kernel.info));
    let ports = Arc::new(message::ports(connection));
    let desk = Desk { ways: ways.clone(), info, ports, usage: Arc::default(), end };
    tokio::spawn(receive(shell_requests, wire.clone(), {
        let (desk, shell) = (desk.clone(), shell.clone());
        move |request| desk.shell(request, &shell)
    }));
    tokio::spawn(receive(control_requests, wire.clone(), {
        let control = control.clone();
        move |request| desk.control(request, &control)
    }));
    let (answers, input_replies) = mpsc::channel();
    tokio::spawn(receive(stdin_requests, wire, move |received| match received {
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
    let _ = timeout(SHUTDOWN_PATIENCE, async { tokio::join!(shell.flush(), control.flush()) }).await;
    Ok(())
}

/// Dispatches requests.
#[derive(Clone)]
struct Desk {
    ways: Arc<Ways>,
    /// The content of `kernel_info_reply`, available before the session exists.
    info: Arc<Value>,
    /// The content of `connect_reply`.
    ports: Arc<Value>,
    usage: Arc<Usage>,
    /// Ends the kernel; true means a restart.
    end: UnboundedSender<bool>,
}

impl Desk {
    fn shell(&self, received: Result<Message, Malformed>, replies: &Channel) {
        match received {
            Ok(request) => match request.kind() {
                "kernel_info_request" | "connect_request" | "shutdown_request" => self.answer(&request, replies),
                _ if !self.ways.subshells.has(&shell_of(&request)) => self.refuse_shell(&request, replies),
                _ => self.pass_on(request),
            },
            Err(malformed) => self.refuse(&malformed, replies),
        }
    }

    /// Forwards a request to the evaluator.
    fn pass_on(&self, request: Message) {
        self.ways.inbox.push(request);
        self.ways.signals.attention.store(true, Ordering::Relaxed);
    }

    fn control(&self, received: Result<Message, Malformed>, replies: &Channel) {
        match received {
            Ok(request) if request.kind() == DEBUG_REQUEST => self.pass_on(request),
            Ok(request) => self.answer(&request, replies),
            Err(malformed) => self.refuse(&malformed, replies),
        }
    }

    fn answer(&self, request: &Message, replies: &Channel) {
        self.ways.status(&request.header, "busy");
        let content = match request.kind() {
            "kernel_info_request" => (*self.info).clone(),
            "interrupt_request" => {
                self.ways.signals.interrupt.store(true, Ordering::Relaxed);
                json!({"status": "ok"})
            }
            "shutdown_request" => {
                // A shutdown with invalid content is still carried out.
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
            kind => not_done(format!("{kind} is not supported")),
        };
        if request.kind().ends_with("_request") {
            replies.send(Outgoing::reply(request, content));
        }
        self.ways.status(&request.header, "idle");
    }

    /// Answers a request for an unknown subshell: its sender waits for a reply, or at least for the idle status.
    fn refuse_shell(&self, request: &Message, replies: &Channel) {
        let Shell::Sub(id) = shell_of(request) else { return };
        self.ways.status(&request.header, "busy");
        let evalue = unknown_subshell(&id);
        let report = ErrorReport { ename: "UnknownSubshellError".into(), evalue, traceback: Vec::new() };
        replies.send(Outgoing::reply(request, message::error(&report)));
        self.ways.status(&request.header, "idle");
    }

    fn refuse(&self, malformed: &Malformed, replies: &Channel) {
        let request = &malformed.request;
        tracing::warn!("a malformed {}: {}", request.kind(), malformed.reason);
        self.ways.status(&request.header, "busy");
        if request.kind().ends_with("_request") {
            let content = not_done(format!("malformed {}: {}", request.kind(), malformed.reason));
            replies.send(Outgoing::reply(request, content));
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

fn welcome(wire: Arc<Wire>) -> Welcome {
    Arc::new(move |topic| {
        let content = json!({"subscription": String::from_utf8_lossy(topic)});
        let mut message = Outgoing::new("iopub_welcome", &Arc::new(json!({})), content);
        message.ids = vec![topic.to_vec().into()];
        wire.encode(message)
    })
}

/// The endpoint of a socket.
struct Place {
    socket: &'static str,
    endpoint: String,
}

impl Place {
    async fn router(&self, setup: &Setup) -> Result<(Router, Receiver<Request>), KernelError> {
        Router::bind(&self.endpoint, setup).await.map_err(|reason| self.cannot(&reason))
    }

    fn cannot(&self, reason: &std::io::Error) -> KernelError {
        KernelError::Bind { socket: self.socket, endpoint: self.endpoint.clone(), reason: reason.to_string() }
    }
}

/// Turns SIGINT into interrupts. Completes on SIGTERM.
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

/// Completes when the parent front end has ended. Never completes if a user started the kernel by hand.
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
