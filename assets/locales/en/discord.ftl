# Words of the Discord layer: commands, lobby, board, result card, private hand.

## Commands: name | description
command-table = table | Open, join, start and manage the table here
command-new = new | Open a table here; you have the first seat
command-join = join | Take a seat at this table
command-leave = leave | Give your seat back; during a match the program plays on
command-start = start | The host starts the match; between hands it means: next hand
command-status = status | Seats and settings of this table
command-table-rules = rules | The rules of this table
command-kick = kick | Host or moderator: remove a player
command-replace = replace | Host or moderator: give a seat to somebody else, or to the program
command-host = host | Host or moderator: make another player the host
command-end = end | Host or moderator: end this table; finished hands count
command-hand = hand | Show your hand and its buttons to you alone
command-discard = discard | Discard a tile
command-chi = chi | Claim a run from the player before you
command-peng = peng | Claim a triplet
command-gang = gang | Make a kong
command-ting = ting | Declare ting with a discard
command-hu = hu | Win
command-pass = pass | Let this tile go
command-leaderboard = leaderboard | Who has how many points
command-stats = stats | A player's numbers
command-history = history | Hands that a player finished lately, or those of a match
command-replay = replay | A finished hand as a moving picture
command-verify = verify | Whether the wall and every move of a hand are what was committed to
command-rules = rules | The rules of a game
command-help = help | How to play and what to press
command-tutorial = tutorial | A hand that explains itself, seen by you alone
command-settings = settings | Your own choices: pings, language, tiles, automatic answers
command-admin = admin | What new tables of this server are, and who may end tables
option-ruleset = ruleset | Which game
option-preset = preset | A set of house rules from the configuration
option-hands = hands | How many hands; 8 if you leave it out
option-rounds = rounds | How many rounds instead of hands: in one the deal passes all four seats; 32 hands at most
option-ai = ai | How many seats the program fills at the start
option-level = level | How well the program plays
option-clock = clock | How much time a move has
option-thread = thread | Play in a thread of its own
option-hints = hints | Tell players which discards leave which waits
option-luck = luck | Any text; it helps to decide the wall
option-player = player | Which one
option-seat = seat | Which seat
option-newcomer = by | Who comes instead; without it, the program
option-match = match | Number of the match, as /history shows it
option-hand = hand | Which hand; the newest finished one unless given
option-tile = tile | Which tile
option-tiles = tiles | The two tiles of your hand for the run
option-ting = ting | Declare ting at once, discarding this tile
option-discard = discard | The tile discarded with the declaration
option-scope = scope | This server or all of them
option-period = period | This month unless told; a season is a quarter of the year
option-by = by | What counts
option-page = page | Which page
option-table = table | A table of this server; without it, the one here
by-points = Points
by-mean = Points a hand
by-wins = Wins

## Paces
level-greedy = beginner: hurries to ting
level-counting = normal: also counts what is left
clock-fast = fast: 10 s a move
clock-normal = normal: 20 s a move
clock-slow = slow: 60 s a move
clock-test = test

## Lobby
lobby-title = { $variant } · lobby
lobby-length = { $n ->
    [one] { $n } hand
   *[other] { $n } hands
}
lobby-rounds = { $n ->
    [one] { $n } round
   *[other] { $n } rounds
}
lobby-programs = { $n ->
    [one] { $n } AI seat
   *[other] { $n } AI seats
}
lobby-host = {" "}(host)
lobby-beginners = AI seats are beginners
lobby-hints = hints
lobby-ready = Ready to begin: the host presses Start.
lobby-missing = { $n ->
    [one] One more player is needed.
   *[other] { $n } more players are needed.
}
lobby-begun = The match has begun: see the board below.
options-usual = House rules: the usual ones
options-changed = House rules: the usual ones, but
seat-empty = empty
seat-for-program = AI (sits down at the start)
name-at-seat = { $name } ({ $seat })
program-name = AI { $seat }
button-luck = Luck
button-fill = Fill with AI
button-replay = Replay
luck-is-set = You are ready for this hand already; a luck text counts for the next one.
luck-title = Luck
luck-label = Any text, at most 64 bytes
fair-commitment = Wall commitment { $hex }

## Board
board-title = { $variant } · { $hand }
board-hint = Press Hand to see your tiles; nobody else sees them.
board-store = ⚠️ Nothing can be saved just now, so the table stands still. No tile and no point is lost; it goes on by itself.
restarting = 🔄 The bot is restarting. No tile and no point is lost; the game goes on in a moment.
board-unreached = { $names }: press Hand to see your tiles; nobody else sees them.
board-away = { $name } is away: the program plays.
board-promised = { $name } takes { $seat } at the next deal.
late-ping = { $name }, it is your turn.
paused-nobody = Nobody acted in a whole hand, so the table pauses. Press Next hand to go on.
paused-fault = The table met a fault and pauses. Tiles and points are safe.
paused-no-permission = I may not write here any more, so the table pauses. Tiles and points are safe; it goes on by itself when I have my permissions back.
paused-no-access = I can't see the table's channel any more, so the table pauses. Tiles and points are safe; it goes on by itself when I can.
paused-archived = The thread is archived, so the table pauses. Tiles and points are safe; it goes on by itself when the thread is open again.
paused-channel-deleted = The table's channel is deleted, so the match can't go on. Finished hands count; the table closes in a few minutes.
paused-bot-removed = I was removed from the server, so the table pauses. Tiles and points are safe; it goes on by itself when I am back.
match-complete = All hands are played.
match-ended = The host or a moderator has ended the table; finished hands count.
match-idle = Nobody came for a long time, so the table is closed; finished hands count.

## Result card
result-title = End of { $hand }
result-totals = Totals
result-ranks = Final ranking
result-fair = Fair play
result-next = Commitment of the next wall
result-next-hand = Next hand
result-end = End of the match
result-pause = Pause
fair-hand = commitment `{ $commitment }`
    secret `{ $secret }`
    nonces { $nonces }
ready-deadline = starts by itself { $when }

## Private hand
hand-lobby = Your tiles come to you when the match begins; nobody else sees them.
hand-below = Your tiles are below the board.
hand-over = This hand is over. Press Next hand on the result card to get your new tiles.
hand-ready = You are ready; the tiles are dealt when all are.
hand-paused = The table pauses; tiles and points are safe.
hand-away = The program plays for you. Press I'm back to play on.
hand-your-turn = Your turn: discard a tile.
hand-you-may-win = You can win!
hand-you-may = You may claim this tile.
hand-bank = ({ $n } s of it from your time bank)
hand-choose-ting = Choose the discard that declares ting; your hand stays as it is from then on:
hand-hints = 💡 Ting would be possible:
hand-hints-of-win = 💡 One tile from a win:
hand-waits-for-others = You have answered; the others are still asked.
hand-no-seat = You have no seat here. This is what everybody sees:
button-undo = Back
done-joined = You have sat down: { $seat }.
done-left = You have left your seat.
done-filled = The program takes every seat that is still empty at the start.
done-came-back = Welcome back, play on.
done-kicked = The player was removed.
done-replaced = Done: { $seat } has a new player.
done-promised = Done: the program plays { $seat } to the end of this hand, and the new player enters at the next deal.
done-host-made = The host has changed.

## Answers to commands
table-opened = The table is open: { $channel }. You sit { $seat }.
table-opened-here = The table is open and you sit { $seat }.
table-here-already = There is a table here already. Finish or end it, or use another channel or a thread.
table-not-opened = No table can be opened now; please try again later.
thread-not-opened = The thread could not be opened; try again later, or without a thread.
ruleset-not-yet = This game can't be played yet. You can play: { $names }.
permissions-missing = I lack permissions here: { $names }. Ask a moderator to grant them, then try again.
no-table-here = There is no table here and you sit at none. Open one with /table new.
several-tables = You sit at several tables: { $channels }. Use the command in the channel of the one you mean.
table-not-in-server = There is no such table in this server; choose one of the list.
command-unknown = I don't know this command; it may be an old one. Try /help.
replace-whom = Which seat? Give it with seat, or its player with player.
replace-bot = A bot can't have a seat; without by the program plays it.
replace-stranger = That person is not in this server.
audit-kicked = { $actor } removed { $player } from the table.
audit-program = { $actor } gave { $seat } to the program.
audit-replaced = { $actor } gave { $seat } to { $by }.
audit-promised = { $actor } gave { $seat } to { $by } from the next hand on; the program plays until then.
audit-host = { $actor } made { $player } the host.
audit-ended = { $actor } ended the table.
tile-unknown = I can't read that tile. Write 5 wan, 3 tong, 7 tiao, red dragon, or 5m 3p 7s C.
button-other-version = This button was left by another version and did nothing. Press Hand or use /hand.
button-unknown = This button is not one of this table and did nothing. Press Hand or use /hand.
store-fault = That can't be looked up now; please try again later.
leaderboard-server = This server
leaderboard-all = All servers
leaderboard-month = This month
leaderboard-season = This season
leaderboard-day = Today
leaderboard-week = This week
leaderboard-ever = All time
leaderboard-row = { $rank }. { $name } { $points } points · { $hands } hands · { $wins } won
leaderboard-empty = No results yet. A hand counts when at least two people play it to the end.
rules-title = { $variant } · rules
stats = { $player }
    { $hands ->
        [one] { $hands } hand
       *[other] { $hands } hands
    }, { $wins } won ({ $drawn } by own draw), { $dealt } dealt in, { $tings } times ting
    { $points } points
history-title = Hands finished lately
history-empty = No hand finished yet.
history-row = { $when } { $variant }, hand { $hand }: { $points }{ $won ->
    [yes] {" "}won
   *[no] {""}
 } · `{ $match }`
verify-nothing = There is no such finished hand. /history shows the numbers of matches.
replay-alt = Hand { $hand } as a moving picture. Its end: { $end }
stats-chart = Points over the last { $n } hands
stats-fans = Fans of the { $won } hands won among the last { $n }:
fans-chart = Fans of hands won
match-chart = Points of the match
match-row = Hand { $hand }: { $points }
verify-hand = Match `{ $match }`, hand { $hand }
verify-holds = ✅ Commitment, wall, dealer and { $n } moves all follow. The attached file is the hand's log; check it yourself: `tinghu verify hand.jsonl`.
verify-differs = ❌ Line { $line } of the log does not follow. Keep the attached file and tell whoever runs the bot.
verify-proves = What this proves: no player can steer the wall; nor can the operator if at least one honest seat typed its own luck. Click ids alone don't bind an operator who invents them.
rematch-not-yours = Rematch is for those who played this match to its end. Open a new table with /table new.
preset-unknown = There is no preset called { $name }.
preset-of-another-game = That preset belongs to another game.
hands-or-rounds = Choose hands or rounds, not both.

## Tutorial
tutorial-you = You
tutorial-go-on = Go on
tutorial-again = Once more
tutorial-discard = **1. Discarding** These are your 14 tiles, the one just drawn on the right. Four sets (a run 1-2-3 or a triplet 5-5-5) and a pair win, but in the north-east you first declare **ting**, and before that you must have **opened**. The 9 tiao goes with nothing: press “9 tiao”.
tutorial-pung = **2. Opening** South discarded 5 tong and you hold a pair of it. Ting needs an open meld (chi, peng or an open gang), a triplet, a run, a terminal or red dragon, and two suits. Press “Peng”: you are open and have your triplet. “Pass” would let it go.
tutorial-discard-again = **3. Discard after a claim** The three open tiles stay as they are. The 1 tong is of no use now: press “1 tong”.
tutorial-ting-chow = **4. Ting chi** West discarded 3 tiao and you hold 2 and 4. A plain chi takes from the player before you alone, but one that makes you ting takes from anybody, even before a peng. Press “Ting chi 2-3-4 tiao”, then choose to discard 7 tiao: you wait for 5 wan.
tutorial-wait = **5. The treasure** After ting your hand is fixed: a drawn tile that doesn’t win goes by itself. As the first to declare you flipped a **treasure** that only ting players see: 5 wan. Drawing it wins whatever you wait for; a discarded one is an ordinary tile. You just drew 8 tiao, which doesn’t win: press “Go on”.
tutorial-win = **6. Winning** 5 wan! It is your treasure and your wait, in the middle of 4 and 6: the **treasure in the treasure**. Press “Hu”. In a real game a drawn win is taken by itself.
tutorial-over = **7. Payment** All three pay for a drawn tile. When a discard is won on, players who are ting pay their own share, one who is not pays for the others too. Every result card shows each payment’s arithmetic as below. Now open a table with `/table new`; all the rules are in `/rules`.
tutorial-not-now = The rules allow that, but follow the lesson here.
tutorial-illegal = The rules don’t allow that here. Press the button that the lesson names.

## Run points
run-choose = How many run points for the next hand? Shown only when all have chosen; out of time, your last choice counts.
run-chosen = Your run points are chosen. The hand is dealt when all have chosen.
run-asked = Run points first: press “Hand” to choose. They are shown when all have chosen.
run-of = { $name } runs { $n }
run-shown = Run points: { $runs }
button-run = { $n } points
button-run-top = Top ({ $n } points)
result-run = Run points
refusal-run-chosen = You have chosen your run points for this hand; the first choice counts.

## House rules
command-table-settings = settings | The host chooses this table's rules before the match
settings-title = House rules · { $variant }
settings-how = Choose all switches at once; the other choices are below, by page. Nothing counts before “Save”, and only before the match.
settings-switches = Switches (chosen ones are on)
settings-else = else: { $rule }
settings-anew = This form is out of date and what was not saved is gone; please choose again.
button-save = Save
button-page-before = ← Page { $page }/{ $pages }
button-page-next = Page { $page }/{ $pages } →
done-configured = The rules are changed, as the lobby shows.
board-rules = Rules: { $rules }
board-rules-more = Rules: { $rules }, and { $n } more (see /rules)
impossible-swap = Treasures are never replaced in { $variant }, so this can't be chosen.
impossible-needs = “{ $rule }” needs “{ $needed }”.
impossible-tiles = This leaves fewer than { $n } tiles to draw and discard; keep back fewer.
impossible-rounds = A match by rounds needs a deal that goes round: to the next seat when another player than the dealer wins, and nowhere after a drawn hand. These house rules move it otherwise; count in hands.

## A person's own choices, and a server's
settings-mine-title = Your settings
settings-mine-how = They count at every table, at once.
settings-mine-saved = Saved.
settings-mine-pings = Ping me when I am late
settings-mine-pings-more = One message when half of your clock is gone; it goes when you act
settings-mine-digits = Digits and letters on the tiles
settings-mine-digits-more = In the picture of your own hand
settings-mine-compact = Compact hand
settings-mine-compact-more = One list of your tiles instead of a button for each
settings-mine-auto-pass = Let discards go
settings-mine-auto-pass-more = No chi, peng, gang: only wins are asked
settings-mine-auto-win = Win at once
settings-mine-auto-win-more = As soon as the rules allow it; with the switch above, all answers come at once
settings-mine-automatic = Language: as in Discord
settings-language = Language
hand-list = Discard a tile
hand-list-drawn = just drawn
admin-title = New tables of this server
admin-how = What a table is when its maker leaves the choice open, and roles that may end tables. Counts at once for new tables.
admin-no-server = This works in a server only.
admin-rules = Game or house rules
admin-clock = Pace
admin-thread = Place
admin-language = Language: the host's
admin-enders = Roles that may end tables
admin-usual = the usual
admin-in-channel = in the channel
admin-in-thread = in a thread of its own
