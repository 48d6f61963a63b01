# Tiles, seats, actions, scores, boards in words. The variables are the same in both languages.

## Tiles
tile-characters = { $rank } wan
tile-dots = { $rank } tong
tile-bamboos = { $rank } tiao
tile-east = east wind
tile-south = south wind
tile-west = west wind
tile-north = north wind
tile-red = red dragon
tile-green = green dragon
tile-white = white dragon
tile-short-characters = { $rank }wan
tile-short-dots = { $rank }tong
tile-short-bamboos = { $rank }tiao
tile-short-east = east
tile-short-south = south
tile-short-west = west
tile-short-north = north
tile-short-red = red
tile-short-green = green
tile-short-white = white

## Seats, games
seat-east = East
seat-south = South
seat-west = West
seat-north = North
variant-harbin-new = New Harbin mahjong
variant-harbin = Harbin mahjong
variant-qiqihar = Qiqihar mahjong
variant-qiqihar-yuema = Yuema Qiqihar mahjong
variant-xingdong = Xingdong mahjong
list-comma = { $first }, { $rest }
name-unknown = Player { $seat }

## Buttons
button-hand = Hand
button-join = Join
button-leave = Leave
button-start = Start
button-next-hand = Next hand
button-rematch = Rematch
button-back = I'm back
button-ting = Ting
button-hu = Hu
button-chi = Chi
button-peng = Peng
button-gang = Gang
button-pass = Pass

## Actions
offer-chow = Chi { $tiles }
offer-ting-chow = Ting chi { $tiles }
offer-ting-pung = Ting peng
offer-sticky-ting = Sticky ting
offer-kong = Gang { $tile }
offer-discard-any = discard a tile
action-discard = discard { $tile }
action-ting = ting, discarding { $tile }
action-ting-chow = ting chi { $tiles }, discarding { $tile }
action-ting-pung = ting peng, discarding { $tile }
action-sticky-ting = sticky ting, discarding { $tile }
wait-unseen = { $tile } ({ $n } left)
waits = waiting on { $tiles }
ting-discard = Discard { $tile }: waits { $tiles }
hint-discard = Discard { $tile }: { $wins }
hint-draws = only by self-draw { $tiles }

## Melds
meld-chow = chi { $tiles }
meld-pung = peng { $tiles }
meld-exposed-kong = gang { $tiles }
meld-added-kong = added gang { $tiles }
meld-concealed-kong = concealed gang { $tiles }

## Values of a win
fan-plain = plain win
fan-self-draw = self-draw
fan-kong-draw = gang draw
fan-rob-kong = robbed gang
fan-own-treasure = own treasure
fan-other-treasure = another's treasure
fan-own-treasure-in-treasure = own treasure on the closed wait
fan-other-treasure-in-treasure = another's treasure on the closed wait
fan-closed-wait = closed wait
fan-standing = standing
fan-unready-discarder = discarder not ting
fan-dealer-double = dealer
fan-treasure = treasure drawn
fan-treasure-in-treasure = treasure on the closed wait
fan-reveal = treasure revealed
fan-base = base
fan-all-pungs = all pungs
fan-seven-pairs = seven pairs
fan-pure-straight = pure straight
fan-full-flush = one suit
fan-red-doubles = red dragon held
fan-sticky-ting = seven pairs by a claimed pair
fan-pure-in-pure = the treasure itself
fan-heavenly = heavenly hand
fan-four-at-deal = four of a kind dealt
fan-deal-in = discarder not ting
fan-cap = limit
fan-run-points = side stake
fan-all-fans = fans
# One of the 81 fans of Xingdong.
fan-counted = { $fan ->
     [BigFourWinds] big four winds
     [BigThreeDragons] big three dragons
     [AllGreen] all green
     [NineGates] nine gates
     [FourKongs] four kongs
     [SevenShiftedPairs] seven shifted pairs
     [ThirteenOrphans] thirteen orphans
     [AllTerminals] all terminals
     [LittleFourWinds] little four winds
     [LittleThreeDragons] little three dragons
     [AllHonours] all honours
     [FourConcealedPungs] four concealed pungs
     [PureTerminalChows] pure terminal chows
     [QuadrupleChow] quadruple chow
     [FourPureShiftedPungs] four pure shifted pungs
     [FourPureShiftedChows] four pure shifted chows
     [ThreeKongs] three kongs
     [AllTerminalsAndHonours] all terminals and honours
     [SevenPairs] seven pairs
     [GreaterHonoursAndKnittedTiles] greater honours and knitted tiles
     [AllEvenPungs] all even pungs
     [FullFlush] full flush
     [PureTripleChow] pure triple chow
     [PureShiftedPungs] pure shifted pungs
     [UpperTiles] upper tiles
     [MiddleTiles] middle tiles
     [LowerTiles] lower tiles
     [PureStraight] pure straight
     [ThreeSuitedTerminalChows] three-suited terminal chows
     [PureShiftedChows] pure shifted chows
     [AllFive] all five
     [TriplePung] triple pung
     [ThreeConcealedPungs] three concealed pungs
     [LesserHonoursAndKnittedTiles] lesser honours and knitted tiles
     [KnittedStraight] knitted straight
     [UpperFour] upper four
     [LowerFour] lower four
     [BigThreeWinds] big three winds
     [MixedStraight] mixed straight
     [ReversibleTiles] reversible tiles
     [MixedTripleChow] mixed triple chow
     [MixedShiftedPungs] mixed shifted pungs
     [ChickenHand] chicken hand
     [LastTileDraw] last tile draw
     [LastTileClaim] last tile claim
     [OutWithReplacementTile] out with replacement tile
     [RobbingTheKong] robbing the kong
     [AllPungs] all pungs
     [HalfFlush] half flush
     [MixedShiftedChows] mixed shifted chows
     [AllTypes] all types
     [MeldedHand] melded hand
     [TwoConcealedKongs] two concealed kongs
     [TwoDragonPungs] two dragon pungs
     [OutsideHand] outside hand
     [FullyConcealedHand] fully concealed hand
     [TwoMeldedKongs] two melded kongs
     [LastTileOfItsKind] last tile of its kind
     [DragonPung] dragon pung
     [PrevalentWind] prevalent wind
     [SeatWind] seat wind
     [ConcealedHand] concealed hand
     [AllChows] all chows
     [TileHog] tile hog
     [DoublePung] double pung
     [TwoConcealedPungs] two concealed pungs
     [ConcealedKong] concealed kong
     [AllSimples] all simples
     [PureDoubleChow] pure double chow
     [MixedDoubleChow] mixed double chow
     [ShortStraight] short straight
     [TwoTerminalChows] two terminal chows
     [PungOfTerminalsOrHonours] pung of terminals or honours
     [MeldedKong] melded kong
     [OneVoidedSuit] one voided suit
     [NoHonours] no honours
     [EdgeWait] edge wait
     [ClosedWait] closed wait
     [SingleWait] single wait
    *[SelfDrawn] self-drawn
}
fan-term = { $fan } { $n }
fan-points = { $fan } { $n }
fan-at-least = { $fan } at least { $n }
fan-factor = { $fan } ×{ $n }
fan-divisor = { $fan } ÷{ $n }
fan-at-most = { $fan } at most { $n }
fan-flat = { $fan } { $n } from each
share-own = { $debtor } pays { $arithmetic }
share-for = { $payer } pays for { $debtor } { $arithmetic }
payment = { $name } { $points }

## Wins, drawn hands
win-discard = { $winner } wins on { $tile }, discarded by { $from }
win-rob-kong = { $winner } robs the gang of { $from }: { $tile }
win-draw = { $winner } wins by drawing { $tile }
win-treasure = { $winner } wins by drawing the treasure { $tile }
win-kong-draw = { $winner } wins on the tile after a gang, { $tile }
win-rain = { $winner } draws { $tile } and wins by its rank, waiting on { $waits }
win-kong-rain = { $winner } wins after a gang on { $tile } by its rank, waiting on { $waits }
win-reveal = { $winner } wins: the treasure { $tile } is a wait
win-reveal-other = { $winner } wins by the treasure { $tile }, waiting on { $waits }
win-heavenly = { $winner } wins with the dealt tiles, { $tile } the last
win-four-at-deal = { $winner } wins with four { $tile } dealt
hand-drawn = Drawn hand, nobody won
treasure-flipped = { $tile } (flipped by { $seat })
treasure-hidden = { $tile } (not flipped)
treasures = Treasures: { $tiles }
treasure-replaced = Treasure: { $tiles } (after { $old })
treasure-exhausted = Treasure: none left (after { $old })
outcome-fans = Values: { $fans }
outcome-kongs = Gangs: { $payments } ({ $kongs })
kong-share = { $name } { $ground }, { $each } from each
kong-one-bamboo = 1 tiao gang drew { $tile }
outcome-payments = Points: { $payments }
outcome-hand = Winning hand: { $tiles }
outcome-hands = { $name } held { $tiles }

## What can't be done
illegal-not-asked = It is { $seat }'s turn. Your hand shows buttons when it is yours.
illegal-nothing-asked = Nothing is asked of you now. Your hand shows buttons when it is your turn.
illegal-already-answered = You have answered for this tile. The hand goes on when the others have.
illegal-not-offered = The rules don't allow that now. You can: { $offers }.
illegal-not-offered-nothing = The rules don't allow that now. On your turn, what you can do is on the buttons.
illegal-hand-over = This hand is over. Press “Next hand” to play on.

## What the table refuses
refusal-repeated = This click was handled already.
refusal-not-seated = You have no seat at this table. Before the match, “Join” takes one.
refusal-already-seated = You have a seat already: { $seat }.
refusal-full = All four seats are taken. Wait for one, or open another table with /table new.
refusal-match-running = The match has begun; this can be done only before it.
refusal-not-host = Only the host, { $host }, or a moderator can do that.
refusal-too-few-players = { $n ->
    [one] One player is missing.
   *[other] { $n } players are missing.
  } Wait for them, or press “Fill with AI”.
refusal-no-hand = No hand is being played. “Start” or “Next hand” begins one.
refusal-stale = That button belongs to an earlier moment and did nothing. Use the newest hand.
refusal-not-away = You were here all along.
refusal-luck-too-long = The luck text may have 64 bytes at most. Make it shorter and try again.
refusal-no-such-player = That person has no seat at this table.
refusal-player-seated = That person has a seat at this table already.
refusal-closed = This table is closed. /table new opens another.
refusal-paused = The table pauses. No tile and no point is lost; it will go on later.

## Boards in words
board-liable = This hand the dealer pays for whoever else wins.
board-head = { $variant }, { $dealer } deals. { $drawable } tiles left, { $treasures ->
    [1] the treasure is shown to ting players only
    [0] { $turned } is turned, { $wild } is wild
   *[other] { $flipped } of { $treasures } treasures flipped
 }.{ $liable ->
    [yes] {" "}{ board-liable }
   *[no] {""}
 }
board-seat = { $seat } { $name }: { $n } tiles in hand
board-ting = ting
board-standing = standing
board-melds = melds { $melds }
board-pair = an opened pair of { $tile }
board-shown-replacement = {" "}{ $name } drew { $tile } after a gang of 1 tiao: each pays its rank.
board-river = discards { $tiles }
board-river-cut = discards … { $tiles }
board-river-empty = no discards
turn-seat = { $name } to play.
turn-claims = { $name } discarded { $tile }; the other three are asked.
turn-robbing = { $name } adds { $tile } to a gang; the other three are asked.
turn-deal = Four equal tiles dealt win now; all four are asked.
turn-settled = The hand is over.
hand-of-hands = hand { $hand } of { $hands }
hand-of-rounds = hand { $hand }, { $wind } round ({ $round } of { $rounds })
hand-seat = You are { $seat }.
hand-wild = { $tile } is wild: it stands for any tile.
hand-tiles = Hand: { $tiles }.
hand-tile-drawn = Just drawn: { $tile }.
hand-melds = Melds: { $melds }.
hand-ting = Ting, { $waits }.
hand-treasures = Treasures: { $tiles }.
hand-treasure-own = { $tile } (yours)
hand-treasure-other = { $tile } (flipped by { $seat })
hand-offers = You can: { $offers }.
hand-answered = Answered; waiting for the others.
