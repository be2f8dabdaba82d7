//! Converts evcxr's errors to JSON: the message, its places in the cell, and rustc's advice.

use evcxr::CompilationError;
use serde_json::{Value, json};

/// An error, with 1-based places: lines, and columns in characters.
pub fn error(error: &CompilationError) -> Value {
    let places: Vec<Value> = error
        .spanned_messages()
        .iter()
        .filter_map(|message| {
            let span = message.span?;
            Some(json!({
                "start": [span.start_line, span.start_column],
                "end": [span.end_line, span.end_column],
                "label": message.label,
                "primary": message.is_primary,
            }))
        })
        .collect();
    let mut help = error.help();
    help.extend(error.evcxr_extra_hint().map(str::to_owned));
    json!({
        "message": error.message(),
        "code": error.code(),
        "places": places,
        "help": help,
        // Without a place in the cell, rustc's text is the only information.
        "rendered": error.rendered(),
    })
}
