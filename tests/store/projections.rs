//! Finished hands: live and rebuilt, and who counts where.

use crate::fixture::{
    GUILD, Home, LI, NOVEMBER, WANG, began, drawn, in_every_database, opened_in, person, taken, tinged, won,
};
use tinghu::cli::rebuild;
use tinghu::game::event::WinHow;
use tinghu::game::ruleset::Variant;
use tinghu::game::seat::Seat::{self, East, North, South, West};
use tinghu::store::Store;
use tinghu::store::event::{Player, TableEvent, TableId, UnixMs, UserId};
use tinghu::store::projections::{LeaderboardQuery, LeaderboardRow, RankBy, Rebuilt, month_start};

const ZHAO: UserId = UserId(1_200_000_000_000_000_003);
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

in_every_database!(
    a_hand_belongs_to_who_sat_there_at_the_deal,
    a_leaderboard_counts_hands_with_two_people_and_ranks_no_program,
    a_leaderboard_is_of_a_server_a_month_and_a_game,
    a_person_sees_all_finished_hands,
    projections_are_the_same_when_rebuilt,
);

fn november(day: u64) -> UnixMs {
    UnixMs(NOVEMBER.0 + (day - 1) * DAY_MS)
}

/// Opens a table with these players and appends the facts, each at once as a table would.
async fn play(
    store: &Store,
    guild: Option<u64>,
    at: UnixMs,
    players: [Player; 4],
    facts: Vec<Vec<TableEvent>>,
) -> TableId {
    let ledger = store.ledger();
    let (table, mut next) = ledger.open(opened_in(guild), at).await.unwrap();
    let seats = Seat::ALL.into_iter().zip(players).map(|(seat, player)| taken(seat, player)).collect();
    for events in [vec![seats], facts].concat() {
        next = ledger.append(table, next, events, at).await.unwrap();
    }
    table
}

fn on_discard(from: Seat) -> WinHow {
    WinHow::Discard { from }
}

/// Four tables: two people in November, again in October, Li alone with the program, three people elsewhere.
async fn a_few_evenings(store: &Store) -> [TableId; 4] {
    let program = || Player::Program;
    let two = |name| [person(LI, name), person(WANG, "王"), program(), program()];
    let facts = vec![
        vec![began(1, East), tinged(East)],
        won(East, WinHow::Draw, 2), // Li +6, Wang −2
        vec![
            TableEvent::SeatLeft { seat: South },
            taken(South, person(ZHAO, "赵")),
            began(2, East),
            tinged(South),
        ],
        won(South, on_discard(East), 3), // Zhao +9, Li −9
        vec![began(3, South), TableEvent::HandVoided, began(3, South)],
        vec![TableEvent::SeatLeft { seat: East }], // after the deal: the hand is still Li's
        drawn(),
    ];
    let first = play(store, Some(GUILD), november(20), two("李"), facts).await;
    let facts = vec![vec![began(1, West)], won(South, on_discard(West), 1)]; // Wang +3
    let second = play(store, Some(GUILD), UnixMs(NOVEMBER.0 - 1), two("旧李"), facts).await;
    let alone = [person(LI, "李"), program(), program(), program()];
    let facts = vec![vec![began(1, East), tinged(East)], won(East, WinHow::KongDraw, 50)];
    let third = play(store, Some(GUILD), november(21), alone, facts).await;
    let three = [person(WANG, "老王"), person(ZHAO, "赵"), program(), person(LI, "李丽")];
    let facts = vec![vec![began(1, East)], won(North, WinHow::RobKong { from: East }, 4)]; // Li +12, Wang −12
    let fourth = play(store, None, november(22), three, facts).await;
    [first, second, third, fourth]
}

fn everything(by: RankBy) -> LeaderboardQuery {
    LeaderboardQuery { guild: None, since: None, until: None, variant: None, by, limit: 10, offset: 0 }
}

fn row(rank: u64, user: UserId, name: &str, hands: u64, wins: u64, points: i64) -> LeaderboardRow {
    LeaderboardRow { rank, user, name: name.into(), hands, wins, points }
}

async fn a_hand_belongs_to_who_sat_there_at_the_deal(home: &Home) {
    let store = home.open().await;
    let [first, _, third, fourth] = a_few_evenings(&store).await;
    let hands = store.stats().hands(first).await.unwrap();
    assert_eq!(hands.iter().map(|hand| hand.hand_no).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(hands.iter().map(|hand| hand.n_people).collect::<Vec<_>>(), [2, 2, 2]);

    let [li, wang, ..] = &hands[0].seats.0;
    assert_eq!(li.player, person(LI, "李"));
    assert!(li.won && li.self_drawn && li.tinged && li.dealer && !li.dealt_in);
    assert_eq!((li.points, wang.points), (6, -2));
    let [li, zhao, ..] = &hands[1].seats.0;
    assert_eq!(zhao.player, person(ZHAO, "赵"));
    assert!(zhao.won && zhao.tinged && !zhao.self_drawn && li.dealt_in && !li.tinged);
    assert_eq!(hands[2].seats[East].player, person(LI, "李"));

    assert!(store.stats().hands(third).await.unwrap()[0].seats[East].self_drawn);
    let robbed = &store.stats().hands(fourth).await.unwrap()[0].seats[East];
    assert!(robbed.dealt_in && robbed.points == -12);
    store.close().await;
}

async fn a_leaderboard_counts_hands_with_two_people_and_ranks_no_program(home: &Home) {
    let store = home.open().await;
    a_few_evenings(&store).await;
    let stats = store.stats();
    let all = stats.leaderboard(everything(RankBy::Points)).await.unwrap();
    let expected =
        [row(1, LI, "李丽", 5, 2, 9), row(1, ZHAO, "赵", 3, 1, 9), row(3, WANG, "老王", 3, 1, -11)];
    assert_eq!(all, expected);

    let mean = stats.leaderboard(everything(RankBy::Mean)).await.unwrap();
    assert_eq!(
        mean.iter().map(|row| (row.rank, row.user)).collect::<Vec<_>>(),
        [(1, ZHAO), (2, LI), (3, WANG)]
    );
    let wins = stats.leaderboard(everything(RankBy::Wins)).await.unwrap();
    assert_eq!(
        wins.iter().map(|row| (row.rank, row.user)).collect::<Vec<_>>(),
        [(1, LI), (2, WANG), (2, ZHAO)]
    );

    let second = LeaderboardQuery { limit: 1, offset: 1, ..everything(RankBy::Points) };
    assert_eq!(stats.leaderboard(second).await.unwrap(), expected[1..2]);
    store.close().await;
}

async fn a_leaderboard_is_of_a_server_a_month_and_a_game(home: &Home) {
    let store = home.open().await;
    a_few_evenings(&store).await;
    let stats = store.stats();
    let this_month = month_start(november(20));
    assert_eq!(this_month, NOVEMBER);
    let server = LeaderboardQuery { guild: Some(GUILD), ..everything(RankBy::Points) };
    let month = LeaderboardQuery { since: Some(this_month), ..server.clone() };
    let expected =
        [row(1, ZHAO, "赵", 2, 1, 9), row(2, WANG, "老王", 1, 0, -2), row(3, LI, "李丽", 3, 1, -3)];
    assert_eq!(stats.leaderboard(month).await.unwrap(), expected);

    let before = LeaderboardQuery { until: Some(this_month), ..server.clone() };
    let expected = [row(1, WANG, "老王", 1, 1, 3), row(2, LI, "李丽", 1, 0, 0)];
    assert_eq!(stats.leaderboard(before).await.unwrap(), expected);

    let xingdong = LeaderboardQuery { variant: Some(Variant::Xingdong), ..server.clone() };
    assert_eq!(stats.leaderboard(xingdong).await.unwrap(), []);
    let elsewhere = LeaderboardQuery { guild: Some(1), ..server };
    assert_eq!(stats.leaderboard(elsewhere).await.unwrap(), []);
    store.close().await;
}

async fn a_person_sees_all_finished_hands(home: &Home) {
    let store = home.open().await;
    let [first, second, third, fourth] = a_few_evenings(&store).await;
    let stats = store.stats();
    let li = stats.stats(LI, None).await.unwrap();
    assert_eq!((li.hands, li.ranked_hands, li.wins, li.self_draws, li.deal_ins), (6, 5, 3, 2, 1));
    assert_eq!((li.drawn_hands, li.dealt, li.tings), (1, 3, 2));
    assert_eq!((li.points, li.best_hand, li.worst_hand), (159, 150, -9));
    assert_eq!(stats.stats(LI, Some(GUILD)).await.unwrap().hands, 5);
    assert_eq!(stats.stats(UserId(1), None).await.unwrap(), Default::default());

    let history = stats.history(LI, None, 5).await.unwrap();
    let played = history.iter().map(|row| (row.table, row.hand_no, row.points)).collect::<Vec<_>>();
    assert_eq!(played, [(fourth, 1, 12), (third, 1, 150), (first, 3, 0), (first, 2, -9), (first, 1, 6)]);
    assert_eq!((history[0].guild, history[0].n_people, history[0].won), (None, 3, true));
    assert!(history.iter().all(|row| row.table != second));
    let here = stats.history(LI, Some(GUILD), 5).await.unwrap();
    assert!(here.len() == 5 && here.iter().all(|row| row.guild == Some(GUILD)), "{here:?}");
    store.close().await;
}

async fn projections_are_the_same_when_rebuilt(home: &Home) {
    let store = home.open().await;
    let tables = a_few_evenings(&store).await;
    let mut live = Vec::new();
    for table in tables {
        live.push(store.stats().hands(table).await.unwrap());
    }
    assert_eq!(live.iter().map(Vec::len).collect::<Vec<_>>(), [3, 1, 1, 1]);
    let ranking = store.stats().leaderboard(everything(RankBy::Points)).await.unwrap();
    store.close().await;

    let rebuilt = rebuild::run(home.open().await).await.unwrap();
    assert_eq!(rebuilt, Rebuilt { n_tables: 4, n_hands: 6 });
    let store = home.open().await;
    for (table, hands) in tables.into_iter().zip(live) {
        assert_eq!(store.stats().hands(table).await.unwrap(), hands);
    }
    assert_eq!(store.stats().leaderboard(everything(RankBy::Points)).await.unwrap(), ranking);
    store.close().await;
}
