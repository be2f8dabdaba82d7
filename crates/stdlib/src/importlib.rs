//! The native part of importlib: the language's own module search, and running module files.

use std::path::{Path, PathBuf};
use tensorcell_language::find_module::{self, Found};
use tensorcell_language::{Args, BUILT_IN, Builtin, ModuleDef, OWN_MODULES, Raise, Result, Value, Vm};

pub static IMPORTLIB: ModuleDef = ModuleDef {
    name: "_tensorcell.importlib",
    doc: "The native part of importlib.",
    functions: &[
        Builtin::new(
            "importlib._import",
            "(name, /)",
            "The module of a full name, as the user's code finds it.",
            |vm, args| vm.import_for(args.str(0)?, true),
        ),
        Builtin::new(
            "importlib._is_defined",
            "(name, /)",
            "Whether a module is one of the interpreter's own.",
            |vm, args| Ok(Value::from(vm.is_defined(args.str(0)?))),
        ),
        Builtin::new(
            "importlib._own",
            "(name, /)",
            "A module of the interpreter's own, made if need be.",
            |vm, args| vm.import_own(args.str(0)?),
        ),
        Builtin::new(
            "importlib._compile",
            "(source, file, mode='exec', /)",
            "Compile a source as user code.",
            |vm, args| {
                let (source, file) = (args.get(0).clone(), args.str(1)?.to_owned());
                tensorcell_language::builtins::compile_users(vm, &source, &file, args.str(2)?)
            },
        ),
        Builtin::new("importlib._is_file", "(path, /)", "Whether a path leads to a file.", |_, args| {
            Ok(Value::from(Path::new(args.str(0)?).is_file()))
        }),
        Builtin::new("importlib._is_dir", "(path, /)", "Whether a path leads to a folder.", |_, args| {
            Ok(Value::from(Path::new(args.str(0)?).is_dir()))
        }),
        Builtin::new("importlib._find", "(name, path, /)", "Where folders have a module: (kind, place) or None.", find),
        Builtin::new("importlib._run_file", "(module, file, /)", "Runs a file in a module's namespace.", |vm, args| {
            let Value::Module(module) = args.get(0).clone() else {
                return Err(Raise::type_error("only modules run files"));
            };
            vm.run_file(Path::new(args.str(1)?), &module)?;
            Ok(Value::None)
        }),
    ],
    init: Some(|_, module| {
        module.dict.insert_str("OWN_MODULES", Value::str(OWN_MODULES));
        module.dict.insert_str("BUILT_IN", Value::tuple(BUILT_IN.iter().map(Value::str).collect()));
        Ok(())
    }),
};

fn find(vm: &mut Vm, args: &Args) -> Result<Value> {
    let folders = vm.folders(args.get(1))?;
    let found = find_module::find(args.str(0)?, folders.iter().map(PathBuf::as_path));
    let text = |path: &Path| Value::from(path.to_string_lossy().into_owned());
    let (kind, place) = match found {
        None => return Ok(Value::None),
        Some(Found::File(file)) => ("file", text(&file)),
        Some(Found::Package { file, .. }) => ("package", text(&file)),
        Some(Found::Extension(library)) => ("extension", text(&library)),
        Some(Found::Namespace(folders)) => {
            ("namespace", Value::list(folders.iter().map(|folder| text(folder)).collect()))
        }
    };
    Ok(Value::tuple(vec![Value::str(kind), place]))
}
