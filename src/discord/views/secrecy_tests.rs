//! Non-interference of what is posted: the text, the picture's bytes, its description and its file name are the same
//! when only tiles change that not all know.

use std::sync::{Arc, LazyLock};

use proptest::prelude::*;

use super::hand::tests::info;
use super::{Wanted, board, lobby, result};
use crate::discord::late::Waited;
use crate::game::action::PromptId;
use crate::game::length::MatchLength;
use crate::game::meld::{Meld, MeldKind};
use crate::game::ruleset::{Options, Variant};
use crate::game::seat::{BySeat, Seat};
use crate::game::secrecy_tests::{luck, positions, publicly_reshuffled};
use crate::game::state::HandState;
use crate::game::view::{Public, PublicPhase, PublicView};
use crate::render::Renderer;
use crate::store::event::{Settings, UnixMs};
use crate::t;
use crate::table::view::{Snapshot, TableInfo, TablePhase};
use crate::text::Lang;

static RENDERER: LazyLock<Renderer> = LazyLock::new(|| Renderer::new().unwrap());

/// A hand that is over waits for the next one.
fn table(hand: &HandState, lang: Lang) -> TableInfo {
    let variant = hand.variant();
    let length = match variant {
        Variant::HarbinNew => MatchLength::Hands(8),
        _ => MatchLength::Rounds(1),
    };
    let deadline = UnixMs(90_000);
    let phase = match hand.settlement() {
        None => {
            TablePhase::Playing { prompt: hand.prompt(), deadline, late_at: Some(UnixMs(80_000)), bank_s: 30 }
        }
        Some(_) => TablePhase::Ready { ready: BySeat([true, false, false, false]), deadline },
    };
    let usual = info(false);
    let options = Options::of(variant);
    let settings = Settings { variant, options, length, locale: lang.code().to_owned(), ..usual.settings };
    TableInfo { settings, phase, hand_no: 2, history: vec![BySeat([3, -1, -1, -1])], ..usual }
}

/// Everything about a hand that is posted for all: the lobby above it, the board, its result, and whom the ping of a late
/// player names.
struct Posts {
    messages: Vec<Wanted>,
    late: Option<(Waited, String)>,
}

impl Posts {
    fn of(hand: &HandState, lang: Lang) -> Posts {
        let (info, public) = (table(hand, lang), hand.public_view());
        let mut messages = vec![lobby::wanted(&info), board::wanted(&info, &public, &[])];
        messages.extend(result::wanted(&info, &public));
        let private = BySeat::from_fn(|seat| Some(hand.view_of(seat)));
        let late = Waited::of(&Snapshot { info, public: Some(public), private });
        Posts { messages, late: late.map(|late| (late, late.key())) }
    }

    fn check_equal(&self, other: &Posts) {
        assert_eq!(self.messages.len(), other.messages.len());
        for (one, other) in self.messages.iter().zip(&other.messages) {
            assert_eq!(one.message, other.message);
            assert_eq!(one.fingerprint(), other.fingerprint());
            assert_eq!(one.sketch.is_some(), other.sketch.is_some());
            assert!(
                drawn(one) == drawn(other),
                "a picture, its description or its name tells of a hidden tile"
            );
        }
        assert!(self.late == other.late);
    }
}

/// File name, description and bytes.
fn drawn(post: &Wanted) -> Option<(&'static str, String, Vec<u8>)> {
    let picture = post.sketch.as_ref()?.draw(&RENDERER).unwrap();
    Some((picture.file_name, picture.alt_text, picture.bytes))
}

/// One thing that all can see, changed.
const CHANGES: [fn(&mut PublicView); 7] = [
    |view| Arc::make_mut(&mut view.seats[Seat::South].river).push(t!("9s")),
    |view| view.seats[Seat::North].concealed.n_tiles += 1,
    |view| view.n_drawable += 1,
    |view| view.dealer = view.dealer.next(),
    |view| {
        let ting = view.seats[Seat::West].ting;
        view.seats[Seat::West].ting = if ting.is_none() { Some(1) } else { None };
    },
    |view| {
        let meld = Meld { kind: MeldKind::Pung, tile: t!("7p"), claimed: Some((t!("7p"), Seat::West)) };
        view.seats[Seat::East].melds = Arc::new(vec![meld; (view.seats[Seat::East].melds.len() + 1) % 5]);
    },
    |view| {
        view.phase = match view.phase {
            PublicPhase::Turn { seat } => PublicPhase::Turn { seat: seat.next() },
            _ => PublicPhase::Turn { seat: Seat::East },
        };
    },
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Every game, under house rules by lot, at a prompt by lot or at its end.
    #[test]
    fn posts_are_the_same_to_the_byte_when_only_hidden_tiles_change(
        variant in proptest::sample::select(&Variant::PLAYABLE[..]),
        number in 1_u32..100_000,
        at in any::<proptest::sample::Index>(),
        lang in proptest::sample::select(&Lang::ALL[..]),
    ) {
        let positions = positions(variant, number);
        let mut luck = luck(number + 1);
        for hand in [at.get(&positions), positions.last().unwrap()] {
            let other = publicly_reshuffled(hand, &mut luck);
            Posts::of(hand, lang).check_equal(&Posts::of(&other, lang));
            // What was reshuffled can be seen, by those who may see it.
            let changed = Seat::ALL.into_iter().any(|seat| hand.view_of(seat) != other.view_of(seat));
            prop_assert!(changed || hand.settlement().is_some());
        }
    }

    #[test]
    fn a_board_and_its_description_change_with_everything_that_all_can_see(
        variant in proptest::sample::select(&Variant::PLAYABLE[..]),
        number in 1_u32..100_000,
        at in any::<proptest::sample::Index>(),
        lang in proptest::sample::select(&Lang::ALL[..]),
    ) {
        let positions = positions(variant, number);
        let hand = at.get(&positions);
        let info = table(hand, lang);
        let post = |public: &Public<PublicView>| drawn(&board::wanted(&info, public, &[])).unwrap();
        let before = post(&hand.public_view());
        for (i, change) in CHANGES.iter().enumerate() {
            let changed = hand.public_view().map(|mut view| { change(&mut view); view });
            let after = post(&changed);
            prop_assert_eq!(before.0, after.0, "a file's name never changes");
            prop_assert!(before.1 != after.1, "change {} is not in the description", i);
            prop_assert!(before.2 != after.2, "change {} is not in the picture", i);
        }
        // A prompt has a number for the buttons, which no picture shows.
        let renumbered = hand.public_view().map(|view| PublicView { prompt: PromptId(view.prompt.0 + 1), ..view });
        prop_assert!(before == post(&renumbered));
    }
}
