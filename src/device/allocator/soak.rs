//! 200,000 random allocations, frees, uses by other streams and graph captures, each compared with a model of PyTorch's
//! rules that is written without cleverness: lists that are searched from end to end, counters that are sums.

use super::pool::{BlockId, Pool, StreamId};
use super::stats::PoolStat;
use super::tests::{Counting, MIB, Random};

#[derive(Clone, PartialEq)]
enum Use {
    Free,
    Held,
    /// Freed while a graph was captured: no event may be recorded yet.
    Deferred,
    /// Freed, with the streams that have not come to its events.
    Pending(Vec<StreamId>),
}

struct Piece {
    size: usize,
    requested: usize,
    state: Use,
    streams: Vec<StreamId>,
}

struct Segment {
    address: u64,
    size: usize,
    stream: StreamId,
    small: bool,
    private: Option<u64>,
    pieces: Vec<Piece>,
}

/// Sums over one kind of pool: what the counters must be.
#[derive(Debug, Default, PartialEq, Eq, Clone, Copy)]
struct Sums {
    allocation: u64,
    allocated: u64,
    active: u64,
    active_bytes: u64,
    requested: u64,
    segment: u64,
    reserved: u64,
    split: u64,
    split_bytes: u64,
}

struct Model {
    segments: Vec<Segment>,
    capacity: usize,
    next: u64,
    capture: Option<(StreamId, u64)>,
    given: u64,
    returned: u64,
    peak: u64,
}

fn rounded(bytes: usize) -> usize {
    bytes.max(1).div_ceil(512) * 512
}

impl Model {
    fn reserved(&self) -> usize {
        self.segments.iter().map(|segment| segment.size).sum()
    }

    fn allocate(&mut self, requested: usize, stream: StreamId) -> Option<u64> {
        if self.capture.is_none() {
            self.settle(false);
        }
        let size = rounded(requested);
        let small = size <= MIB;
        let private = self.capture.filter(|(captured, _)| *captured == stream).map(|(_, pool)| pool);
        let mut found = self.best(small, private, stream, size).or_else(|| self.grow(small, private, stream, size));
        if found.is_none() && self.capture.is_none() {
            self.settle(true);
            found = self.best(small, private, stream, size);
            if found.is_none() {
                self.release();
                found = self.grow(small, private, stream, size);
            }
        }
        let (s, p) = found?;
        let segment = &mut self.segments[s];
        let rest = segment.pieces[p].size - size;
        if (small && rest >= 512) || rest > MIB {
            segment.pieces[p].size = size;
            segment.pieces.insert(p + 1, Piece { size: rest, requested: 0, state: Use::Free, streams: Vec::new() });
        }
        segment.pieces[p].state = Use::Held;
        segment.pieces[p].requested = requested;
        let address = segment.address + segment.pieces[..p].iter().map(|piece| piece.size as u64).sum::<u64>();
        Some(address)
    }

    /// The smallest free piece that is large enough, the lowest address of equals.
    fn best(&self, small: bool, private: Option<u64>, stream: StreamId, size: usize) -> Option<(usize, usize)> {
        let mut best: Option<(usize, u64, usize, usize)> = None;
        for (s, segment) in self.segments.iter().enumerate() {
            if (segment.small, segment.private, segment.stream) != (small, private, stream) {
                continue;
            }
            let mut address = segment.address;
            for (p, piece) in segment.pieces.iter().enumerate() {
                let better = best.is_none_or(|(size, at, ..)| (piece.size, address) < (size, at));
                if piece.state == Use::Free && piece.size >= size && better {
                    best = Some((piece.size, address, s, p));
                }
                address += piece.size as u64;
            }
        }
        best.map(|(_, _, s, p)| (s, p))
    }

    fn grow(&mut self, small: bool, private: Option<u64>, stream: StreamId, size: usize) -> Option<(usize, usize)> {
        let bytes = match size {
            _ if small => 2 * MIB,
            size if size < 10 * MIB => 20 * MIB,
            size => size.div_ceil(2 * MIB) * 2 * MIB,
        };
        if self.reserved() + bytes > self.capacity {
            return None;
        }
        let address = self.next;
        self.next += bytes as u64 + (4 << 20);
        self.given += 1;
        let pieces = vec![Piece { size: bytes, requested: 0, state: Use::Free, streams: Vec::new() }];
        self.segments.push(Segment { address, size: bytes, stream, small, private, pieces });
        Some((self.segments.len() - 1, 0))
    }

    /// Frees what the streams have finished with; with `wait`, they finish first. Then what was deferred gets its events.
    fn settle(&mut self, wait: bool) {
        for piece in self.segments.iter_mut().flat_map(|segment| &mut segment.pieces) {
            if piece.state == Use::Deferred {
                piece.state = Use::Pending(std::mem::take(&mut piece.streams));
            }
            if wait && matches!(piece.state, Use::Pending(_)) || piece.state == Use::Pending(Vec::new()) {
                piece.state = Use::Free;
            }
        }
        self.join();
    }

    fn finish(&mut self, stream: StreamId) {
        for piece in self.segments.iter_mut().flat_map(|segment| &mut segment.pieces) {
            if let Use::Pending(streams) = &mut piece.state {
                streams.retain(|other| *other != stream);
            }
        }
    }

    fn join(&mut self) {
        for segment in &mut self.segments {
            let mut joined: Vec<Piece> = Vec::new();
            for piece in segment.pieces.drain(..) {
                match joined.last_mut() {
                    Some(last) if last.state == Use::Free && piece.state == Use::Free => last.size += piece.size,
                    _ => joined.push(piece),
                }
            }
            segment.pieces = joined;
        }
    }

    /// Gives back the segments that are one free piece and no graph's.
    fn release(&mut self) {
        let before = self.segments.len();
        self.segments.retain(|segment| {
            segment.private.is_some() || segment.pieces.len() > 1 || segment.pieces[0].state != Use::Free
        });
        self.returned += (before - self.segments.len()) as u64;
    }

    fn piece(&mut self, address: u64) -> (StreamId, &mut Piece) {
        for segment in &mut self.segments {
            let mut at = segment.address;
            for piece in &mut segment.pieces {
                if at == address && piece.state == Use::Held {
                    return (segment.stream, piece);
                }
                at += piece.size as u64;
            }
        }
        panic!("no piece at {address}");
    }

    fn free(&mut self, address: u64) {
        let capturing = self.capture.is_some();
        let (_, piece) = self.piece(address);
        piece.state = match (piece.streams.is_empty(), capturing) {
            (true, _) => Use::Free,
            (false, true) => Use::Deferred,
            (false, false) => Use::Pending(std::mem::take(&mut piece.streams)),
        };
        self.join();
    }

    fn sums(&self, small: bool) -> Sums {
        let mut sums = Sums::default();
        for segment in self.segments.iter().filter(|segment| segment.small == small) {
            sums.segment += 1;
            sums.reserved += segment.size as u64;
            for piece in &segment.pieces {
                let size = piece.size as u64;
                match piece.state {
                    Use::Free if segment.pieces.len() > 1 => {
                        sums.split += 1;
                        sums.split_bytes += size;
                    }
                    Use::Free => {}
                    _ => {
                        let held = u64::from(piece.state == Use::Held);
                        sums.allocation += held;
                        sums.allocated += held * size;
                        sums.active += 1;
                        sums.active_bytes += size;
                        sums.requested += piece.requested as u64;
                    }
                }
            }
        }
        sums
    }
}

fn counters(pool: &Pool<Counting>, small: bool) -> Sums {
    let of = |stat: &PoolStat| if small { stat.small_pool.current } else { stat.large_pool.current };
    let stats = pool.stats();
    Sums {
        allocation: of(&stats.allocation),
        allocated: of(&stats.allocated_bytes),
        active: of(&stats.active),
        active_bytes: of(&stats.active_bytes),
        requested: of(&stats.requested_bytes),
        segment: of(&stats.segment),
        reserved: of(&stats.reserved_bytes),
        split: of(&stats.inactive_split),
        split_bytes: of(&stats.inactive_split_bytes),
    }
}

#[test]
fn two_hundred_thousand_steps_agree_with_the_model() {
    const CAPACITY: usize = 256 * MIB;
    let mut pool = Pool::new(Counting::with(CAPACITY));
    let mut model = Model {
        segments: Vec::new(),
        capacity: CAPACITY,
        next: 1 << 30,
        capture: None,
        given: 0,
        returned: 0,
        peak: 0,
    };
    let mut random = Random(0xCAFE);
    let mut held: Vec<(BlockId, u64)> = Vec::new();
    let mut graphs: Vec<u64> = Vec::new();
    let (mut failures, mut captures) = (0u32, 0u64);
    for step in 0..200_000u32 {
        let stream = random.below(3) as StreamId;
        match random.below(100) {
            0..=43 if held.len() < 60 => {
                let requested = match random.below(10) {
                    0..=5 => 1 + random.below(8 << 10),
                    6..=7 => 1 + random.below(2 << 20),
                    _ => 1 + random.below(25 << 20),
                } as usize;
                let ours = pool.allocate(requested, stream, None).expect("allocates");
                let expected = model.allocate(requested, stream);
                assert_eq!(ours.map(|id| pool.address(id)), expected, "step {step}: {requested} bytes on {stream}");
                match ours {
                    Some(id) => held.push((id, pool.address(id))),
                    None => failures += 1,
                }
            }
            0..=83 if !held.is_empty() => {
                let (id, address) = held.swap_remove(random.below(held.len() as u64) as usize);
                pool.free(id).expect("frees");
                model.free(address);
            }
            84..=91 if !held.is_empty() => {
                let (id, address) = held[random.below(held.len() as u64) as usize];
                pool.record_stream(id, stream);
                let (owner, piece) = model.piece(address);
                if owner != stream && !piece.streams.contains(&stream) {
                    piece.streams.push(stream);
                }
            }
            92..=97 => {
                pool.raw().finish(stream);
                model.finish(stream);
            }
            98 => match model.capture.take() {
                Some((captured, _)) => pool.end_private(captured),
                None => {
                    captures += 1;
                    // Every other graph shares the pool of the one before.
                    let id = if captures.is_multiple_of(2) { graphs.last().copied() } else { None };
                    let id = id.unwrap_or(captures);
                    pool.begin_private(stream, id);
                    model.capture = Some((stream, id));
                    graphs.push(id);
                }
            },
            _ if random.below(4) == 0 && model.capture.is_none() => {
                pool.empty_cache().expect("empties");
                model.settle(true);
                model.release();
            }
            _ if model.capture.is_none() && !graphs.is_empty() => {
                let gone = graphs.swap_remove(random.below(graphs.len() as u64) as usize);
                pool.release_private(gone);
                if !graphs.contains(&gone) {
                    let of_graph = model.segments.iter_mut().filter(|segment| segment.private == Some(gone));
                    of_graph.for_each(|segment| segment.private = None);
                }
            }
            _ => {}
        }
        let (small, large) = (model.sums(true), model.sums(false));
        assert_eq!((counters(&pool, true), counters(&pool, false)), (small, large), "step {step}");
        model.peak = model.peak.max(small.allocated + large.allocated);
    }
    assert!(failures > 100 && captures > 500, "{failures} failures and {captures} captures: too tame");
    let stats = pool.stats();
    assert_eq!(stats.allocated_bytes.all.peak, model.peak);
    assert_eq!((stats.num_device_alloc, stats.num_device_free), (model.given, model.returned));
    if let Some((captured, _)) = model.capture {
        pool.end_private(captured);
    }
    held.into_iter().for_each(|(id, _)| pool.free(id).expect("frees"));
    graphs.into_iter().for_each(|graph| pool.release_private(graph));
    pool.empty_cache().expect("empties");
    assert!(pool.snapshot().is_empty(), "all memory went back");
    assert_eq!(counters(&pool, true), Sums::default());
    assert_eq!(counters(&pool, false), Sums::default());
}
