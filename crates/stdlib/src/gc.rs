//! The native part of `gc`.

use tensorcell_language::{Builtin, ModuleDef, Value, gc_inspect};

pub static GC: ModuleDef = ModuleDef {
    name: "_tensorcell.gc",
    doc: "The native part of gc.",
    functions: &[
        Builtin::new("gc._collect", "()", "Collect cycles now; the number of objects freed.", |vm, _| {
            Ok(Value::Int(vm.collect_cycles() as i64))
        }),
        Builtin::new("gc._objects", "()", "The containers that the collector looks through.", |_, _| {
            Ok(Value::list(gc_inspect::objects()))
        }),
        Builtin::new("gc.get_referents", "(*objs)", "Returns the objects that the given ones refer to.", |_, args| {
            Ok(Value::list(args.rest(0).iter().flat_map(gc_inspect::referents).collect()))
        }),
        Builtin::new("gc.get_referrers", "(*objs)", "The containers that refer to one of the objects.", |_, args| {
            Ok(Value::list(gc_inspect::referrers(args.rest(0))))
        }),
        Builtin::new("gc.is_tracked", "(obj, /)", "Whether a cycle can close through the object.", |_, args| {
            Ok(Value::from(gc_inspect::is_tracked(args.get(0))))
        }),
        Builtin::new("gc.is_finalized", "(obj, /)", "Whether the object's __del__ was called.", |_, args| {
            Ok(Value::from(gc_inspect::is_finalized(args.get(0))))
        }),
    ],
    init: None,
};
