//! Breaks lines of nested groups at a width: Oppen's algorithm ("Prettyprinting", 1980) with the rules of IPython's
//! printer, whose output it must match.

use std::collections::VecDeque;
use std::mem;

/// The width of a line in a notebook.
pub const WIDTH: usize = 79;

/// A part of the text that is not laid out yet.
enum Piece {
    Text {
        text: String,
        width: usize,
    },
    /// A separator, or a line break if its group is broken.
    Break {
        separator: String,
        width: usize,
        indentation: usize,
        group: usize,
    },
}

struct Group {
    depth: usize,
    /// Possible breaks that are still in the buffer.
    pending: usize,
    broken: bool,
}

/// Text with possible line breaks, broken from the outermost group inwards where a line is too long.
pub struct Layout {
    out: String,
    /// Characters in the last line of `out`.
    column: usize,
    buffer: VecDeque<Piece>,
    buffered: usize,
    groups: Vec<Group>,
    /// The open groups, the innermost last.
    open: Vec<usize>,
    /// Groups that may still be broken, by depth.
    queue: Vec<Vec<usize>>,
    pub indentation: usize,
}

impl Default for Layout {
    fn default() -> Layout {
        let root = Group { depth: 0, pending: 0, broken: false };
        Layout {
            out: String::new(),
            column: 0,
            buffer: VecDeque::new(),
            buffered: 0,
            groups: vec![root],
            open: vec![0],
            queue: vec![vec![0]],
            indentation: 0,
        }
    }
}

impl Layout {
    /// Adds text that is never broken.
    pub fn text(&mut self, text: &str) {
        let width = text.chars().count();
        if self.buffer.is_empty() {
            self.out.push_str(text);
            self.column += width;
            return;
        }
        match self.buffer.back_mut() {
            Some(Piece::Text { text: last, width: total }) => {
                last.push_str(text);
                *total += width;
            }
            _ => self.buffer.push_back(Piece::Text { text: text.to_owned(), width }),
        }
        self.buffered += width;
        self.break_outer_groups();
    }

    /// Adds a separator at which the innermost group may be broken.
    pub fn breakable(&mut self, separator: &str) {
        let group = self.innermost();
        if self.groups[group].broken {
            return self.new_line();
        }
        let width = separator.chars().count();
        let separator = separator.to_owned();
        self.groups[group].pending += 1;
        self.buffer.push_back(Piece::Break { separator, width, indentation: self.indentation, group });
        self.buffered += width;
        self.break_outer_groups();
    }

    /// Begins a new line.
    pub fn break_line(&mut self) {
        if let Some(group) = self.next_group() {
            self.break_group(group);
        }
        self.new_line();
    }

    pub fn begin_group(&mut self, indentation: usize, open: &str) {
        if !open.is_empty() {
            self.text(open);
        }
        let depth = self.groups[self.innermost()].depth + 1;
        let group = self.groups.len();
        self.groups.push(Group { depth, pending: 0, broken: false });
        self.open.push(group);
        self.queue.resize_with(self.queue.len().max(depth + 1), Vec::new);
        self.queue[depth].push(group);
        self.indentation += indentation;
    }

    /// Ends the innermost group; the outermost stays open.
    pub fn end_group(&mut self, indentation: usize, close: &str) {
        self.indentation = self.indentation.saturating_sub(indentation);
        if self.open.len() > 1
            && let Some(group) = self.open.pop()
            && self.groups[group].pending == 0
        {
            self.forget(group);
        }
        if !close.is_empty() {
            self.text(close);
        }
    }

    /// Writes what is buffered without further breaks.
    pub fn flush(&mut self) {
        while let Some(piece) = self.buffer.pop_front() {
            self.write(piece);
        }
        self.buffered = 0;
    }

    pub fn finish(&mut self) -> String {
        self.flush();
        mem::take(&mut self.out)
    }

    fn innermost(&self) -> usize {
        self.open.last().copied().unwrap_or_default()
    }

    fn new_line(&mut self) {
        self.flush();
        self.begin_line(self.indentation);
    }

    fn begin_line(&mut self, indentation: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indentation));
        self.column = indentation;
    }

    fn break_outer_groups(&mut self) {
        while self.column + self.buffered > WIDTH {
            let Some(group) = self.next_group() else { return };
            self.break_group(group);
        }
    }

    fn break_group(&mut self, group: usize) {
        while self.groups[group].pending > 0 {
            self.write_next();
        }
        while matches!(self.buffer.front(), Some(Piece::Text { .. })) {
            self.write_next();
        }
    }

    fn write_next(&mut self) {
        if let Some(piece) = self.buffer.pop_front() {
            let (Piece::Text { width, .. } | Piece::Break { width, .. }) = &piece;
            self.buffered -= width;
            self.write(piece);
        }
    }

    fn write(&mut self, piece: Piece) {
        match piece {
            Piece::Text { text, width } => {
                self.out.push_str(&text);
                self.column += width;
            }
            Piece::Break { separator, width, indentation, group } => {
                self.groups[group].pending -= 1;
                if self.groups[group].broken {
                    return self.begin_line(indentation);
                }
                if self.groups[group].pending == 0 {
                    self.forget(group);
                }
                self.out.push_str(&separator);
                self.column += width;
            }
        }
    }

    /// Takes the outermost group that has a break. As in IPython, the group that is removed from the queue is the one
    /// at the mirrored position among those of its depth.
    fn next_group(&mut self) -> Option<usize> {
        for groups in &mut self.queue {
            let found = groups.iter().rev().position(|group| self.groups[*group].pending > 0);
            if let Some(place) = found {
                let group = groups[groups.len() - 1 - place];
                groups.remove(place);
                self.groups[group].broken = true;
                return Some(group);
            }
            for group in groups.drain(..) {
                self.groups[group].broken = true;
            }
        }
        None
    }

    fn forget(&mut self, group: usize) {
        let depth = self.groups[group].depth;
        if let Some(groups) = self.queue.get_mut(depth)
            && let Some(place) = groups.iter().position(|known| *known == group)
        {
            groups.remove(place);
        }
    }
}
