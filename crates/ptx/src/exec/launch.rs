//! Launches kernels: checks limits, runs the grid's blocks on host threads, sums their counters.

use super::block::Block;
use super::global::Global;
use super::setting::{Checks, Setting, Tally, Worker};
use crate::fault::{Fault, LaunchError};
use crate::memory::{Memory, Region};
use crate::program::{Class, Kernel, Program};
use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// Limits of a device; the defaults are an H100's.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    pub threads: u32,
    /// Shared memory per block, in bytes.
    pub shared: u32,
    /// Registers per multiprocessor.
    pub registers: u32,
    pub call_depth: usize,
    /// Local memory per thread, in bytes.
    pub local: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { threads: 1024, shared: 227 * 1024, registers: 65_536, call_depth: 1024, local: 512 * 1024 }
    }
}

/// A launch of a kernel.
#[derive(Clone, Copy)]
pub struct Launch<'a> {
    pub kernel: &'a str,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Dynamic shared memory in bytes.
    pub shared: u32,
    /// The bytes of the parameters, each at its alignment ([`Kernel::parameters`]).
    pub parameters: &'a [u8],
    pub memory: &'a dyn Memory,
    pub checks: Checks,
    pub limits: Limits,
    /// The number of host threads that run blocks.
    pub workers: usize,
    /// Ends the launch when set.
    pub interrupt: Option<&'a AtomicBool>,
    /// The source of clock registers; without it they count a block's steps.
    pub clock: Option<&'a (dyn Fn() -> u64 + Sync)>,
    /// Receives the output of `printf`.
    pub print: &'a (dyn Fn(&str) + Sync),
}

impl<'a> Launch<'a> {
    /// A launch with all checks, on one host thread, without output.
    pub fn new(kernel: &'a str, grid: [u32; 3], block: [u32; 3], parameters: &'a [u8], memory: &'a dyn Memory) -> Self {
        Launch {
            kernel,
            grid,
            block,
            shared: 0,
            parameters,
            memory,
            checks: Checks::default(),
            limits: Limits::default(),
            workers: 1,
            interrupt: None,
            clock: None,
            print: &|_| {},
        }
    }
}

/// The number of instructions that a launch executed.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    tally: Tally,
}

impl Counts {
    /// Returns the number of instructions of a class, counted once per warp.
    pub fn warps(&self, class: Class) -> u64 {
        self.tally.warps[class as usize]
    }

    /// Returns the number of instructions of a class, counted once per active lane.
    pub fn lanes(&self, class: Class) -> u64 {
        self.tally.lanes[class as usize]
    }

    pub fn all_warps(&self) -> u64 {
        self.tally.warps.iter().sum()
    }

    pub fn all_lanes(&self) -> u64 {
        self.tally.lanes.iter().sum()
    }

    fn add(&mut self, tally: &Tally) {
        for class in 0..Class::ALL.len() {
            self.tally.warps[class] += tally.warps[class];
            self.tally.lanes[class] += tally.lanes[class];
        }
    }
}

/// Time slices of a block's warps between two polls of the interrupt.
const TURNS: u32 = 64;
/// Such runs before another block is scheduled, so that a block that spins on others does not starve them.
const RUNS: u32 = 32;
/// Blocks that share one host thread.
const RESIDENT: usize = 64;

/// A value with the index of its block in the grid.
type Numbered<T> = (u64, T);

/// State that the host threads share.
struct Work<'s, 'm> {
    setting: &'s Setting<'m>,
    next: AtomicU64,
    blocks: u64,
    stop: AtomicBool,
    interrupt: Option<&'s AtomicBool>,
    /// The first block's fault, if any, and the sum of all counters.
    ended: Mutex<(Option<Numbered<Box<Fault>>>, Counts)>,
}

impl Program {
    /// Runs a kernel's grid to completion.
    ///
    /// # Errors
    /// An invalid launch, a fault of the kernel, an interrupt.
    pub fn launch(&self, launch: &Launch<'_>) -> Result<Counts, LaunchError> {
        let kernel = self.kernels.get(launch.kernel).ok_or_else(|| LaunchError::NoKernel(launch.kernel.to_owned()))?;
        let threads = allowed(kernel, launch)?;
        let shared_bytes = shared(kernel, launch)?;
        let setting = Setting {
            program: self,
            kernel,
            grid: launch.grid,
            block: launch.block,
            threads,
            dynamic_bytes: launch.shared,
            shared_bytes,
            parameters: launch.parameters,
            memory: launch.memory,
            checks: launch.checks,
            global: launch.checks.global_races.then(Global::new),
            call_depth: launch.limits.call_depth,
            local_bytes: launch.limits.local,
            clock: launch.clock,
            print: launch.print,
        };
        let work = Work {
            setting: &setting,
            next: AtomicU64::new(0),
            blocks: launch.grid.iter().map(|size| u64::from(*size)).product(),
            stop: AtomicBool::new(false),
            interrupt: launch.interrupt,
            ended: Mutex::new((None, Counts::default())),
        };
        let workers = launch.workers.max(1).min(work.blocks as usize);
        std::thread::scope(|scope| {
            for _ in 1..workers {
                scope.spawn(|| work.run());
            }
            work.run();
        });
        let interrupted = work.interrupted();
        let (fault, counts) = work.ended.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        match fault {
            Some((_, fault)) => Err(LaunchError::Fault(fault)),
            None if interrupted => Err(LaunchError::Interrupted),
            None => Ok(counts),
        }
    }
}

/// Checks the sizes of a launch; returns the number of threads per block.
fn allowed(kernel: &Kernel, launch: &Launch<'_>) -> Result<u32, LaunchError> {
    let threads: u64 = launch.block.iter().fold(1, |product, size| product * u64::from(*size).min(1 << 20));
    if threads == 0 || launch.grid.contains(&0) {
        return Err(LaunchError::Empty);
    }
    if let Some(required) = kernel.required.filter(|required| *required != launch.block) {
        return Err(LaunchError::RequiredBlock { given: launch.block, required });
    }
    let limits =
        [(launch.limits.threads.min(1024), "of the device"), (kernel.most_threads.unwrap_or(u32::MAX), ".maxntid")];
    if let Some((limit, by)) = limits.into_iter().find(|(limit, _)| threads > u64::from(*limit)) {
        return Err(LaunchError::TooManyThreads { threads, limit, by });
    }
    let [x, y, z] = launch.grid;
    if x > i32::MAX as u32 || y > 65_535 || z > 65_535 || launch.block[2] > 64 {
        return Err(LaunchError::GridTooLarge(launch.grid));
    }
    let threads = threads as u32;
    if let Some(registers) = kernel.registers.filter(|r| r.saturating_mul(threads) > launch.limits.registers) {
        return Err(LaunchError::Registers { registers, threads, limit: launch.limits.registers });
    }
    if launch.parameters.len() != kernel.parameter_bytes {
        return Err(LaunchError::Parameters { given: launch.parameters.len(), wanted: kernel.parameter_bytes });
    }
    Ok(threads)
}

/// Returns the bytes of a block's shared memory: static, then dynamic at a multiple of 16.
fn shared(kernel: &Kernel, launch: &Launch<'_>) -> Result<u32, LaunchError> {
    let fixed = u64::from(kernel.shared_bytes);
    let wanted = if launch.shared == 0 { fixed } else { fixed.next_multiple_of(16) + u64::from(launch.shared) };
    // No device allows more than 48 KiB of static shared memory.
    let limit = launch.limits.shared;
    if wanted > u64::from(limit) {
        return Err(LaunchError::SharedMemory { wanted, limit });
    }
    if fixed > 48 * 1024 {
        return Err(LaunchError::SharedMemory { wanted: fixed, limit: 48 * 1024 });
    }
    Ok(wanted as u32)
}

impl<'m> Work<'_, 'm> {
    fn interrupted(&self) -> bool {
        self.interrupt.is_some_and(|flag| flag.load(Relaxed))
    }

    /// Runs blocks until none is left.
    fn run(&self) {
        let sites = vec![Region::empty(); self.setting.program.sites as usize];
        let mut worker = Worker { sites, tally: Tally::default() };
        let (mut resident, mut idle): (VecDeque<(u64, Block)>, Vec<Block>) = Default::default();
        let mut fault = None;
        while !self.stopped() {
            let next = match self.take(resident.len(), &mut idle) {
                Some(fresh) => Some(fresh),
                None => resident.pop_front().map(Ok),
            };
            let ran = match next {
                None => break,
                Some(Err(found)) => Err(found),
                Some(Ok((number, mut block))) => {
                    let ran = self.run_block(&mut block, &mut worker).map_err(|fault| (number, fault));
                    ran.map(|ended| if ended { idle.push(block) } else { resident.push_back((number, block)) })
                }
            };
            if let Err(found) = ran {
                fault = Some(found);
                break;
            }
        }
        self.end(fault, &worker.tally);
    }

    fn stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.interrupted()
    }

    /// Runs a block for its time slice; returns whether it ended.
    fn run_block(&self, block: &mut Block, worker: &mut Worker<'m>) -> Result<bool, Box<Fault>> {
        for _ in 0..RUNS {
            if block.run(self.setting, worker, TURNS)? {
                return Ok(true);
            }
            if self.stopped() {
                break;
            }
        }
        Ok(false)
    }

    /// Takes the next block of the grid, unless this thread already has enough blocks.
    fn take(&self, resident: usize, idle: &mut Vec<Block>) -> Option<Result<Numbered<Block>, Numbered<Box<Fault>>>> {
        if resident >= RESIDENT || self.next.load(Relaxed) >= self.blocks {
            return None;
        }
        let number = self.next.fetch_add(1, Relaxed);
        if number >= self.blocks {
            return None;
        }
        let mut block = idle.pop().unwrap_or_else(|| Block::new(self.setting));
        let index = self.setting.block_at(number);
        Some(block.begin(self.setting, index).map(|()| (number, block)).map_err(|fault| (number, fault)))
    }

    fn end(&self, fault: Option<Numbered<Box<Fault>>>, tally: &Tally) {
        let mut ended = self.ended.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        ended.1.add(tally);
        if let Some((number, fault)) = fault {
            self.stop.store(true, Relaxed);
            if ended.0.as_ref().is_none_or(|(first, _)| number < *first) {
                ended.0 = Some((number, fault));
            }
        }
    }
}
