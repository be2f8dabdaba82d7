//! Turns a panic into a failed request, so that the kernel survives.

use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use super::session::ErrorReport;

thread_local! {
    /// Inside [`catch`]: the message and location of the current panic.
    static CAUGHT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`. Turns a panic into a report of an InternalError.
pub fn catch<T>(work: impl FnOnce() -> T) -> Result<T, ErrorReport> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let outside = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let inside = CAUGHT.with_borrow_mut(|caught| {
                let inside = caught.is_some();
                if inside {
                    *caught = Some(panic.to_string());
                }
                inside
            });
            match inside {
                true => tracing::error!("{panic}\n{}", Backtrace::force_capture()),
                false => outside(panic),
            }
        }));
    });
    let outer = CAUGHT.replace(Some(String::new()));
    let result = catch_unwind(AssertUnwindSafe(work));
    let message = CAUGHT.replace(outer).unwrap_or_default();
    result.map_err(|_| report(&message))
}

fn report(message: &str) -> ErrorReport {
    let (ename, evalue) = ("InternalError".to_owned(), message.to_owned());
    let traceback = vec![
        format!("{ename}: {evalue}"),
        "This is a fault in the kernel, not in your code. The session goes on.".to_owned(),
    ];
    ErrorReport { ename, evalue, traceback }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_report_also_inside_another() {
        assert_eq!(catch(|| 1), Ok(1));
        let outer = catch(|| {
            let inner: Result<(), _> = catch(|| panic!("inner {}", 1));
            assert!(inner.unwrap_err().evalue.contains("inner 1"));
            panic!("outer");
        });
        let report: ErrorReport = outer.map(|(): ()| ()).unwrap_err();
        assert_eq!(report.ename, "InternalError");
        assert!(report.evalue.contains("outer") && report.evalue.contains("panic.rs"));
    }
}
