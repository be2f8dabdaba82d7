//! Few colours for pictures of many, with Pillow's choice of them: median cut, and the nearest colours of a given palette.

use std::collections::HashMap;

pub type Colour = [u8; 4];

/// A palette and each pixel's place in it.
pub struct Few {
    pub palette: Vec<Colour>,
    pub pixels: Vec<u8>,
}

/// More colours than these are distinguished by fewer bits.
const MOST_COLOURS: usize = 65_536;

/// Pillow's hash of a colour of so many bits less, by which it also compares.
fn hash([r, g, b, _]: Colour, shift: u32) -> u32 {
    let part = |value: u8| u32::from(value) >> shift;
    part(r).wrapping_mul(463) ^ (part(g) << 8).wrapping_mul(10_069) ^ (part(b) << 16).wrapping_mul(64_997)
}

fn apart(a: Colour, b: Colour) -> u32 {
    (0..3).map(|i| (i32::from(a[i]) - i32::from(b[i])).pow(2) as u32).sum()
}

/// A colour with how often it occurs.
type Counted = (Colour, u64);

/// How often each colour occurs, and by how many bits they were shortened.
fn counted(pixels: &[Colour]) -> (Vec<Counted>, u32) {
    let (mut counts, mut shift): (HashMap<u32, Counted>, u32) = (HashMap::new(), 0);
    for pixel in pixels {
        counts.entry(hash(*pixel, shift)).or_insert((*pixel, 0)).1 += 1;
        while counts.len() > MOST_COLOURS {
            shift += 1;
            let before = std::mem::take(&mut counts);
            for (pixel, count) in before.into_values() {
                counts.entry(hash(pixel, shift)).or_insert((pixel, 0)).1 += count;
            }
        }
    }
    let shortened = |(pixel, count): Counted| (pixel.map(|part| part >> shift), count);
    (counts.into_values().map(shortened).collect(), shift)
}

/// A box of colours in the tree of cuts.
struct Node {
    colours: Vec<Counted>,
    count: u64,
    halves: Option<(usize, usize)>,
}

impl Node {
    fn range(&self, axis: usize) -> (u8, u8) {
        let values = || self.colours.iter().map(|(colour, _)| colour[axis]);
        (values().min().unwrap_or(0), values().max().unwrap_or(0))
    }

    /// Whether it holds one colour only, or colours that Pillow's count of its volume takes for one.
    fn is_whole(&self) -> bool {
        let sides = [0, 1, 2].map(|axis| {
            let (low, high) = self.range(axis);
            i64::from(high) - i64::from(low) + 1
        });
        sides.iter().product::<i64>() == 1
    }

    /// Divides the colours at the median of the axis that is widest to the eye.
    fn split(&mut self) -> (Node, Node) {
        const WEIGHTS: [i32; 3] = [77, 150, 29];
        let width = |axis: usize| {
            let (low, high) = self.range(axis);
            (i32::from(high) - i32::from(low)) * WEIGHTS[axis]
        };
        let axis = (1..3).fold(0, |best, axis| if width(best) < width(axis) { axis } else { best });
        let mut levels = [0u64; 256];
        for (colour, count) in &self.colours {
            levels[usize::from(colour[axis])] += count;
        }
        // From the brightest down to the level at which more than half are above.
        let (low, high) = self.range(axis);
        let mut above = 0;
        let mut last = low;
        for level in (low..=high).rev() {
            above += levels[usize::from(level)];
            if above * 2 > self.count {
                last = level;
                break;
            }
        }
        // The lower half is never empty.
        let last = if last == low { last.saturating_add(1) } else { last };
        let (upper, lower): (Vec<_>, Vec<_>) = self.colours.drain(..).partition(|(colour, _)| colour[axis] >= last);
        let node =
            |colours: Vec<Counted>| Node { count: colours.iter().map(|(_, count)| count).sum(), colours, halves: None };
        (node(upper), node(lower))
    }
}

/// Pillow's heap of boxes, of which the fullest comes first: it decides which of equally full ones is divided.
struct Heap(Vec<usize>);

impl Heap {
    fn add(&mut self, node: usize, nodes: &[Node]) {
        self.0.push(node);
        let mut at = self.0.len();
        while at != 1 && nodes[node].count > nodes[self.0[at / 2 - 1]].count {
            self.0[at - 1] = self.0[at / 2 - 1];
            at /= 2;
        }
        self.0[at - 1] = node;
    }

    fn remove(&mut self, nodes: &[Node]) -> Option<usize> {
        let first = *self.0.first()?;
        let moved = self.0.pop()?;
        let count = |node: usize| nodes[node].count;
        let mut at = 1;
        while at * 2 <= self.0.len() {
            let mut child = at * 2;
            if child < self.0.len() && count(self.0[child - 1]) < count(self.0[child]) {
                child += 1;
            }
            if count(moved) > count(self.0[child - 1]) {
                break;
            }
            self.0[at - 1] = self.0[child - 1];
            at = child;
        }
        if let Some(place) = self.0.get_mut(at - 1) {
            *place = moved;
        }
        Some(first)
    }
}

/// The tree of cuts with so many boxes at most.
fn cut(colours: Vec<Counted>, count: u64, most: usize) -> Vec<Node> {
    let mut nodes = vec![Node { colours, count, halves: None }];
    let mut heap = Heap(Vec::new());
    heap.add(0, &nodes);
    for _ in 1..most {
        let chosen = loop {
            match heap.remove(&nodes) {
                None => return nodes,
                Some(node) if nodes[node].is_whole() => continue,
                Some(node) => break node,
            }
        };
        let (upper, lower) = nodes[chosen].split();
        let at = nodes.len();
        nodes[chosen].halves = Some((at, at + 1));
        nodes.extend([upper, lower]);
        heap.add(at, &nodes);
        heap.add(at + 1, &nodes);
    }
    nodes
}

/// The number of each colour's box, in the order of the tree.
fn numbered(nodes: &[Node], node: usize, shift: u32, boxes: &mut HashMap<u32, usize>, next: &mut usize) {
    if let Some((upper, lower)) = nodes[node].halves {
        numbered(nodes, upper, shift, boxes, next);
        return numbered(nodes, lower, shift, boxes, next);
    }
    for (colour, _) in &nodes[node].colours {
        boxes.insert(hash(colour.map(|part| part << shift), shift), *next);
    }
    *next += usize::from(!nodes[node].colours.is_empty());
}

/// The mean colour of each group of pixels.
fn means(pixels: &[Colour], groups: impl Iterator<Item = usize>, count: usize) -> Vec<Colour> {
    let mut sums = vec![([0u64; 3], 0u64); count];
    for (pixel, group) in pixels.iter().zip(groups) {
        let (sum, count) = &mut sums[group];
        (0..3).for_each(|i| sum[i] += u64::from(pixel[i]));
        *count += 1;
    }
    let mean = |sum: u64, count: u64| (0.5 + sum as f64 / count.max(1) as f64) as u8;
    sums.iter().map(|([r, g, b], count)| [mean(*r, *count), mean(*g, *count), mean(*b, *count), 255]).collect()
}

/// For each colour of a palette, all of it by distance.
fn neighbours(palette: &[Colour]) -> Vec<Vec<(u32, usize)>> {
    let row = |from: &Colour| {
        let mut row: Vec<(u32, usize)> = palette.iter().enumerate().map(|(i, to)| (apart(*from, *to), i)).collect();
        row.sort_unstable();
        row
    };
    palette.iter().map(row).collect()
}

/// The nearest colour of a palette, searched around a first guess.
fn nearest(pixel: Colour, guess: usize, palette: &[Colour], near: &[Vec<(u32, usize)>]) -> usize {
    let first = apart(palette[guess], pixel);
    let (mut best, mut least) = (guess, first);
    for (_, other) in near[guess].iter().take_while(|(distance, _)| *distance <= first << 2) {
        let distance = apart(palette[*other], pixel);
        if distance < least {
            (best, least) = (*other, distance);
        }
    }
    best
}

/// Few colours by median cut.
pub fn median_cut(pixels: &[Colour], most: usize) -> Few {
    let (colours, shift) = counted(pixels);
    let nodes = cut(colours, pixels.len() as u64, most);
    let (mut boxes, mut count) = (HashMap::new(), 0);
    numbered(&nodes, 0, shift, &mut boxes, &mut count);
    let group = |pixel: &Colour| boxes.get(&hash(*pixel, shift)).copied().unwrap_or(0);
    let palette = means(pixels, pixels.iter().map(group), count);
    let near = neighbours(&palette);
    let mut known: HashMap<Colour, u8> = HashMap::new();
    let mut place =
        |pixel: &Colour| *known.entry(*pixel).or_insert_with(|| nearest(*pixel, group(pixel), &palette, &near) as u8);
    let pixels = pixels.iter().map(&mut place).collect();
    Few { palette, pixels }
}

/// The nearest colours of a palette as Pillow finds them: for cells of four levels at once.
pub struct Cache<'a> {
    palette: &'a [Colour],
    cells: HashMap<[u8; 3], u8>,
}

impl<'a> Cache<'a> {
    pub fn new(palette: &'a [Colour]) -> Cache<'a> {
        Cache { palette, cells: HashMap::new() }
    }

    pub fn nearest(&mut self, colour: [u8; 3]) -> u8 {
        let cell = colour.map(|part| part & !3);
        if let Some(found) = self.cells.get(&cell) {
            return *found;
        }
        // The first of the nearest to the cell's lowest corner, of those that may be near to its box.
        let distance = |entry: &Colour| (0..3).map(|i| (i64::from(cell[i]) - i64::from(entry[i])).pow(2)).sum::<i64>();
        let candidates = self.candidates(colour);
        let best = candidates.into_iter().min_by_key(|i| (distance(&self.palette[*i]), *i)).unwrap_or(0) as u8;
        self.cells.insert(cell, best);
        best
    }

    /// The entries whose least distance to the box of 32 levels is not beyond the smallest largest one.
    fn candidates(&self, colour: [u8; 3]) -> Vec<usize> {
        let lows = colour.map(|part| i64::from(part & 0xe0));
        let bounds = |entry: &Colour| {
            let part = |i: usize| {
                let (value, low, high) = (i64::from(entry[i]), lows[i], lows[i] + 0x1f);
                let least = (low - value).max(value - high).max(0).pow(2);
                let most = if value <= (low + high) / 2 { value - high } else { value - low };
                (least, most.pow(2))
            };
            (0..3).map(part).fold((0, 0), |sum, part| (sum.0 + part.0, sum.1 + part.1))
        };
        let all: Vec<(i64, i64)> = self.palette.iter().map(bounds).collect();
        let reach = all.iter().map(|(_, most)| *most).min().unwrap_or(0);
        (0..all.len()).filter(|i| all[*i].0 <= reach).collect()
    }
}

/// Pixels as the nearest colours of a palette, with what they differ by spread over neighbours if wanted.
pub fn to_palette(pixels: &[Colour], columns: usize, palette: &[Colour], dither: bool) -> Vec<u8> {
    let mut cache = Cache::new(palette);
    if !dither {
        return pixels.iter().map(|[r, g, b, _]| cache.nearest([*r, *g, *b])).collect();
    }
    let mut errors = vec![[0i32; 3]; columns + 1];
    let mut out = Vec::with_capacity(pixels.len());
    for row in pixels.chunks(columns.max(1)) {
        let (mut carried, mut below, mut behind) = ([0i32; 3], [0i32; 3], [0i32; 3]);
        for (x, pixel) in row.iter().enumerate() {
            let wanted: [i32; 3] =
                std::array::from_fn(|i| (i32::from(pixel[i]) + (carried[i] + errors[x + 1][i]) / 16).clamp(0, 255));
            let chosen = cache.nearest(wanted.map(|part| part as u8));
            out.push(chosen);
            for i in 0..3 {
                // Sevenths, thirds, fifths and one of sixteen parts.
                let error = wanted[i] - i32::from(palette[usize::from(chosen)][i]);
                errors[x][i] = 3 * error + below[i];
                below[i] = 5 * error + behind[i];
                behind[i] = error;
                carried[i] = 7 * error;
            }
        }
        // As Pillow does, the last error takes what is left of blue.
        errors[columns] = [below[2], behind[2], behind[2]];
    }
    out
}
