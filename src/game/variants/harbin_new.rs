//! 新哈尔滨 (ruleset A).
use super::*;

/// 新哈尔滨 with its options.
pub(super) struct HarbinNew {
    options: Options,
}

impl HarbinNew {
    pub(super) fn new(options: Options) -> HarbinNew {
        HarbinNew { options }
    }
}

impl Rules for HarbinNew {
    fn variant(&self) -> Variant {
        Variant::HarbinNew
    }
    fn options(&self) -> &Options {
        &self.options
    }
    fn kinds(&self) -> &'static [Tile] {
        &[]
    }
    fn n_treasures(&self) -> usize {
        4
    }
    fn most_melds(&self) -> usize {
        3
    }
    fn waits(&self, _: &Counts, _: &[Meld]) -> Waits {
        Waits::default()
    }
    fn legal_waits(&self, _: &Counts, _: &[Meld]) -> Vec<Tile> {
        Vec::new()
    }
    fn settle(&self, _: &WinFacts<'_>) -> Result<Settlement, Refused> {
        Err(Refused::NotTing)
    }
    fn winning_sets(&self, _: &Counts, _: &[Meld], _: Tile) -> Vec<Vec<Tile>> {
        Vec::new()
    }
}
