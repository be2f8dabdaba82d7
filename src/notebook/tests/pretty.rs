//! The plain text of values is IPython's, which `tests/jupyter/record_pretty.py` recorded.

use super::Running;
use serde_json::Value;

#[test]
fn values_are_written_as_ipython_writes_them() {
    let recorded: Value = serde_json::from_str(include_str!("../../../tests/jupyter/pretty.json")).expect("JSON");
    let address = fancy_regex::Regex::new("0x[0-9a-f]+").expect("a pattern");
    let mut running = Running::new();
    running.cell(recorded["setup"].as_str().expect("code"));
    let texts = recorded["texts"].as_object().expect("texts by expressions");
    assert!(texts.len() > 140);
    let mut wrong = Vec::new();
    for (expression, expected) in texts {
        // `None` is not displayed by itself.
        let shown = running.cell(&format!("display({expression})"));
        let text = shown.displays.first().map_or("", |display| super::plain(&display.data));
        let text = address.replace_all(text, "0xADDRESS");
        if text != expected.as_str().expect("a text") {
            wrong.push(format!("{expression}\nIPython: {expected}\nhere:    {}", Value::from(text.as_ref())));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), texts.len(), wrong.join("\n\n"));
}
