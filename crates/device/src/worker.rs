//! Worker processes of data loaders: forks of the running program, with a pipe in each direction.
//!
//! Only the forking thread exists in the child. So the child must not wait for other threads (their pools are replaced
//! by pools of one), take locks that they may have held, or use CUDA: `is_child` reports which process this is. The
//! child receives its work through the pipe, runs one function, and exits without running destructors.

pub use super::child::is_child;
use super::child::set_child;
use super::threads;
use parking_lot::Mutex;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, RawFd};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Our ends of pipes to workers. A child closes its copies, so that its siblings notice when their pipes close. Only
/// the evaluator's thread takes this lock.
static OURS: Mutex<Vec<RawFd>> = Mutex::new(Vec::new());

/// The child's ends.
pub struct Channel {
    from: File,
    to: File,
}

impl Channel {
    /// Receives the next message; `None` when the parent has closed the pipe.
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

/// Creates a pipe: the end to read and the end to write.
fn pipe() -> io::Result<(File, File)> {
    let mut ends = [0; 2];
    // SAFETY: `ends` has space for both.
    if unsafe { libc::pipe(ends.as_mut_ptr()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    for end in ends {
        // SAFETY: a descriptor created above.
        unsafe { libc::fcntl(end, libc::F_SETFD, libc::FD_CLOEXEC) };
    }
    // SAFETY: both were created above and have no other owner.
    Ok(unsafe { (File::from_raw_fd(ends[0]), File::from_raw_fd(ends[1])) })
}

/// A worker as the parent sees it. Dropping it ends the process.
pub struct Worker {
    pid: libc::pid_t,
    to: Option<File>,
    messages: Receiver<Vec<u8>>,
    status: Option<libc::c_int>,
}

/// The result of waiting for a worker.
pub enum Received {
    Message(Vec<u8>),
    /// No message within this time.
    Nothing,
    /// The process has ended; by which signal, if any.
    Ended(Option<String>),
}

impl Worker {
    /// Forks. The child runs `work` and exits.
    pub fn fork(work: impl FnOnce(Channel)) -> io::Result<Worker> {
        let (child_from, to) = pipe()?;
        let (mut from, child_to) = pipe()?;
        OURS.lock().push(to.as_raw_fd());
        // SAFETY: no preconditions; the module's comment lists what the child may do.
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
                // Reads while the evaluator computes, so that a worker never blocks on its pipe.
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

    /// Sends a message. If the worker has ended, `receive` reports it.
    pub fn send(&mut self, message: &[u8]) {
        if let Some(to) = &mut self.to {
            let _ = write_message(to, message);
        }
    }

    /// Receives the next message; waits at most this long.
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

    /// Returns whether the process has ended, and keeps its status.
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
        // Closing the pipe ends an idle worker; a busy one is killed.
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
            // SAFETY: our own child, not waited for yet, so the process id is still its own.
            unsafe { libc::kill(self.pid, libc::SIGKILL) };
            self.wait(true);
        }
    }
}

fn become_child() {
    // SAFETY: calls that affect only this process.
    unsafe {
        #[cfg(target_os = "linux")]
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::signal(libc::SIGINT, libc::SIG_IGN);
        libc::signal(libc::SIGTERM, libc::SIG_DFL);
    }
    prepare_child();
}

/// Prepares a forked process for computing: disables CUDA, makes shared memory private, and limits the thread pool to
/// this thread.
pub fn prepare_child() {
    set_child();
    for end in OURS.lock().drain(..) {
        // SAFETY: copies of the parent's descriptors.
        unsafe { libc::close(end) };
    }
    super::shared::become_private();
    // The pool's threads do not exist here: this thread works alone, as a pool of one if it belonged to none.
    // Operations that wait for all threads of a pool must not start.
    faer::set_global_parallelism(faer::Par::Seq);
    if !threads::is_member() {
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        std::mem::forget(alone);
    }
}
