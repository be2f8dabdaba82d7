//! The evaluator's thread: takes requests in order, calls the [`Session`], and replies.
//!
//! Even if a handler panics, a reply and an idle status are sent. Between two instructions of a running cell, all
//! requests except cells of the main shell are served too ([`Frontend::safe_point`]).

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use super::answers::answer;
use super::cells::{Cells, is_main_cell, runs_code};
use super::frontend::CellFrontend;
use super::panic::catch;
use super::session::{Bundle, Cell, ErrorReport, Expressions, Frontend, Queries, Session, SessionFactory, Shell};
use super::ways::Ways;
use super::wire::Message;

/// The state of the evaluator's thread.
pub struct Evaluator {
    cells: Cells,
}

impl Evaluator {
    pub fn new(ways: Arc<Ways>, input_replies: Receiver<Message>, history: Option<PathBuf>) -> Self {
        Self { cells: Cells::new(ways, input_replies, history) }
    }

    /// Serves requests until the kernel ends.
    pub fn run(mut self, factory: SessionFactory) {
        let signals = self.cells.ways.signals.clone();
        let mut session = catch(|| factory(signals)).unwrap_or_else(|report| Box::new(NoSession(report)));
        let mut goes_on = false;
        let restart = loop {
            let request = match self.cells.ways.inbox.next(!goes_on) {
                Ok(request) => request,
                Err(restart) => break restart,
            };
            // A cell may leave running threads behind.
            goes_on = match request {
                Some(request) if is_main_cell(&request) => self.execute(session.as_mut(), request),
                Some(request) if runs_code(&request) => {
                    self.cells.push(request);
                    self.go_on(session.as_mut())
                }
                Some(request) => {
                    answer(&self.cells, session.as_mut(), &request);
                    goes_on
                }
                None => self.go_on(session.as_mut()),
            };
        };
        // At shutdown no client can receive a panic report. It is only logged.
        let _ = catch(|| session.shutdown(restart));
        let _ = catch(|| drop(session));
    }

    /// Runs waiting tasks, and lets background threads of cells run for a moment. Returns whether any are left.
    fn go_on(&mut self, session: &mut dyn Session) -> bool {
        let origin = self.cells.latest.clone();
        let mut front = CellFrontend::new(&mut self.cells, origin);
        catch(|| session.go_on(&mut front)).unwrap_or(false)
    }

    /// Runs a cell of the main shell. Returns whether background work may be left.
    fn execute(&mut self, session: &mut dyn Session, request: Message) -> bool {
        let Some((origin, cell)) = self.cells.begin(&request.begun(), Shell::Main) else {
            return true;
        };
        self.cells.forget_interrupt();
        let asked = self.cells.running(&origin).map(|running| running.asked.user_expressions.clone());
        let mut front = CellFrontend::new(&mut self.cells, origin.clone());
        let outcome = catch(|| session.execute(&cell, &mut front)).unwrap_or_else(Err);
        let evaluated = outcome.map(|()| evaluated(session, &asked.unwrap_or_default(), &mut front));
        self.cells.finish(&origin, evaluated);
        true
    }
}

/// Evaluates a request's `user_expressions`.
fn evaluated(session: &mut dyn Session, asked: &Bundle, front: &mut dyn Frontend) -> Expressions {
    let value = |expression: &serde_json::Value, front: &mut dyn Frontend, session: &mut dyn Session| {
        catch(|| session.evaluate(expression.as_str().unwrap_or_default(), front)).unwrap_or_else(Err)
    };
    asked.iter().map(|(name, expression)| (name.clone(), value(expression, front, session))).collect()
}

/// Replaces a session that could not be created. Answers every request with the reason.
struct NoSession(ErrorReport);

impl Session for NoSession {
    fn execute(&mut self, _: &Cell, _: &mut dyn Frontend) -> Result<(), ErrorReport> {
        Err(self.0.clone())
    }

    fn evaluate(&mut self, _: &str, _: &mut dyn Frontend) -> Result<Bundle, ErrorReport> {
        Err(self.0.clone())
    }
}

impl Queries for NoSession {
    fn complete(&mut self, _: &str, cursor: usize) -> super::Completions {
        super::Completions { start: cursor, end: cursor, ..Default::default() }
    }

    fn inspect(&mut self, _: &str, _: usize, _: u8) -> super::Inspection {
        super::Inspection::default()
    }

    fn is_complete(&mut self, _: &str) -> super::Completeness {
        super::Completeness::Unknown
    }
}
