//! The table of the fans: names, points, and which fan is not counted beside which (docs/RULES.md, 兴动).

/// How many fans there are. 花牌, the 81st, needs flower tiles, and this game has none (E-Q04).
pub const N_FANS: usize = Fan::ALL.len();

macro_rules! fans {
    ($($zh:ident $name:ident $points:literal $([$($excluded:ident)+])?;)+) => {
        /// One of the fans that xingdong counts, in the order of the rule book: never fewer points before more.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Fan { $(#[doc = stringify!($zh)] $name),+ }

        impl Fan {
            /// All of them in order.
            pub const ALL: [Fan; [$($points),+].len()] = [$(Fan::$name),+];

            /// Points for one time.
            pub const fn points(self) -> u16 {
                const POINTS: [u16; N_FANS] = [$($points),+];
                POINTS[self as usize]
            }

            /// The name in the rule book, which is its key in answers (docs/CHECK.md).
            pub const fn rule_name(self) -> &'static str {
                match self { $(Fan::$name => stringify!($zh)),+ }
            }

            /// The fans that are not counted beside this one (不计), however often they hold.
            pub(super) const fn excludes(self) -> FanSet {
                const EXCLUDED: [FanSet; N_FANS] = [$(FanSet::of(&[$($(Fan::$excluded),+)?])),+];
                EXCLUDED[self as usize]
            }
        }
    };
}

// Only what another part of the count could still add: the fans of one series (kongs, concealed pungs, selections of
// chows, of pungs) exclude each other by being chosen one at a time.
fans! {
    大四喜 BigFourWinds 88 [BigThreeWinds AllPungs PrevalentWind SeatWind];
    大三元 BigThreeDragons 88 [TwoDragonPungs DragonPung];
    绿一色 AllGreen 88 [HalfFlush];
    九莲宝灯 NineGates 88 [FullFlush FullyConcealedHand ConcealedHand NoHonours];
    四杠 FourKongs 88 [AllPungs SingleWait];
    连七对 SevenShiftedPairs 88
        [FullFlush SevenPairs FullyConcealedHand ConcealedHand NoHonours SingleWait];
    十三幺 ThirteenOrphans 88
        [AllTerminalsAndHonours AllTypes FullyConcealedHand ConcealedHand SingleWait];
    清幺九 AllTerminals 64
        [AllTerminalsAndHonours AllPungs OutsideHand DoublePung PungOfTerminalsOrHonours NoHonours];
    小四喜 LittleFourWinds 64 [BigThreeWinds];
    小三元 LittleThreeDragons 64 [TwoDragonPungs DragonPung];
    字一色 AllHonours 64 [AllPungs AllTerminalsAndHonours OutsideHand PungOfTerminalsOrHonours];
    四暗刻 FourConcealedPungs 64 [AllPungs FullyConcealedHand ConcealedHand];
    一色双龙会 PureTerminalChows 64 [FullFlush AllChows NoHonours];
    一色四同顺 QuadrupleChow 48 [TileHog];
    一色四节高 FourPureShiftedPungs 48 [AllPungs];
    一色四步高 FourPureShiftedChows 32;
    三杠 ThreeKongs 32;
    混幺九 AllTerminalsAndHonours 32 [AllPungs OutsideHand PungOfTerminalsOrHonours];
    七对 SevenPairs 24 [FullyConcealedHand ConcealedHand SingleWait];
    七星不靠 GreaterHonoursAndKnittedTiles 24
        [LesserHonoursAndKnittedTiles AllTypes FullyConcealedHand ConcealedHand SingleWait];
    全双刻 AllEvenPungs 24 [AllPungs AllSimples NoHonours];
    清一色 FullFlush 24 [NoHonours];
    一色三同顺 PureTripleChow 24;
    一色三节高 PureShiftedPungs 24;
    全大 UpperTiles 24 [UpperFour NoHonours];
    全中 MiddleTiles 24 [AllSimples NoHonours];
    全小 LowerTiles 24 [LowerFour NoHonours];
    清龙 PureStraight 16;
    三色双龙会 ThreeSuitedTerminalChows 16 [AllChows NoHonours];
    一色三步高 PureShiftedChows 16;
    全带五 AllFive 16 [AllSimples NoHonours];
    三同刻 TriplePung 16;
    三暗刻 ThreeConcealedPungs 16;
    全不靠 LesserHonoursAndKnittedTiles 12 [AllTypes FullyConcealedHand ConcealedHand SingleWait];
    组合龙 KnittedStraight 12;
    大于五 UpperFour 12 [NoHonours];
    小于五 LowerFour 12 [NoHonours];
    三风刻 BigThreeWinds 12;
    花龙 MixedStraight 8;
    推不倒 ReversibleTiles 8 [OneVoidedSuit];
    三色三同顺 MixedTripleChow 8;
    三色三节高 MixedShiftedPungs 8;
    无番和 ChickenHand 8;
    妙手回春 LastTileDraw 8 [SelfDrawn];
    海底捞月 LastTileClaim 8;
    杠上开花 OutWithReplacementTile 8 [SelfDrawn];
    抢杠和 RobbingTheKong 8 [LastTileOfItsKind];
    碰碰和 AllPungs 6;
    混一色 HalfFlush 6;
    三色三步高 MixedShiftedChows 6;
    五门齐 AllTypes 6;
    全求人 MeldedHand 6 [SingleWait];
    双暗杠 TwoConcealedKongs 6 [TwoConcealedPungs];
    双箭刻 TwoDragonPungs 6 [DragonPung];
    全带幺 OutsideHand 4;
    不求人 FullyConcealedHand 4 [SelfDrawn ConcealedHand];
    双明杠 TwoMeldedKongs 4;
    和绝张 LastTileOfItsKind 4;
    箭刻 DragonPung 2;
    圈风刻 PrevalentWind 2;
    门风刻 SeatWind 2;
    门前清 ConcealedHand 2;
    平和 AllChows 2 [NoHonours];
    四归一 TileHog 2;
    双同刻 DoublePung 2;
    双暗刻 TwoConcealedPungs 2;
    暗杠 ConcealedKong 2;
    断幺 AllSimples 2 [NoHonours];
    一般高 PureDoubleChow 1;
    喜相逢 MixedDoubleChow 1;
    连六 ShortStraight 1;
    老少副 TwoTerminalChows 1;
    幺九刻 PungOfTerminalsOrHonours 1;
    明杠 MeldedKong 1;
    缺一门 OneVoidedSuit 1;
    无字 NoHonours 1;
    边张 EdgeWait 1;
    坎张 ClosedWait 1;
    单钓将 SingleWait 1;
    自摸 SelfDrawn 1;
}

/// A set of fans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct FanSet(u128);

impl FanSet {
    pub(super) const EMPTY: FanSet = FanSet(0);

    /// The set of these.
    pub(super) const fn of(fans: &[Fan]) -> FanSet {
        let (mut set, mut i) = (0, 0);
        while i < fans.len() {
            set |= 1 << fans[i] as usize;
            i += 1;
        }
        FanSet(set)
    }

    pub(super) const fn contains(self, fan: Fan) -> bool {
        self.0 >> fan as usize & 1 == 1
    }

    pub(super) const fn union(self, other: FanSet) -> FanSet {
        FanSet(self.0 | other.0)
    }

    /// The fans in order.
    pub(super) fn iter(self) -> impl Iterator<Item = Fan> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let fan = Fan::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(*fan)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fan excludes only fans after it, so one pass in order settles what counts.
    #[test]
    fn fans_exclude_later_fans_only() {
        assert_eq!(N_FANS, 80);
        assert!(Fan::ALL.is_sorted_by(|one, other| one.points() >= other.points()));
        for fan in Fan::ALL {
            assert!(fan.excludes().iter().all(|excluded| excluded > fan), "{fan:?}");
        }
    }

    #[test]
    fn a_set_gives_its_fans_in_order() {
        let set = FanSet::of(&[Fan::SelfDrawn, Fan::BigFourWinds, Fan::AllPungs]);
        assert!(set.iter().eq([Fan::BigFourWinds, Fan::AllPungs, Fan::SelfDrawn]));
        assert!(FanSet::EMPTY.iter().next().is_none());
    }
}
