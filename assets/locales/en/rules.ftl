# The rules and the help. Every value of a house rule (knob-…) has a phrase; the rules show the chosen one and the others.

rules-title-tiles = Tiles
rules-title-ting = Ting and winning
rules-title-claims = Claims
rules-title-treasure = Treasures
rules-title-score = Scores (1 fan = 1 point)
rules-title-match = Dealer

rules-harbin-new-tiles =
    36 wan, 36 tong, 36 tiao and 4 red dragons: 112 tiles. 13 each; the dealer has one more and discards first.
    The last four tiles of the wall are the treasures: face down, never drawn. If the wall runs out nobody has won.
rules-harbin-new-ting =
    Only who has declared ting can win. Ting is declared with a discard; later draws that don't win go out by themselves.
    Four sets and a pair. Red dragons make triplets, kongs and pairs, never runs. No seven pairs, no all-triplets.
    To ting: two suits (red is none); a 1, a 9 or a red dragon; a triplet (a red pair will do, so will two pairs to wait on, or all runs waiting on a lone red); a run; an open meld; at least 4 tiles left in hand.
rules-harbin-new-claims =
    Hu > { $ting_by_pung ->
        [off] ting chi
       *[on] { $ting_claim_tie ->
            [pung_first] ting peng > ting chi
           *[seat_order] ting chi = ting peng
        }
    } > gang > peng > chi; equals by distance from the discarder. One winner a tile.
    Chi only from the previous player; to ting, from anyone: claim, ting and discard in one act, with peng as well.
    An added gang can be robbed, a concealed one can't. A fourth meld is not allowed.
rules-harbin-new-treasure =
    The first to ting flips the first treasure, and so on. The others only learn how many are flipped.
    After ting, drawing a flipped treasure wins whatever you wait on. Discarded by others, or drawn before ting, it is an ordinary tile.
rules-harbin-new-score =
    Plain win 1; self-draw, kong draw 2; own treasure 4; another's treasure 2.
    Closed wait (the middle of a run) ×2. The treasure drawn is the closed wait itself: own 16, another's 8, standing or not.
    A loser without an open meld is standing. A discarder not ting counts at least 3 and pays for the others; a ting discarder pays only his own.

rules-harbin-tiles =
    36 wan, 36 tong, 36 tiao and 4 red dragons: 112 tiles. 13 each; the dealer has one more and discards first.
    The last tile of the wall is the treasure: face down, never drawn. If the wall runs out nobody has won.
rules-harbin-ting =
    Only who has declared ting can win. Ting is declared with a discard; later draws that don't win go out by themselves.
    Four sets and a pair. Red dragons make triplets, kongs and pairs, never runs. No seven pairs, no all-triplets.
    To ting: two suits (red is none); a 1, a 9 or a red dragon; a triplet (a red pair will do, so will two pairs to wait on); a run; an open meld; at least 4 tiles left in hand.
rules-harbin-treasure =
    Only ting players see the treasure. After ting, drawing it wins whatever you wait on. Discarded by others, or drawn before ting, it is an ordinary tile.
    Three copies open in discards and melds make it useless; hands never count.
rules-harbin-score =
    Plain win 1; self-draw, kong draw 2; treasure drawn 3.
    Closed wait (the middle of a run) ×2. The treasure drawn is the closed wait itself: 12, standing or not.
    A loser without an open meld is standing. A discarder not ting counts at least 3.

rules-yuema-tiles =
    36 wan, 36 tong, 36 tiao and 4 red dragons: 112 tiles. 13 each; the dealer has one more and discards first.
    The last tile of the wall is the treasure, never drawn. If the wall runs out nobody wins; gangs are still paid.
rules-yuema-ting =
    Only who has declared ting can win, but the dealer with a finished dealt hand. Ting is declared with a discard; later draws that don't win go out by themselves.
    Four sets and a pair. Reds make triplets, gangs and pairs, never runs. Four triplets are “piao”, and only piao may end with one tile in hand.
    To ting: two suits (red is none); a 1, a 9 or a red; a triplet (a red pair will do, so will two pairs to wait on).
rules-qiqihar-claims =
    Hu > { $ting_by_pung ->
        [off] ting chi
       *[on] { $ting_claim_tie ->
            [pung_first] ting peng > ting chi
           *[seat_order] ting chi = ting peng
        }
    } > gang > peng > chi; equals by distance from the discarder. One winner a tile.
    Chi only from the previous player; to ting, from anyone: claim, ting and discard in one act, with peng as well.
    An added gang can be robbed by hu or ting chi, and scores nothing then. A fourth meld only if all are triplets or gangs.
rules-qiqihar-treasure =
    Only ting players see the treasure. If it is a wait the hand wins at once, before anyone wins on the ting discard. Drawing it after ting wins whatever you wait on; else it is an ordinary tile.
    Three copies open in discards and melds make it useless; hands never count.{ $treasure_swap ->
        [never] {""}
       *[three_visible] {" "}A new one may reveal again, who tinged first wins first.
    }
rules-yuema-score =
    Base 1. Closed wait (the middle of a run in one reading) ×2, piao ×4.
    Self-draw ×2, treasure drawn or revealed ×2 more, revealed with a closed wait or piao, or drawn with piao, ×2 more; gang draw ×2.
    A discarder not ting pays for all three; a ting one only his own. Gangs are paid apart.

rules-qiqihar-tiles =
    36 wan, 36 tong, 36 tiao and 4 red dragons: 112 tiles. 13 each; the dealer has one more and discards first.
    One random tile is the treasure, never drawn. If the wall runs out nobody wins; gangs are still paid.
rules-qiqihar-ting =
    Only who has declared ting can win, but { $four_at_deal ->
        [on] four dealt and the dealer's finished dealt hand
       *[off] the dealer's finished dealt hand
    }. Ting is declared with a discard; later draws that don't win go out by themselves.
    Four sets and a pair, or seven pairs. Reds never make runs. Four triplets are “piao”, and only piao may end with one tile in hand.
    To ting: { $full_flush ->
        [on] any suits
       *[off] two suits
    }; a 1, 9 or red (not for piao, pairs); a triplet, a red pair or two pairs to wait on (not for pairs, a pure straight); an open meld (not for pairs).
    Sticky ting: a closed hand with five pairs takes a discard for the sixth, shows it, discards, and waits for the seventh pair alone.
rules-qiqihar-score =
    Base 1. Closed wait (the middle of a run in one reading) ×2, piao ×4, seven pairs ×8.
    Self-draw ×2, treasure drawn or revealed ×2 more, revealed with a closed wait, piao or pairs ×2 more; gang draw ×2.
    A discarder not ting pays for all three; a ting one only his own. Gangs are paid apart.

knob-line = - { $chosen }
knob-line-alternatives = - { $chosen } (or: { $others })
knob-soft-terminal = { $value ->
    [on] the winning tile may be the 1, 9 or red
   *[off] the 1, 9 or red must be held at ting
 }
knob-closed-wait-single = { $value ->
    [on] a closed wait is the only wait
   *[off] a closed wait may be one of several
 }
knob-closed-wait-all-readings = { $value ->
    [on] closed in every reading of the hand
   *[off] closed in one reading of the hand
 }
knob-edge-wait-37 = { $value ->
    [on] 12 for 3 and 89 for 7 are closed waits
   *[off] 12 for 3 and 89 for 7 are not closed
 }
knob-pair-wait = { $value ->
    [on] a pair wait is a closed wait
   *[off] a pair wait is not closed
 }
knob-standing-combine = { $value ->
    [multiply] standing triples
   *[max] standing raises to 3
 }
knob-dealer-double = { $value ->
    [on] the dealer pays and gets double
   *[off] the dealer doesn't double
 }
knob-rob-kong = { $value ->
    [discarder] a robbed gang pays as a discard
    [self_draw_konger_pays] a robbed gang pays as a self-draw, all by the robbed
   *[self_draw] a robbed gang pays as a self-draw
 }
knob-kong-points-exposed = { $n ->
    [0] open gangs score nothing (can be set)
   *[other] open gangs: { $n } from each (can be set)
 }
knob-kong-points-concealed = { $n ->
    [0] concealed gangs score nothing (can be set)
   *[other] concealed gangs: { $n } from each (can be set)
 }
knob-ting-discard-is-ting = { $value ->
    [on] the ting discard counts as made after ting
   *[off] the ting discard counts as made before ting
 }
knob-kong-after-ting = { $value ->
    [none] no gang after ting
   *[same_waits] gang after ting if the waits stay the same
 }
knob-auto-win = { $value ->
    [always] a winning discard wins at once
   *[timeout] a winning discard may be passed; time-out wins
 }
knob-ting-claim-tie = { $value ->
    [pung_first] ting peng before ting chi
   *[seat_order] ting chi against ting peng: the nearer
 }
knob-ting-by-pung = { $value ->
    [on] ting peng exists
   *[off] no ting peng
 }
knob-concealed-kong-breaks-standing = { $value ->
    [on] a concealed gang ends standing
   *[off] a concealed gang keeps standing
 }
knob-dealer-pass = { $value ->
    [next_seat] another wins: the next seat deals
   *[winner] another wins: the winner deals
 }
knob-dealer-on-draw = { $value ->
    [last_drawer] drawn hand: who drew last deals
   *[stays] drawn hand: the dealer stays
 }
knob-reserve-tiles = { $n ->
    [0] no tiles stay at the end of the wall (can be set)
   *[other] { $n } more tiles stay at the end of the wall (can be set)
 }
knob-no-win-last-discards = { $n ->
    [0] the last discards can be won on (can be set)
   *[other] no win on discards after the last { $n } draws (can be set)
 }
knob-keep-last-tiles = { $n ->
    [0] the last tiles are played as others (can be set)
   *[other] the last { $n } tiles are kept, self-draw only (can be set)
 }
knob-treasure-swap = { $value ->
    [three_visible] a treasure is replaced when the other three are visible
   *[never] treasures are never replaced
 }
knob-treasure-visible-to-ting = { $value ->
    [on] ting players see the flipped treasures
   *[off] nobody sees the treasures
 }
knob-discard-payment = { $value ->
    [discarder_only] ting discarder: he alone pays, his own share
   *[reconcile] ting discarder: each pays his own share
 }
knob-unready-discarder-pays = { $value ->
    [own_only] discarder not ting: his own share, nobody else pays
   *[sum] discarder not ting: pays the others' shares too
 }
knob-treasure-times-self-draw = { $value ->
    [on] a drawn treasure doubles for self-draw: 6
   *[off] a drawn treasure doesn't double for self-draw
 }
knob-reveal-win = { $value ->
    [on] a treasure that is a wait wins at once
   *[off] a treasure that is a wait must still be drawn
 }
knob-draw-liability = { $n ->
    [0] the dealer is never liable (can be set)
   *[other] after { $n } drawn hands in a row the dealer pays for any other winner, then passes (can be set)
 }
knob-swap-source = { $value ->
    [random] a new treasure from anywhere in the wall, the old one goes there
   *[wall_end] a new treasure from the wall's end, the old one is out
 }
knob-standing-ting = { $value ->
    [on] a closed hand may ting
   *[off] only an open hand may ting
 }
knob-seven-pairs = { $value ->
    [on] seven pairs win
   *[off] no seven pairs
 }
knob-all-pungs-terminal-exempt = { $value ->
    [on] all triplets need no 1, 9 or red
   *[off] all triplets need a 1, a 9 or a red too
 }
knob-pair-wait-single = { $value ->
    [on] a pair wait counts as the only wait
   *[off] a pair wait counts beside others
 }
knob-all-pungs-closed-wait = { $value ->
    [on] all triplets on a pair wait double too
   *[off] all triplets don't double for a closed wait
 }
knob-reveal-is-self-draw = { $value ->
    [on] a revealed treasure counts as self-draw: 4 plain
   *[off] a revealed treasure is no self-draw: 2 plain
 }
knob-big-wind = { $value ->
    [on] a treasure of a wait's rank reveals
   *[off] the rank alone reveals nothing
 }
knob-red-wild-sky = { $value ->
    [on] a red treasure reveals for any hand, a drawn red is a treasure
   *[off] red dragons are no treasure
 }
knob-discard-factor-scope = { $value ->
    [all_shares] not ting: all three shares ×4, 12 in all when plain
   *[own_share] not ting: own share ×4, 6 in all when plain
 }
knob-heavenly-factor = a heavenly hand ×{ $n } (can be set)
knob-cap = { $n ->
    [0] no upper limit (can be set)
   *[other] at most { $n } a share (can be set)
 }
knob-score-table = multipliers as in Qiqihar
knob-show-honours = no showing of honours
knob-full-flush = { $value ->
    [on] one suit wins, ×2
   *[off] one suit can't win
 }
knob-pure-straight = { $value ->
    [on] a pure straight ×2
   *[off] a pure straight adds nothing
 }
knob-pure-in-pure = { $value ->
    [on] treasure and wait identical: ×2 more
   *[off] identical treasure and wait add nothing
 }
knob-four-at-deal = { $value ->
    [on] four equal dealt tiles may win at once
   *[off] no win with four dealt
 }
knob-one-bamboo-kong = { $value ->
    [on] after a gang of 1 tiao a drawn tong is shown
   *[off] no bonus for a gang of 1 tiao
 }
knob-dual-pair-treasure = { $value ->
    [on] a revealed dual pair wait: 8
   *[off] a revealed dual pair wait: 4
 }
knob-red-doubles = { $value ->
    [on] a red in hand ×2
   *[off] a red in hand adds nothing
 }
knob-sticky-ting-half = { $value ->
    [on] sticky ting halves
   *[off] sticky ting doesn't halve
 }
knob-heavy-rain = { $value ->
    [on] drawing a wait's rank wins
   *[off] the rank alone doesn't win
 }
knob-red-matches-terminals = { $value ->
    [on] waiting on red, a 1 or 9 treasure reveals
   *[off] red doesn't match terminals
 }
knob-run-points = { $value ->
    [top] run points: top
   *[other] run points: { $value } (0, 1, 3, 5 or top)
 }
knob-top-run-points = top run is { $n }
knob-run-points-scope = { $value ->
    [room] one run for the room
   *[player] a run for each player
 }
knob-run-points-settle = { $value ->
    [payer] a share grows by the payer's run
   *[winner_plus_payer] a share grows by winner's and payer's run
 }
knob-four-at-deal-dealer-pays = four dealt: others' win 8, { $n } from the dealer; dealer's win 16
knob-one-bamboo-kong-pay = each pays the shown rank

help = **Tinghu**: north-east Chinese mahjong for four people, or fewer with program players, in a channel.
    - **Open a table**: `/table new`; the others press “Join”, the host presses “Start”. The `ai` option fills seats, `hands` is the length.
    - **Your tiles**: “Hand” or `/hand` opens a hand that only you see; a tile's button discards it. If it is gone, press again.
    - **Claims**: after a discard your hand shows what you can do. “Pass” declines; so does running out of time.
    - **Ting**: when you can, “Ting” shows each discard with its waits. Only who has declared ting can win.
    - **Winning**: “Hu”. Winning draws win by themselves; a winning discard does when the time is over.
    - **Away**: after three missed turns the program plays for you until you press “I'm back”.
    - **Fair play**: a commitment is shown before each deal and the secret after it, so anyone can check the wall.
    Learn: `/tutorial` · Rules: `/rules` · Ranking: `/leaderboard` · Record: `/stats` · This table: `/table status`

rules-title-wild = Wild tiles
rules-title-win = Winning
rules-xingdong-tiles =
    34 kinds, 136 tiles: wan, tong, tiao, winds, dragons. 13 each; the dealer has one more and discards first. Two dice count stacks from the end of the wall, and the upper tile there is turned; it is never drawn. If the wall runs out nobody pays.
rules-xingdong-wild =
    The kind after the turned tile is wild, four of them: 1 after 9, East South West North East, red green white red. In the hand a wild stands for any tile, with at most four of a kind.
    One that you draw is wild; a discarded one is only its face and can't be claimed for a meld. Claims and gangs never use a wild.
    A peng of the turned kind counts as an open gang, three in hand as a concealed one, without another draw.
rules-xingdong-win =
    Nobody tings: any hand wins when it is worth enough. Four sets and a pair, seven pairs, thirteen orphans, knitted tiles. The fans are the 81 of 1998 without flowers, counted the best way; a hand without any is a chicken hand, 8.
    The dealer is East, the others in turn South, West, North.
    When your time is over, a win is taken for you; else the tile just drawn is discarded.
rules-xingdong-claims =
    Hu > gang > peng > chi; equals by distance from the discarder. One winner a tile. Chi only from the previous player. An added gang can be robbed. The last discard can only be won on.
rules-xingdong-score =
    Fans add up. Gangs are not paid apart.
knob-min-fan = { $n ->
    [0] any hand wins (a minimum can be set)
   *[other] a win needs { $n } fan (can be set)
 }
knob-payment = { $value ->
   *[mcr] the discarder pays 8 and the fans, the others 8; at a self-draw each pays 8 and the fans
 }
knob-wild-in-claims = { $value ->
    [on] wilds may enter melds
   *[off] wilds never enter melds
 }
knob-prevalent = { $value ->
   *[east] the prevalent wind is always East
 }
