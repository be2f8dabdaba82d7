//! The front end of the running request, which receives all output.

use scoped_tls_hkt::scoped_thread_local;
use tensorcell_jupyter::Frontend;

scoped_thread_local!(static mut FRONT: for<'a> &'a mut (dyn Frontend + 'a));

/// Runs `work` with all output going to `front`.
pub fn with_front<R>(front: &mut dyn Frontend, work: impl FnOnce() -> R) -> R {
    FRONT.set(front, work)
}

/// Calls `tell` with the front end. Returns None if there is none (between cells, or while a safe point answers a query).
pub fn front<R>(tell: impl FnOnce(&mut dyn Frontend) -> R) -> Option<R> {
    FRONT.is_set().then(|| FRONT.with(|front| tell(front)))
}

/// Implements the methods of [`Frontend`] that a wrapper forwards to its `outer` unchanged.
macro_rules! pass_to_outer {
    () => {
        fn input(&mut self, prompt: &str, password: bool) -> std::result::Result<String, tensorcell_jupyter::NoInput> {
            self.outer.input(prompt, password)
        }
        fn page(&mut self, data: tensorcell_jupyter::Bundle, start: usize) {
            self.outer.page(data, start);
        }
        fn set_next_input(&mut self, text: &str, replace: bool) {
            self.outer.set_next_input(text, replace);
        }
        fn comm(&mut self, comm: tensorcell_jupyter::Comm) {
            self.outer.comm(comm);
        }
        fn ask_exit(&mut self, keeps_kernel: bool) {
            self.outer.ask_exit(keeps_kernel);
        }
        fn error(&mut self, report: &tensorcell_jupyter::ErrorReport) {
            self.outer.error(report);
        }
        fn request(&mut self) -> Option<std::sync::Arc<tensorcell_jupyter::Message>> {
            self.outer.request()
        }
        fn set_parent(&mut self, header: serde_json::Value) {
            self.outer.set_parent(header);
        }
        fn next_shell(&mut self, is_main_thread: bool) -> Option<tensorcell_jupyter::Shell> {
            self.outer.next_shell(is_main_thread)
        }
        fn next_task(&mut self, shell: &tensorcell_jupyter::Shell) -> Option<tensorcell_jupyter::Task> {
            self.outer.next_task(shell)
        }
        fn finish_task(
            &mut self,
            outcome: std::result::Result<tensorcell_jupyter::Expressions, tensorcell_jupyter::ErrorReport>,
        ) {
            self.outer.finish_task(outcome);
        }
        fn safe_point(&mut self, queries: &mut dyn tensorcell_jupyter::Queries) {
            self.outer.safe_point(queries);
        }
        fn debug_request(&mut self, queries: &mut dyn tensorcell_jupyter::Queries) -> Option<serde_json::Value> {
            self.outer.debug_request(queries)
        }
        fn debug_reply(&mut self, answer: tensorcell_jupyter::debugger::Answer) {
            self.outer.debug_reply(answer);
        }
        fn debug_event(&mut self, event: &tensorcell_jupyter::debugger::Event, content: serde_json::Value) -> bool {
            self.outer.debug_event(event, content)
        }
        fn cell(&mut self) -> u64 {
            self.outer.cell()
        }
        fn enter_cell(&mut self, cell: u64) {
            self.outer.enter_cell(cell);
        }
    };
}
pub(crate) use pass_to_outer;
