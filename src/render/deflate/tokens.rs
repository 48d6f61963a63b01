//! What a stream is made of: bytes, and copies of what came before (RFC 1951, 3.2.5).

/// The shortest copy that is worth a token, and the longest there is.
const SHORTEST: usize = 4;
const LONGEST: usize = 258;
/// How far back a copy may begin.
const FARTHEST: usize = 32_768;
/// A copy as long as this is taken without a look at what the next byte would allow.
const LONG_ENOUGH: usize = 16;
/// So many places inside a copy can begin another one later.
const KEPT_OF_A_COPY: usize = 16;
/// Bits of the number by which four bytes are found again.
const SLOT_BITS: u32 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    Literal(u8),
    /// `length` bytes (3 to 258) as they stood `distance` bytes (1 to 32,768) before.
    Copied {
        length: u16,
        distance: u16,
    },
}

/// A repetition of what stands `distance` bytes before; of length 0 where nothing repeats.
#[derive(Clone, Copy, Default)]
struct Repetition {
    length: usize,
    distance: usize,
}

/// The tokens of rows of bytes, found while they are taken.
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    row_length: usize,
    at: usize,
    last_distance: usize,
    /// A copy that was found to begin at `at`, behind the literal that was given instead of a shorter one.
    found: Option<Repetition>,
    /// The last two places with four bytes of this number. A place that never was set is the first byte: a wrong place costs a look
    /// and no more, for what stands there is compared.
    places: Vec<[u32; 2]>,
}

impl<'a> Tokens<'a> {
    pub(super) fn of(bytes: &'a [u8], row_length: usize) -> Tokens<'a> {
        let places = vec![[0; 2]; 1 << SLOT_BITS];
        Tokens { bytes, row_length, at: 0, last_distance: 1, found: None, places }
    }

    /// Keeps a place for later copies; gives its four bytes and the two places before it that had the same number.
    fn keep(&mut self, at: usize) -> Option<(&'a [u8; SHORTEST], [u32; 2])> {
        let four = self.bytes[at..].first_chunk()?;
        let slot = (u32::from_le_bytes(*four).wrapping_mul(0x9E37_79B1) >> (32 - SLOT_BITS)) as usize;
        let seen = self.places[slot];
        if seen[0] as usize != at {
            self.places[slot] = [at as u32, seen[0]];
        }
        Some((four, seen))
    }

    /// The longest repetition that is found at a place; of two that are equal the nearer one, as it takes fewer bits.
    fn longest(&mut self, at: usize) -> Repetition {
        let mut longest = Repetition::default();
        let Some((four, seen)) = self.keep(at) else { return longest };
        let seen = seen.map(|place| at - place as usize);
        for distance in [1, self.row_length, self.last_distance].into_iter().chain(seen) {
            if distance == 0 || distance > FARTHEST.min(at) || !self.bytes[at - distance..].starts_with(four)
            {
                continue;
            }
            let length = self.common(at - distance, at);
            if length > longest.length || (length == longest.length && distance < longest.distance) {
                longest = Repetition { length, distance };
            }
            if length == LONGEST {
                break;
            }
        }
        longest
    }

    /// How many bytes are the same from both places on.
    fn common(&self, earlier: usize, later: usize) -> usize {
        let most = LONGEST.min(self.bytes.len() - later);
        let (earlier, later) = (&self.bytes[earlier..][..most], &self.bytes[later..][..most]);
        let (eights, _) = earlier.as_chunks::<8>();
        let (others, _) = later.as_chunks::<8>();
        let mut length = 0;
        for (eight, other) in eights.iter().zip(others) {
            let difference = u64::from_le_bytes(*eight) ^ u64::from_le_bytes(*other);
            if difference != 0 {
                return length + (difference.trailing_zeros() / 8) as usize;
            }
            length += 8;
        }
        length
            + earlier[length..].iter().zip(&later[length..]).take_while(|(one, other)| one == other).count()
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        let byte = *self.bytes.get(self.at)?;
        let copy = match self.found.take() {
            Some(found) => found,
            None => self.longest(self.at),
        };
        if copy.length < LONG_ENOUGH {
            let later = if copy.length > 0 { self.longest(self.at + 1) } else { Repetition::default() };
            if copy.length == 0 || later.length > copy.length + 1 {
                self.found = (later.length > 0).then_some(later);
                self.at += 1;
                return Some(Token::Literal(byte));
            }
        }
        for at in (self.at + 1..self.at + copy.length).take(KEPT_OF_A_COPY) {
            self.keep(at);
        }
        self.at += copy.length;
        self.last_distance = copy.distance;
        Some(Token::Copied { length: copy.length as u16, distance: copy.distance as u16 })
    }
}
