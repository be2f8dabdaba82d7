//! Progress bars: tqdm's line of text, and HTML.

use super::html;

/// The progress of a loop. The texts beside the bar come from the caller.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// `epoch:  40%|`
    pub left: String,
    /// `| 4/10 [00:01<00:01,  3.33it/s, loss=0.31]`
    pub right: String,
    /// 0..1; `None` if the length is unknown and there is no bar.
    pub share: Option<f64>,
    /// The bar's width in characters.
    pub cells: usize,
    /// The characters of a cell, from empty to full; empty for text alone.
    pub signs: Vec<char>,
    /// `green`, `#00ff00`
    pub colour: Option<String>,
    /// Whether it has ended.
    pub stopped: bool,
    /// Whether it ended early.
    pub unfinished: bool,
}

impl Progress {
    pub fn text(&self) -> String {
        match self.share {
            Some(share) => format!("{}{}{}", self.left, self.bar(share), self.right),
            None => self.left.clone(),
        }
    }

    /// The line with a coloured bar, for terminals with colours.
    pub fn coloured(&self) -> String {
        const NAMES: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
        let (Some(colour), Some(share)) = (&self.colour, self.share) else {
            return self.text();
        };
        let code = match NAMES.iter().position(|name| name == colour) {
            Some(number) => format!("3{number}"),
            None => {
                let part = |at: usize| u8::from_str_radix(colour.get(at..at + 2).unwrap_or("00"), 16).unwrap_or(0);
                format!("38;2;{};{};{}", part(1), part(3), part(5))
            }
        };
        format!("{}\x1b[{code}m{}\x1b[0m{}", self.left, self.bar(share), self.right)
    }

    pub fn html(&self) -> String {
        let (left, right) = (self.left.trim_end_matches('|'), self.right.trim_start_matches('|'));
        if self.signs.is_empty() {
            return format!("<div style=\"font-family:monospace;white-space:pre\">{}</div>", html::escape(&self.left));
        }
        let value = match self.share {
            Some(share) => format!(" value=\"{:.4}\"", share.clamp(0.0, 1.0)),
            // A bar of unknown length is animated; a finished one is not.
            None if self.stopped => " value=\"1\"".into(),
            None => String::new(),
        };
        let colour = match (&self.colour, self.unfinished) {
            (_, true) => ";accent-color:#d55e00".to_owned(),
            (Some(colour), _) => format!(";accent-color:{}", html::escape(colour)),
            _ => String::new(),
        };
        // Without a length the text around the bar is one string that begins with its name.
        let (left, right) = match (self.share, left.split_once(": ")) {
            (None, Some((name, numbers))) => (format!("{name}: "), numbers.to_owned()),
            (None, None) => (String::new(), left.to_owned()),
            _ => (left.to_owned(), right.to_owned()),
        };
        format!(
            "<div style=\"font-family:monospace;white-space:pre\">{} <progress max=\"1\"{value} \
             style=\"width:16em;vertical-align:middle{colour}\"></progress> {}</div>",
            html::escape(left.trim_end()),
            html::escape(right.trim_start())
        )
    }

    /// A bar of this many cells; its end is drawn by the nearest character.
    fn bar(&self, share: f64) -> String {
        let (Some(full), Some(empty)) = (self.signs.last(), self.signs.first()) else {
            return String::new();
        };
        let parts = self.signs.len() - 1;
        let steps = (share.clamp(0.0, 1.0) * self.cells as f64 * parts as f64) as usize;
        let (whole, part) = ((steps / parts.max(1)).min(self.cells), steps % parts.max(1));
        let mut bar: String = std::iter::repeat_n(*full, whole).collect();
        if whole < self.cells {
            bar.push(self.signs[part]);
            bar.extend(std::iter::repeat_n(*empty, self.cells - whole - 1));
        }
        bar
    }
}
