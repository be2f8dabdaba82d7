//! Spans for trees built from objects: lays out a text in which each line is as long as the positions of its nodes require.

use super::classes::{Classes, place_names};
use super::table::Node;
use crate::{Exc, Raise, Result, Value, Vm};
use ruff_text_size::{TextRange, TextSize};

/// Deeper or larger trees are rejected.
const DEEPEST: usize = 6000;
const MOST_NODES: usize = 1 << 20;
/// Positions beyond are moved to the last line or column.
const MOST_LINES: usize = 1 << 20;
const MOST_COLUMNS: u32 = 1 << 12;

/// The offsets of lines and columns in a text.
pub(crate) struct Layout {
    /// The width of each line.
    widths: Vec<u32>,
    starts: Vec<u32>,
}

impl Layout {
    fn new(widths: Vec<u32>) -> Layout {
        let after = |start: &mut u32, width: &u32| {
            let here = *start;
            *start += width + 1;
            Some(here)
        };
        let starts = widths.iter().scan(0, after).collect();
        Layout { widths, starts }
    }

    /// A blank text of this layout.
    pub fn blank(&self) -> String {
        self.widths.iter().map(|width| " ".repeat(*width as usize) + "\n").collect()
    }

    /// Whether each position exists in the text.
    pub fn fits(&self, text: &str) -> bool {
        let mut lines = text.split_inclusive('\n');
        self.widths.iter().all(|width| match lines.next() {
            Some(line) => line.len() as u32 >= *width,
            None => *width == 0,
        })
    }

    /// The layout of a text.
    pub fn of_text(text: &str) -> Layout {
        Layout::new(text.split('\n').map(|line| line.len() as u32).collect())
    }

    fn offset(&self, line: i64, column: i64) -> TextSize {
        let line = usize::try_from(line.max(1) - 1).unwrap_or(0).min(self.starts.len() - 1);
        let column = u32::try_from(column.max(0)).unwrap_or(u32::MAX).min(self.widths[line]);
        (self.starts[line] + column).into()
    }

    pub fn range(&self, [line, column, end_line, end_column]: [i64; 4]) -> TextRange {
        let (start, end) = (self.offset(line, column), self.offset(end_line, end_column));
        TextRange::new(start, end.max(start))
    }
}

/// Finds the line widths that a tree's positions require; rejects objects that do not form a tree.
pub(super) fn measure(vm: &mut Vm, root: &Value) -> Result<Layout> {
    let classes = Classes::load(vm)?;
    let mut measure = Measure { vm, classes: &classes, widths: vec![0], depth: 0, count: 0 };
    measure.node(root)?;
    Ok(Layout::new(measure.widths))
}

struct Measure<'a> {
    vm: &'a mut Vm,
    classes: &'a Classes,
    widths: Vec<u32>,
    depth: usize,
    count: usize,
}

impl Measure<'_> {
    fn node(&mut self, value: &Value) -> Result<()> {
        let Some(node) = self.classes.node_of(value) else {
            return Ok(());
        };
        self.count += 1;
        if self.count > MOST_NODES {
            return Err(Raise::new(Exc::MemoryError, "the tree has too many nodes"));
        }
        if self.depth > DEEPEST {
            return Err(Raise::new(Exc::RecursionError, "maximum recursion depth exceeded during ast construction"));
        }
        self.vm.check_interrupt()?;
        self.depth += 1;
        let result = crate::native_stack::roomy(|| self.inside(value, node));
        self.depth -= 1;
        result
    }

    fn inside(&mut self, value: &Value, node: &'static Node) -> Result<()> {
        if node.base.has_place {
            let numbers = place_numbers(self.vm, value)?;
            self.note(numbers[0], numbers[1]);
            self.note(numbers[2].or(numbers[0]), numbers[3].or(numbers[1]));
        }
        for field in &node.fields {
            match self.vm.find_attr(value, field.name)? {
                Some(Value::List(list)) => {
                    let items = list.items.borrow().clone();
                    items.iter().try_for_each(|item| self.node(item))?;
                }
                Some(inner) => self.node(&inner)?,
                None => {}
            }
        }
        Ok(())
    }

    fn note(&mut self, line: Option<i64>, column: Option<i64>) {
        let line = usize::try_from(line.unwrap_or(1).max(1)).unwrap_or(1).min(MOST_LINES);
        let column = u32::try_from(column.unwrap_or(0).max(0)).unwrap_or(u32::MAX).min(MOST_COLUMNS);
        if self.widths.len() < line {
            self.widths.resize(line, 0);
        }
        self.widths[line - 1] = self.widths[line - 1].max(column);
    }
}

/// `lineno`, `col_offset`, `end_lineno` and `end_col_offset`, if they are numbers.
pub(super) fn place_numbers(vm: &mut Vm, value: &Value) -> Result<[Option<i64>; 4]> {
    let mut numbers = [None; 4];
    for (number, name) in numbers.iter_mut().zip(place_names()) {
        *number = match vm.find_attr(value, name.as_str())? {
            Some(Value::Int(given)) => Some(given),
            _ => None,
        };
    }
    Ok(numbers)
}
