//! The modules of Python's standard library, each native or written in the language (the `*.py` files here).
//!
//! [`register`] makes them importable.

mod abc;
mod array;
mod array_machine;
mod asyncio;
mod binascii;
mod bisect;
mod blake2;
mod cmath;
mod codecs;
mod compression;
mod constants;
mod contextvars;
mod csv;
mod datetime;
mod decimal;
mod deque;
mod environment;
mod expat;
mod functools;
mod gc;
mod getpass;
mod hash_input;
mod hashes;
mod heapq;
mod importlib;
mod itertools;
mod json;
mod kernel_numbers;
mod math;
mod memory_streams;
mod messages;
mod operator;
mod ordered_dict;
mod os;
mod pickle;
mod random;
mod re;
mod relay;
pub mod signal;
mod socket;
mod spawn;
mod struct_format;
mod struct_module;
mod subscripted;
pub mod sys;
mod thread;
mod time;
mod tls;
mod traceback;
mod tuple_getter;
mod unicodedata;
mod zlib;
mod zone_files;

pub use environment::{INSTALLED_IN, environment_paths, environment_python};

use tensorcell_language::builtins::{bytes_of, code_bytes, evaluate, real, reduce};
use tensorcell_language::object::Module;
use tensorcell_language::weak;
use tensorcell_language::{Builtin, ModuleDef, Value, Vm};

/// Declares a module written in the language.
macro_rules! written {
    ($name:literal, $file:literal, $doc:literal) => {
        written!($name, $file, $doc, in_full: [])
    };
    ($name:literal, $file:literal, $doc:literal, in_full: $classes:expr) => {
        &ModuleDef {
            name: $name,
            doc: $doc,
            functions: &[],
            init: Some(|vm, module| {
                vm.run_prelude($file, include_str!($file), module)?;
                show_in_full(module, &$classes);
                Ok(())
            }),
        }
    };
}

/// Makes errors show the module of these classes, which CPython implements in C.
fn show_in_full(module: &Module, classes: &[&str]) {
    for name in classes {
        if let Some(Value::Class(class)) = module.dict.get_str(name) {
            class.shown_in_full();
        }
    }
}

/// Registers every module of the standard library.
pub fn register(vm: &mut Vm) {
    for module in MODULES {
        vm.register_module(module);
    }
    for module in codecs::modules() {
        vm.register_module(module);
    }
    vm.at_fork(os::fork::AT_FORK);
}

/// Every module of the standard library.
pub static MODULES: &[&ModuleDef] = &[
    &asyncio::ASYNCIO,
    &asyncio::TYPES,
    &abc::ABC,
    &array::ARRAY,
    &binascii::BINASCII,
    &bisect::BISECT,
    &cmath::CMATH,
    &codecs::CODECS_MODULE,
    &compression::COMPRESSION,
    &constants::CONSTANTS,
    &contextvars::CONTEXTVARS,
    &csv::CSV,
    &decimal::DECIMAL,
    &datetime::DATETIME,
    &deque::COLLECTIONS,
    &expat::EXPAT,
    &expat::ERRORS,
    &expat::MODEL,
    written!(
        "_elementtree",
        "elementtree.py",
        "Elements that the native parser builds: part of xml.etree.ElementTree."
    ),
    &functools::FUNCTOOLS,
    &getpass::GETPASS,
    &hashes::HASHLIB,
    &heapq::HEAPQ,
    &itertools::ITERTOOLS,
    &json::JSON,
    &math::MATH,
    &memory_streams::MEMORY_STREAMS,
    &messages::MESSAGES,
    &operator::OPERATOR,
    &os::OS,
    &os::OS_PATH,
    &os::POSIX_SPAWN,
    &os::TERMINAL,
    &os::CLOCKS,
    &os::CONTROL,
    &os::HOSTS,
    &os::MAPPING,
    &os::EPOLL,
    &pickle::PICKLE,
    &random::RANDOM,
    &re::RE,
    &struct_module::STRUCT,
    &signal::SIGNAL,
    &socket::SOCKET,
    &spawn::SUBPROCESS,
    &sys::SYS,
    &thread::THREAD,
    &time::TIME,
    &tls::TLS,
    &traceback::TRACEBACK,
    &unicodedata::UNICODEDATA,
    &zlib::ZLIB,
    &zone_files::ZONES,
    written!("__future__", "future.py", "Names of features that are in the language already."),
    &NATIVE,
    &gc::GC,
    &WEAKREF,
    written!("atexit", "atexit.py", "Functions that are called at the end of the program."),
    written!("ctypes", "ctypes.py", "The numbers of C by size and range."),
    written!("locale", "locale.py", "Conventions of a language and country."),
    written!("marshal", "marshal.py", "Values as bytes in CPython's format."),
    written!("abc", "abc.py", "Abstract base classes."),
    written!("asyncio", "asyncio/package.py", "Concurrency with coroutines and an event loop."),
    written!("asyncio.base_events", "asyncio/base_events.py", "The event loop."),
    written!("asyncio.base_subprocess", "asyncio/base_subprocess.py", "A program that runs, as a transport."),
    written!("asyncio.cells", "asyncio/cells.py", "The event loop on which cells that await run."),
    written!("asyncio.connections", "asyncio/connections.py", "How an event loop makes connections and servers."),
    written!("asyncio.constants", "asyncio/constants.py", "The numbers that asyncio goes by."),
    written!("asyncio.coroutines", "asyncio/coroutines.py", "Detection of coroutines."),
    written!("asyncio.events", "asyncio/events.py", "Event loops as others see them."),
    written!("asyncio.exceptions", "asyncio/exceptions.py", "The errors of asyncio."),
    written!("asyncio.format_helpers", "asyncio/format_helpers.py", "Callbacks as text."),
    written!("asyncio.futures", "asyncio/futures.py", "Results that are not there yet."),
    written!("asyncio.locks", "asyncio/locks.py", "Tasks that wait for each other."),
    written!("asyncio.log", "asyncio/log.py", "The logger of asyncio."),
    written!("asyncio.mixins", "asyncio/mixins.py", "Base class of objects bound to one event loop."),
    written!("asyncio.queues", "asyncio/queues.py", "Values from task to task."),
    written!("asyncio.runners", "asyncio/runners.py", "From code that does not await to code that does."),
    written!("asyncio.taskgroups", "asyncio/taskgroups.py", "Tasks that end together."),
    written!("asyncio.tasks", "asyncio/tasks.py", "Coroutines that an event loop runs."),
    written!("asyncio.threads", "asyncio/threads.py", "Functions that run in a thread meanwhile."),
    written!("asyncio.timeouts", "asyncio/timeouts.py", "Blocks that must end in time."),
    written!("asyncio.selector_events", "asyncio/selector_events.py", "Sockets as transports."),
    written!("asyncio.servers", "asyncio/servers.py", "Sockets that take connections."),
    written!("asyncio.sslproto", "asyncio/sslproto.py", "TLS between a transport and a protocol."),
    written!("asyncio.staggered", "asyncio/staggered.py", "Attempts that begin one after the other."),
    written!("asyncio.unix_events", "asyncio/unix_events.py", "The event loop of Unix."),
    written!("asyncio.pipes", "asyncio/pipes.py", "Pipes as transports."),
    written!("asyncio.protocols", "asyncio/protocols.py", "Protocols, which transports call."),
    written!("asyncio.streams", "asyncio/streams.py", "Bytes that are read and written by coroutines."),
    written!("asyncio.subprocess", "asyncio/subprocess.py", "Programs beside this one."),
    written!("asyncio.transports", "asyncio/transports.py", "Connections as protocols see them."),
    written!("asyncio.trsock", "asyncio/trsock.py", "The socket of a transport as others see it."),
    written!("_argparse_actions", "argparse_actions.py", "Actions of arguments: part of argparse."),
    written!("_argparse_help", "argparse_help.py", "Help texts: part of argparse."),
    written!("argparse", "argparse.py", "Command-line options."),
    written!("base64", "base64.py", "Bytes as printable text."),
    written!("collections.abc", "collections_abc.py", "Kinds of containers, for isinstance and annotations."),
    written!("concurrent", "concurrent/package.py", "Calls that run elsewhere."),
    written!("concurrent.futures", "concurrent/futures.py", "Calls that run elsewhere, and their results."),
    written!("concurrent.futures._base", "concurrent/base.py", "Results that are to come."),
    written!("concurrent.futures.thread", "concurrent/thread.py", "An executor whose calls run in threads."),
    written!("_bz2", "compression/bzip2.py", "Streams of bzip2."),
    written!("_compression", "compression/base.py", "Files that are compressed: part of bz2, gzip and lzma."),
    written!("_lzma", "compression/lzma.py", "Streams of xz and its forerunners."),
    written!("bz2", "bz2.py", "Bytes and files that are compressed with bzip2."),
    written!("lzma", "lzma.py", "Bytes and files that are compressed as xz and its forerunners."),
    written!("calendar", "calendar.py", "Calendars as text."),
    written!("codecs", "codecs.py", "Encodings by name."),
    written!("encodings", "encodings/package.py", "The codecs, one module each."),
    written!("encodings._binary", "encodings/binary.py", "Codecs between bytes and bytes."),
    written!("encodings._native", "encodings/_native.py", "The classes of codecs that are native."),
    written!("encodings._text", "encodings/text.py", "Codecs that are two functions."),
    written!("encodings.aliases", "encodings/aliases.py", "Other names of encodings."),
    written!("encodings.base64_codec", "encodings/base64_codec.py", "Bytes in base64."),
    written!("encodings.charmap", "encodings/charmap.py", "A codec by a mapping."),
    written!("encodings.hex_codec", "encodings/hex_codec.py", "Bytes as hexadecimal digits."),
    written!("encodings.idna", "encodings/idna.py", "Names of hosts in ASCII."),
    written!("encodings.punycode", "encodings/punycode.py", "Text in letters, digits and dashes."),
    written!("encodings.quopri_codec", "encodings/quopri_codec.py", "Bytes as quoted-printable text."),
    written!("encodings.rot_13", "encodings/rot_13.py", "Letters moved by half the alphabet."),
    written!("encodings.undefined", "encodings/undefined.py", "No encoding."),
    written!("encodings.uu_codec", "encodings/uu_codec.py", "Bytes as uuencoded text."),
    written!("encodings.zlib_codec", "encodings/zlib_codec.py", "Bytes, compressed."),
    written!("_multibytecodec", "encodings/multibytecodec.py", "Classes of codecs of several bytes a character."),
    written!(
        "collections",
        "collections.py",
        "Containers beyond the built-in ones.",
        in_full: ["deque", "OrderedDict", "defaultdict"]
    ),
    written!("_collections_user", "collections_user.py", "Bases that wrap a container: part of collections."),
    written!("_io", "io_native.py", "The classes of io, as CPython's native module."),
    written!("_inspect_coroutines", "inspect_coroutines.py", "Coroutines: part of inspect."),
    written!("_contextlib_async", "contextlib_async.py", "Asynchronous context managers: part of contextlib."),
    written!("_contextlib_stack", "contextlib_stack.py", "Stacks of context managers: part of contextlib."),
    written!("cProfile", "cprofile.py", "The calls of a program and their times."),
    written!("contextvars", "contextvars.py", "Variables whose values belong to a context."),
    &INSPECT,
    written!("_inspect_frames", "inspect_frames.py", "Frames and tracebacks: part of inspect."),
    &AST,
    written!("ast", "ast.py", "The tree of a program: nodes, and what walks and changes them."),
    written!("symtable", "symtable.py", "The names of a program and the scopes that they belong to."),
    written!("_ast_versions", "ast_versions.py", "Which version introduced which syntax: part of ast."),
    written!("_ast_optimize", "ast_optimize.py", "Constants of trees, computed: part of ast."),
    written!("_ast_unparse", "ast_unparse.py", "Text from nodes: part of ast."),
    written!("contextlib", "contextlib.py", "Context managers and what helps with them."),
    written!("code", "code.py", "An interpreter's loop."),
    written!("codeop", "codeop.py", "Whether a text is complete."),
    written!("copy", "copy.py", "Shallow and deep copies."),
    &COPYREG,
    written!("copyreg", "copyreg.py", "How objects are taken apart and made again."),
    written!("_csv_sniffer", "csv_sniffer.py", "How a text is separated, guessed: part of csv."),
    written!("csv", "csv.py", "Reading and writing of rows of separated values."),
    written!("dataclasses", "dataclasses.py", "Classes that are mostly their fields."),
    written!("_dataclass_fields", "dataclass_fields.py", "Fields of dataclasses: part of dataclasses."),
    written!("_dataclass_methods", "dataclass_methods.py", "Methods of dataclasses: part of dataclasses."),
    &DATACLASSES,
    written!("_datetime_arithmetic", "datetime_arithmetic.py", "Orders and sums: part of datetime."),
    written!("_datetime_states", "datetime_states.py", "Dates and times as bytes: part of datetime."),
    written!("_datetime_calendar", "datetime_calendar.py", "Days of months and years: part of zoneinfo."),
    written!(
        "datetime",
        "datetime.py",
        "Dates, times and the differences between them.",
        in_full: ["date", "datetime", "time", "timedelta", "timezone", "tzinfo"]
    ),
    written!("decimal", "decimal.py", "Decimal numbers of any precision."),
    written!("_decimal", "decimal_native.py", "The classes of decimal, as CPython's native module."),
    written!("_decimal_context", "decimal_context.py", "Signals and the current context: part of decimal."),
    written!("_difflib_html", "difflib_html.py", "Differences as HTML: part of difflib."),
    written!("difflib", "difflib.py", "Differences between sequences."),
    &DIS,
    &MARSHAL,
    written!("dis", "dis.py", "The instructions of code."),
    written!("_doctest_files", "doctest_files.py", "Files of examples as tests: part of doctest."),
    written!("doctest", "doctest.py", "Examples in documentation, run and compared."),
    &ENUM,
    written!("_enum_body", "enum_body.py", "The namespace of an enumeration's body: part of enum."),
    written!("_enum_flags", "enum_flags.py", "Enumerations of bits: part of enum."),
    written!("errno", "errno.py", "Numbers of the system's errors."),
    written!("fcntl", "fcntl.py", "Locks of files."),
    written!("filecmp", "filecmp.py", "Comparing files and folders."),
    written!("fileinput", "fileinput.py", "The lines of several files."),
    written!("fnmatch", "fnmatch.py", "Names by pattern."),
    written!("faulthandler", "faulthandler.py", "Where the program is."),
    written!("functools", "functools.py", "Functions that act on functions."),
    written!("_functools_dispatch", "functools_dispatch.py", "Dispatch by type: part of functools."),
    written!("_functools_order", "functools_order.py", "Orderings that follow from others: part of functools."),
    written!("gc", "gc.py", "The collector of objects that refer to each other."),
    written!("posixpath", "posixpath.py", "The same module as os.path."),
    written!("genericpath", "genericpath.py", "Facts of files."),
    written!("glob", "glob.py", "Files by pattern."),
    written!("grp", "grp.py", "The groups of the system."),
    written!("graphlib", "graphlib.py", "Topological order of graphs."),
    written!("gzip", "gzip.py", "Files in the format of gzip."),
    written!("hashlib", "hashlib.py", "Hash functions by name."),
    written!("hmac", "hmac.py", "Keyed hashing of messages."),
    &importlib::IMPORTLIB,
    written!("html", "html.py", "Text that is safe in a page."),
    written!("importlib", "importlib/__init__.py", "Modules by name."),
    written!("importlib._bootstrap", "importlib/_bootstrap.py", "Names of CPython's own parts of importlib."),
    written!(
        "importlib._bootstrap_external",
        "importlib/_bootstrap_external.py",
        "Names of CPython's own parts of importlib."
    ),
    written!("importlib._finders", "importlib/_finders.py", "Finders of modules: part of importlib.machinery."),
    written!("importlib._loaders", "importlib/_loaders.py", "Loaders of modules: part of importlib.machinery."),
    written!(
        "importlib._own",
        "importlib/_own.py",
        "Distributions of own libraries: part of importlib.metadata's search."
    ),
    written!("importlib.abc", "importlib/abc.py", "The classes that finders and loaders derive from."),
    written!("importlib.machinery", "importlib/machinery.py", "Specs of modules, and what loads them."),
    written!("importlib.util", "importlib/util.py", "Specs, and modules made of them."),
    written!("_http_messages", "http_messages.py", "Headers and errors: part of http.client."),
    written!("http.client", "http_client.py", "Requests to servers."),
    written!("http.server", "http_server.py", "Servers of pages."),
    &HTTP,
    written!("_inspect_members", "inspect_members.py", "Attributes and kinds of things: part of inspect."),
    written!("_inspect_static", "inspect_static.py", "Attributes as they are stored: part of inspect."),
    written!("_inspect_signature", "inspect_signature.py", "Signatures: part of inspect."),
    written!("_inspect_source", "inspect_source.py", "Where things are defined: part of inspect."),
    written!("inspect", "inspect.py", "Inspects functions, classes and modules."),
    &IO,
    written!("json", "json/package.py", "JSON: text from values (dumps, dump) and values from text (loads, load)."),
    written!("json.decoder", "json/decoder.py", "Values from JSON text."),
    written!("json.encoder", "json/encoder.py", "JSON text from values."),
    written!("json.scanner", "json/scanner.py", "One value of a JSON text after the other."),
    written!("keyword", "keyword.py", "The words that are no names."),
    written!("linecache", "linecache.py", "Lines of files."),
    written!("logging", "logging.py", "Messages with levels."),
    written!("_logging_outputs", "logging_outputs.py", "Filters and handlers: part of logging."),
    written!("_logging_records", "logging_records.py", "Levels, records and their layout: part of logging."),
    written!("multiprocessing", "multiprocessing/package.py", "Processes, started and joined as threads are."),
    written!("multiprocessing._server", "multiprocessing/_server.py", "The server in a manager's process."),
    written!("multiprocessing.connection", "multiprocessing/connection.py", "Messages between processes."),
    written!("multiprocessing.context", "multiprocessing/context.py", "Methods of starting processes."),
    written!(
        "multiprocessing.dummy",
        "multiprocessing/dummy.py",
        "multiprocessing's names, with threads for processes."
    ),
    written!("multiprocessing.forkserver", "multiprocessing/forkserver.py", "A process that forks others."),
    written!("multiprocessing.heap", "multiprocessing/heap.py", "Blocks of shared memory."),
    written!("multiprocessing.managers", "multiprocessing/managers.py", "Objects that live in a process of their own."),
    written!("multiprocessing.pool", "multiprocessing/pool.py", "Workers that calls are spread over."),
    written!("multiprocessing.popen_fork", "multiprocessing/popen_fork.py", "Processes that are copies."),
    written!(
        "multiprocessing.popen_forkserver",
        "multiprocessing/popen_forkserver.py",
        "Processes of the fork server."
    ),
    written!("multiprocessing.popen_spawn_posix", "multiprocessing/popen_spawn_posix.py", "Processes that begin anew."),
    written!("multiprocessing.process", "multiprocessing/process.py", "Processes as objects."),
    written!("multiprocessing.queues", "multiprocessing/queues.py", "Queues between processes."),
    written!("multiprocessing.reduction", "multiprocessing/reduction.py", "Objects for other processes."),
    written!(
        "multiprocessing.resource_sharer",
        "multiprocessing/resource_sharer.py",
        "Descriptors for other processes."
    ),
    written!("multiprocessing.resource_tracker", "multiprocessing/resource_tracker.py", "Names of shared memory."),
    written!("multiprocessing.shared_memory", "multiprocessing/shared_memory.py", "Shared memory by name."),
    written!("multiprocessing.sharedctypes", "multiprocessing/sharedctypes.py", "Numbers in shared memory."),
    written!("multiprocessing.spawn", "multiprocessing/spawn.py", "Starts new processes and prepares them."),
    written!("multiprocessing.synchronize", "multiprocessing/synchronize.py", "Locks between processes."),
    written!("multiprocessing.util", "multiprocessing/util.py", "Ends of processes, and the log."),
    written!("concurrent.futures.process", "concurrent/process.py", "An executor whose calls run in processes."),
    written!("mmap", "mmap.py", "Files in memory."),
    written!("pty", "pty.py", "Pseudo-terminals."),
    written!("resource", "resource.py", "Limits of processes, and what they have used."),
    written!("termios", "termios.py", "Settings of terminals."),
    written!("tty", "tty.py", "Modes of terminals."),
    written!("fractions", "fractions.py", "Rational numbers."),
    written!("numbers", "numbers.py", "The kinds of numbers."),
    written!("operator", "operator.py", "The operators as functions."),
    written!("os", "os.py", "Files, processes and the environment."),
    written!("_os_system", "os_system.py", "Scheduling and timers: part of os."),
    written!("posix", "posix.py", "The system's own part of os."),
    written!("_os_processes", "os_processes.py", "Processes: part of os."),
    written!("opcode", "opcode.py", "Names of instructions."),
    written!("os.path", "os_path.py", "Operations on path names."),
    written!("pathlib", "pathlib.py", "Paths as objects."),
    written!("_pathlib_windows", "pathlib_windows.py", "Paths of Windows: part of pathlib."),
    written!("_compat_pickle", "compat_pickle.py", "Python 2's names, for pickles: part of pickle."),
    written!("_pickle_reader", "pickle_reader.py", "Objects from bytes: part of pickle."),
    written!("_pickle_writer", "pickle_writer.py", "Bytes from objects: part of pickle."),
    written!("pickle", "pickle.py", "Objects as bytes."),
    written!("platform", "platform.py", "Facts about the machine."),
    written!("pprint", "pprint.py", "Nested values over several lines."),
    written!("queue", "queue.py", "Queues that threads hand things over with."),
    written!("py_compile", "py_compile.py", "Refused: compiled files."),
    written!("random", "random.py", "Random numbers: CPython's generator, so that a seed gives its numbers."),
    written!("reprlib", "reprlib.py", "repr with size limits."),
    written!("runpy", "runpy.py", "Modules and files run as programs."),
    written!("sched", "sched.py", "Events in the order of their times."),
    written!("secrets", "secrets.py", "Random numbers for secrets."),
    written!("pwd", "pwd.py", "The users of the system."),
    written!("select", "select.py", "Waiting for descriptors."),
    written!("selectors", "selectors.py", "Waiting for many files."),
    written!("shlex", "shlex.py", "Splitting of command lines."),
    written!("shutil", "shutil.py", "Files and folders, whole."),
    written!("_shutil_archives", "shutil_archives.py", "Archives: part of shutil."),
    written!("signal", "signal.py", "Signals and their handlers."),
    written!("_ssl_connection", "tls/connection.py", "Connections in TLS: part of ssl."),
    written!("_ssl_names", "tls/names.py", "Numbers and errors: part of ssl."),
    written!("ssl", "ssl.py", "Connections that are encrypted."),
    written!("stat", "stat.py", "The bits of a file's mode."),
    written!("socket", "socket.py", "Sockets."),
    written!("socketserver", "socketserver.py", "Servers."),
    written!("_statistics_density", "statistics_density.py", "Densities estimated from samples: part of statistics."),
    written!("statistics", "statistics.py", "Averages and spreads."),
    written!("_string", "string_fields.py", "The fields of format strings: part of string."),
    written!("string", "string.py", "Constants and templates of text."),
    written!("subprocess", "subprocess.py", "Programs, started and talked to."),
    written!("_tarfile_filters", "tarfile_filters.py", "Filters of what is extracted: part of tarfile."),
    written!("tarfile", "tarfile.py", "Archives of files, one after the other."),
    written!("tempfile", "tempfile.py", "Files and folders that go away."),
    written!("textwrap", "textwrap.py", "Filling and indenting paragraphs."),
    written!("_threading_local", "threading_local.py", "threading.local, by another name."),
    written!("threading", "threading.py", "Threads as objects."),
    written!("_threading_waits", "threading_waits.py", "Conditions, events and barriers: part of threading."),
    written!("time", "time.py", "Clocks, sleeping and calendar time.", in_full: ["struct_time"]),
    written!("_time_zone", "time_zone.py", "The local time zone: part of time."),
    written!("timeit", "timeit.py", "How long a statement takes."),
    written!("token", "token_module.py", "The kinds of tokens."),
    written!("tokenize", "tokenize.py", "The tokens of a text."),
    written!("bdb", "bdb.py", "The base of debuggers: stopping and breakpoints."),
    written!("_bdb_breakpoints", "bdb_breakpoints.py", "Breakpoints, and whether one holds: part of bdb."),
    written!("cmd", "cmd.py", "Interpreters of lines, each a command with its arguments."),
    written!("pdb", "pdb.py", "The debugger that asks for commands where a program stops."),
    written!("_pdb_breakpoints", "pdb_breakpoints.py", "Commands of breakpoints: part of pdb."),
    written!("_pdb_commands", "pdb_commands.py", "Commands that go on and that show: part of pdb."),
    written!("_traceback_frames", "traceback_frames.py", "Calls as text: part of traceback."),
    written!("traceback", "traceback.py", "Exceptions as text."),
    written!("types", "types.py", "Names of types that have no other.", in_full: ["SimpleNamespace"]),
    written!("_typing_aliases", "typing_aliases.py", "Forms with brackets: part of typing."),
    written!("_typing_forms", "typing_forms.py", "Special forms and checks: part of typing."),
    written!("_typing_hints", "typing_hints.py", "Evaluates annotations: part of typing."),
    written!("_typing_marks", "typing_marks.py", "Functions that tell checkers something: part of typing."),
    written!("_typing_parameters", "typing_parameters.py", "Type parameters and aliases: part of typing."),
    written!("_typing_protocols", "typing_protocols.py", "Generic classes and protocols: part of typing."),
    written!("_typing_records", "typing_records.py", "NamedTuple, TypedDict and NewType: part of typing."),
    written!("typing", "typing.py", "Names for annotations."),
    written!("uuid", "uuid.py", "Universally unique identifiers."),
    &URLLIB,
    written!("_urllib_authentication", "urllib_authentication.py", "Names and passwords: part of urllib.request."),
    written!("urllib.error", "urllib_error.py", "Errors of urllib.request."),
    written!("urllib.parse", "urllib_parse.py", "Addresses, taken apart and put together."),
    written!("urllib.request", "urllib_request.py", "Opens URLs."),
    written!("urllib.response", "urllib_response.py", "Answers of servers."),
    written!("unittest", "unittest.py", "Tests as methods of classes."),
    written!("unittest.asserts", "unittest_asserts.py", "The assertions of tests."),
    written!("unittest.async_case", "unittest_async_case.py", "Tests that are coroutines."),
    written!("unittest.case", "unittest_case.py", "One test."),
    written!("unittest.loader", "unittest_loader.py", "Tests found by name."),
    written!("unittest.mock", "unittest_mock.py", "Objects that stand for others."),
    written!("_mock_calls", "unittest_mock_calls.py", "The calls of mocks: part of unittest.mock."),
    written!("_mock_awaited", "unittest_mock_awaited.py", "Awaiting mocks: part of unittest.mock."),
    written!("_mock_specs", "unittest_mock_specs.py", "Mocks in the form of other objects: part of unittest.mock."),
    written!("_mock_patch", "unittest_mock_patch.py", "Attributes replaced for a while: part of unittest.mock."),
    written!("unittest.result", "unittest_result.py", "Results of tests."),
    written!("unittest.runner", "unittest_runner.py", "Tests run with their outcomes shown."),
    written!("unittest.suite", "unittest_suite.py", "Several tests as one."),
    written!("unittest.util", "unittest_util.py", "Values in messages."),
    written!("warnings", "warnings.py", "Warnings and their filters."),
    written!("_weakref_dicts", "weakref_dicts.py", "Mappings and sets of weak references: part of weakref."),
    written!("weakref", "weakref.py", "References that do not keep their objects."),
    written!("zoneinfo", "zoneinfo.py", "Time zones of the system's own files."),
    written!("_zoneinfo_rule", "zoneinfo_rule.py", "Rules of time zones: part of zoneinfo."),
    written!("_zipfile_path", "zipfile_path.py", "Paths inside an archive: part of zipfile."),
    written!("zipimport", "zipimport.py", "Modules in archives."),
    written!("zipfile", "zipfile.py", "Archives of files, each packed by itself."),
];

static IO: ModuleDef = ModuleDef {
    name: "io",
    doc: "Streams in memory, and the classes of open files.",
    functions: &[],
    init: Some(|vm, module| {
        for class in tensorcell_language::builtins::files::classes() {
            module.dict.insert_str(&class.name.clone(), Value::Class(class));
        }
        module.dict.insert_str("_ConsoleStream", Value::Class(tensorcell_language::console::class()));
        vm.run_prelude("io.py", include_str!("io.py"), module)
    }),
};

/// The package of the native parts: `os.py` imports its native functions from `_tensorcell.os`.
static NATIVE: ModuleDef =
    ModuleDef { name: "_tensorcell", doc: "The native part of modules.", functions: &[], init: None };

static COPYREG: ModuleDef = ModuleDef {
    name: "_tensorcell.copyreg",
    doc: "The native part of copyreg.",
    functions: &[
        Builtin::new("copyreg._float_bytes", "(x, /)", "The eight bytes of a float, the highest first.", |vm, args| {
            Ok(Value::bytes(real(vm, args.get(0))?.to_be_bytes().to_vec()))
        }),
        Builtin::new("copyreg._float_of", "(data, /)", "The float of eight bytes.", |_, args| match args.get(0) {
            Value::Bytes(bytes) => {
                let bytes: [u8; 8] = bytes.data.borrow()[..].try_into().map_err(|_| args.wrong(0, "eight bytes"))?;
                Ok(Value::from(f64::from_be_bytes(bytes)))
            }
            _ => Err(args.wrong(0, "bytes")),
        }),
    ],
    init: Some(|_, module| {
        module.dict.insert_str("_beneath", Value::Builtin(&reduce::BENEATH));
        Ok(())
    }),
};

static WEAKREF: ModuleDef = ModuleDef {
    name: "_weakref",
    doc: "The native part of weakref.",
    functions: weak::FUNCTIONS,
    init: Some(|_, module| {
        for name in ["ref", "ReferenceType"] {
            module.dict.insert_str(name, Value::Class(weak::class()));
        }
        Ok(())
    }),
};

static URLLIB: ModuleDef = ModuleDef { name: "urllib", doc: "URLs and their contents.", functions: &[], init: None };

static HTTP: ModuleDef = ModuleDef {
    name: "http",
    doc: "The protocol of the web.",
    functions: &[],
    init: Some(|vm, module| vm.run_prelude("http.py", include_str!("http.py"), module)),
};

static ENUM: ModuleDef = ModuleDef {
    name: "enum",
    doc: "Sets of named constants.",
    functions: &[],
    init: Some(|vm, module| {
        vm.run_prelude("enum.py", include_str!("enum.py"), module)?;
        vm.wait_prelude("enum_checks.py", include_str!("enum_checks.py"), module, |_| {})
    }),
};

static DATACLASSES: ModuleDef = ModuleDef {
    name: "_tensorcell.dataclasses",
    doc: "The native part of dataclasses.",
    functions: &[Builtin::new(
        "dataclasses._function",
        "(source, names, /)",
        "The function `made` that a source defines, which sees the names.",
        |vm, args| {
            let Value::Dict(names) = args.get(1) else {
                return Err(args.wrong(1, "dict"));
            };
            let module = Module::new("dataclasses", names.clone());
            vm.run_made("dataclasses.py", args.str(0)?, &module)?;
            Ok(module.dict.get_str("made").unwrap_or_default())
        },
    )],
    init: None,
};

static INSPECT: ModuleDef = ModuleDef {
    name: "_tensorcell.inspect",
    doc: "The native part of inspect.",
    functions: &[
        Builtin::new("inspect._source", "(object, /)", "The source of a function or class.", |vm, args| {
            Ok(vm.source_of(args.get(0)).map_or(Value::None, Value::from))
        }),
        Builtin::new(
            "inspect._block",
            "(object, /)",
            "(file, its text, first line, last line) of a function, class or code; None where there is none.",
            |vm, args| Ok(vm.block_of(args.get(0)).unwrap_or_default()),
        ),
        Builtin::new(
            "inspect._native_parameters",
            "(function, /)",
            "The parameters of a native function as (name, kind, default...); None where a default has no form.",
            |_, args| Ok(tensorcell_language::signature::as_values(args.get(0)).map_or(Value::None, Value::list)),
        ),
    ],
    init: None,
};

static AST: ModuleDef = ModuleDef {
    name: "_tensorcell.ast",
    doc: "The native part of ast.",
    functions: &[
        Builtin::new("ast._table", "()", "The table of nodes.", |_, _| Ok(tensorcell_language::nodes::table())),
        Builtin::new("ast._scopes", "(source, filename, mode, /)", "The scopes of a source.", evaluate::scopes),
    ],
    init: None,
};

static MARSHAL: ModuleDef = ModuleDef {
    name: "_tensorcell.marshal",
    doc: "The native part of marshal.",
    functions: &[
        Builtin::new(
            "marshal._code_bytes",
            "(object, /)",
            "The bytes of a code object; None for other objects.",
            |vm, args| Ok(code_bytes::to_bytes(vm, args.get(0))?.map_or(Value::None, Value::bytes)),
        ),
        Builtin::new(
            "marshal._code_of",
            "(bytes, /)",
            "The code object in bytes; None for bytes of another version.",
            |vm, args| {
                let bytes = bytes_of(args.get(0))?.ok_or_else(|| args.wrong(0, "bytes"))?;
                Ok(code_bytes::from_bytes(vm, &bytes).unwrap_or(Value::None))
            },
        ),
    ],
    init: None,
};

static DIS: ModuleDef = ModuleDef {
    name: "_tensorcell.dis",
    doc: "The native part of dis.",
    functions: &[Builtin::new(
        "dis._instructions",
        "(code, /)",
        "The instructions of code: (name, operand, value, its form, line) of each.",
        |vm, args| vm.instructions_of(args.get(0)).map(Value::list),
    )],
    init: None,
};

#[cfg(test)]
mod tests {
    use super::MODULES;
    use std::collections::BTreeSet;

    #[test]
    fn every_module_is_declared_once() {
        let mut known = BTreeSet::new();
        let again: Vec<&str> = MODULES.iter().map(|module| module.name).filter(|name| !known.insert(*name)).collect();
        assert!(known.len() > 100 && again.is_empty(), "{again:?}");
    }
}
