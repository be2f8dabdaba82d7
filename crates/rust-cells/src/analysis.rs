//! evcxr's errors as JSON: what was wrong, where in the cell, and what rustc advises.

use evcxr::CompilationError;
use serde_json::{Value, json};

/// An error, with its places counted from 1: lines, and columns in characters.
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
        // Where no place is the cell's own, rustc's words are all there is.
        "rendered": error.rendered(),
    })
}
