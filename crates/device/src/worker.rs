//! Worker processes for loaders: the running program forked, with a pipe each way.
//!
//! After a fork only the forking thread goes on in the child. So the child must not wait for other threads (their pools
//! get one of their own there), take locks that they may have held, or touch CUDA: `is_child` says where we are. It gets
//! what it needs through its pipe, runs one function, and ends without running anybody's destructors.

pub use super::child::is_child;
use super::child::set_child;
use super::threads;
use parking_lot::Mutex;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Where we write to workers; a child closes its copies, so that its siblings see the end of their pipes. Only the
/// evaluator's thread takes this lock.
static OURS: Mutex<Vec<RawFd>> = Mutex::new(Vec::new());

/// The child's ends.
pub struct Channel {
    from: File,
    to: File,
}

impl Channel {
    /// The next message; None when the parent has closed the pipe.
    pub fn receive(&mut self) -> Option<Vec<u8>> {
        read_message(&mut self.from).ok()
    }
    pub fn send(&mut self, message: &[u8]) -> io::Result<()> {
        write_message(&mut self.to, message)
    }
}

fn read_message(from: &mut File) -> io::Result<Vec<u8>> {
    let mut length = [0; 8];
    from.read_exact(&mut length)?;
    let mut message = vec![0; u64::from_le_bytes(length) as usize];
    from.read_exact(&mut message)?;
    Ok(message)
}

fn write_message(to: &mut File, message: &[u8]) -> io::Result<()> {
    to.write_all(&(message.len() as u64).to_le_bytes())?;
    to.write_all(message)
}

/// A pipe: what is read from, what is written to.
fn pipe() -> io::Result<(File, File)> {
    let mut ends = [0; 2];
    // SAFETY: `ends` has room for both.
    if unsafe { libc::pipe(ends.as_mut_ptr()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    for end in ends {
        // SAFETY: a descriptor that was just made.
        unsafe { libc::fcntl(end, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
    // SAFETY: both were just made and belong to nobody else.
    Ok(unsafe { (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1])) })
}

/// The parent's view of a worker. Dropping it ends the process.
pub struct Worker {
    pid: libc::pid_t,
    to: Option<File>,
    messages: Receiver<Vec<u8>>,
    status: Option<libc::c_int>,
}

/// What came from a worker.
pub enum Received {
    Message(Vec<u8>),
    /// Not in this time.
    Nothing,
    /// The process has ended; how, if it was a signal.
    Ended(Option<String>),
}

impl Worker {
    /// Forks. The child runs `work` and exits.
    pub fn fork(work: impl FnOnce(Channel)) -> io::Result<Worker> {
        let (child_from, to) = pipe()?;
        let (mut from, child_to) = pipe()?;
        OURS.lock().push(to.as_raw_fd());
        // SAFETY: no preconditions; what the child may do is said above.
        let pid = threads::standing_still(|| unsafe { libc::fork() });
        match pid {
            -1 => {
                let error = io::Error::last_os_error();
                OURS.lock().retain(|end| *end != to.as_raw_fd());
                Err(error)
            }
            0 => {
                become_child();
                work(Channel { from: child_from, to: child_to });
                // SAFETY: ends this process at once; its memory is a copy.
                unsafe { libc::_exit(0) }
            }
            pid => {
                let (sender, messages) = channel();
                // Reads along while the evaluator computes, so that a worker never waits for it.
                std::thread::Builder::new().name("loader".to_owned()).spawn(move || {
                    while let Ok(message) = read_message(&mut from) {
                        if sender.send(message).is_err() {
                            break;
                        }
                    }
                })?;
                Ok(Worker { pid, to: Some(to), messages, status: None })
            }
        }
    }

    pub fn pid(&self) -> i32 {
        self.pid
    }

    /// Sends a message. A worker that has ended is found out by `receive`.
    pub fn send(&mut self, message: &[u8]) {
        if let Some(to) = &mut self.to {
            let _ = write_message(to, message);
        }
    }

    /// The next message, waiting at most so long.
    pub fn receive(&mut self, wait: Duration) -> Received {
        match self.messages.recv_timeout(wait) {
            Ok(message) => Received::Message(message),
            Err(RecvTimeoutError::Timeout) => Received::Nothing,
            Err(RecvTimeoutError::Disconnected) => {
                self.wait(true);
                Received::Ended(self.status.filter(|status| libc::WIFSIGNALED(*status)).map(|status| {
                    match libc::WTERMSIG(status) {
                        libc::SIGKILL => "Killed".to_owned(),
                        libc::SIGTERM => "Terminated".to_owned(),
                        libc::SIGSEGV => "Segmentation fault".to_owned(),
                        libc::SIGABRT => "Aborted".to_owned(),
                        libc::SIGBUS => "Bus error".to_owned(),
                        other => format!("signal {other}"),
                    }
                }))
            }
        }
    }

    /// Whether the process has ended; its status is kept.
    fn wait(&mut self, long: bool) -> bool {
        if self.status.is_none() {
            let mut status = 0;
            // SAFETY: our own child, waited for once: `status` is then set.
            let ended = unsafe { libc::waitpid(self.pid, &mut status, if long { 0 } else { libc::WNOHANG }) };
            if ended != 0 {
                self.status = Some(status);
            }
        }
        self.status.is_some()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if is_child() {
            return;
        }
        // The end of its pipe tells an idle worker to go; a busy one is not waited for.
        if let Some(to) = self.to.take() {
            OURS.lock().retain(|end| *end != to.as_raw_fd());
        }
        for _ in 0..10 {
            if self.wait(false) {
                break;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        if !self.wait(false) {
            // SAFETY: our own child, not waited for yet, so the number is still its own.
            unsafe { libc::kill(self.pid, libc::SIGKILL) };
            self.wait(true);
        }
    }
}

fn become_child() {
    // SAFETY: calls that only concern this process.
    unsafe {
        #[cfg(target_os = "linux")]
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::signal(libc::SIGINT, libc::SIG_IGN);
        libc::signal(libc::SIGTERM, libc::SIG_DFL);
    }
    settle();
}

/// In a forked process, before it computes: CUDA is out of reach, memory that was shared is its own, and this thread works
/// alone.
pub fn settle() {
    set_child();
    for end in OURS.lock().drain(..) {
        // SAFETY: copies of the parent's ends.
        unsafe { libc::close(end) };
    }
    super::shared::become_private();
    // The pool's threads are not here: this thread works alone, as a pool of one if it belonged to none. What would wait for
    // all threads of a pool must not begin.
    faer::set_global_parallelism(faer::Par::Seq);
    if !threads::is_member() {
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        std::mem::forget(alone);
    }
}
