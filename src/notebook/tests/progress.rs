//! Tests progress bars as a cell draws them.

use super::{Page, Running, most_frames, plain, timed};

fn last(page: &Page) -> (&str, &str) {
    let data = &page.displays.last().unwrap().data;
    (plain(data), data["text/html"].as_str().unwrap())
}

#[test]
fn a_loop_shows_where_it_is_and_its_last_state() {
    let mut run = Running::new();
    for module in ["tqdm", "tqdm.auto", "tqdm.notebook", "tqdm.std"] {
        let page = run.cell(&timed(&format!("from {module} import tqdm, trange\ntotal = 0\nfor i in tqdm(range(1000), desc='adding'): total += i\nassert total == 499500")));
        let (text, html) = last(&page);
        assert!(text.starts_with("adding: 100%|██████████| 1000/1000 [00:0"), "{text}");
        assert!(html.contains("<progress max=\"1\" value=\"1.0000\"") && html.contains("adding"), "{html}");
        assert!(page.displays.len() <= most_frames(&page) && !page.displays[0].update, "{}", page.displays.len());
        assert!(page.displays[1..].iter().all(|d| d.update && d.display_id == page.displays[0].display_id));
    }
    let page = run.cell("list(trange(3)), len(trange(4)), list(tqdm(iter('ab')))");
    assert_eq!(plain(&page.results[0]), "([0, 1, 2], 4, ['a', 'b'])");
    assert!(run.cell("for i in tqdm(range(9), disable=True): pass").displays.is_empty());
}

#[test]
fn meters_are_tqdms() {
    let page = Running::new().cell(include_str!("meter.py"));
    let expected = include_str!("meter.out");
    assert_eq!(page.out.lines().count(), expected.lines().count());
    for (found, expected) in page.out.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
}

#[test]
fn bars_take_colours_signs_and_words_of_their_own() {
    let mut run = Running::new();
    run.cell("from tqdm.notebook import tqdm, trange");
    let page = run.cell("for i in trange(4, desc='go', colour='green', ascii=' .o'): pass");
    let (text, html) = last(&page);
    assert!(text.starts_with("go: 100%|oooooooooo| 4/4 [") && html.contains("accent-color:green"), "{text}{html}");
    let page = run
        .cell("for i in tqdm('ab', bar_format='{desc}{n_fmt} of {total_fmt}{postfix}', desc='x', postfix='y=1'): pass");
    assert_eq!(last(&page).0, "x2 of 2, y=1");
    assert!(!last(&page).1.contains("<progress"), "{}", last(&page).1);
    let page = run.cell("for i in tqdm('ab', bar_format='{l_bar}{bar:4}|'): pass");
    assert_eq!(last(&page).0, "100%|████|");
    let page = run.cell("list(tqdm('ab', colour='<script>'))");
    assert!(page.err.contains("Unknown colour (<script>)") && !last(&page).1.contains("<script"), "{}", page.err);
    assert_eq!(run.error("list(tqdm('ab', bar_format='{nothing}'))").ename, "KeyError");
}

#[test]
fn bars_within_bars_leave_by_themselves_only_at_the_outside() {
    let mut run = Running::new();
    let page =
        run.cell("from tqdm import trange\nfor i in trange(2, leave=None):\n    for j in trange(2, leave=None): pass");
    let states: Vec<&str> = page.displays.iter().map(|d| d.metadata["progress"].as_str().unwrap()).collect();
    assert_eq!(states.iter().filter(|state| **state == "gone").count(), 2, "{states:?}");
    assert_eq!(states.last(), Some(&"done"));
}

#[test]
fn on_a_terminal_bars_are_lines_below_the_text() {
    use crate::notebook::progress::Lines;
    let mut lines = Lines::default();
    let (on, off) = ("\x1b[?7l", "\x1b[?7h");
    assert_eq!(lines.change("a", "running", "A 0"), format!("{on}A 0{off}"));
    assert_eq!(lines.change("b", "running", "B 0"), format!("\r\x1b[J{on}A 0\nB 0{off}"));
    assert_eq!(lines.change("a", "running", "A 1"), format!("\r\x1b[A\x1b[J{on}A 1\nB 0{off}"));
    assert_eq!(lines.around("text\n"), ("\r\x1b[A\x1b[J".into(), format!("{on}A 1\nB 0{off}")));
    assert_eq!(lines.around("text").1, format!("\n{on}A 1\nB 0{off}"));
    assert_eq!(lines.change("b", "gone", ""), format!("\r\x1b[A\x1b[J{on}A 1{off}"));
    assert_eq!(lines.change("a", "done", "A 2"), "\r\x1b[JA 2\n");
    assert_eq!((lines.around("x"), lines.end()), ((String::new(), String::new()), ""));
    lines.change("c", "running", "C");
    assert_eq!((lines.end(), lines.end()), ("\n", ""));
}

#[test]
fn front_ends_of_lines_see_bars_as_text_and_the_last_state_of_displays() {
    let mut run = Running::new();
    run.session = crate::notebook::Notebook::new(run.signals.clone()).for_terminal();
    let page = run.cell(
        "import tensorcell\nfrom tqdm import tqdm\nfrom IPython.display import display\n\
         for i in tqdm(range(3), desc='go'): tqdm.write(f'line {i}')\n\
         h = display('first', display_id=True)\nh.update('second')\nh.update('third')\n\
         c = tensorcell.Curve('loss')\nfor i in range(5): c(loss=i)",
    );
    assert!(page.displays.iter().all(|d| !d.update && !d.metadata.contains_key("progress")), "nothing changes");
    let texts: Vec<&str> = page.displays.iter().map(|d| plain(&d.data).lines().next().unwrap()).collect();
    assert_eq!(texts[..3], ["'first'", "Curve: loss 0", "'third'"]);
    assert!(texts[3].starts_with("Curve: loss 0 → 4 in 5 steps"), "{texts:?}");
    assert_eq!(page.out, "line 0\nline 1\nline 2\n");
    assert!(page.err.contains("go: 100%|██████████| 3/3 [") && page.err.contains("\x1b[J"), "{:?}", page.err);
}

#[test]
fn a_bar_is_drawn_at_most_ten_times_a_second() {
    let mut run = Running::new();
    let page = run.cell(&timed("from tqdm import tqdm\nfor i in tqdm(range(200)): time.sleep(0.002)"));
    assert!((3..=most_frames(&page)).contains(&page.displays.len()), "{} in {} s", page.displays.len(), page.out);
    let page = run.cell(&timed(
        "bar = tqdm(total=10 ** 6)\nfor i in range(3000):\n    bar.update()\n    bar.set_postfix(i=i)\nbar.close()",
    ));
    assert!(page.displays.len() <= most_frames(&page), "{} in {} s", page.displays.len(), page.out);
    assert!(last(&page).0.contains("3000/1000000") && last(&page).0.contains("i=2999"), "{}", last(&page).0);
}

#[test]
fn bars_that_are_moved_by_hand() {
    let mut run = Running::new();
    run.cell("from tqdm.auto import tqdm");
    let page = run.cell("with tqdm(total=100, unit='B', unit_scale=True) as bar:\n    for _ in range(4):\n        bar.update(10)\n    bar.set_description('read')\n    bar.set_postfix(loss=0.123456, step='x')");
    let (text, html) = last(&page);
    assert!(text.starts_with("read:  40%|████      | 40.0/100 [") && text.contains("loss=0.123, step=x]"), "{text}");
    assert!(html.contains("accent-color"), "a bar that stopped early is marked: {html}");
    let page = run.cell("import torch\nbar = tqdm(total=2)\nbar.set_postfix(loss=torch.tensor(0.25, requires_grad=True) * 2)\nbar.update(2)\nbar.close()");
    assert!(last(&page).0.contains("loss=0.5]"), "{}", last(&page).0);
    assert_eq!(run.cell("bar.n, bar.total, bar.update(), bool(tqdm([], disable=True))").results.len(), 1);
    let page = run.cell("tqdm.write('a line')\nbar.reset(total=5)\nbar.update(5)\nbar.close()");
    assert_eq!(page.out, "a line\n");
    assert!(last(&page).0.contains("5/5"));
    assert!(run.error("tqdm([1], colr='red')").evalue.contains("unexpected keyword argument 'colr'"));
}

#[test]
fn inner_bars_go_and_leave_their_place() {
    let mut run = Running::new();
    let page = run.cell("from tqdm import tqdm, trange\nfor epoch in trange(3, desc='epoch'):\n    for batch in tqdm(range(4), desc='batch', leave=False): pass");
    let ids: std::collections::BTreeSet<_> = page.displays.iter().map(|d| d.display_id.clone()).collect();
    assert_eq!(ids.len(), 2, "one display for the outer bar, one for all the inner ones");
    let inner: Vec<&str> =
        page.displays.iter().filter(|d| d.metadata["progress"] == "gone").map(|d| plain(&d.data)).collect();
    assert_eq!(inner, ["", "", ""]);
    assert!(last(&page).0.starts_with("epoch: 100%"), "{}", last(&page).0);
}

#[test]
fn an_error_leaves_the_bar_where_it_was() {
    let mut run = Running::new();
    let mut page = Page::default();
    run.try_on(&mut page, "from tqdm import tqdm\nfor i in tqdm(range(8)):\n    if i == 2: 1 / 0").unwrap_err();
    run.cell("pass");
    assert!(last(&page).0.contains("2/8"), "{}", last(&page).0);
    let page = run.cell("from tqdm import tqdm\nfor x in tqdm([1], desc='<script>', unit='<b>', postfix='<i>'): pass");
    assert!(!last(&page).1.contains("<script") && !last(&page).1.contains("<b>") && !last(&page).1.contains("<i>"));
}

#[test]
fn loaders_show_rate_time_left_and_loss() {
    let mut run = Running::new();
    let page = run.cell(
        "import torch, tensorcell\nfrom torch.utils.data import DataLoader, TensorDataset\nloader = DataLoader(TensorDataset(torch.arange(10.)), batch_size=2)\n\
         bar = tensorcell.progress(loader, desc='training')\nfor (x,) in bar:\n    bar.set_postfix(loss=x.mean())",
    );
    let (text, _) = last(&page);
    assert!(text.starts_with("training: 100%") && text.contains("5/5 [") && text.contains("loss=8.5]"), "{text}");
}
