//! Parses evcxr's display format: content between two marker lines on stdout.

const BEGIN: &str = "EVCXR_BEGIN_CONTENT ";
const END: &str = "EVCXR_END_CONTENT";

/// A piece of the output.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    /// A MIME type and its content.
    Content(String, String),
}

/// Splits output into pieces as it arrives.
#[derive(Default)]
pub struct Reader {
    /// The last line, while it may still become a marker.
    line: String,
    /// Whether the beginning of the line was already shown, so that it cannot be a marker.
    begun: bool,
    content: Option<(String, String)>,
}

impl Reader {
    pub fn read(&mut self, text: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for part in text.split_inclusive('\n') {
            self.line.push_str(part);
            let line = self.line.trim_end_matches('\n');
            let whole = self.line.ends_with('\n');
            match &mut self.content {
                Some((kind, content)) if whole => {
                    if line == END {
                        pieces.push(Piece::Content(std::mem::take(kind), std::mem::take(content)));
                        self.content = None;
                    } else {
                        content.push_str(&self.line);
                    }
                    self.line.clear();
                }
                Some(_) => {}
                None => {
                    let kind = line.strip_prefix(BEGIN).filter(|_| whole && !self.begun);
                    if let Some(kind) = kind {
                        self.content = Some((kind.trim().to_owned(), String::new()));
                        self.line.clear();
                    } else if whole || self.begun || !(BEGIN.starts_with(line) || line.starts_with(BEGIN)) {
                        self.begun = !whole;
                        text_piece(&mut pieces, std::mem::take(&mut self.line));
                    }
                }
            }
        }
        pieces
    }

    /// Returns the remaining pieces at the end of the output.
    pub fn finish(&mut self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        self.begun = false;
        match self.content.take() {
            Some((kind, content)) => pieces.push(Piece::Content(kind, content + &std::mem::take(&mut self.line))),
            None => text_piece(&mut pieces, std::mem::take(&mut self.line)),
        }
        pieces
    }
}

fn text_piece(pieces: &mut Vec<Piece>, text: String) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Text(last)) => last.push_str(&text),
        _ => pieces.push(Piece::Text(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    #[test]
    fn content_is_taken_out_of_what_is_printed_however_it_is_cut() {
        let printed = "a\nEVCXR_BEGIN_CONTENT text/html\n<b>1</b>\n<i>2</i>\nEVCXR_END_CONTENT\nEnd of it";
        let whole = Reader::default().read(printed);
        let content = Piece::Content("text/html".to_owned(), "<b>1</b>\n<i>2</i>\n".to_owned());
        assert_eq!(whole, [text("a\n"), content, text("End of it")]);
        for cut in 1..printed.len() {
            let mut reader = Reader::default();
            let mut pieces = reader.read(&printed[..cut]);
            pieces.extend(reader.read(&printed[cut..]));
            pieces.extend(reader.finish());
            let (mut before, mut after, mut shown) = (String::new(), String::new(), Vec::new());
            for piece in pieces {
                match piece {
                    Piece::Text(text) if shown.is_empty() => before.push_str(&text),
                    Piece::Text(text) => after.push_str(&text),
                    Piece::Content(kind, content) => shown.push((kind, content)),
                }
            }
            assert_eq!((before.as_str(), after.as_str()), ("a\n", "End of it"), "cut at {cut}");
            assert_eq!(shown, [("text/html".to_owned(), "<b>1</b>\n<i>2</i>\n".to_owned())], "cut at {cut}");
        }
    }

    #[test]
    fn a_line_that_is_no_beginning_is_shown_at_once() {
        let mut reader = Reader::default();
        assert_eq!(reader.read("EV"), []);
        assert_eq!(reader.read("EN"), [text("EVEN")]);
        assert_eq!(reader.read("E"), [text("E")]);
    }
}
