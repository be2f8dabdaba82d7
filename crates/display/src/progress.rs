//! Progress bars, as a line of text in tqdm's form and as HTML.

use super::html;

/// How far a loop has come. What stands beside the bar comes as text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// `epoch:  40%|`
    pub left: String,
    /// `| 4/10 [00:01<00:01,  3.33it/s, loss=0.31]`
    pub right: String,
    /// 0..1; None: there is no bar, for the length is not known.
    pub share: Option<f64>,
    /// The bar's width in signs.
    pub cells: usize,
    /// The signs of a cell, from empty to full; none: the text is all that is wanted.
    pub signs: Vec<char>,
    /// `green`, `#00ff00`
    pub colour: Option<String>,
    /// It will not go on.
    pub stopped: bool,
    /// It was left before its end.
    pub unfinished: bool,
}

impl Progress {
    pub fn text(&self) -> String {
        match self.share {
            Some(share) => format!("{}{}{}", self.left, self.bar(share), self.right),
            None => self.left.clone(),
        }
    }

    /// The line with its bar in colour, for a terminal that shows colours.
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
            // A bar that does not know its end runs to and fro; one that is over stands.
            None if self.stopped => " value=\"1\"".into(),
            None => String::new(),
        };
        let colour = match (&self.colour, self.unfinished) {
            (_, true) => ";accent-color:#d55e00".to_owned(),
            (Some(colour), _) => format!(";accent-color:{}", html::escape(colour)),
            _ => String::new(),
        };
        // Of a bar without an end, what stands around it is one text: its name comes first.
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

    /// A bar of so many cells; its end is drawn by the sign that is nearest.
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
