//! Example scenes for the gallery and the golden images: invented hands, chosen to fill every slot once.

mod charts;
mod results;
mod wilds;

pub use charts::{Chart, lines, replay, replay_views};
pub use results::{result_discard, result_drawn, result_fans, result_kongs, result_treasure};
pub use wilds::{board_wild, hand_wild};

use std::sync::Arc;

use super::painter::{Kit, Painter};
use super::{
    BoardScene, HandScene, Picture, PlayerLabel, RenderError, Renderer, ResultScene, board, hand, result,
};
use crate::game::action::{Offer, Origin, PromptId, TingDiscard, Wait};
use crate::game::length::{MatchLength, Progress};
use crate::game::meld::{Meld, MeldKind};
use crate::game::ruleset::Variant;
use crate::game::seat::{BySeat, Seat};
use crate::game::tile::{Tile, parse_tiles};
use crate::game::view::{Concealed, PlayerView, PublicPhase, PublicSeat, PublicView};
use crate::t;
use crate::text::Lang;

/// Where all examples stand in their match.
pub const PROGRESS: Progress = Progress { hand_no: 3, n_passes: 0, length: MatchLength::Hands(8) };

/// One example.
pub enum Example {
    /// A board.
    Board {
        /// What all see.
        view: PublicView,
        /// Who plays.
        players: BySeat<PlayerLabel>,
    },
    /// The end of a hand.
    Result {
        /// What all see, with the outcome.
        view: PublicView,
        /// Who played.
        players: BySeat<PlayerLabel>,
    },
    /// A player's own hand.
    Hand {
        /// What the player sees.
        view: PlayerView,
    },
    /// A chart, without tiles.
    Chart(Chart),
}

impl Example {
    /// Draws it.
    ///
    /// # Errors
    /// As [`Renderer`].
    pub fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Picture, RenderError> {
        self.draw_with(renderer, lang, false)
    }

    /// Draws it, with indices on the tiles where that is wished.
    ///
    /// # Errors
    /// As [`Renderer`].
    pub fn draw_with(
        &self,
        renderer: &Renderer,
        lang: Lang,
        index_digits: bool,
    ) -> Result<Picture, RenderError> {
        match self {
            Example::Board { view, players } => {
                let progress = PROGRESS;
                renderer.board(&BoardScene { view, players, progress, lang, index_digits })
            }
            Example::Result { view, players } => {
                renderer.result(&ResultScene { view, players, hand_no: 3, lang, index_digits })
            }
            Example::Hand { view } => renderer.hand(&HandScene { view, lang, index_digits }),
            Example::Chart(chart) => chart.draw(renderer, lang),
        }
    }
}

impl Example {
    /// What it shows before it is packed; `None` for a chart.
    pub(super) fn composed<'k>(
        &self,
        kit: &'k Kit,
        lang: Lang,
        index_digits: bool,
    ) -> Result<Option<Painter<'k>>, RenderError> {
        let progress = PROGRESS;
        match self {
            Example::Board { view, players } => {
                board::composed(kit, &BoardScene { view, players, progress, lang, index_digits })
            }
            Example::Hand { view } => hand::composed(kit, &HandScene { view, lang, index_digits }),
            Example::Result { view, players } => {
                result::composed(kit, &ResultScene { view, players, hand_no: 3, lang, index_digits })
            }
            Example::Chart(_) => return Ok(None),
        }
        .map(Some)
    }
}

/// All examples with their file names.
pub fn examples() -> Vec<(&'static str, Example)> {
    vec![
        ("board-start", a_board(board_start(), players())),
        ("board-mid", a_board(board_mid(), players())),
        ("board-claims", a_board(board_claims(), players())),
        ("board-robbing", a_board(board_robbing(), players())),
        ("board-full", a_board(board_full(), long_players())),
        ("board-wild", a_board(board_wild(), players())),
        ("hand-waiting", a_hand(hand_waiting())),
        ("hand-turn", a_hand(hand_turn())),
        ("hand-ting-choice", a_hand(hand_ting_choice())),
        ("hand-claim", a_hand(hand_claim())),
        ("hand-ting", a_hand(hand_ting())),
        ("hand-kongs", a_hand(hand_kongs())),
        ("hand-wild", a_hand(hand_wild())),
        ("result-discard", a_result(result_discard(), players())),
        ("result-treasure", a_result(result_treasure(), players())),
        ("result-kongs", a_result(result_kongs(), long_players())),
        ("result-fans", a_result(result_fans(), players())),
        ("result-drawn", a_result(result_drawn(), players())),
        ("chart-points", Example::Chart(Chart::Points)),
        ("chart-fans", Example::Chart(Chart::Fans)),
        ("chart-leaders", Example::Chart(Chart::Leaders)),
    ]
}

fn a_board(view: PublicView, players: BySeat<PlayerLabel>) -> Example {
    Example::Board { view, players }
}

fn a_result(view: PublicView, players: BySeat<PlayerLabel>) -> Example {
    Example::Result { view, players }
}

fn a_hand(view: PlayerView) -> Example {
    Example::Hand { view }
}

fn player(name: &str, points: i32) -> PlayerLabel {
    PlayerLabel { name: name.to_owned(), points, away: false, program: false }
}

/// Four ordinary players.
pub fn players() -> BySeat<PlayerLabel> {
    BySeat([
        player("铁锅炖大鹅", 36),
        player("Аня_Хабаровск", -12),
        PlayerLabel { program: true, ..player("松花江", 0) },
        PlayerLabel { away: true, ..player("mahjong_kid", -24) },
    ])
}

/// Names and scores at the edge of what fits.
pub fn long_players() -> BySeat<PlayerLabel> {
    BySeat([
        player("哈尔滨道里区中央大街老字号红肠", 9_999),
        player("WWWWWWWWWWWWWWWWWWWWWWWW", -9_999),
        PlayerLabel { program: true, ..player("🐉 dragon 🐲 龙龙龙龙龙龙龙龙", 9_999) },
        PlayerLabel { away: true, ..player("ǅ̶̧̛ẍ́͡ Ωmega Жёлтый", -9_999) },
    ])
}

/// Tiles from notation; these are constants of this file, and a test reads them all.
pub(super) fn tiles(notation: &str) -> Vec<Tile> {
    parse_tiles(notation).unwrap_or_default()
}

fn meld(kind: MeldKind, tile: Tile, claimed: Option<(Tile, Seat)>) -> Meld {
    Meld { kind, tile, claimed }
}

fn seat(n_tiles: u8, river: &[Tile], melds: Vec<Meld>) -> PublicSeat {
    let standing = melds.iter().all(|meld| !meld.is_open());
    PublicSeat {
        concealed: Concealed { n_tiles },
        melds: Arc::new(melds),
        river: Arc::new(river.to_vec()),
        ting: None,
        opened_pair: None,
        standing,
    }
}

fn view(seats: [PublicSeat; 4], phase: PublicPhase, n_drawable: u8) -> PublicView {
    PublicView {
        variant: Variant::HarbinNew,
        dealer: Seat::East,
        n_drawable,
        seats: BySeat(seats),
        phase,
        prompt: PromptId(7),
        last_discard: None,
        n_treasures: 4,
        n_flipped: 0,
        liable: false,
        run_points: BySeat([0; 4]),
        shown_replacement: None,
        indicator: None,
        outcome: None,
    }
}

/// The dealer's first turn.
pub fn board_start() -> PublicView {
    let seats = [
        seat(14, &tiles(""), vec![]),
        seat(13, &tiles(""), vec![]),
        seat(13, &tiles(""), vec![]),
        seat(13, &tiles(""), vec![]),
    ];
    view(seats, PublicPhase::Turn { seat: Seat::East }, 55)
}

/// The middle of a hand; South has declared ting and has the turn.
pub fn board_mid() -> PublicView {
    let east = seat(
        10,
        &tiles("C9m1m9s9p1s 1p8m4s8p4m8s"),
        vec![meld(MeldKind::Chow, t!("3m"), Some((t!("3m"), Seat::North)))],
    );
    let south = seat(
        5,
        &tiles("8m1m1s1p9p9m 9s5s6m4p2s2m 7p"),
        vec![
            meld(MeldKind::Pung, t!("C"), Some((t!("C"), Seat::West))),
            meld(MeldKind::ConcealedKong, t!("6s"), None),
            meld(MeldKind::Chow, t!("2p"), Some((t!("2p"), Seat::East))),
        ],
    );
    let west = seat(13, &tiles("1s1m9p9s1p9m C5m3s6p7m7s"), vec![]);
    let north = seat(
        7,
        &tiles("1m1p9m9p1s9s 3m3p5s7m7p8s"),
        vec![
            meld(MeldKind::Chow, t!("3s"), Some((t!("3s"), Seat::West))),
            meld(MeldKind::Pung, t!("8p"), Some((t!("8p"), Seat::East))),
        ],
    );
    let mut view = view([east, south, west, north], PublicPhase::Turn { seat: Seat::South }, 34);
    view.seats[Seat::South].ting = Some(1);
    view.n_flipped = 1;
    view
}

/// The same hand after East's discard, with everybody asked.
pub fn board_claims() -> PublicView {
    let mut view = board_mid();
    view.seats[Seat::South].concealed.n_tiles = 4;
    Arc::make_mut(&mut view.seats[Seat::East].river).push(t!("5p"));
    view.phase = PublicPhase::Claims { from: Seat::East, tile: t!("5p"), robbing: false };
    view.last_discard = Some(Seat::East);
    view
}

/// The same hand after North has added the fourth 八筒 to its pung.
pub fn board_robbing() -> PublicView {
    let mut view = board_mid();
    let north = &mut view.seats[Seat::North];
    Arc::make_mut(&mut north.melds)[1].kind = MeldKind::AddedKong;
    view.phase = PublicPhase::Claims { from: Seat::North, tile: t!("8p"), robbing: true };
    view
}

/// Every slot full: four kongs a seat, 22 discards, all seats ting.
pub fn board_full() -> PublicView {
    let kongs = |low: [Tile; 4], from: Seat| {
        vec![
            meld(MeldKind::ExposedKong, low[0], Some((low[0], from))),
            meld(MeldKind::ConcealedKong, low[1], None),
            meld(MeldKind::AddedKong, low[2], Some((low[2], from.opposite()))),
            meld(MeldKind::ExposedKong, low[3], Some((low[3], from))),
        ]
    };
    let river = tiles("1m9p1s1p8m4s 8p4m8s5m3s6p 7m7s2p6s3p9m9s5s4p2s");
    let mut seats = [
        seat(1, &river, kongs([t!("1m"), t!("C"), t!("5m"), t!("9s")], Seat::South)),
        seat(1, &river[..19], kongs([t!("7m"), t!("E"), t!("8s"), t!("1s")], Seat::East)),
        seat(1, &river[..20], kongs([t!("P"), t!("F"), t!("6p"), t!("7p")], Seat::South)),
        seat(2, &river, kongs([t!("3m"), t!("4p"), t!("N"), t!("2s")], Seat::East)),
    ];
    (1..).zip(&mut seats).for_each(|(order, seat)| seat.ting = Some(order));
    let mut view = view(seats, PublicPhase::Turn { seat: Seat::North }, 6);
    view.last_discard = Some(Seat::West);
    view.n_flipped = 4;
    view
}

fn own(public: PublicView, seat: Seat, concealed: &str, drawn: Option<Tile>) -> PlayerView {
    PlayerView {
        public,
        seat,
        hand: tiles(concealed),
        drawn,
        waits: vec![],
        treasures: vec![],
        offers: vec![],
        answered: false,
    }
}

fn discards(view: &PlayerView) -> Vec<Offer> {
    let hand = view.hand.iter().map(|&tile| (tile, Origin::Hand));
    let all = hand.chain(view.drawn.map(|tile| (tile, Origin::Drawn)));
    let mut offers: Vec<Offer> = all.map(|(tile, origin)| Offer::Discard { tile, origin }).collect();
    offers.dedup_by(|a, b| a == b);
    offers
}

fn wait(tile: Tile, n_unseen: u8) -> Wait {
    Wait { tile, n_unseen }
}

/// Somebody else's turn.
pub fn hand_waiting() -> PlayerView {
    own(board_mid(), Seat::West, "1235m 2268p 1345s C", None)
}

/// The own first turn with the dealer's fourteen tiles.
pub fn hand_turn() -> PlayerView {
    let mut view = own(board_start(), Seat::East, "12355m 12679p 123s", Some(t!("C")));
    view.offers = discards(&view);
    view
}

/// The own turn with three discards that declare ting, one of them the drawn tile.
pub fn hand_ting_choice() -> PlayerView {
    let mut public = board_mid();
    public.phase = PublicPhase::Turn { seat: Seat::East };
    public.seats[Seat::East].concealed.n_tiles = 11;
    let mut view = own(public, Seat::East, "55m 678p 2346s C", Some(t!("7s")));
    view.offers = discards(&view);
    let ting = |tile, origin, waits: Vec<Wait>| TingDiscard { tile, origin, waits };
    view.offers.push(Offer::Ting {
        discards: vec![
            ting(t!("2s"), Origin::Hand, vec![wait(t!("5s"), 2), wait(t!("8s"), 3)]),
            ting(t!("C"), Origin::Hand, vec![wait(t!("5s"), 2)]),
            ting(t!("7s"), Origin::Drawn, vec![wait(t!("1s"), 1), wait(t!("4s"), 3), wait(t!("7s"), 0)]),
        ],
    });
    view
}

/// A discard that can be claimed in every way.
pub fn hand_claim() -> PlayerView {
    let mut view = own(board_claims(), Seat::North, "34555p 67s", None);
    let ting = |tile| TingDiscard { tile, origin: Origin::Hand, waits: vec![wait(t!("5s"), 2)] };
    view.offers = vec![
        Offer::Win,
        Offer::ClaimKong,
        Offer::Pung,
        Offer::TingPung { discards: vec![ting(t!("3p"))] },
        Offer::Chow { low: t!("3p") },
        Offer::TingChow { low: t!("3p"), discards: vec![ting(t!("5p"))] },
        Offer::Pass,
    ];
    view
}

/// A ting hand that has just drawn: only the drawn tile may go.
pub fn hand_ting() -> PlayerView {
    let mut view = own(board_mid(), Seat::South, "3345s", Some(t!("9m")));
    view.waits = vec![wait(t!("3s"), 1), wait(t!("6s"), 0)];
    view.treasures = vec![(Seat::South, t!("6s")), (Seat::North, t!("9p"))];
    view.offers = vec![Offer::Discard { tile: t!("9m"), origin: Origin::Drawn }];
    view
}

/// Four kongs and a drawn tile.
pub fn hand_kongs() -> PlayerView {
    let mut view = own(board_full(), Seat::North, "5s", Some(t!("5s")));
    view.waits = vec![wait(t!("5s"), 1)];
    view.treasures = Seat::ALL.into_iter().zip(tiles("5s 1m C 9p")).collect();
    view.offers = vec![Offer::Win, Offer::Pass];
    view
}
