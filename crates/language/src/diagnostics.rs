//! The report of an uncaught exception: the call chain, the line with a caret under the failing expression and labels under its
//! operands, advice, and the cause.

use super::exception::{self, ExceptionState};
use super::raise::{Notes, TraceEntry};
use super::source::{Source, SourceKind};
use super::surrogate;
use super::traceback;
use super::{Exc, Raise, Span, Value, Vm};
use annotate_snippets::renderer::{Color, DecorStyle, Effects, RgbColor, Style};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;

/// An error as Jupyter sends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The exception's class, such as `RuntimeError`.
    pub ename: String,
    /// Its message.
    pub evalue: String,
    /// What to print on a page, line by line, colours as ANSI escapes.
    pub traceback: Vec<String>,
    /// The same for a terminal, in its own colours.
    pub terminal: Vec<String>,
    /// The same without colours.
    pub plain: String,
}

/// Marks on a page bring their ground along: no one colour can be read on the grounds that light and dark pages give to errors.
const MARK: Style =
    BOLD.fg_color(Some(Color::Rgb(RgbColor(255, 255, 255)))).bg_color(Some(Color::Rgb(RgbColor(179, 38, 30))));
const BOLD: Style = Style::new().effects(Effects::BOLD);

/// All but the marks is in the page's own ink.
const PAGE: Renderer =
    Renderer::plain().error(MARK).warning(BOLD).info(BOLD).note(BOLD).help(BOLD).emphasis(BOLD).context(BOLD);

/// Of a longer chain of calls, the outermost and innermost are shown.
const MOST_CALLS: usize = 8;

impl Vm {
    /// Describes an uncaught exception; afterwards only `sys.last_exc` refers to it.
    pub fn report(&mut self, raise: Raise) -> Report {
        let exception = self.raised(raise);
        let ename = exception.type_name();
        let evalue = self.exception_text(&exception);
        let chain = self.chain(&exception);
        let lines = |renderer| self.render(&chain, &renderer).lines().map(str::to_owned).collect();
        let (traceback, terminal) = (lines(PAGE), lines(Renderer::styled()));
        let plain = self.render(&chain, &Renderer::plain());
        self.remember_last(&exception);
        Report { ename, evalue, traceback, terminal, plain }
    }

    /// The exception object of a raise.
    pub fn raised(&mut self, mut raise: Raise) -> Value {
        raise.complete(self);
        exception::materialize(raise)
    }

    /// Sets `sys.last_exc` and similar, for post-mortem debuggers and `traceback.print_last`.
    fn remember_last(&mut self, exception: &Value) {
        if self.class_of(exception).is_subclass(self.types.exception(Exc::SystemExit)) {
            return;
        }
        let (class, traceback) = (
            Value::Class(self.class_of(exception)),
            exception.downcast::<ExceptionState>().map_or(Value::None, traceback::of),
        );
        let last = [
            ("last_exc", exception.clone()),
            ("last_value", exception.clone()),
            ("last_type", class),
            ("last_traceback", traceback),
        ];
        // Without the module `sys` nothing can read them.
        if let Ok(Value::Module(sys)) = self.import("sys") {
            last.into_iter().for_each(|(name, value)| sys.dict.insert_str(name, value));
        }
    }

    fn exception_text(&mut self, exception: &Value) -> String {
        // A failing `__str__` must not hide the error being shown.
        let text = self.str(exception).unwrap_or_else(|_| "<exception str() failed>".to_owned());
        surrogate::escape(&text).into_owned()
    }

    fn note_texts(&mut self, exception: &Value) -> Vec<String> {
        let notes = match exception::notes(exception) {
            Some(Value::List(notes)) => notes.items.borrow().clone(),
            Some(Value::Tuple(notes)) => notes.to_vec(),
            Some(other) => return self.repr(&other).into_iter().collect(),
            None => Vec::new(),
        };
        notes.iter().map(|note| self.str(note).unwrap_or_else(|_| "<note str() failed>".to_owned())).collect()
    }

    /// The exception and its causes, oldest first, each with the text that joins it to the next.
    fn chain(&mut self, exception: &Value) -> Vec<(Shown, &'static str)> {
        let mut chain: Vec<(Shown, &'static str)> = Vec::new();
        let mut seen: Vec<Value> = Vec::new();
        let (mut next, mut link) = (exception.clone(), "");
        while let Some(state) = next.downcast::<ExceptionState>()
            && !seen.iter().any(|other| other.is(&next))
        {
            let title = self.exception_text(&next);
            let class = self.class_of(&next);
            let notes = state.notes.borrow().clone();
            let added = self.note_texts(&next);
            chain.push((
                Shown { class: class.full_name().trim_start_matches("__main__.").to_owned(), title, notes, added },
                link,
            ));
            seen.push(next.clone());
            let (cause, context) = (state.cause.borrow().clone(), state.context.borrow().clone());
            if !cause.is_none() {
                link = "This exception was the direct cause of the one below.";
                next = cause;
            } else if !context.is_none() && !state.suppress_context.get() {
                link = "While this exception was handled, the one below happened.";
                next = context;
            } else {
                break;
            }
        }
        chain.reverse();
        chain
    }

    fn render(&self, chain: &[(Shown, &'static str)], renderer: &Renderer) -> String {
        let renderer = renderer.clone().decor_style(DecorStyle::Ascii);
        let parts: Vec<String> = chain
            .iter()
            .map(|(shown, link)| {
                let mut text = self.render_one(shown, &renderer);
                if !link.is_empty() {
                    text.push_str(&format!("\n\n{link}\n"));
                }
                text
            })
            .collect();
        parts.join("\n")
    }

    fn render_one(&self, shown: &Shown, renderer: &Renderer) -> String {
        // Without a message the title is only the class.
        let level = match shown.title.is_empty() {
            true => Level::ERROR.no_name(),
            false => Level::ERROR.with_name(shown.class.as_str()),
        };
        let title = if shown.title.is_empty() { shown.class.as_str() } else { shown.title.as_str() };
        // The renderer indents and emboldens a whole title, so the lines after its first become a separate text.
        let (title, rest) = title.split_once('\n').unwrap_or((title, ""));
        let mut group: Group<'_> =
            level.primary_title(title).elements(Vec::<Snippet<'_, annotate_snippets::Annotation<'_>>>::new());
        let mut calls: Vec<&TraceEntry> = shown.notes.trace.iter().rev().collect();
        let hidden = calls.len().saturating_sub(MOST_CALLS);
        if hidden > 0 {
            calls.drain(MOST_CALLS / 2..MOST_CALLS / 2 + hidden);
        }
        let is_user =
            |entry: &TraceEntry| self.source(entry.span.source).is_some_and(|source| source.kind == SourceKind::User);
        let last_user = calls.iter().rposition(|entry| is_user(entry));
        let mut inside = None;
        for (at, entry) in calls.iter().enumerate() {
            let Some(source) = self.source(entry.span.source) else {
                continue;
            };
            let innermost = Some(at) == last_user || last_user.is_none() && at + 1 == calls.len();
            if !innermost && source.kind == SourceKind::Prelude {
                // Innermost lines of our own modules are named below.
                if Some(at) > last_user {
                    inside = Some((source, *entry));
                }
                continue;
            }
            let marks: Vec<&(Span, String)> = match innermost {
                true => shown.notes.marks.iter().filter(|(span, _)| span.source == entry.span.source).collect(),
                false => Vec::new(),
            };
            let outer = (!innermost).then(|| format!("in {}", called(calls.get(at + 1))));
            group = group.element(snippet(source, entry.span, outer, &marks));
        }
        if hidden > 0 {
            group = group.element(Level::NOTE.message(format!("{hidden} more calls between these")));
        }
        if let Some((source, entry)) = inside {
            let line = source.line(entry.span.start);
            group =
                group.element(Level::NOTE.message(format!("raised in {} ({}:{line})", entry.function, source.name)));
        }
        // Operands in our own modules are named, because the user's lines do not show them.
        let shown_source = last_user.map(|at| calls[at].span.source);
        for (span, label) in &shown.notes.marks {
            if let Some(source) = self.source(span.source)
                && shown_source.is_some_and(|shown| shown != span.source)
            {
                group = match source.kind {
                    SourceKind::User => group.element(snippet(source, *span, Some(label.clone()), &[])),
                    SourceKind::Prelude => {
                        let operand = &source.text[clip(source, *span)];
                        group.element(Level::NOTE.message(format!("{operand}: {label}")))
                    }
                };
            }
        }
        for note in &shown.added {
            group = group.element(Level::NOTE.message(note.as_str()));
        }
        if let Some(help) = &shown.notes.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        let mut text = renderer.render(&[group]);
        // A blank line ends the message. The report after it follows the source snippet.
        let (rest, report) = match rest.strip_prefix('\n') {
            Some(report) => ("", report),
            None => rest.split_once("\n\n").unwrap_or((rest, "")),
        };
        if !rest.is_empty() {
            let end = text.find('\n').unwrap_or(text.len());
            text.insert_str(end, &format!("\n{}", rest.trim_end_matches('\n')));
        }
        if !report.is_empty() {
            text.push_str(&format!("\n\n{}", report.trim_matches('\n')));
        }
        text
    }
}

/// One exception of the chain.
struct Shown {
    class: String,
    title: String,
    notes: Notes,
    added: Vec<String>,
}

fn called(entry: Option<&&TraceEntry>) -> String {
    match entry {
        Some(entry) if &*entry.function != "<module>" => format!("this call of {}", entry.function),
        _ => "this call".to_owned(),
    }
}

fn snippet<'a>(
    source: &'a Source,
    span: Span,
    outer: Option<String>,
    marks: &[&'a (Span, String)],
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let place = clip(source, span);
    // A long source is cut to the lines around the span: rendering takes linear time.
    let text: &str = &source.text;
    let primary = match outer {
        Some(label) => AnnotationKind::Primary.span(place).label(label),
        None => AnnotationKind::Primary.span(place),
    };
    let labels =
        marks.iter().map(|(span, label)| AnnotationKind::Context.span(clip(source, *span)).label(label.as_str()));
    Snippet::source(text).path(&*source.name).line_start(1).annotation(primary).annotations(labels)
}

/// The span in bytes, cut to the text and to its first line: a caret under a whole block is not helpful.
fn clip(source: &Source, span: Span) -> Range<usize> {
    let length = source.text.len();
    let floor = |mut at: usize| {
        while at > 0 && !source.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = floor((span.start as usize).min(length));
    let end = floor((span.end as usize).clamp(start, length));
    let first_line = source.text[start..].find('\n').map_or(length, |at| start + at);
    start..end.min(first_line).max(start)
}
