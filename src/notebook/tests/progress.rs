//! Progress bars, as a cell draws them.

use super::{Page, Running, plain};

fn last(page: &Page) -> (&str, &str) {
    let data = &page.displays.last().unwrap().data;
    (plain(data), data["text/html"].as_str().unwrap())
}

#[test]
fn a_loop_shows_where_it_is_and_its_last_state() {
    let mut run = Running::new();
    for module in ["tqdm", "tqdm.auto", "tqdm.notebook", "tqdm.std"] {
        let page = run.cell(&format!("from {module} import tqdm, trange\ntotal = 0\nfor i in tqdm(range(1000), desc='adding'): total += i\nassert total == 499500"));
        let (text, html) = last(&page);
        assert!(text.starts_with("adding: 100%|██████████| 1000/1000 [00:0"), "{text}");
        assert!(html.contains("<progress max=\"1\" value=\"1.0000\"") && html.contains("adding"), "{html}");
        assert!(page.displays.len() < 20 && !page.displays[0].update, "{}", page.displays.len());
        assert!(page.displays[1..].iter().all(|d| d.update && d.display_id == page.displays[0].display_id));
    }
    let page = run.cell("list(trange(3)), len(trange(4)), list(tqdm(iter('ab')))");
    assert_eq!(plain(&page.results[0]), "([0, 1, 2], 4, ['a', 'b'])");
    assert!(run.cell("for i in tqdm(range(9), disable=True): pass").displays.is_empty());
}

#[test]
fn a_bar_is_drawn_at_most_ten_times_a_second() {
    let mut run = Running::new();
    let page = run.cell("import time\nfrom tqdm import tqdm\nstart = time.perf_counter()\nfor i in tqdm(range(200)): time.sleep(0.002)\nprint(time.perf_counter() - start)");
    let seconds: f64 = page.out.trim().parse().unwrap();
    let most = (seconds * 10.0) as usize + 2;
    assert!((3..=most).contains(&page.displays.len()), "{} in {seconds} s", page.displays.len());
    let page = run.cell(
        "bar = tqdm(total=10 ** 6)\nfor i in range(3000):\n    bar.update()\n    bar.set_postfix(i=i)\nbar.close()",
    );
    assert!(page.displays.len() < 30, "{}", page.displays.len());
    assert!(last(&page).0.contains("3000/1000000") && last(&page).0.contains("i=2999"), "{}", last(&page).0);
}

#[test]
fn bars_that_are_moved_by_hand() {
    let mut run = Running::new();
    run.cell("from tqdm.auto import tqdm");
    let page = run.cell("with tqdm(total=100, unit='B', unit_scale=True) as bar:\n    for _ in range(4):\n        bar.update(10)\n    bar.set_description('read')\n    bar.set_postfix(loss=0.123456, step='x')");
    let (text, html) = last(&page);
    assert!(text.starts_with("read:  40%|████      | 40/100 [") && text.contains("loss=0.123, step=x]"), "{text}");
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
