//! Front ends that show one line after the other (`jupyter console`): they know no displays that change. A progress bar becomes
//! text that is drawn over itself, and of any other display the last state is shown when its cell ends.

use super::progress::{self, Lines};
use serde_json::Value;
use std::sync::Arc;
use tensorcell_jupyter::{
    Bundle, Comm, Display, ErrorReport, Expressions, Frontend, Message, NoInput, Queries, Shell, Stream, Task,
};

pub struct LineFront<'a> {
    outer: &'a mut dyn Frontend,
    bars: Lines,
    /// Displays that have changed, in the order of their first change.
    changed: Vec<Display>,
    colours: bool,
}

impl<'a> LineFront<'a> {
    pub fn new(outer: &'a mut dyn Frontend, colours: bool) -> LineFront<'a> {
        LineFront { outer, bars: Lines::default(), changed: Vec::new(), colours }
    }

    /// The cell's end.
    pub fn finish(mut self) {
        let end = self.bars.end();
        self.draw(end);
        for display in self.changed {
            self.outer.display(Display { update: false, display_id: None, ..display });
        }
    }

    fn draw(&mut self, text: &str) {
        if !text.is_empty() {
            self.outer.stream(Stream::Stderr, text);
        }
    }
}

impl Frontend for LineFront<'_> {
    fn stream(&mut self, stream: Stream, text: &str) {
        let (before, after) = self.bars.around(text);
        self.draw(&before);
        self.outer.stream(stream, text);
        self.draw(&after);
    }
    fn display(&mut self, display: Display) {
        let words = |value: Option<&Value>| value.and_then(Value::as_str).map(str::to_owned);
        if let Some(state) = words(display.metadata.get(progress::STATE)) {
            let coloured = words(display.metadata.get(progress::COLOURED)).filter(|_| self.colours);
            let line = coloured.or(words(display.data.get("text/plain"))).unwrap_or_default();
            let drawn = self.bars.change(display.display_id.as_deref().unwrap_or_default(), &state, &line);
            self.draw(&drawn);
        } else if display.update {
            self.changed.retain(|earlier| earlier.display_id != display.display_id);
            self.changed.push(display);
        } else {
            let (before, after) = self.bars.around("\n");
            self.draw(&before);
            self.outer.display(display);
            self.draw(&after);
        }
    }
    fn execute_result(&mut self, data: Bundle, metadata: Bundle) {
        self.outer.execute_result(data, metadata);
    }
    fn clear_output(&mut self, wait: bool) {
        self.outer.clear_output(wait);
    }
    fn input(&mut self, prompt: &str, password: bool) -> Result<String, NoInput> {
        self.outer.input(prompt, password)
    }
    fn page(&mut self, data: Bundle, start: usize) {
        self.outer.page(data, start);
    }
    fn set_next_input(&mut self, text: &str, replace: bool) {
        self.outer.set_next_input(text, replace);
    }
    fn comm(&mut self, comm: Comm) {
        self.outer.comm(comm);
    }
    fn ask_exit(&mut self, keeps_kernel: bool) {
        self.outer.ask_exit(keeps_kernel);
    }
    fn error(&mut self, report: &ErrorReport) {
        self.outer.error(report);
    }
    fn request(&mut self) -> Option<Arc<Message>> {
        self.outer.request()
    }
    fn set_parent(&mut self, header: serde_json::Value) {
        self.outer.set_parent(header);
    }
    fn next_shell(&mut self, is_main_thread: bool) -> Option<Shell> {
        self.outer.next_shell(is_main_thread)
    }
    fn next_task(&mut self, shell: &Shell) -> Option<Task> {
        self.outer.next_task(shell)
    }
    fn finish_task(&mut self, outcome: std::result::Result<Expressions, ErrorReport>) {
        self.outer.finish_task(outcome);
    }
    fn safe_point(&mut self, queries: &mut dyn Queries) {
        self.outer.safe_point(queries);
    }
    fn cell(&mut self) -> u64 {
        self.outer.cell()
    }
    fn enter_cell(&mut self, cell: u64) {
        self.outer.enter_cell(cell);
    }
}
