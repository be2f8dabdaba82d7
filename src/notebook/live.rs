//! A picture that changes while cells run: one display in each cell, redrawn at most ten times a second.

use super::account::{self, Live};
use super::front::front;
use super::rich;
use std::cell::{Cell, Ref, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};
use tensorcell_display::{Figure, Picture, picture};
use tensorcell_jupyter::Display;

/// The interval between updates of a picture while its cell runs.
const BETWEEN_FRAMES: Duration = Duration::from_millis(100);
/// Drawing takes at most this fraction of a cell's time.
const SHARE: u32 = 10;

/// A figure and the display that shows it.
pub struct LivePicture<F> {
    figure: RefCell<F>,
    /// The prefix of the display's id.
    kind: &'static str,
    number: u64,
    shown: Cell<Option<Shown>>,
    changed: Cell<bool>,
}

/// The last frame.
#[derive(Clone, Copy)]
struct Shown {
    cell: u32,
    when: Instant,
    /// The pause before the next frame.
    pause: Duration,
}

impl<F: Figure + 'static> LivePicture<F> {
    pub fn new(kind: &'static str, figure: F) -> Rc<LivePicture<F>> {
        thread_local!(static NEXT: Cell<u64> = const { Cell::new(1) });
        let number = NEXT.replace(NEXT.get() + 1);
        let (shown, changed) = (Cell::new(None), Cell::new(false));
        Rc::new(LivePicture { figure: RefCell::new(figure), kind, number, shown, changed })
    }

    pub fn figure(&self) -> Ref<'_, F> {
        self.figure.borrow()
    }

    /// Changes the figure, and shows it if its cell has not shown it yet or the next frame is due.
    pub fn change(self: &Rc<Self>, change: impl FnOnce(&mut F)) {
        change(&mut self.figure.borrow_mut());
        self.changed.set(true);
        account::watch(self.clone());
        let cell = account::count();
        match self.shown.get().filter(|shown| shown.cell == cell) {
            Some(shown) if shown.when.elapsed() < shown.pause => {}
            shown => self.draft(cell, shown.is_some()),
        }
    }

    /// Draws a frame without its PNG, since another one follows.
    fn draft(&self, cell: u32, update: bool) {
        self.send(cell, update, || picture::draft(&*self.figure.borrow()));
        self.changed.set(true);
    }

    fn send(&self, cell: u32, update: bool, draw: impl FnOnce() -> Vec<(String, String)>) {
        let began = Instant::now();
        let display_id = Some(format!("tensorcell-{}-{}-{cell}", self.kind, self.number));
        let display = Display { display_id, update, ..rich::display(&draw()) };
        front(|front| front.display(display));
        let pause = BETWEEN_FRAMES.max(began.elapsed() * (SHARE - 1));
        self.shown.set(Some(Shown { cell, when: Instant::now(), pause }));
    }
}

impl<F: Figure + 'static> Live for LivePicture<F> {
    /// Draws the last frame of a cell, in all forms.
    fn finish(&self) {
        if self.changed.replace(false) {
            self.send(account::count(), true, || Picture::of(&*self.figure.borrow()).bundle());
        }
    }
}
