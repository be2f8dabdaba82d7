//! The built-in exception classes that native code raises.

macro_rules! exceptions {
    ($($name:ident),* $(,)?) => {
        /// Python's built-in exception classes that native code raises.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Exc { $($name),* }
        impl Exc {
            pub(crate) const ALL: &[Exc] = &[$(Exc::$name),*];
            pub fn name(self) -> &'static str {
                match self { $(Exc::$name => stringify!($name)),* }
            }
        }
    };
}
exceptions!(
    ArithmeticError,
    AssertionError,
    AttributeError,
    BaseException,
    BufferError,
    DeprecationWarning,
    EOFError,
    Exception,
    FileExistsError,
    FileNotFoundError,
    FutureWarning,
    GeneratorExit,
    ImportError,
    IndentationError,
    IndexError,
    IsADirectoryError,
    KeyError,
    KeyboardInterrupt,
    LookupError,
    MemoryError,
    ModuleNotFoundError,
    NameError,
    NotADirectoryError,
    NotImplementedError,
    OSError,
    OverflowError,
    PermissionError,
    RecursionError,
    RuntimeError,
    StopAsyncIteration,
    StopIteration,
    SyntaxError,
    SystemError,
    SystemExit,
    TimeoutError,
    TypeError,
    UnboundLocalError,
    UnicodeDecodeError,
    UnicodeEncodeError,
    UnicodeTranslateError,
    UserWarning,
    ValueError,
    ZeroDivisionError,
);
