//! Prefix codes: short words for frequent symbols (RFC 1951, 3.2.1 and 3.2.2).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Bits;

/// A word a symbol; symbols that never occur have none.
pub(super) struct PrefixCode {
    lengths: Vec<u8>,
    /// Turned round, for words go out with their highest bit first.
    words: Vec<u32>,
}

impl PrefixCode {
    /// The code for symbols that occur so often, with words of at most `longest` bits.
    pub(super) fn of(frequencies: &[u32], longest: u8) -> PrefixCode {
        let mut frequencies = frequencies.to_vec();
        // Readers may refuse a code of one word (RFC 1951, 3.2.7, allows it for distances alone).
        let missing = 2_usize.saturating_sub(frequencies.iter().filter(|&&frequency| frequency > 0).count());
        frequencies
            .iter_mut()
            .filter(|frequency| **frequency == 0)
            .take(missing)
            .for_each(|frequency| *frequency = 1);
        let mut lengths = depths(&frequencies);
        while lengths.iter().any(|&length| length > longest) {
            // Flatter frequencies make a flatter tree; what is lost by that is less than a bit in a thousand.
            frequencies
                .iter_mut()
                .filter(|frequency| **frequency > 0)
                .for_each(|frequency| *frequency = *frequency / 2 + 1);
            lengths = depths(&frequencies);
        }
        let words = words(&lengths);
        PrefixCode { lengths, words }
    }

    /// Writes the word of a symbol.
    pub(super) fn put(&self, bits: &mut Bits, symbol: usize) {
        bits.put(self.words[symbol], u32::from(self.lengths[symbol]));
    }

    /// Bits of a symbol's word; 0 when it has none.
    pub(super) fn length(&self, symbol: usize) -> u32 {
        u32::from(self.lengths[symbol])
    }

    /// The lengths up to the last symbol that occurs, at least `least` of them.
    pub(super) fn used_lengths(&self, least: usize) -> &[u8] {
        let used = self.lengths.iter().rposition(|&length| length > 0).map_or(0, |at| at + 1);
        &self.lengths[..used.max(least)]
    }
}

/// How deep each symbol lies in Huffman's tree.
fn depths(frequencies: &[u32]) -> Vec<u8> {
    let used = frequencies.iter().enumerate().filter(|(_, frequency)| **frequency > 0);
    let mut rarest: BinaryHeap<_> = used.map(|(symbol, &frequency)| Reverse((frequency, symbol))).collect();
    let mut parents = vec![None; frequencies.len()];
    while let (Some(Reverse((first, left))), Some(Reverse((second, right)))) = (rarest.pop(), rarest.pop()) {
        let node = parents.len();
        parents[left] = Some(node);
        parents[right] = Some(node);
        parents.push(None);
        rarest.push(Reverse((first + second, node)));
    }
    let mut depths = vec![0_u8; parents.len()];
    for node in (0..parents.len()).rev() {
        if let Some(parent) = parents[node] {
            depths[node] = depths[parent] + 1;
        }
    }
    depths.truncate(frequencies.len());
    depths
}

/// The words that follow from their lengths (RFC 1951, 3.2.2).
fn words(lengths: &[u8]) -> Vec<u32> {
    let mut next = [0_u32; 16];
    for length in 1..16_u8 {
        let shorter = lengths.iter().filter(|&&other| other > 0 && other == length - 1).count() as u32;
        next[usize::from(length)] = (next[usize::from(length) - 1] + shorter) << 1;
    }
    let word = |&length: &u8| {
        let next = &mut next[usize::from(length)];
        let word = next.reverse_bits().checked_shr(32 - u32::from(length)).unwrap_or(0);
        *next += 1;
        word
    };
    lengths.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each bit more halves what is left of the space of words: a code that fills it has neither gap nor overlap.
    fn fills_the_space(code: &PrefixCode) -> bool {
        let share = |&length: &u8| if length == 0 { 0 } else { 1_u32 << (15 - length) };
        code.lengths.iter().map(share).sum::<u32>() == 1 << 15
    }

    #[test]
    fn the_words_of_the_standards_example() {
        // RFC 1951, 3.2.2: lengths 3, 3, 3, 3, 3, 2, 4, 4.
        let words = words(&[3, 3, 3, 3, 3, 2, 4, 4]);
        assert_eq!(words, [0b010, 0b110, 0b001, 0b101, 0b011, 0b00, 0b0111, 0b1111]);
    }

    #[test]
    fn a_frequent_symbol_has_a_word_that_is_not_longer() {
        let code = PrefixCode::of(&[1, 0, 5, 100, 7, 0, 3], 15);
        assert_eq!(code.lengths, [4, 0, 3, 1, 2, 0, 4]);
        assert!(fills_the_space(&code));
    }

    #[test]
    fn words_stay_within_the_longest() {
        // Fibonacci's numbers make the deepest tree.
        let mut frequencies = vec![1_u32, 1];
        while frequencies.len() < 40 {
            frequencies.push(frequencies[frequencies.len() - 1] + frequencies[frequencies.len() - 2]);
        }
        for longest in [7, 15] {
            let code = PrefixCode::of(&frequencies, longest);
            assert!(code.lengths.iter().all(|&length| (1..=longest).contains(&length)));
            assert!(fills_the_space(&code), "{longest}");
        }
    }

    #[test]
    fn a_code_has_two_words_at_least() {
        for frequencies in [[0, 0, 0], [0, 9, 0]] {
            assert!(fills_the_space(&PrefixCode::of(&frequencies, 15)));
        }
    }
}
