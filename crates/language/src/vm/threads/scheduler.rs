//! The thread scheduler.

use super::coroutine::Outcome;
use super::{Blocked, Ident, State, Ticker, Woken};
use crate::compile::{Code, Op};
use crate::vm::ready;
use crate::{Awaited, Raise, Result, Vm};
use std::time::{Duration, Instant};

/// How often an idle evaluator checks for interrupts and requests.
const LOOK: Duration = Duration::from_millis(20);

impl Vm {
    /// Runs other threads until this one is woken, or its timeout expires.
    ///
    /// # Errors
    /// RuntimeError in the main thread on a deadlock of all threads.
    pub(crate) fn block(&mut self, on: Blocked, until: Option<Instant>) -> Result<Woken> {
        let current = self.threads.current;
        if let Some(thread) = self.threads.known.get_mut(&current) {
            thread.state = State::Blocked(on, until);
        }
        self.threads.timers.extend(until.map(|until| (until, current)));
        let outcome = if self.threads.held == 0 { self.hand_over() } else { self.wait_alone(current) };
        if outcome.is_err() {
            self.unblock(current, Woken::Interrupted);
        }
        outcome?;
        match self.threads.known.get(&current).map(|thread| &thread.state) {
            Some(State::Ready(woken)) => Ok(*woken),
            _ => Ok(Woken::Interrupted),
        }
    }

    /// Makes a blocked thread ready, because the awaited event has happened.
    pub(crate) fn wake_thread(&mut self, ident: Ident) {
        if self.unblock(ident, Woken::Called) {
            self.threads.ready.push_back(ident);
        }
    }

    /// Records why a thread continues; true if it was blocked.
    fn unblock(&mut self, ident: Ident, woken: Woken) -> bool {
        let Some(thread) = self.threads.known.get_mut(&ident) else {
            return false;
        };
        let until = match thread.state {
            State::Blocked(_, until) => until,
            // Its timeout expired and it was woken before its turn: it counts as woken.
            State::Ready(_) if woken == Woken::Called => {
                thread.state = State::Ready(woken);
                return false;
            }
            State::Ready(_) => return false,
        };
        thread.state = State::Ready(woken);
        if let Some(until) = until {
            self.threads.timers.remove(&(until, ident));
        }
        true
    }

    /// Lets the other threads run before the running one continues.
    pub(super) fn end_slice(&mut self) {
        self.threads.ready.push_back(self.threads.current);
        // Cannot fail: the running thread is ready, so there is no deadlock.
        let _ = self.hand_over();
    }

    /// A safe point of the bytecode loop: handles interrupts, requests and the end of a slice. Modules written in the language are
    /// interrupted at loops only: between two of their calls a lock may be in an intermediate state.
    #[cold]
    #[inline(never)]
    pub(in crate::vm) fn safe_point(&mut self) -> Result<()> {
        let in_users = self.frames.last().is_some_and(|frame| frame.code().is_users);
        if !in_users && !self.is_at_loop() {
            return Ok(());
        }
        self.check_interrupt()?;
        let over = self.threads.ticker.as_ref().is_some_and(Ticker::take)
            && self.threads.since.elapsed() >= self.threads.interval;
        let is_interrupted = !self.threads.is_main() && self.is_interrupted();
        if self.may_switch() && ((over && in_users) || is_interrupted) {
            self.end_slice();
            self.check_interrupt()?;
        }
        Ok(())
    }

    /// Whether the running instruction is a backward jump.
    fn is_at_loop(&self) -> bool {
        let running = |code: &Code| matches!(code.ops.get(self.ip.wrapping_sub(1)), Some(Op::Loop(_)));
        self.frames.last().is_some_and(|frame| running(frame.code()))
    }

    /// Switches to the next thread; returns when the running thread gets its next turn.
    fn hand_over(&mut self) -> Result<()> {
        let current = self.threads.current;
        let suspend = self.threads.known.get(&current).and_then(|thread| thread.suspend.clone());
        let outcome = match suspend {
            Some(suspend) => {
                suspend.suspend();
                Ok(())
            }
            None => self.run_others(),
        };
        self.threads.since = Instant::now();
        outcome
    }

    /// The scheduler, on the main thread's stack: runs other threads until it is the main thread's turn.
    fn run_others(&mut self) -> Result<()> {
        loop {
            self.wake_due();
            match self.threads.ready.pop_front() {
                Some(Ident::MAIN) => return Ok(()),
                Some(ident) => self.run_thread(ident),
                None => self.idle_or_end()?,
            }
        }
    }

    /// As `idle`. If the main thread exists only in the parent, no thread can report a deadlock: the process ends.
    fn idle_or_end(&mut self) -> Result<()> {
        let outcome = self.idle();
        match outcome {
            Err(raise) if self.threads.main != Ident::MAIN => self.exit_forked(Err(raise)),
            outcome => outcome,
        }
    }

    /// Waits while no other thread is ready.
    fn wait_alone(&mut self, current: Ident) -> Result<()> {
        loop {
            self.wake_due();
            match self.threads.known.get(&current).map(|thread| &thread.state) {
                Some(State::Blocked(Blocked::OnThread, None)) => {
                    return Err(Raise::runtime(
                        "deadlock: a function that an operation calls back waits for another thread, which cannot run until \
                         the operation ends",
                    ));
                }
                Some(State::Blocked(..)) => self.idle()?,
                _ => break,
            }
        }
        self.threads.ready.retain(|ident| *ident != current);
        Ok(())
    }

    /// Runs a thread until it suspends or ends.
    fn run_thread(&mut self, ident: Ident) {
        let Some(thread) = self.threads.known.get_mut(&ident) else {
            return;
        };
        let (Some(mut coroutine), cell) = (thread.coroutine.take(), thread.cell) else {
            return;
        };
        let mut rest = std::mem::take(&mut thread.rest);
        let host = self.host.clone();
        let mains = host.cell();
        rest.swap(self);
        self.threads.current = ident;
        host.enter_cell(cell);
        self.threads.since = Instant::now();
        let outcome = coroutine.resume(self);
        host.enter_cell(mains);
        self.threads.current = Ident::MAIN;
        rest.swap(self);
        let outcome = outcome.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        if let Outcome::Ended = outcome {
            self.end_if_forked(ident);
            return self.end_thread(ident);
        }
        if let Some(thread) = self.threads.known.get_mut(&ident) {
            (thread.rest, thread.coroutine) = (rest, Some(coroutine));
            if let Outcome::Lost = outcome {
                thread.state = State::Blocked(Blocked::OnThread, None);
            }
        }
    }

    fn end_thread(&mut self, ident: Ident) {
        self.threads.known.remove(&ident);
        for own in self.threads.own.clone() {
            let names = own.upgrade().and_then(|own| own.borrow_mut().remove(&ident));
            drop(names);
        }
        self.threads.ended.clone().wake_all(self);
        self.run_finalizers();
        if self.threads.known.len() == 1
            && let Some(ticker) = &self.threads.ticker
        {
            ticker.pause();
        }
    }

    /// Makes threads ready whose timeout or descriptor is due, and the main thread on a request.
    fn wake_due(&mut self) {
        let is_interrupted = self.is_interrupted();
        let is_asked = is_interrupted || self.is_attention_asked() || self.threads.main_is_asked;
        let main = self.threads.main;
        let is_woken = is_asked && self.unblock(main, Woken::Interrupted);
        if is_woken || (is_interrupted && self.threads.ready.contains(&main)) {
            self.threads.ready.retain(|ident| *ident != main);
            self.threads.ready.push_front(main);
        }
        if !self.threads.files.is_empty() {
            self.wake_files(Duration::ZERO);
        }
        if self.threads.timers.is_empty() {
            return;
        }
        let now = Instant::now();
        while let Some((_, ident)) = self.threads.timers.first().copied().filter(|(until, _)| *until <= now) {
            if self.unblock(ident, Woken::Late) {
                self.threads.ready.push_back(ident);
            } else {
                self.threads.timers.pop_first();
            }
        }
    }

    /// Waits at most `time` for the descriptors of blocked threads.
    fn wake_files(&mut self, time: Duration) {
        let (idents, mut awaited): (Vec<Ident>, Vec<Awaited>) = self.threads.files.iter().copied().unzip();
        ready::poll(&mut awaited, time);
        for (ident, _) in idents.into_iter().zip(awaited).filter(|(_, awaited)| awaited.ready != 0) {
            self.wake_thread(ident);
        }
    }

    /// Waits while all threads are blocked.
    fn idle(&mut self) -> Result<()> {
        let nearest = self.threads.timers.first().map(|(until, _)| *until);
        if nearest.is_none() && self.threads.files.is_empty() {
            let awaits_thread = |state: &State| matches!(state, State::Blocked(Blocked::OnThread, _));
            if self.threads.known.values().all(|thread| awaits_thread(&thread.state)) {
                return Err(self.deadlock());
            }
        }
        // No slice is running.
        self.threads.ticker.iter().for_each(Ticker::pause);
        let left = nearest.map_or(LOOK, |nearest| nearest.saturating_duration_since(Instant::now()).min(LOOK));
        if self.threads.files.is_empty() {
            std::thread::sleep(left);
        } else {
            self.wake_files(left);
        }
        if self.threads.known.len() > 1 {
            self.threads.ticker.iter().for_each(Ticker::resume);
        }
        Ok(())
    }

    fn deadlock(&self) -> Raise {
        Raise::runtime(match self.threads.known.len() {
            1 => "deadlock: the main thread waits, and there is no other thread that could wake it".to_owned(),
            2 => "deadlock: the main thread and the other thread wait for each other".to_owned(),
            all => format!("deadlock: the main thread and the {} other threads wait for each other", all - 1),
        })
    }
}
