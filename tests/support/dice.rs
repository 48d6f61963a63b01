//! Choices that a seed repeats.

#![allow(dead_code, reason = "each test program uses its part of this")]

/// SplitMix64.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// 0 to `n` − 1.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % n
    }

    pub fn one_of<T>(&mut self, list: &[T]) -> Option<T>
    where
        T: Clone,
    {
        let n = u64::try_from(list.len()).unwrap();
        (n > 0).then(|| list[usize::try_from(self.below(n)).unwrap()].clone())
    }
}
