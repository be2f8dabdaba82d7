//! A rank other than 0: runs the cells that rank 0 sends, and reports their output.

use super::channel::{self, Failure, Line, Message};
use crate::notebook::Notebook;
use parking_lot::Mutex;
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::channel;
use tensorcell_dist as dist;
use tensorcell_jupyter::{Bundle, Cell, Comm, Display, Frontend, NoInput, Queries, Session, Signals, Stream};

/// Serves rank 0 until it disconnects. Needs a thread with a large stack, for deep values.
pub fn serve(rank: usize) -> std::io::Result<()> {
    let Line { to, mut from, .. } = channel::join(rank)?;
    let to = Arc::new(Mutex::new(to));
    let signals = Signals::default();
    let interrupt = signals.interrupt.clone();
    let (cells, work) = channel();
    std::thread::Builder::new().name("rank 0".into()).spawn(move || {
        while let Some(message) = channel::read(&mut from) {
            match message {
                Message::Interrupt => interrupt.store(true, Ordering::Relaxed),
                Message::Abort { reason } => dist::abort(&reason),
                Message::Shutdown => break,
                message => {
                    if cells.send(message).is_err() {
                        break;
                    }
                }
            }
        }
        // Nobody receives the output of a cell that still runs: stop it, then end the process.
        dist::abort("rank 0 has ended");
        interrupt.store(true, Ordering::Relaxed);
        drop(cells);
        std::thread::sleep(std::time::Duration::from_secs(3));
        std::process::exit(0);
    })?;
    let clear = signals.interrupt.clone();
    let mut notebook = Notebook::new(signals);
    while let Ok(message) = work.recv() {
        let Message::Execute { code, count, silent, store, renew } = message else { continue };
        clear.store(false, Ordering::Relaxed);
        if renew {
            super::renew();
        }
        let cell = Cell { code, execution_count: count, silent, store_history: store, file: None };
        let outcome = notebook.execute(&cell, &mut Far(to.clone()));
        let error = outcome.err().map(|report| Failure {
            ename: report.ename,
            evalue: report.evalue,
            traceback: report.traceback,
        });
        let done = Message::Done { error, connected: tensorcell_torch::distributed::connected().is_some() };
        if channel::write(&mut to.lock(), &done).is_err() {
            break;
        }
    }
    notebook.shutdown(false);
    super::leave_group();
    Ok(())
}

/// A front end that forwards to rank 0.
struct Far(Arc<Mutex<TcpStream>>);

impl Far {
    fn send(&self, message: &Message) {
        // If rank 0 has disconnected, the reader ends the process.
        let _ = channel::write(&mut self.0.lock(), message);
    }
}

impl Frontend for Far {
    fn stream(&mut self, stream: Stream, text: &str) {
        self.send(&Message::Text { stream: stream.name().to_owned(), text: text.to_owned() });
    }
    fn display(&mut self, display: Display) {
        let Display { data, metadata, display_id: id, update } = display;
        self.send(&Message::Show { data, metadata, id, update });
    }
    fn execute_result(&mut self, data: Bundle, metadata: Bundle) {
        self.display(Display { data, metadata, ..Display::default() });
    }
    fn clear_output(&mut self, _: bool) {
        self.send(&Message::Clear);
    }
    fn input(&mut self, _: &str, _: bool) -> Result<String, NoInput> {
        Err(NoInput::NotSupported)
    }
    fn page(&mut self, data: Bundle, _: usize) {
        self.execute_result(data, Bundle::new());
    }
    fn set_next_input(&mut self, _: &str, _: bool) {}
    fn comm(&mut self, _: Comm) {}
    fn safe_point(&mut self, _: &mut dyn Queries) {}
}
