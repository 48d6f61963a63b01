//! Packs rows of palette indices as a zlib stream (RFC 1950 and 1951), in about half of zlib's time
//! (docs/decisions/0015-own-packing-of-pictures.md).
//!
//! A general packer looks for each place in all that it has seen. In a picture of tiles, what repeats mostly stands beside
//! itself, above itself, or as far back as the last repetition: [`tokens`] looks there first and hardly anywhere else.

mod prefix;
mod tokens;

use prefix::PrefixCode;
use tokens::{Token, Tokens};

/// Tokens a block: each block has prefix codes of its own, which cost about a hundred bytes.
const BLOCK: usize = 20_000;
/// The symbol that ends a block (RFC 1951, 3.2.5).
const END_OF_BLOCK: usize = 256;
/// Symbols for bytes, the end of a block, and lengths; and symbols for distances.
const LITERALS: usize = 286;
const DISTANCES: usize = 30;
/// The order in which a block tells the lengths of the code for its code lengths (RFC 1951, 3.2.7).
const LENGTHS_ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/// The stream for `bytes`, rows of `row_length` bytes each.
pub(super) fn zlib(bytes: &[u8], row_length: usize) -> Vec<u8> {
    let mut bits = Bits { out: Vec::with_capacity(bytes.len() / 8), ..Bits::default() };
    bits.out.extend([0x78, 0x5e]);
    let mut tokens = Tokens::of(bytes, row_length);
    let mut block = Vec::with_capacity(BLOCK);
    loop {
        block.clear();
        block.extend(tokens.by_ref().take(BLOCK));
        let last = block.len() < BLOCK;
        put_block(&mut bits, &block, last);
        if last {
            break;
        }
    }
    let mut out = bits.finished();
    out.extend(simd_adler32::adler32(&bytes).to_be_bytes());
    out
}

/// Bits from the lowest to the highest, as RFC 1951 (3.1.1) has them.
#[derive(Default)]
struct Bits {
    out: Vec<u8>,
    waiting: u64,
    count: u32,
}

impl Bits {
    fn put(&mut self, value: u32, count: u32) {
        self.waiting |= u64::from(value) << self.count;
        self.count += count;
        if self.count >= 32 {
            self.out.extend_from_slice(&(self.waiting as u32).to_le_bytes());
            self.waiting >>= 32;
            self.count -= 32;
        }
    }

    fn finished(mut self) -> Vec<u8> {
        let bytes = self.count.div_ceil(8) as usize;
        self.out.extend_from_slice(&self.waiting.to_le_bytes()[..bytes]);
        self.out
    }
}

/// A symbol, and how many further bits of which value say what it means exactly.
struct Symbol {
    symbol: usize,
    extra: u32,
    extra_bits: u32,
}

/// The symbol of a length of 3 to 258 (RFC 1951, 3.2.5).
fn length_symbol(length: u16) -> Symbol {
    if length == 258 {
        return Symbol { symbol: 285, extra: 0, extra_bits: 0 };
    }
    let Symbol { symbol, extra, extra_bits } = stepped::<4>(u32::from(length) - 3);
    Symbol { symbol: 257 + symbol, extra, extra_bits }
}

/// The symbol of a distance of 1 to 32,768 (RFC 1951, 3.2.5).
fn distance_symbol(distance: u16) -> Symbol {
    stepped::<2>(u32::from(distance) - 1)
}

/// Both tables of RFC 1951 give the first `2 × STEPS` values a symbol each; then each further bit of a value has `STEPS` symbols.
fn stepped<const STEPS: u32>(value: u32) -> Symbol {
    let extra_bits = (value / STEPS).checked_ilog2().unwrap_or(0);
    let symbol = extra_bits * STEPS + (value >> extra_bits);
    Symbol { symbol: symbol as usize, extra: value & ((1 << extra_bits) - 1), extra_bits }
}

fn put_block(bits: &mut Bits, tokens: &[Token], last: bool) {
    let mut literals = [0; LITERALS];
    let mut distances = [0; DISTANCES];
    literals[END_OF_BLOCK] = 1;
    for token in tokens {
        match *token {
            Token::Literal(byte) => literals[usize::from(byte)] += 1,
            Token::Copied { length, distance } => {
                literals[length_symbol(length).symbol] += 1;
                distances[distance_symbol(distance).symbol] += 1;
            }
        }
    }
    let literals = PrefixCode::of(&literals, 15);
    let distances = PrefixCode::of(&distances, 15);
    bits.put(u32::from(last), 1);
    bits.put(2, 2);
    put_codes(bits, &literals, &distances);
    for token in tokens {
        match *token {
            Token::Literal(byte) => literals.put(bits, usize::from(byte)),
            Token::Copied { length, distance } => {
                put_symbol(bits, &literals, &length_symbol(length));
                put_symbol(bits, &distances, &distance_symbol(distance));
            }
        }
    }
    literals.put(bits, END_OF_BLOCK);
}

fn put_symbol(bits: &mut Bits, code: &PrefixCode, symbol: &Symbol) {
    code.put(bits, symbol.symbol);
    bits.put(symbol.extra, symbol.extra_bits);
}

/// Both codes, as the lengths of their words, and before them the code of those lengths (RFC 1951, 3.2.7).
fn put_codes(bits: &mut Bits, literals: &PrefixCode, distances: &PrefixCode) {
    let literals = literals.used_lengths(257);
    let distances = distances.used_lengths(1);
    let runs = runs(&[literals, distances].concat());
    let mut frequencies = [0; 19];
    for run in &runs {
        frequencies[run.symbol] += 1;
    }
    let code = PrefixCode::of(&frequencies, 7);
    let told =
        LENGTHS_ORDER.iter().rposition(|&symbol| code.length(symbol) > 0).map_or(4, |at| (at + 1).max(4));
    bits.put((literals.len() - 257) as u32, 5);
    bits.put((distances.len() - 1) as u32, 5);
    bits.put((told - 4) as u32, 4);
    for &symbol in &LENGTHS_ORDER[..told] {
        bits.put(code.length(symbol), 3);
    }
    for run in &runs {
        put_symbol(bits, &code, run);
    }
}

/// Lengths of code words as symbols: 16 repeats the one before 3 to 6 times, 17 and 18 stand for 3 to 10 and 11 to 138 zeros.
fn runs(lengths: &[u8]) -> Vec<Symbol> {
    let mut runs = Vec::new();
    for same in lengths.chunk_by(|a, b| a == b) {
        let symbol = usize::from(same[0]);
        let mut left = same.len();
        if symbol > 0 {
            runs.push(Symbol { symbol, extra: 0, extra_bits: 0 });
            left -= 1;
        }
        while left > 0 {
            let (symbol, shortest, longest, extra_bits) = match (symbol, left) {
                (_, ..3) => (symbol, 1, 1, 0),
                (0, ..11) => (17, 3, 10, 3),
                (0, _) => (18, 11, 138, 7),
                _ => (16, 3, 6, 2),
            };
            let length = left.min(longest);
            runs.push(Symbol { symbol, extra: (length - shortest) as u32, extra_bits });
            left -= length;
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use proptest::prelude::*;
    use rand_chacha::rand_core::{RngCore, SeedableRng};

    use super::*;

    fn unpacked(stream: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        flate2::read::ZlibDecoder::new(stream).read_to_end(&mut bytes).unwrap();
        bytes
    }

    /// A picture of repeated pieces: what is random alone has nothing to copy.
    fn pieces() -> impl Strategy<Value = Vec<u8>> {
        let piece = (prop::collection::vec(0..4_u8, 1..40), 1..60_usize);
        prop::collection::vec(piece, 0..60)
            .prop_map(|pieces| pieces.into_iter().flat_map(|(piece, times)| piece.repeat(times)).collect())
    }

    proptest! {
        #[test]
        fn what_was_packed_comes_out_again(bytes in pieces(), row_length in 1..400_usize) {
            prop_assert_eq!(unpacked(&zlib(&bytes, row_length)), bytes);
        }

        #[test]
        fn noise_comes_out_again_too(bytes: Vec<u8>, row_length in 1..9_usize) {
            prop_assert_eq!(unpacked(&zlib(&bytes, row_length)), bytes);
        }
    }

    #[test]
    fn a_picture_of_many_blocks_comes_out_again() {
        let mut bytes = vec![0; 200_000];
        rand_chacha::ChaCha8Rng::from_seed([7; 32]).fill_bytes(&mut bytes);
        let stream = zlib(&bytes, 1101);
        assert!(stream.len() > 190_000, "noise can't be packed");
        assert_eq!(unpacked(&stream), bytes);
    }

    /// From RFC 1951, 3.2.5: a value at both ends of symbols, then symbol and extra bits.
    #[test]
    fn lengths_and_distances_have_the_symbols_of_the_standard() {
        let length = |length| {
            (length_symbol(length).symbol, length_symbol(length).extra, length_symbol(length).extra_bits)
        };
        let lengths = [
            (3, (257, 0, 0)),
            (10, (264, 0, 0)),
            (11, (265, 0, 1)),
            (12, (265, 1, 1)),
            (18, (268, 1, 1)),
            (19, (269, 0, 2)),
            (66, (276, 7, 3)),
            (67, (277, 0, 4)),
            (130, (280, 15, 4)),
            (131, (281, 0, 5)),
            (257, (284, 30, 5)),
            (258, (285, 0, 0)),
        ];
        for (value, expected) in lengths {
            assert_eq!(length(value), expected, "length {value}");
        }
        let distance = |distance| {
            (
                distance_symbol(distance).symbol,
                distance_symbol(distance).extra,
                distance_symbol(distance).extra_bits,
            )
        };
        let distances = [
            (1, (0, 0, 0)),
            (4, (3, 0, 0)),
            (5, (4, 0, 1)),
            (6, (4, 1, 1)),
            (9, (6, 0, 2)),
            (32, (9, 7, 3)),
            (1025, (20, 0, 9)),
            (24_576, (28, 8191, 13)),
            (24_577, (29, 0, 13)),
            (32_768, (29, 8191, 13)),
        ];
        for (value, expected) in distances {
            assert_eq!(distance(value), expected, "distance {value}");
        }
    }
}
