//! Formal waits: the kinds that complete a hand, four of them held or not (E-D4).

use super::kinds::Kinds;
use super::special::KNITTED;
use crate::game::shape::{suit_outcomes, suit_outcomes_after_each};
use crate::game::tile::{N_KINDS, Tile};

/// Copies of each kind in tile order.
type Copies = [u8; N_KINDS];

/// The only kind that completes the concealed tiles of a hand, if it is just one. Hands without sets are left out but
/// for seven pairs: what waits for one of those waits for no four sets and a pair.
pub(super) fn only_wait(hand: &Copies, n_melds: usize) -> Option<Tile> {
    let mut waits = set_waits(hand) | seven_pairs_wait(hand);
    if n_melds <= 1 {
        let held = hand.iter().enumerate().fold(0, |held, (index, &n)| held | Kinds::from(n > 0) << index);
        let near = |pattern: &&Kinds| (**pattern & !held).count_ones() <= 1;
        waits |= KNITTED.iter().filter(near).fold(0, |all, &pattern| all | knitted_waits(hand, pattern));
    }
    Tile::from_index(waits.trailing_zeros() as usize).filter(|_| waits.count_ones() == 1)
}

/// What a group of tiles is: a suit, or the honours.
#[derive(Clone, Copy)]
struct Group {
    /// Sets alone.
    plain: bool,
    /// Sets and a pair.
    paired: bool,
}

/// The places of the groups in the tile order.
const GROUPS: [(usize, usize); 4] = [(0, 9), (9, 18), (18, 27), (27, N_KINDS)];

impl Group {
    /// Neither.
    const NOTHING: Group = Group { plain: false, paired: false };

    fn of(copies: &[u8]) -> Group {
        match copies.len() {
            9 if copies.iter().all(|&n| n <= 4) => {
                let outcomes = suit_outcomes(copies);
                Group { plain: outcomes.are_sets(), paired: outcomes.is_finished() }
            }
            9 => Group::of_suit_with_fifth(copies),
            _ => Group::of_honours(copies),
        }
    }

    fn of_honours(copies: &[u8]) -> Group {
        let n_left = |left| copies.iter().filter(|&&n| n % 3 == left).count();
        let whole = n_left(1) == 0;
        let n_pairs = n_left(2);
        Group { plain: whole && n_pairs == 0, paired: whole && n_pairs == 1 }
    }

    /// A suit with more of a kind than a hand can hold, which a formal wait may ask for.
    fn of_suit_with_fifth(copies: &[u8]) -> Group {
        let total: u8 = copies.iter().sum();
        let with_pair = |index: usize| {
            let mut rest = [0; 9];
            rest.copy_from_slice(copies);
            rest[index] -= 2;
            are_suit_sets(&rest)
        };
        Group {
            plain: total.is_multiple_of(3) && are_suit_sets(copies),
            paired: total % 3 == 2 && (0..copies.len()).any(|index| copies[index] >= 2 && with_pair(index)),
        }
    }

    /// The same tiles with one more of each kind.
    fn after_each(copies: &[u8]) -> [Group; 9] {
        let mut more = [0; 9];
        more[..copies.len()].copy_from_slice(copies);
        let mut with = |index: usize| {
            more[index] += 1;
            let group = Group::of(&more[..copies.len()]);
            more[index] -= 1;
            group
        };
        if copies.len() < 9 {
            return std::array::from_fn(
                |index| if index < copies.len() { with(index) } else { Group::NOTHING },
            );
        }
        let outcomes = suit_outcomes_after_each(copies);
        std::array::from_fn(|index| match copies[index] {
            4.. => with(index),
            _ => Group { plain: outcomes[index].are_sets(), paired: outcomes[index].is_finished() },
        })
    }
}

/// True if the tiles of a suit are sets. Three equal runs are three triplets, so triplets go first.
fn are_suit_sets(copies: &[u8]) -> bool {
    let (mut here, mut next) = (0, 0);
    for &n in copies {
        let Some(left) = n.checked_sub(here) else { return false };
        (here, next) = (next + left % 3, left % 3);
    }
    here == 0 && next == 0
}

/// The kinds that make the tiles sets and a pair.
fn set_waits(hand: &Copies) -> Kinds {
    let groups = GROUPS.map(|(first, end)| Group::of(&hand[first..end]));
    let mut waits = 0;
    for (number, (first, end)) in GROUPS.into_iter().enumerate() {
        let others =
            || groups.iter().enumerate().filter(|&(other, _)| other != number).map(|(_, group)| group);
        let n_broken = others().filter(|group| !group.plain && !group.paired).count();
        let n_paired = others().filter(|group| group.paired).count();
        if n_broken > 0 || n_paired > 1 {
            continue;
        }
        for (index, group) in Group::after_each(&hand[first..end]).into_iter().enumerate() {
            let finishes = if n_paired == 1 { group.plain } else { group.paired };
            waits |= Kinds::from(finishes) << (first + index);
        }
    }
    waits
}

/// The kinds that make the tiles a knitted straight of this pattern, a set and a pair.
fn knitted_waits(hand: &Copies, pattern: Kinds) -> Kinds {
    let mut rest = *hand;
    let mut missing: Kinds = 0;
    for index in (0..27).filter(|index| pattern >> index & 1 == 1) {
        match rest[index] {
            0 => missing |= 1 << index,
            _ => rest[index] -= 1,
        }
    }
    match missing.count_ones() {
        0 => set_waits(&rest),
        1 if is_finished(&rest) => missing,
        _ => 0,
    }
}

/// True if the tiles are sets and a pair.
fn is_finished(tiles: &Copies) -> bool {
    let groups = GROUPS.map(|(first, end)| Group::of(&tiles[first..end]));
    groups.iter().all(|group| group.plain || group.paired)
        && groups.iter().filter(|group| group.paired).count() == 1
}

/// The kind that makes thirteen tiles seven pairs.
fn seven_pairs_wait(hand: &Copies) -> Kinds {
    let odd =
        (0..N_KINDS).filter(|&index| hand[index] % 2 == 1).fold(0, |odd: Kinds, index| odd | 1 << index);
    if odd.count_ones() == 1 && hand.iter().sum::<u8>() == 13 { odd } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tile::parse_tiles;

    #[track_caller]
    fn check(hand: &str, n_melds: usize, expected: Option<&str>) {
        let mut copies = [0; N_KINDS];
        parse_tiles(hand).unwrap().iter().for_each(|tile| copies[tile.index()] += 1);
        assert_eq!(only_wait(&copies, n_melds).map(|tile| tile.to_string()).as_deref(), expected, "{hand}");
    }

    #[test]
    fn the_only_wait() {
        check("24m 55p", 3, Some("3m"));
        check("23m 55p", 3, None);
        check("5m", 4, Some("5m"));
        // 4s is waited for although all four are held (E-D4).
        check("4444666s", 2, None);
        check("1144m 2255p 3366s E", 0, Some("E"));
        check("147m 258p 36s 11s", 1, Some("9s"));
        check("147m 258p 369s E", 1, Some("E"));
        check("147m 258p 3699s", 1, Some("9s"));
        check("123447m 25558p 369s", 0, None);
        check("123m 46p 8s", 2, None);
    }
}
