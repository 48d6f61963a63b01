# 牌、座位、動作、算分、看板文字。變數名稱各語言一致。

## 牌
tile-characters = { $rank }萬
tile-dots = { $rank }筒
tile-bamboos = { $rank }條
tile-east = 東風
tile-south = 南風
tile-west = 西風
tile-north = 北風
tile-red = 紅中
tile-green = 發財
tile-white = 白板
tile-short-characters = { $rank }萬
tile-short-dots = { $rank }筒
tile-short-bamboos = { $rank }條
tile-short-east = 東
tile-short-south = 南
tile-short-west = 西
tile-short-north = 北
tile-short-red = 中
tile-short-green = 發
tile-short-white = 白

## 座位、玩法
seat-east = 東
seat-south = 南
seat-west = 西
seat-north = 北
variant-harbin-new = 新哈爾濱麻將
variant-harbin = 哈爾濱麻將
variant-qiqihar = 齊齊哈爾麻將
variant-qiqihar-yuema = 約麻齊齊哈爾麻將
variant-xingdong = 興動麻將
list-comma = { $first }、{ $rest }
name-unknown = 玩家{ $seat }

## 按鈕
button-hand = 手牌
button-join = 加入
button-leave = 離開
button-start = 開始
button-next-hand = 下一局
button-rematch = 再來一局
button-back = 我回來了
button-ting = 聽
button-hu = 胡
button-chi = 吃
button-peng = 碰
button-gang = 槓
button-pass = 過

## 動作
offer-chow = 吃 { $tiles }
offer-ting-chow = 聽吃 { $tiles }
offer-ting-pung = 聽碰
offer-sticky-ting = 黏聽
offer-kong = 槓 { $tile }
offer-discard-any = 打一張牌
action-discard = 打 { $tile }
action-ting = 聽，打 { $tile }
action-ting-chow = 聽吃 { $tiles }，打 { $tile }
action-ting-pung = 聽碰，打 { $tile }
action-sticky-ting = 黏聽，打 { $tile }
wait-unseen = { $tile }（剩{ $n }張）
waits = 聽 { $tiles }
ting-discard = 打 { $tile }：聽 { $tiles }
hint-discard = 打 { $tile }：{ $wins }
hint-draws = 只能自摸 { $tiles }

## 副露
meld-chow = 吃 { $tiles }
meld-pung = 碰 { $tiles }
meld-exposed-kong = 明槓 { $tiles }
meld-added-kong = 補槓 { $tiles }
meld-concealed-kong = 暗槓 { $tiles }

## 番種
fan-plain = 平胡
fan-self-draw = 自摸
fan-kong-draw = 槓上開花
fan-rob-kong = 搶槓
fan-own-treasure = 摸大寶
fan-other-treasure = 摸小寶
fan-own-treasure-in-treasure = 大寶中寶
fan-other-treasure-in-treasure = 小寶中寶
fan-closed-wait = 卡當
fan-standing = 站立
fan-unready-discarder = 出沖
fan-dealer-double = 莊家
fan-treasure = 摸寶
fan-treasure-in-treasure = 寶中寶
fan-reveal = 漏寶
fan-base = 底分
fan-all-pungs = 飄胡
fan-seven-pairs = 七小對
fan-pure-straight = 一條龍
fan-full-flush = 清一色
fan-red-doubles = 紅中加倍
fan-sticky-ting = 黏聽減半
fan-pure-in-pure = 純中純
fan-heavenly = 天胡
fan-four-at-deal = 開牌炸
fan-deal-in = 點炮
fan-cap = 封頂
fan-run-points = 跑分
fan-term = { $fan }{ $n }
fan-points = { $fan } { $n }番
fan-at-least = { $fan } 至少{ $n }番
fan-factor = { $fan } ×{ $n }
fan-divisor = { $fan } ÷{ $n }
fan-at-most = { $fan } 至多{ $n }番
fan-flat = { $fan } 每家{ $n }番
share-own = { $debtor } 付 { $arithmetic }
share-for = { $payer } 替 { $debtor } 付 { $arithmetic }
payment = { $name } { $points }

## 胡牌、流局
win-discard = { $winner } 胡了 { $from } 打出的 { $tile }
win-rob-kong = { $winner } 搶 { $from } 的槓，胡 { $tile }
win-draw = { $winner } 自摸 { $tile }，胡
win-treasure = { $winner } 摸寶 { $tile }，胡
win-kong-draw = { $winner } 槓上開花 { $tile }，胡
win-rain = { $winner } 下大雨，自摸 { $tile }（聽{ $waits }），胡
win-kong-rain = { $winner } 槓上開花，下大雨摸到 { $tile }（聽{ $waits }），胡
win-reveal = { $winner } 漏寶 { $tile }，胡
win-reveal-other = { $winner } 漏寶 { $tile }（聽{ $waits }），胡
win-heavenly = { $winner } 天胡，最後一張 { $tile }
win-four-at-deal = { $winner } 開牌炸 { $tile }，胡
hand-drawn = 流局，沒有人胡
treasure-flipped = { $tile }（{ $seat }翻開）
treasure-hidden = { $tile }（未翻）
treasures = 寶牌：{ $tiles }
treasure-replaced = 寶牌：{ $tiles }（換下 { $old }）
treasure-exhausted = 寶牌：沒有了（換下 { $old }）
outcome-fans = 番種：{ $fans }
outcome-kongs = 槓分：{ $payments }（{ $kongs }）
kong-share = { $name } { $ground } 每家{ $each }
kong-one-bamboo = 槓小雞 { $tile }
outcome-payments = 得分：{ $payments }
outcome-hand = 胡牌手：{ $tiles }
outcome-hands = { $name } 手牌：{ $tiles }

## 不能做
illegal-not-asked = 現在輪到{ $seat }家。輪到你時，你的手牌會出現按鈕。
illegal-nothing-asked = 現在沒有等你做的事。輪到你時，你的手牌會出現按鈕。
illegal-already-answered = 你已經答過這張牌了。等別家答完，牌局就繼續。
illegal-not-offered = 按規則現在不能這樣做。你現在可以：{ $offers }。
illegal-not-offered-nothing = 按規則現在不能這樣做。輪到你時，能做的都會變成按鈕。
illegal-hand-over = 這一局已經結束。按「下一局」接著打。

## 桌子的回絕
refusal-repeated = 這一下已經處理過了。
refusal-not-seated = 你不在這張桌上。牌局開始前按「加入」可以入座。
refusal-already-seated = 你已經坐在{ $seat }家了。
refusal-full = 四個座位都有人了。可以等人離開，或用 /table new 另開一桌。
refusal-match-running = 牌局已經開始，這件事要在開局前做。
refusal-not-host = 只有桌主 { $host } 或管理員能這樣做。
refusal-too-few-players = 還差 { $n } 人。等人加入，或按「電腦補位」。
refusal-no-hand = 現在沒有正在打的一局。按「下一局」或「開始」來開局。
refusal-stale = 這個按鈕屬於更早的牌面，沒有生效。請用最新的手牌。
refusal-not-away = 你一直都在，不用回來。
refusal-luck-too-long = 幸運字最多 64 個位元組（約 21 個漢字）。寫短一點再試。
refusal-no-such-player = 這個人不在這張桌上。
refusal-player-seated = 這個人已經在這張桌上了。
refusal-closed = 這張桌已經散了。用 /table new 可以開一張新桌。
refusal-paused = 桌子暫停了，牌和分都沒有丟。稍後會繼續。

## 看板文字
board-liable = 本局包莊：閒家胡，莊家付三家。
board-head = { $variant }，莊家{ $dealer }。牌牆剩 { $drawable } 張，{ $treasures ->
    [1] 寶牌只給聽的人看
    [0] 翻出{ $turned }，寶是{ $wild }
   *[other] { $treasures } 張寶牌翻開了 { $flipped } 張
 }。{ $liable ->
    [yes] { board-liable }
   *[no] {""}
 }
board-seat = { $seat }家 { $name }：手牌 { $n } 張
board-ting = 已聽
board-standing = 站立
board-melds = 副露 { $melds }
board-pair = 黏聽亮出一對 { $tile }
board-shown-replacement = { $name } 槓小雞摸到 { $tile }，每家付點數。
board-river = 打出 { $tiles }
board-river-cut = 打出 …{ $tiles }
board-river-empty = 還沒打牌
turn-seat = 輪到 { $name }。
turn-claims = { $name } 打出 { $tile }，正在問另外三家。
turn-robbing = { $name } 補槓 { $tile }，正在問另外三家。
turn-deal = 起手有四張一樣的可以炸，正在問四家。
turn-settled = 這一局結束了。
hand-of-hands = 第 { $hand }/{ $hands } 局
hand-of-rounds = { $wind }風圈（{ $round }/{ $rounds }）第 { $hand } 局
hand-seat = 你坐{ $seat }。
hand-wild = 寶是{ $tile }，可以當任何一張牌。
hand-tiles = 手牌：{ $tiles }。
hand-tile-drawn = 剛摸到：{ $tile }。
hand-melds = 副露：{ $melds }。
hand-ting = 已聽，{ $waits }。
hand-treasures = 寶牌：{ $tiles }。
hand-treasure-own = { $tile }（你翻的）
hand-treasure-other = { $tile }（{ $seat }翻的）
hand-offers = 可以：{ $offers }。
hand-answered = 已回答，等別家。

fan-all-fans = 番
fan-counted = { $fan ->
     [BigFourWinds] 大四喜
     [BigThreeDragons] 大三元
     [AllGreen] 綠一色
     [NineGates] 九蓮寶燈
     [FourKongs] 四槓
     [SevenShiftedPairs] 連七對
     [ThirteenOrphans] 十三么
     [AllTerminals] 清么九
     [LittleFourWinds] 小四喜
     [LittleThreeDragons] 小三元
     [AllHonours] 字一色
     [FourConcealedPungs] 四暗刻
     [PureTerminalChows] 一色雙龍會
     [QuadrupleChow] 一色四同順
     [FourPureShiftedPungs] 一色四節高
     [FourPureShiftedChows] 一色四步高
     [ThreeKongs] 三槓
     [AllTerminalsAndHonours] 混么九
     [SevenPairs] 七對
     [GreaterHonoursAndKnittedTiles] 七星不靠
     [AllEvenPungs] 全雙刻
     [FullFlush] 清一色
     [PureTripleChow] 一色三同順
     [PureShiftedPungs] 一色三節高
     [UpperTiles] 全大
     [MiddleTiles] 全中
     [LowerTiles] 全小
     [PureStraight] 清龍
     [ThreeSuitedTerminalChows] 三色雙龍會
     [PureShiftedChows] 一色三步高
     [AllFive] 全帶五
     [TriplePung] 三同刻
     [ThreeConcealedPungs] 三暗刻
     [LesserHonoursAndKnittedTiles] 全不靠
     [KnittedStraight] 組合龍
     [UpperFour] 大於五
     [LowerFour] 小於五
     [BigThreeWinds] 三風刻
     [MixedStraight] 花龍
     [ReversibleTiles] 推不倒
     [MixedTripleChow] 三色三同順
     [MixedShiftedPungs] 三色三節高
     [ChickenHand] 無番和
     [LastTileDraw] 妙手回春
     [LastTileClaim] 海底撈月
     [OutWithReplacementTile] 槓上開花
     [RobbingTheKong] 搶槓和
     [AllPungs] 碰碰和
     [HalfFlush] 混一色
     [MixedShiftedChows] 三色三步高
     [AllTypes] 五門齊
     [MeldedHand] 全求人
     [TwoConcealedKongs] 雙暗槓
     [TwoDragonPungs] 雙箭刻
     [OutsideHand] 全帶么
     [FullyConcealedHand] 不求人
     [TwoMeldedKongs] 雙明槓
     [LastTileOfItsKind] 和絕張
     [DragonPung] 箭刻
     [PrevalentWind] 圈風刻
     [SeatWind] 門風刻
     [ConcealedHand] 門前清
     [AllChows] 平和
     [TileHog] 四歸一
     [DoublePung] 雙同刻
     [TwoConcealedPungs] 雙暗刻
     [ConcealedKong] 暗槓
     [AllSimples] 斷么
     [PureDoubleChow] 一般高
     [MixedDoubleChow] 喜相逢
     [ShortStraight] 連六
     [TwoTerminalChows] 老少副
     [PungOfTerminalsOrHonours] 么九刻
     [MeldedKong] 明槓
     [OneVoidedSuit] 缺一門
     [NoHonours] 無字
     [EdgeWait] 邊張
     [ClosedWait] 坎張
     [SingleWait] 單釣將
    *[SelfDrawn] 自摸
}
