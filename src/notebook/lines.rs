//! A front end for terminals (`jupyter console`), which print lines and cannot update displays. A progress bar is
//! redrawn in place as text. Every other display shows its last state when its cell ends.

use super::front::pass_to_outer;
use super::progress::{self, Lines};
use serde_json::Value;
use tensorcell_jupyter::{Bundle, Display, Frontend, Stream};

pub struct LineFront<'a> {
    outer: &'a mut dyn Frontend,
    bars: Lines,
    /// Updated displays, in the order of their first update.
    changed: Vec<Display>,
    colours: bool,
}

impl<'a> LineFront<'a> {
    pub fn new(outer: &'a mut dyn Frontend, colours: bool) -> LineFront<'a> {
        LineFront { outer, bars: Lines::default(), changed: Vec::new(), colours }
    }

    /// Ends the cell.
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
    pass_to_outer!();
}
