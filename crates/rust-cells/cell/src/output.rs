//! What a cell prints, and how it failed: told to the kernel as it happens.

use crate::link;
use crate::wire::Message;
use std::cell::RefCell;
use std::fmt::Arguments;
use std::panic::PanicHookInfo;
use std::sync::Mutex;

/// An error that evcxr printed, until it is known whether the cell ended with it.
static NOTED: Mutex<Option<String>> = Mutex::new(None);

thread_local! {
    /// The latest panic of this thread: what it said, and at which line of the compiled source.
    static PANIC: RefCell<(String, u32)> = const { RefCell::new((String::new(), 0)) };
}

fn noted() -> Option<String> {
    NOTED.lock().unwrap_or_else(|poisoned| poisoned.into_inner()).take()
}

#[doc(hidden)]
pub fn print(error: bool, text: Arguments<'_>) {
    flush();
    if link::tell(&Message::Print(error, text.to_string())).is_err() {
        match error {
            true => std::eprint!("{text}"),
            false => std::print!("{text}"),
        }
    }
}

/// Prints what looked like the end of a cell and was not.
pub(crate) fn flush() {
    if let Some(text) = noted() {
        let _ = link::tell(&Message::Print(true, format!("{text}\n")));
    }
}

#[doc(hidden)]
pub fn note_error(text: String) {
    flush();
    *NOTED.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(text);
}

#[doc(hidden)]
pub fn returned_error() {
    let _ = link::tell(&Message::Failed(false, noted().unwrap_or_default(), 0));
}

#[doc(hidden)]
pub fn panicked() {
    let (text, line) = PANIC.take();
    let _ = link::tell(&Message::Failed(true, text, line));
}

/// What the latest panic of this thread said.
pub(crate) fn latest_panic() -> String {
    PANIC.take().0
}

/// Connects to the kernel. The first cell of a session, which nobody sees, ends in it.
#[doc(hidden)]
pub fn ready() -> crate::Result<()> {
    link::tell(&Message::Print(false, String::new()))
}

/// Keeps what a panic says instead of printing it: whoever catches it on the cell's thread or in a call tells it.
pub(crate) fn hook(panic: &PanicHookInfo<'_>) {
    let payload = panic.payload();
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned());
    let (file, line) = panic.location().map_or(("", 0), |place| (place.file(), place.line()));
    let own_line = if file.ends_with("src/lib.rs") && !file.contains("registry") { line } else { 0 };
    let thread = std::thread::current();
    if !is_main() && thread.name() != Some(link::CALLS) {
        let name = thread.name().unwrap_or("<unnamed>");
        let _ = link::tell(&Message::Print(true, format!("thread '{name}' panicked at {file}:{line}: {text}\n")));
    }
    PANIC.set((text, own_line));
}

/// Whether this is the thread that runs cells. Its name is not known here: another copy of the standard library made it.
fn is_main() -> bool {
    // SAFETY: both only tell numbers.
    unsafe { libc::syscall(libc::SYS_gettid) == libc::c_long::from(libc::getpid()) }
}
