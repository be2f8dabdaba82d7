//! Memory that kernels access: live allocations, read and written by several threads at once.
//!
//! The only `unsafe` code of this crate: each access is atomic and checked against the length of its region.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};

/// Bytes that stay allocated for `'m`.
#[derive(Debug, Clone, Copy)]
pub struct Region<'m> {
    base: u64,
    bytes: u64,
    owner: PhantomData<&'m AtomicU8>,
}

impl Region<'_> {
    /// Creates the region of `bytes` bytes at `base`.
    ///
    /// # Safety
    /// All bytes must be mapped for `'m`, and any thread may read and write them.
    pub unsafe fn new<'m>(base: u64, bytes: u64) -> Region<'m> {
        Region { base, bytes, owner: PhantomData }
    }

    /// Creates an empty region.
    pub(crate) fn empty<'m>() -> Region<'m> {
        Region { base: 0, bytes: 0, owner: PhantomData }
    }

    pub fn base(&self) -> u64 {
        self.base
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns whether an access is within the region.
    pub(crate) fn holds(&self, address: u64, bytes: u64) -> bool {
        address >= self.base && self.bytes >= bytes && address - self.base <= self.bytes - bytes
    }

    /// Reads 1, 2, 4 or 8 bytes; the address must be aligned and within the region.
    pub(crate) fn load(&self, address: u64, bytes: u8) -> u64 {
        assert!(self.holds(address, u64::from(bytes)) && address & u64::from(bytes - 1) == 0);
        // SAFETY: the region contains the aligned bytes, and `new` requires that they are mapped.
        unsafe {
            match bytes {
                1 => u64::from(AtomicU8::from_ptr(address as *mut u8).load(Relaxed)),
                2 => u64::from(AtomicU16::from_ptr(address as *mut u16).load(Relaxed)),
                4 => u64::from(AtomicU32::from_ptr(address as *mut u32).load(Relaxed)),
                _ => AtomicU64::from_ptr(address as *mut u64).load(Relaxed),
            }
        }
    }

    /// Writes the low `bytes` bytes of a value; the address must be aligned and within the region.
    pub(crate) fn store(&self, address: u64, bytes: u8, value: u64) {
        assert!(self.holds(address, u64::from(bytes)) && address & u64::from(bytes - 1) == 0);
        // SAFETY: as in `load`.
        unsafe {
            match bytes {
                1 => AtomicU8::from_ptr(address as *mut u8).store(value as u8, Relaxed),
                2 => AtomicU16::from_ptr(address as *mut u16).store(value as u16, Relaxed),
                4 => AtomicU32::from_ptr(address as *mut u32).store(value as u32, Relaxed),
                _ => AtomicU64::from_ptr(address as *mut u64).store(value, Relaxed),
            }
        }
    }

    /// Atomically replaces a value by a function of it; returns the old value.
    pub(crate) fn update(&self, address: u64, bytes: u8, change: impl Fn(u64) -> u64) -> u64 {
        assert!(self.holds(address, u64::from(bytes)) && address & u64::from(bytes - 1) == 0);
        // SAFETY: as in `load`.
        unsafe {
            match bytes {
                2 => {
                    let cell = AtomicU16::from_ptr(address as *mut u16);
                    let old = cell.fetch_update(SeqCst, SeqCst, |old| Some(change(u64::from(old)) as u16));
                    u64::from(old.unwrap_or_else(|old| old))
                }
                4 => {
                    let cell = AtomicU32::from_ptr(address as *mut u32);
                    let old = cell.fetch_update(SeqCst, SeqCst, |old| Some(change(u64::from(old)) as u32));
                    u64::from(old.unwrap_or_else(|old| old))
                }
                _ => {
                    let cell = AtomicU64::from_ptr(address as *mut u64);
                    cell.fetch_update(SeqCst, SeqCst, |old| Some(change(old))).unwrap_or_else(|old| old)
                }
            }
        }
    }
}

/// The live allocations of a device.
pub trait Memory: Sync {
    /// Returns the allocation that contains this address.
    fn find(&self, address: u64) -> Option<Region<'_>>;
}

/// Host memory for kernels, initially zero.
pub struct Buffer {
    words: Box<[AtomicU64]>,
    bytes: u64,
}

impl Buffer {
    /// Creates a buffer at an address that is a multiple of 256.
    pub fn new(bytes: usize) -> Buffer {
        let words = (0..bytes.div_ceil(8) + 32).map(|_| AtomicU64::new(0)).collect();
        Buffer { words, bytes: bytes as u64 }
    }

    fn skipped(&self) -> usize {
        let base = self.words.as_ptr() as usize;
        (base.next_multiple_of(256) - base) / 8
    }

    /// The address of its first byte, for kernels.
    pub fn address(&self) -> u64 {
        self.words[self.skipped()..].as_ptr() as u64
    }

    pub fn region(&self) -> Region<'_> {
        // SAFETY: the words live as long as the borrow, and are atomic.
        unsafe { Region::new(self.address(), self.bytes) }
    }

    /// Returns the region of some of its bytes.
    pub(crate) fn part(&self, address: u64, bytes: u64) -> Region<'_> {
        assert!(self.region().holds(address, bytes));
        // SAFETY: a part of the region in `region`.
        unsafe { Region::new(address, bytes) }
    }

    /// Writes bytes at an offset.
    ///
    /// # Panics
    /// If they do not fit.
    pub fn write(&self, offset: usize, bytes: &[u8]) {
        let region = self.region();
        for (i, byte) in bytes.iter().enumerate() {
            region.store(self.address() + (offset + i) as u64, 1, u64::from(*byte));
        }
    }

    /// All of its bytes.
    pub fn read(&self) -> Vec<u8> {
        let region = self.region();
        (0..self.bytes).map(|i| region.load(self.address() + i, 1) as u8).collect()
    }
}

/// A set of buffers as the memory of a device.
#[derive(Default)]
pub struct Allocations {
    buffers: Vec<Buffer>,
}

impl Allocations {
    /// Adds a buffer; returns its address.
    pub fn allocate(&mut self, bytes: usize) -> u64 {
        let buffer = Buffer::new(bytes);
        let address = buffer.address();
        self.buffers.push(buffer);
        address
    }

    /// Adds a buffer with these contents; returns its address.
    pub fn allocate_with(&mut self, bytes: &[u8]) -> u64 {
        let address = self.allocate(bytes.len());
        self.buffers[self.buffers.len() - 1].write(0, bytes);
        address
    }

    /// Returns the buffer at an address.
    pub fn buffer(&self, address: u64) -> Option<&Buffer> {
        self.buffers.iter().find(|buffer| buffer.address() == address)
    }
}

impl Memory for Allocations {
    fn find(&self, address: u64) -> Option<Region<'_>> {
        self.buffers.iter().map(Buffer::region).find(|region| region.holds(address, 1))
    }
}
