//! Searches texts and bytes for a part, in windows short enough to poll for interrupts in between.

use crate::object::{Bytes, Fixed};
use crate::{Result, Vm, memory};
use memchr::memmem;
use std::ops::Range;

/// The bytes that are searched between two polls; more if the part is longer.
pub(crate) const WINDOW: usize = 1 << 16;

/// What is searched: it is read in windows, and what runs in between may write to it.
pub trait Searched {
    fn length(&self) -> usize;
    fn read<T>(&self, window: Range<usize>, read: impl FnOnce(&[u8]) -> T) -> T;
}

impl Searched for [u8] {
    fn length(&self) -> usize {
        self.len()
    }
    fn read<T>(&self, window: Range<usize>, read: impl FnOnce(&[u8]) -> T) -> T {
        read(&self[window])
    }
}

/// A range of an object's bytes, whose length is fixed meanwhile.
pub struct Within<'a> {
    bytes: &'a Bytes,
    range: Range<usize>,
    _fixed: Fixed<'a>,
}

impl<'a> Within<'a> {
    /// The bytes of a range that are there.
    pub fn new(bytes: &'a Bytes, range: Range<usize>) -> Within<'a> {
        let end = bytes.data.borrow().len().min(range.end);
        Within { bytes, range: range.start.min(end)..end, _fixed: bytes.fixed() }
    }
}

impl Searched for Within<'_> {
    fn length(&self) -> usize {
        self.range.len()
    }
    fn read<T>(&self, window: Range<usize>, read: impl FnOnce(&[u8]) -> T) -> T {
        read(&self.bytes.data.borrow()[self.range.clone()][window])
    }
}

/// The index of the first occurrence.
pub fn first(vm: &mut Vm, data: &(impl Searched + ?Sized), part: &[u8]) -> Result<Option<usize>> {
    let length = data.length();
    if length <= WINDOW {
        return Ok(data.read(0..length, |data| memmem::find(data, part)));
    }
    let (finder, starts) = (memmem::Finder::new(part), starts(length, part));
    let within = |start| data.read(window(length, part, start), |data| finder.find(data)).map(|at| start + at);
    vm.polled_slowly(starts, |starts| starts.find_map(within))
}

/// The index of the last occurrence.
pub fn last(vm: &mut Vm, data: &(impl Searched + ?Sized), part: &[u8]) -> Result<Option<usize>> {
    let length = data.length();
    if length <= WINDOW {
        return Ok(data.read(0..length, |data| memmem::rfind(data, part)));
    }
    let (finder, starts) = (memmem::FinderRev::new(part), starts(length, part));
    let within = |start| data.read(window(length, part, start), |data| finder.rfind(data)).map(|at| start + at);
    vm.polled_slowly(starts.rev(), |starts| starts.find_map(within))
}

fn step(part: &[u8]) -> usize {
    WINDOW.max(part.len())
}
fn starts(length: usize, part: &[u8]) -> impl DoubleEndedIterator<Item = usize> + use<> {
    let step = step(part);
    (0..length.div_ceil(step)).map(move |window| window * step)
}
/// The bytes in which an occurrence can be that begins within a step.
fn window(length: usize, part: &[u8], start: usize) -> Range<usize> {
    start..length.min(start + step(part) + part.len().saturating_sub(1))
}

/// Calls `each` with the indices of at most `most` occurrences that do not overlap. The part is not empty.
fn each(vm: &mut Vm, data: &[u8], part: &[u8], most: usize, mut each: impl FnMut(usize) -> Result<()>) -> Result<()> {
    let finder = memmem::Finder::new(part);
    let (mut count, mut from) = (0, 0);
    while count < most && from < data.len() {
        let mut next = data.len().min(from + step(part));
        for at in finder.find_iter(&data[window(data.len(), part, from)]).take(most - count) {
            each(from + at)?;
            next = next.max(from + at + part.len());
            count += 1;
        }
        from = next;
        vm.check_interrupt()?;
    }
    Ok(())
}

/// How many occurrences there are that do not overlap, at most `most`. The part is not empty.
pub fn count(vm: &mut Vm, data: &[u8], part: &[u8], most: usize) -> Result<usize> {
    let mut count = 0;
    each(vm, data, part, most, |_| {
        count += 1;
        Ok(())
    })?;
    Ok(count)
}

/// What is left between at most `most` separators.
pub fn cuts(vm: &mut Vm, data: &[u8], sep: &[u8], most: usize) -> Result<Vec<Range<usize>>> {
    let (mut cuts, mut begin) = (Vec::new(), 0);
    each(vm, data, sep, most, |at| {
        memory::push(&mut cuts, begin..at)?;
        begin = at + sep.len();
        Ok(())
    })?;
    cuts.push(begin..data.len());
    Ok(cuts)
}

/// As `cuts`, with separators counted from the end.
pub fn cuts_from_end(vm: &mut Vm, data: &[u8], sep: &[u8], most: usize) -> Result<Vec<Range<usize>>> {
    let (mut cuts, mut end) = (Vec::new(), data.len());
    while cuts.len() < most
        && let Some(at) = last(vm, &data[..end], sep)?
    {
        memory::push(&mut cuts, at + sep.len()..end)?;
        end = at;
        if cuts.len().is_multiple_of(1 << 12) {
            vm.check_interrupt()?;
        }
    }
    cuts.push(0..end);
    cuts.reverse();
    Ok(cuts)
}

/// A copy with at most `most` occurrences replaced. The old part is not empty.
pub fn replaced(vm: &mut Vm, data: &[u8], old: &[u8], new: &[u8], most: usize) -> Result<Vec<u8>> {
    let count = if old.len() == new.len() { 0 } else { count(vm, data, old, most)? };
    let length = data.len() as u128 - (count * old.len()) as u128 + count as u128 * new.len() as u128;
    super::guard_size(length, 1)?;
    // Reserves the exact size: a growing text takes twice as much.
    let (mut out, mut done) = (Vec::with_capacity(length as usize), 0);
    each(vm, data, old, most, |at| {
        out.extend_from_slice(&data[done..at]);
        out.extend_from_slice(new);
        done = at + old.len();
        Ok(())
    })?;
    out.extend_from_slice(&data[done..]);
    Ok(out)
}
