//! Tests `IPython.display`: its names and their output.

use super::{Running, plain};
use base64::Engine as _;
use tensorcell_language::confinement::Confinement;

/// `IPython.display.__all__` of IPython 9 without PDF, which no supported front end shows.
const NAMES: &str = "Audio Code DisplayHandle DisplayObject FileLink FileLinks GeoJSON HTML IFrame Image JSON Javascript Latex Markdown \
                     Math Pretty ProgressBar SVG ScribdDocument TextDisplayObject Video VimeoVideo YouTubeVideo clear_output display \
                     display_html display_javascript display_jpeg display_json display_latex display_markdown display_png \
                     display_pretty display_svg publish_display_data update_display";

#[test]
fn every_name_is_there() {
    let mut run = Running::new();
    for module in ["IPython.display", "IPython.core.display", "IPython.lib.display"] {
        run.cell(&format!(
            "import {module} as module\nfor name in '{NAMES}'.split(): assert hasattr(module, name), name"
        ));
    }
    run.cell("from IPython import display, get_ipython\nfrom matplotlib_inline import backend_inline\nbackend_inline.set_matplotlib_formats('svg')\nimport matplotlib_inline.backend_inline");
}

#[test]
fn each_kind_has_its_type() {
    let mut run = Running::new();
    run.cell("from IPython.display import *");
    for (code, mime, content, text) in [
        ("HTML('<b>x</b>')", "text/html", "<b>x</b>", "<IPython.core.display.HTML object>"),
        ("Markdown('*m*')", "text/markdown", "*m*", "*m*"),
        ("Latex('$a$')", "text/latex", "$a$", "$a$"),
        ("Math('a^2')", "text/latex", "$\\displaystyle a^2$", "a^2"),
        ("SVG('<?xml?><svg><g/></svg> ')", "image/svg+xml", "<svg><g/></svg>", "<IPython.core.display.SVG object>"),
        ("Code('if a < b: pass')", "text/html", "<pre><code>if a &lt; b: pass</code></pre>", "if a < b: pass"),
        (
            "IFrame('https://a.b/c', 3, 4, q='x y')",
            "text/html",
            "<iframe width=\"3\" height=\"4\" src=\"https://a.b/c?q=x%20y\" frameborder=\"0\" allowfullscreen></iframe>",
            "<IPython.lib.display.IFrame object: https://a.b/c>",
        ),
        (
            "Image(url='https://a.b/c\"><script>', width=9)",
            "text/html",
            "<img src=\"https://a.b/c&quot;&gt;&lt;script&gt;\" width=\"9\"/>",
            "<IPython.core.display.Image object>",
        ),
    ] {
        let page = run.cell(code);
        assert_eq!(page.results[0][mime], serde_json::Value::from(content), "{code}");
        assert_eq!(plain(&page.results[0]), text, "{code}");
    }
    assert_eq!(run.cell("JSON({'a': [1]})").results[0]["application/json"], serde_json::json!({"a": [1]}));
    assert_eq!(run.result("Pretty('as it stands')"), "as it stands");
}

#[test]
fn scripts_are_for_the_readers_browser() {
    let mut run = Running::new();
    run.cell("from IPython.display import *");
    let pages = [run.cell("display(Javascript('alert(1)'))"), run.cell("display_javascript('alert(1)', raw=True)")];
    for page in pages {
        assert_eq!(page.displays[0].data["application/javascript"], "alert(1)");
    }
    assert_eq!(
        run.error("display(IFrame('javascript:alert(1)', 1, 1), include=['text/html'])\n1 / 0").ename,
        "ZeroDivisionError"
    );
}

#[test]
fn sound_is_a_wav_file() {
    let mut run = Running::new();
    let page = run.cell("from IPython.display import Audio\nAudio([0.0, 0.5, -0.5], rate=8000)");
    let html = page.results[0]["text/html"].as_str().unwrap();
    let start = html.find("base64,").unwrap() + 7;
    let end = start + html[start..].find('"').unwrap();
    let wav = base64::engine::general_purpose::STANDARD.decode(&html[start..end]).unwrap();
    let number = |at: usize| u32::from_le_bytes(wav[at..at + 4].try_into().unwrap());
    assert_eq!((&wav[..4], &wav[8..16], &wav[36..40]), (&b"RIFF"[..], &b"WAVEfmt "[..], &b"data"[..]));
    assert_eq!((number(4) as usize, number(24), number(28), number(40)), (wav.len() - 8, 8000, 16000, 6));
    let samples: Vec<i16> = wav[44..].chunks(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
    assert_eq!(samples, [0, 32767, -32767]);
    assert!(run.error("Audio([1.0])").evalue.contains("rate must be specified"));
}

#[test]
fn displays_change_under_their_names() {
    let mut run = Running::new();
    let page = run.cell("from IPython.display import *\nh = display('a', display_id=True)\nh.update('b')\nupdate_display('c', display_id=h.display_id)\nh.display('d')");
    let seen: Vec<(bool, &str)> = page.displays.iter().map(|d| (d.update, plain(&d.data))).collect();
    assert_eq!(seen, [(false, "'a'"), (true, "'b'"), (true, "'c'"), (false, "'d'")]);
    assert!(page.displays.iter().all(|d| d.display_id == page.displays[0].display_id));
    let page = run.cell("bar = ProgressBar(2)\nfor _ in bar: pass");
    assert!(plain(&page.displays.last().unwrap().data).ends_with("2/2"));
    assert!(run.error("display('x', update=True)").evalue.contains("display_id required"));
}

#[test]
fn forms_can_be_chosen_and_have_metadata() {
    let mut run = Running::new();
    let page = run.cell("from IPython.display import *\nimport torch\ndisplay(torch.ones(1), include=['text/plain'])\ndisplay(torch.ones(1), exclude=['text/plain'])\ndisplay(JSON([1], expanded=True))\npublish_display_data({'text/plain': 'x'}, {'k': 1})");
    let keys: Vec<Vec<&str>> = page.displays.iter().map(|d| d.data.keys().map(String::as_str).collect()).collect();
    assert_eq!(keys[..2], [vec!["text/plain"], vec!["text/html"]]);
    assert_eq!(page.displays[2].metadata["application/json"]["expanded"], serde_json::json!(true));
    assert_eq!(page.displays[3].metadata["k"], serde_json::json!(1));
    let page = run.cell("class A:\n    def _repr_pretty_(self, p, cycle):\n        p.text('A('); p.pretty([1]); p.text(')')\n    def _repr_html_(self): return '<b>A</b>', {'isolated': True}\ndisplay(A())");
    assert_eq!(plain(&page.displays[0].data), "A([1])");
    assert_eq!(page.displays[0].metadata["text/html"]["isolated"], serde_json::json!(true));
}

#[test]
fn what_is_no_picture_is_refused() {
    let mut run = Running::new();
    Confinement::Confined.set();
    run.cell("from IPython.display import *");
    for (code, words) in [
        ("Image(b'nonsense')", "not a PNG, JPEG, GIF, WebP or SVG"),
        ("HTML(url='https://x')", "reads nothing from the network"),
        ("Image(url='https://x', embed=True)", "reads nothing from the network"),
        ("HTML(3)", "HTML expects text, not 3"),
        ("Image()", "needs data"),
        ("display(3, raw=True)", "raw=True shows a dict"),
        ("Image('/etc/passwd')", "folder"),
    ] {
        let report = run.error(code);
        let printed = report.evalue + &report.traceback.join("\n");
        assert!(printed.contains(words), "{code}: {printed}");
    }
}
