//! The flow of a hand as text tables: `tests/data/rules/flow-*.cases`.
//!
//! A case begins with `== name`. First the position, one thing a line; what is not said is filled up:
//!
//! ```text
//! game harbin              harbin-new where nothing is said
//! options reserve_tiles=0 auto_win=always
//! dealer E
//! E [111p] 23m55p | 9s     a seat's melds, concealed tiles and, where it has the turn, the tile drawn
//! S 55m |                  nothing after the bar: the turn after a chow or pung
//! river S 123m
//! ting S W                 in the order of their declarations; treasures are flipped in that order
//! treasures 7p 3s
//! reserve 1p 2p            the last tiles before the treasures, the nearest to them first
//! liable                   the dealer is (包庄)
//! deal                     nothing is done yet: all are asked for 开牌炸
//! opened S 6s              the pair that 粘听 laid open
//! run-points 10 1 0 5      跑分 of E S W N
//! draws 5m 1p
//! left 3                   drawable tiles
//! indicator 3p             the turned tile of 兴动
//! ```
//!
//! Then what is done (`>`, or `>!` where it must be refused) and what must hold. `rest` stands for every seat that has
//! not answered; `time` is the end of the time limit.
//!
//! ```text
//! > E discard 5m           discard drawn, ting 5m, kong 5m, win; chow 3m [ting 9s], pung [ting 9s], kong, win, pass
//! > rest pass
//! -> E discards 5m; S draws 3s      all events since the last such line but the answers
//! offers S pass                     all offers; `has` and `lacks` go by their beginnings
//! offers S has win, pung
//! waits S 1m 4m
//! treasures S 7p(S) 3s(W)           what a seat sees of them
//! shown 7p(S) 3s; after 1p          all of them once the hand is over, and those that left play
//! wild 4p                           the kind that the turned tile makes wild
//! unseen S 1m 3                     how many copies of a wait a seat doesn't see
//! points E 5 S -1 W -1 N -3         win and kongs together, then what each kind of points was
//! ```

mod expect;
mod script;
mod words;

/// Runs every case of a file; a failure names the file and the line.
#[track_caller]
fn check(file: &str, text: &str, n_cases: usize) {
    let cases = script::cases(file, text);
    assert_eq!(cases.len(), n_cases, "{file}: number of cases");
    let failures: Vec<String> = cases.iter().filter_map(|case| case.run().err()).collect();
    assert!(failures.is_empty(), "{} of {n_cases} cases failed:\n{}", failures.len(), failures.join("\n"));
}

macro_rules! case_files {
    ($($test:ident: $file:literal, $n_cases:literal;)+) => {
        $(
            #[test]
            fn $test() {
                check($file, include_str!(concat!("../../tests/data/rules/", $file)), $n_cases);
            }
        )+
    };
}

case_files! {
    claims_of_harbin_new: "flow-harbin-new-claims.cases", 32;
    ting_and_treasures_of_harbin_new: "flow-harbin-new-ting.cases", 36;
    kongs_of_harbin_new: "flow-harbin-new-kongs.cases", 31;
    payments_and_ends_of_harbin_new: "flow-harbin-new-ends.cases", 19;
    one_treasure_and_ends_of_harbin: "flow-harbin.cases", 34;
    reveals_and_last_tiles_of_qiqihar_yuema: "flow-qiqihar-yuema.cases", 28;
    the_flow_of_qiqihar: "flow-qiqihar.cases", 32;
    wilds_fans_and_ends_of_xingdong: "flow-xingdong.cases", 54;
}
