//! Docstrings as CPython 3.13 stores them: without the indentation that the lines after the first share.

/// A docstring without its margin. Tabs become spaces.
pub(super) fn cleaned(doc: &str) -> String {
    let doc = if doc.contains('\t') { without_tabs(doc) } else { doc.to_owned() };
    let margin = doc.split('\n').skip(1).filter_map(indentation).min().unwrap_or(0);
    let (first, rest) = doc.split_once('\n').map_or((&*doc, None), |(first, rest)| (first, Some(rest)));
    let mut lines = vec![first.trim_start_matches(' ')];
    lines.extend(rest.iter().flat_map(|rest| rest.split('\n')).map(|line| without_margin(line, margin)));
    lines.join("\n")
}

/// The number of spaces that a line begins with; none for a line of spaces.
fn indentation(line: &str) -> Option<usize> {
    let text = line.trim_start_matches(' ');
    (!text.is_empty()).then(|| line.len() - text.len())
}

fn without_margin(line: &str, margin: usize) -> &str {
    let spaces = line.bytes().take(margin).take_while(|byte| *byte == b' ').count();
    &line[spaces..]
}

/// As `str.expandtabs`: each tab reaches the next multiple of 8 columns.
fn without_tabs(doc: &str) -> String {
    let (mut out, mut column) = (String::with_capacity(doc.len() + 8), 0);
    for letter in doc.chars() {
        match letter {
            '\t' => {
                let spaces = 8 - column % 8;
                out.extend(std::iter::repeat_n(' ', spaces));
                column += spaces;
            }
            '\n' | '\r' => {
                out.push(letter);
                column = 0;
            }
            _ => {
                out.push(letter);
                column += 1;
            }
        }
    }
    out
}
