//! The result of `torch.cuda.memory_summary`: PyTorch's table as a string, and an HTML table as a cell's value.

use std::rc::Rc;
use tensorcell_display::html;
use tensorcell_language::object::Instance;
use tensorcell_language::types::types;
use tensorcell_language::{Args, Builtin, Class, Result, Value, Vm};

/// Makes a `str` with an HTML form.
pub fn value(text: String) -> Value {
    static METHODS: [Builtin; 2] = [
        Builtin::new("MemorySummary._repr_html_", "(self)", "The table as HTML.", |_, args| {
            Ok(Value::from(table(args.str(0)?)))
        }),
        Builtin::new("MemorySummary._repr_pretty_", "(self, p, cycle)", "The table as text.", pretty),
    ];
    thread_local!(static CLASS: Rc<Class> = {
        let text: Vec<Rc<Class>> = types().get("str").cloned().into_iter().collect();
        Class::native("torch.cuda.memory", "MemorySummary", &text, None, &METHODS, &[], "The allocator's counters, to print.")
    });
    Value::Instance(Instance::with_payload(CLASS.with(Rc::clone), Value::from(text)))
}

fn pretty(vm: &mut Vm, args: &Args) -> Result<Value> {
    vm.call_method(args.get(1), "text", &[Value::str(args.str(0)?.trim_end())])
}

/// Converts the text's rows to HTML. Single facts are shown above the table.
fn table(text: &str) -> String {
    let mut head: Vec<String> = Vec::new();
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut facts: Vec<String> = Vec::new();
    for line in text.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').collect();
        match cells[..] {
            [rule] if rule.starts_with(['=', '-']) => {}
            [fact] => facts.push(fact.trim().to_owned()),
            [a, b] => facts.extend([a, b].map(|fact| fact.trim().to_owned())),
            [name, ..] => {
                // Indent the rows of a pool.
                let inner = if name.starts_with("    ") && !head.is_empty() { "\u{2003}" } else { "" };
                let row: Vec<String> = cells.iter().map(|cell| cell.trim().to_owned()).collect();
                match head.is_empty() {
                    true => head = row,
                    false => {
                        rows.push(std::iter::once(format!("{inner}{}", row[0])).chain(row[1..].to_vec()).collect())
                    }
                }
            }
            [] => {}
        }
    }
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let title = facts.first().cloned().unwrap_or_default();
    let details = facts.get(1..).unwrap_or_default().join(", ");
    format!("<b>{}</b> {}{}", html::escape(&title), html::escape(&details), html::table(&head, &rows))
}
