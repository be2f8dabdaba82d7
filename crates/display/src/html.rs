//! HTML: escaping, tables (also as plain text), cards. Styles are inline and colours are the page's, so it suits every theme
//! and passes the sanitizers of JupyterLab, VS Code and nbconvert.

use std::fmt::Write as _;

/// Text as HTML or XML content or attribute value.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\n' | '\t' => escaped.push(c),
            // XML forbids these even as references.
            c if c.is_control() || matches!(c, '\u{FFFE}' | '\u{FFFF}') => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A table of texts; the first column is left-aligned, the others (numbers) right-aligned.
pub fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    aligned_table(head, rows, |column| if column == 0 { "left" } else { "right" })
}

/// A table of words: all columns are left-aligned.
pub fn left_table(head: &[&str], rows: &[Vec<String>]) -> String {
    aligned_table(head, rows, |_| "left")
}

fn aligned_table(head: &[&str], rows: &[Vec<String>], align: fn(usize) -> &'static str) -> String {
    let mut html = String::from("<table style=\"border-collapse:collapse\">");
    if !head.is_empty() {
        html.push_str("<thead><tr>");
        for (i, name) in head.iter().enumerate() {
            let _ = write!(html, "<th style=\"text-align:{}\">{}</th>", align(i), escape(name));
        }
        html.push_str("</tr></thead>");
    }
    html.push_str("<tbody>");
    for row in rows {
        html.push_str("<tr>");
        for (i, cell) in row.iter().enumerate() {
            let _ = write!(html, "<td style=\"text-align:{}\">{}</td>", align(i), escape(cell));
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table>");
    html
}

/// The same table as lines of text.
pub fn text_table(head: &[&str], rows: &[Vec<String>]) -> String {
    let columns = head.len().max(rows.iter().map(Vec::len).max().unwrap_or(0));
    let head: Vec<String> = head.iter().map(|name| (*name).to_owned()).collect();
    let lines = || std::iter::once(&head).chain(rows);
    let width = |column: usize| {
        lines().filter_map(|row| row.get(column)).map(|cell: &String| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in lines() {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, width))| match i {
            0 => format!("{cell:width$}"),
            _ => format!("{cell:>width$}"),
        });
        text.push_str(cells.collect::<Vec<_>>().join("  ").trim_end());
        text.push('\n');
    }
    text
}

/// A titled list of facts with optional preformatted text below: the HTML form of a tensor or a module.
pub fn card(title: &str, facts: &[(&str, String)], text: Option<&str>) -> String {
    let mut html = format!(
        "<div style=\"border:1px solid rgba(128,128,128,.4);border-radius:4px;padding:.5em .8em;display:inline-block\"><b>{}</b>",
        escape(title)
    );
    for (name, value) in facts {
        let _ = write!(
            html,
            " <span style=\"white-space:nowrap;margin-left:.8em\"><span style=\"opacity:.7\">{}</span> {}</span>",
            escape(name),
            escape(value)
        );
    }
    if let Some(text) = text {
        // Exported pages set no font for it.
        const STYLE: &str = "margin:.4em 0 0;font-family:var(--jp-code-font-family,monospace)";
        let _ = write!(html, "<pre style=\"{STYLE}\">{}</pre>", escape(text));
    }
    html.push_str("</div>");
    html
}
