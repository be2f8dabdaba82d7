//! Tests that every native function has complete documentation. `tests/program/reference.rs` checks the examples' output.

use super::{Running, plain};
use std::collections::{BTreeMap, BTreeSet};
use tensorcell_language::{Builtin, Value};

/// Returns every public native function of every module and class, by its full name.
fn builtins(run: &mut Running) -> BTreeMap<&'static str, &'static Builtin> {
    let vm = run.session.vm();
    let mut found = BTreeMap::new();
    let add = |value: &Value, found: &mut BTreeMap<&'static str, &'static Builtin>| {
        if let Value::Builtin(builtin) = value
            && !builtin.short_name().starts_with('_')
        {
            found.insert(builtin.name, *builtin);
        }
    };
    for module in vm.module_names() {
        let Ok(Value::Module(module)) = vm.import(&module) else { continue };
        vm.run_files(&module).expect("its files run");
        if module.name.split('.').any(|part| part.starts_with('_')) {
            continue;
        }
        for (_, value) in module.dict.items() {
            add(&value, &mut found);
            if let Value::Class(class) = &value {
                class.dict.items().iter().for_each(|(_, value)| add(value, &mut found));
            }
        }
    }
    for name in vm.builtin_names() {
        if let Some(value) = vm.builtin(&name) {
            add(&value, &mut found);
        }
    }
    found
}

#[test]
fn every_public_function_says_what_it_does() {
    let mut run = Running::new();
    let found = builtins(&mut run);
    assert!(found.len() > 800, "{}", found.len());
    let silent: Vec<&str> =
        found.values().filter(|builtin| builtin.doc.trim().len() < 5).map(|builtin| builtin.name).collect();
    assert!(silent.is_empty(), "without documentation: {}", silent.join(", "));
}

#[test]
fn an_example_is_shown_with_its_function() {
    let mut run = Running::new();
    let page = run.cell("import torch\ntorch.sum?");
    let text = plain(&page.pages[0]);
    assert!(text.contains(">>> torch.sum(torch.ones(2, 3))\ntensor(6.)"), "{text}");
    assert!(page.pages[0]["text/html"].as_str().unwrap().contains("&gt;&gt;&gt; torch.sum"));
}

#[test]
fn a_file_that_waits_binds_what_its_lines_say() {
    let mut run = Running::new();
    let vm = run.session.vm();
    let mut waited = 0;
    for name in vm.module_names() {
        let Ok(Value::Module(module)) = vm.import(&name) else { continue };
        let names = |module: &tensorcell_language::object::Module| -> BTreeSet<String> {
            module.dict.keys().iter().filter_map(|key| key.as_str().map(str::to_owned)).collect()
        };
        let (before, waiting) = (names(&module), module.names_waiting());
        let is_module = |name: &str| matches!(module.dict.get_str(name), Some(Value::Module(_)));
        let there = waiting.iter().find(|name| before.contains(**name) && !is_module(name));
        assert!(there.is_none(), "{}: {there:?} is there already", module.name);
        vm.run_files(&module).expect("its files run");
        let expected: BTreeSet<String> =
            before.iter().cloned().chain(waiting.iter().map(ToString::to_string)).collect();
        let unread: BTreeSet<String> =
            (names(&module).difference(&expected)).filter(|name| !is_module(name)).cloned().collect();
        assert!(unread.is_empty(), "{}: {unread:?} are bound and not read", module.name);
        for (i, name) in waiting.iter().enumerate() {
            assert!(module.dict.get_str(name).is_some(), "{}: {name} is read and not bound", module.name);
            assert!(is_module(name) || !waiting[..i].contains(name), "{}: two files bind {name}", module.name);
        }
        waited += waiting.len();
    }
    assert!(waited > 500, "{waited}");
}
