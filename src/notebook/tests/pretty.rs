//! Compares the plain text of values with IPython's, recorded by `tests/jupyter/record_pretty.py`.

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
        // `None` is displayed only explicitly.
        let shown = running.cell(&format!("display({expression})"));
        let text = shown.displays.first().map_or("", |display| super::plain(&display.data));
        let text = address.replace_all(text, "0xADDRESS");
        if text != expected.as_str().expect("a text") {
            wrong.push(format!("{expression}\nIPython: {expected}\nhere:    {}", Value::from(text.as_ref())));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), texts.len(), wrong.join("\n\n"));
}

/// PyTorch's own tuples have a `repr`, which IPython uses.
#[test]
fn classes_made_in_rust_show_their_own_text() {
    let mut running = Running::new();
    running.cell("import torch");
    for (expression, text) in [
        ("torch.ones(2, 3).shape", "torch.Size([2, 3])"),
        ("[torch.ones(1).shape]", "[torch.Size([1])]"),
        ("torch.float32, torch.device('cpu')", "(torch.float32, device(type='cpu'))"),
        ("torch.Tensor", "torch.Tensor"),
        ("torch.ones(2).max(0)", "torch.return_types.max(\nvalues=tensor(1.),\nindices=tensor(0))"),
    ] {
        assert_eq!(running.result(expression), text, "{expression}");
    }
}
