//! 200,000 random allocations, frees, uses by other streams, graph captures and private pools under each of four settings,
//! compared with a plain model of PyTorch's rules: lists searched from end to end, counters that are sums.

use super::pool::{BlockId, Pool, StreamId};
use super::settings::Settings;
use super::stats::PoolStat;
use super::tests::{Counting, MIB, Random};

#[derive(Clone, PartialEq)]
enum Use {
    /// Unmapped address space.
    Void,
    Free,
    Held,
    /// Freed during a capture: no event may be recorded yet.
    Deferred,
    /// Freed, with the streams that have not reached its events.
    Pending(Vec<StreamId>),
}

struct Piece {
    size: usize,
    requested: usize,
    state: Use,
    streams: Vec<StreamId>,
    /// The number of searches of its pool when it became free.
    idle_since: u64,
}

impl Piece {
    fn free(size: usize, idle_since: u64) -> Piece {
        Piece { size, requested: 0, state: Use::Free, streams: Vec::new(), idle_since }
    }
    fn can_be_joined(&self, other: &Piece) -> bool {
        self.state == other.state && matches!(self.state, Use::Free | Use::Void)
    }
}

struct Segment {
    address: u64,
    size: usize,
    stream: StreamId,
    small: bool,
    private: Option<u64>,
    /// The page size of an expandable segment.
    page: Option<usize>,
    pieces: Vec<Piece>,
}

impl Segment {
    fn address_of(&self, piece: usize) -> u64 {
        self.address + self.pieces[..piece].iter().map(|piece| piece.size as u64).sum::<u64>()
    }
    /// Mapped bytes.
    fn memory(&self) -> usize {
        self.pieces.iter().filter(|piece| piece.state != Use::Void).map(|piece| piece.size).sum()
    }
    fn is_one_free_piece(&self) -> bool {
        self.pieces.len() == 1 && self.pieces[0].state == Use::Free
    }
}

/// Sums over one kind of pool: the expected counters.
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

/// A kind of pool that requests choose.
type Kind = (bool, Option<u64>, StreamId);

struct Model {
    segments: Vec<Segment>,
    settings: Settings,
    capacity: usize,
    /// The program's limit, above which garbage is collected.
    limit: Option<usize>,
    next: u64,
    capture: Option<(StreamId, u64)>,
    route: Option<u64>,
    /// The number of searches of the small and large pools, by private pool.
    searches: Vec<(bool, Option<u64>, u64)>,
    given: u64,
    returned: u64,
    retries: u64,
    peak: u64,
}

impl Model {
    fn reserved(&self) -> usize {
        self.segments.iter().map(Segment::memory).sum()
    }
    fn collects(&self) -> bool {
        self.limit.is_some() && self.settings.garbage_collection_threshold > 0.0
    }
    fn searches(&mut self, small: bool, private: Option<u64>) -> &mut u64 {
        let known = self.searches.iter().position(|(s, p, _)| (*s, *p) == (small, private));
        let at = known.unwrap_or_else(|| {
            self.searches.push((small, private, 0));
            self.searches.len() - 1
        });
        &mut self.searches[at].2
    }

    fn allocate(&mut self, requested: usize, stream: StreamId) -> Option<u64> {
        if self.capture.is_none() {
            self.process_events(false);
        }
        let size = self.settings.round(requested);
        let small = size <= MIB;
        let captured = self.capture.filter(|(captured, _)| *captured == stream).map(|(_, pool)| pool);
        let kind = (small, captured.or(self.route), stream);
        if self.collects() {
            *self.searches(small, kind.1) += 1;
        }
        let (s, p) = match self.best(kind, size) {
            Some(found) => found,
            None => self.more(kind, size)?,
        };
        let idle_since = *self.searches(small, kind.1);
        let segment = &mut self.segments[s];
        let rest = segment.pieces[p].size - size;
        let splits = match small || self.settings.expandable_segments {
            true => rest >= 512,
            false => rest > MIB && size < self.settings.max_split_size,
        };
        if splits {
            segment.pieces[p].size = size;
            segment.pieces.insert(p + 1, Piece::free(rest, idle_since));
        }
        segment.pieces[p].state = Use::Held;
        segment.pieces[p].requested = requested;
        Some(segment.address_of(p))
    }

    fn more(&mut self, kind: Kind, size: usize) -> Option<(usize, usize)> {
        if self.collects() {
            self.collect();
        }
        if let Some(found) = self.grow(kind, size) {
            return Some(found);
        }
        if self.release_oversize(kind, size)
            && let Some(found) = self.grow(kind, size)
        {
            return Some(found);
        }
        if self.capture.is_some() {
            return None;
        }
        self.process_events(true);
        if let Some(found) = self.best(kind, size) {
            return Some(found);
        }
        self.release();
        self.retries += 1;
        self.grow(kind, size)
    }

    /// The free pieces for a kind of request, smallest first, then lowest address.
    fn free_pieces(&self, kind: Kind) -> Vec<(usize, u64, usize, usize)> {
        let mut free = Vec::new();
        for (s, segment) in self.segments.iter().enumerate() {
            if (segment.small, segment.private, segment.stream) == kind {
                let pieces = segment.pieces.iter().enumerate().filter(|(_, piece)| piece.state == Use::Free);
                free.extend(pieces.map(|(p, piece)| (piece.size, segment.address_of(p), s, p)));
            }
        }
        free.sort_unstable();
        free
    }

    fn best(&self, kind: Kind, size: usize) -> Option<(usize, usize)> {
        let fitting: Vec<_> = self.free_pieces(kind).into_iter().filter(|free| free.0 >= size).collect();
        let expandable = |at: usize| self.segments[fitting[at].2].page.is_some();
        // With the unmapped space behind it, an expandable piece may be larger than the next.
        let room = |at: usize| {
            let (size, _, s, p) = fitting[at];
            let after = self.segments[s].pieces.get(p + 1).filter(|piece| piece.state == Use::Void);
            size + after.map_or(0, |after| after.size)
        };
        let mut at = 0;
        if self.settings.expandable_segments {
            while at + 1 < fitting.len() && expandable(at) && room(at + 1) < room(at) {
                at += 1;
            }
        } else {
            at = (0..fitting.len()).find(|at| !expandable(*at))?;
        }
        let (found, _, s, p) = *fitting.get(at)?;
        let limit = self.settings.max_split_size;
        let refused = if size < limit { found >= limit } else { found >= size + 20 * MIB };
        (!refused).then_some((s, p))
    }

    fn grow(&mut self, kind: Kind, size: usize) -> Option<(usize, usize)> {
        let (small, private, stream) = kind;
        let bytes = match size {
            _ if small => 2 * MIB,
            size if size < 10 * MIB => 20 * MIB,
            size => size.div_ceil(2 * MIB) * 2 * MIB,
        };
        if self.limit.is_some_and(|limit| self.reserved() + bytes > limit) {
            return None;
        }
        if self.settings.expandable_segments {
            return self.expand(kind, size);
        }
        if self.reserved() + bytes > self.capacity {
            return None;
        }
        let address = self.next;
        self.next += bytes as u64 + (4 << 20);
        self.given += 1;
        let pieces = vec![Piece::free(bytes, *self.searches(small, private))];
        self.segments.push(Segment { address, size: bytes, stream, small, private, page: None, pieces });
        Some((self.segments.len() - 1, 0))
    }

    /// Maps memory to the first stretch of free and unmapped pieces with room, page by page.
    fn expand(&mut self, kind: Kind, size: usize) -> Option<(usize, usize)> {
        let (small, private, stream) = kind;
        let place = self.stretch(kind, size).unwrap_or_else(|| {
            let page = if small { 2 * MIB } else { 20 * MIB };
            let bytes = (self.capacity + self.capacity / 8).div_ceil(page) * page;
            let pieces = vec![Piece { state: Use::Void, ..Piece::free(bytes, 0) }];
            let address = self.next;
            self.next += bytes as u64 + (4 << 20);
            let page = Some(page);
            self.segments.push(Segment { address, size: bytes, stream, small, private, page, pieces });
            (self.segments.len() - 1, 0)
        });
        let (s, mut p) = place;
        let page = self.segments[s].page?;
        loop {
            let have = match self.segments[s].pieces[p].state {
                Use::Free => self.segments[s].pieces[p].size,
                _ => 0,
            };
            if have >= size {
                return Some((s, p));
            }
            let next = if have == 0 { p } else { p + 1 };
            let void = self.segments[s].pieces[next].size;
            let bytes = (size - have).min(void).div_ceil(page) * page;
            if self.reserved() + bytes > self.capacity {
                return None;
            }
            self.given += 1;
            let idle_since = *self.searches(small, private);
            let pieces = &mut self.segments[s].pieces;
            pieces[next] = Piece::free(bytes, idle_since);
            if bytes < void {
                pieces.insert(next + 1, Piece { state: Use::Void, ..Piece::free(void - bytes, 0) });
            }
            let address = self.segments[s].address_of(next);
            self.join();
            // It was merged into the piece before it.
            p = (0..self.segments[s].pieces.len())
                .rfind(|p| self.segments[s].address_of(*p) <= address)
                .expect("the piece with the page");
        }
    }

    /// The lowest unmapped piece from which on (with a free one before it) free and unmapped pieces are large enough.
    fn stretch(&self, kind: Kind, size: usize) -> Option<(usize, usize)> {
        let mut voids = Vec::new();
        for (s, segment) in self.segments.iter().enumerate() {
            if (segment.small, segment.private, segment.stream) == kind {
                let pieces = segment.pieces.iter().enumerate().filter(|(_, piece)| piece.state == Use::Void);
                voids.extend(pieces.map(|(p, _)| (segment.address_of(p), s, p)));
            }
        }
        voids.sort_unstable();
        let usable = |piece: &&Piece| matches!(piece.state, Use::Free | Use::Void);
        voids.into_iter().find_map(|(_, s, p)| {
            let pieces = &self.segments[s].pieces;
            let first = if p > 0 && usable(&&pieces[p - 1]) { p - 1 } else { p };
            let room: usize = pieces[first..].iter().take_while(usable).map(|piece| piece.size).sum();
            (room >= size).then_some((s, first))
        })
    }

    /// Frees the blocks that the streams have finished with; `wait` finishes all. Then records the events of deferred blocks.
    fn process_events(&mut self, wait: bool) {
        for s in 0..self.segments.len() {
            let idle_since = *self.searches(self.segments[s].small, self.segments[s].private);
            for piece in &mut self.segments[s].pieces {
                if piece.state == Use::Deferred {
                    piece.state = Use::Pending(std::mem::take(&mut piece.streams));
                }
                if wait && matches!(piece.state, Use::Pending(_)) || piece.state == Use::Pending(Vec::new()) {
                    piece.state = Use::Free;
                    piece.idle_since = idle_since;
                }
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
        for s in 0..self.segments.len() {
            let segment = &mut self.segments[s];
            let mut joined: Vec<Piece> = Vec::new();
            for piece in segment.pieces.drain(..) {
                match joined.last_mut() {
                    Some(last) if last.can_be_joined(&piece) => {
                        last.size += piece.size;
                        last.idle_since = last.idle_since.max(piece.idle_since);
                    }
                    _ => joined.push(piece),
                }
            }
            segment.pieces = joined;
        }
    }

    /// Returns segments that are one free piece, and free pages of expandable ones, unless a graph owns them.
    fn release(&mut self) {
        self.release_of(|private| private.is_none());
    }
    fn release_of(&mut self, of_pool: impl Fn(Option<u64>) -> bool) {
        for segment in self.segments.iter_mut().filter(|segment| of_pool(segment.private)) {
            let Some(page) = segment.page else {
                if segment.is_one_free_piece() {
                    self.returned += 1;
                    segment.pieces.clear();
                }
                continue;
            };
            let (mut at, mut pieces) = (0, Vec::new());
            for piece in segment.pieces.drain(..) {
                let (begin, end) = (at, at + piece.size);
                at = end;
                let (first, last) = (begin.div_ceil(page) * page, end / page * page);
                if piece.state != Use::Free || first >= last {
                    pieces.push(piece);
                    continue;
                }
                self.returned += 1;
                if first > begin {
                    pieces.push(Piece::free(first - begin, piece.idle_since));
                }
                pieces.push(Piece { state: Use::Void, ..Piece::free(last - first, 0) });
                if end > last {
                    pieces.push(Piece::free(end - last, piece.idle_since));
                }
            }
            segment.pieces = pieces;
        }
        self.join();
        self.segments.retain(|segment| match &segment.pieces[..] {
            [] => false,
            [only] => only.state != Use::Void || !of_pool(segment.private),
            _ => true,
        });
    }

    /// If large pieces are not split: returns a free one that is large enough, or the largest ones until they suffice.
    fn release_oversize(&mut self, kind: Kind, size: usize) -> bool {
        let limit = self.settings.max_split_size;
        if limit == usize::MAX {
            return false;
        }
        let wanted = size.max(limit);
        let mut free = self.free_pieces(kind);
        free.retain(|(_, _, s, _)| self.segments[*s].is_one_free_piece() && self.segments[*s].page.is_none());
        let mut gone: Vec<u64> = free.iter().find(|free| free.0 >= wanted).map(|free| free.1).into_iter().collect();
        let mut bytes = if gone.is_empty() { 0 } else { wanted };
        for (size, address, ..) in free.iter().rev() {
            if bytes < wanted && *size >= limit {
                gone.push(*address);
                bytes += size;
            }
        }
        self.returned += gone.len() as u64;
        self.segments.retain(|segment| !gone.contains(&segment.address));
        bytes >= wanted
    }

    /// Returns large segments that are one free piece and older than average, until below the threshold.
    fn collect(&mut self) {
        let threshold = (self.settings.garbage_collection_threshold * self.limit.unwrap_or(0) as f64) as usize;
        let searches = *self.searches(false, None);
        let mut target = self.reserved() as i64 - threshold as i64;
        loop {
            let mut ages: Vec<(StreamId, usize, u64, u64, bool)> = self
                .segments
                .iter()
                .filter(|segment| !segment.small && segment.private.is_none() && segment.is_one_free_piece())
                .map(|segment| {
                    let age = searches - segment.pieces[0].idle_since;
                    (segment.stream, segment.pieces[0].size, segment.address, age, segment.page.is_some())
                })
                .collect();
            ages.sort_unstable();
            let average = ages.iter().map(|age| age.3).sum::<u64>() as f64 / ages.len() as f64;
            let before = self.segments.len();
            for (_, size, address, age, expandable) in ages {
                if target > 0 && !expandable && age as f64 >= average {
                    self.segments.retain(|segment| segment.address != address);
                    self.returned += 1;
                    target -= size as i64;
                }
            }
            if target <= 0 || self.segments.len() == before {
                return;
            }
        }
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
        let of = self.segments.iter().find(|s| (s.address..s.address + s.size as u64).contains(&address));
        let of = of.map(|segment| (segment.small, segment.private)).expect("a segment");
        let idle_since = *self.searches(of.0, of.1);
        let (_, piece) = self.piece(address);
        piece.idle_since = idle_since;
        piece.state = match (piece.streams.is_empty(), capturing) {
            (true, _) => Use::Free,
            (false, true) => Use::Deferred,
            (false, false) => Use::Pending(std::mem::take(&mut piece.streams)),
        };
        self.join();
    }

    /// Gives the memory of a private pool without users to everyone.
    fn open(&mut self, private: u64) {
        let searches = [*self.searches(false, None), *self.searches(true, None)];
        for segment in self.segments.iter_mut().filter(|segment| segment.private == Some(private)) {
            segment.private = None;
            let now = searches[usize::from(segment.small)];
            segment.pieces.iter_mut().for_each(|piece| piece.idle_since = now);
        }
        self.searches.retain(|(_, pool, _)| *pool != Some(private));
    }

    fn sums(&self, small: bool) -> Sums {
        let mut sums = Sums::default();
        for segment in self.segments.iter().filter(|segment| segment.small == small) {
            sums.segment += u64::from(segment.page.is_none());
            sums.reserved += segment.memory() as u64;
            for piece in &segment.pieces {
                let size = piece.size as u64;
                match piece.state {
                    Use::Free if segment.pieces.len() > 1 && segment.page.is_none() => {
                        sums.split += 1;
                        sums.split_bytes += size;
                    }
                    Use::Free | Use::Void => {}
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

const CAPACITY: usize = 256 * MIB;
const STEPS: u32 = 200_000;

/// `limit` is the program's; `changes` are settings applied halfway.
fn soak(seed: u64, settings: &str, limit: Option<usize>, changes: &[&str]) {
    let mut pool = Pool::new(Counting::with(CAPACITY));
    let read = |text: &str| Settings::default().with(text).expect("settings");
    pool.set_settings(read(settings));
    pool.set_limit(limit);
    let mut model = Model {
        segments: Vec::new(),
        settings: read(settings),
        capacity: CAPACITY,
        limit,
        next: 1 << 30,
        capture: None,
        route: None,
        searches: Vec::new(),
        given: 0,
        returned: 0,
        retries: 0,
        peak: 0,
    };
    let mut random = Random(seed);
    let mut held: Vec<(BlockId, u64)> = Vec::new();
    // Users of private pools: graphs, and `MemPool`s.
    let mut users: Vec<u64> = Vec::new();
    let (mut failures, mut captures, mut latest) = (0u32, 0u64, 0);
    for step in 0..STEPS {
        if step > 0 && step.is_multiple_of(STEPS / (changes.len() as u32 + 1)) && step != STEPS {
            let change = changes.get((step / (STEPS / (changes.len() as u32 + 1))) as usize - 1);
            let settings = change.map_or(model.settings.clone(), |text| read(text));
            pool.set_settings(settings.clone());
            model.settings = settings;
        }
        let stream = random.below(3) as StreamId;
        match random.below(100) {
            0..=43 if held.len() < 60 => {
                let requested = match random.below(10) {
                    0..=5 => 1 + random.below(8 << 10),
                    6..=7 => 1 + random.below(2 << 20),
                    _ => 1 + random.below(45 << 20),
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
            92..=96 => {
                pool.raw().finish(stream);
                model.finish(stream);
            }
            97 => match model.route.take() {
                Some(route) => {
                    pool.end_route(route);
                    if !users.contains(&route) {
                        model.open(route);
                    }
                }
                None if !users.is_empty() => {
                    let route = users[random.below(users.len() as u64) as usize];
                    pool.begin_route(route);
                    model.route = Some(route);
                }
                None => {}
            },
            98 => match model.capture.take() {
                Some((captured, _)) => pool.end_private(captured),
                None => {
                    captures += 1;
                    // Every second graph shares the pool of the one before.
                    let id = if captures.is_multiple_of(2) { users.last().copied() } else { None };
                    latest += 1;
                    let id = id.unwrap_or(latest);
                    pool.begin_private(stream, id);
                    model.capture = Some((stream, id));
                    users.push(id);
                }
            },
            _ if random.below(4) == 0 && model.capture.is_none() => {
                pool.empty_cache().expect("empties");
                model.process_events(true);
                model.release();
            }
            _ if model.capture.is_none() && !users.is_empty() => {
                let gone = users.swap_remove(random.below(users.len() as u64) as usize);
                let last = !users.contains(&gone) && model.route != Some(gone);
                // A `MemPool` returns what it can before it goes.
                if random.below(2) == 0 {
                    pool.empty_private(gone).expect("empties");
                    if last {
                        model.process_events(true);
                        model.release_of(|private| private == Some(gone));
                    }
                }
                pool.release_private(gone);
                if last {
                    model.open(gone);
                }
            }
            _ => {}
        }
        let (small, large) = (model.sums(true), model.sums(false));
        assert_eq!((counters(&pool, true), counters(&pool, false)), (small, large), "step {step}");
        model.peak = model.peak.max(small.allocated + large.allocated);
        let stats = pool.stats();
        let counted = (stats.num_device_alloc, stats.num_device_free, stats.num_alloc_retries);
        assert_eq!(counted, (model.given, model.returned, model.retries), "step {step}");
        assert_eq!(stats.allocated_bytes.all.peak, model.peak, "step {step}");
    }
    assert!(failures > 20 && captures > 100, "{failures} failures and {captures} captures: too tame");
    if let Some((captured, _)) = model.capture {
        pool.end_private(captured);
    }
    model.route.into_iter().for_each(|route| pool.end_route(route));
    held.into_iter().for_each(|(id, _)| pool.free(id).expect("frees"));
    users.into_iter().for_each(|user| pool.release_private(user));
    pool.empty_cache().expect("empties");
    assert!(pool.snapshot().is_empty(), "all memory went back");
    assert_eq!((pool.raw().reserved(), pool.raw().spaces()), (0, 0), "and all addresses");
    assert_eq!(counters(&pool, true), Sums::default());
    assert_eq!(counters(&pool, false), Sums::default());
}

#[test]
fn two_hundred_thousand_steps_agree_with_the_model() {
    soak(0xCAFE, "", None, &[]);
}

#[test]
fn two_hundred_thousand_steps_with_expandable_segments_agree_with_the_model() {
    soak(0xBEEF, "expandable_segments:True", None, &[]);
}

#[test]
fn two_hundred_thousand_steps_with_thresholds_and_roundings_agree_with_the_model() {
    let settings = "max_split_size_mb:25,garbage_collection_threshold:0.6,roundup_power2_divisions:[2:4,>:8]";
    soak(0xF00D, settings, Some(224 * MIB), &[]);
}

#[test]
fn two_hundred_thousand_steps_under_changing_settings_agree_with_the_model() {
    let changes = ["expandable_segments:True,garbage_collection_threshold:0.5", "", "expandable_segments:True"];
    soak(0x5EED, "roundup_power2_divisions:2", Some(240 * MIB), &changes);
}
