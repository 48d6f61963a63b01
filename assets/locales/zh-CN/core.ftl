# 牌、座位、动作、算分、看板文字。变量名各语言一致。

## 牌
tile-characters = { $rank }万
tile-dots = { $rank }筒
tile-bamboos = { $rank }条
tile-east = 东风
tile-south = 南风
tile-west = 西风
tile-north = 北风
tile-red = 红中
tile-green = 发财
tile-white = 白板
tile-short-characters = { $rank }万
tile-short-dots = { $rank }筒
tile-short-bamboos = { $rank }条
tile-short-east = 东
tile-short-south = 南
tile-short-west = 西
tile-short-north = 北
tile-short-red = 中
tile-short-green = 发
tile-short-white = 白

## 座位、玩法
seat-east = 东
seat-south = 南
seat-west = 西
seat-north = 北
variant-harbin-new = 新哈尔滨麻将
variant-harbin = 哈尔滨麻将
variant-qiqihar = 齐齐哈尔麻将
variant-qiqihar-yuema = 约麻齐齐哈尔麻将
variant-xingdong = 兴动麻将
list-comma = { $first }、{ $rest }
name-unknown = 玩家{ $seat }

## 按钮
button-hand = 手牌
button-join = 加入
button-leave = 离开
button-start = 开始
button-next-hand = 下一局
button-rematch = 再来一局
button-back = 我回来了
button-ting = 听
button-hu = 胡
button-chi = 吃
button-peng = 碰
button-gang = 杠
button-pass = 过

## 动作
offer-chow = 吃 { $tiles }
offer-ting-chow = 听吃 { $tiles }
offer-ting-pung = 听碰
offer-sticky-ting = 粘听
offer-kong = 杠 { $tile }
offer-discard-any = 打一张牌
action-discard = 打 { $tile }
action-ting = 听，打 { $tile }
action-ting-chow = 听吃 { $tiles }，打 { $tile }
action-ting-pung = 听碰，打 { $tile }
action-sticky-ting = 粘听，打 { $tile }
wait-unseen = { $tile }（剩{ $n }张）
waits = 听 { $tiles }
ting-discard = 打 { $tile }：听 { $tiles }
hint-discard = 打 { $tile }：{ $wins }
hint-draws = 只能自摸 { $tiles }

## 副露
meld-chow = 吃 { $tiles }
meld-pung = 碰 { $tiles }
meld-exposed-kong = 明杠 { $tiles }
meld-added-kong = 补杠 { $tiles }
meld-concealed-kong = 暗杠 { $tiles }

## 番种
fan-plain = 平胡
fan-self-draw = 自摸
fan-kong-draw = 杠上开花
fan-rob-kong = 抢杠
fan-own-treasure = 摸大宝
fan-other-treasure = 摸小宝
fan-own-treasure-in-treasure = 大宝中宝
fan-other-treasure-in-treasure = 小宝中宝
fan-closed-wait = 卡当
fan-standing = 站立
fan-unready-discarder = 出冲
fan-dealer-double = 庄家
fan-treasure = 摸宝
fan-treasure-in-treasure = 宝中宝
fan-reveal = 漏宝
fan-base = 底分
fan-all-pungs = 飘胡
fan-seven-pairs = 七小对
fan-pure-straight = 一条龙
fan-full-flush = 清一色
fan-red-doubles = 红中加倍
fan-sticky-ting = 粘听减半
fan-pure-in-pure = 纯中纯
fan-heavenly = 天胡
fan-four-at-deal = 开牌炸
fan-deal-in = 点炮
fan-cap = 封顶
fan-run-points = 跑分
fan-all-fans = 番
# One of the 81 fans of 兴动.
fan-counted = { $fan ->
     [BigFourWinds] 大四喜
     [BigThreeDragons] 大三元
     [AllGreen] 绿一色
     [NineGates] 九莲宝灯
     [FourKongs] 四杠
     [SevenShiftedPairs] 连七对
     [ThirteenOrphans] 十三幺
     [AllTerminals] 清幺九
     [LittleFourWinds] 小四喜
     [LittleThreeDragons] 小三元
     [AllHonours] 字一色
     [FourConcealedPungs] 四暗刻
     [PureTerminalChows] 一色双龙会
     [QuadrupleChow] 一色四同顺
     [FourPureShiftedPungs] 一色四节高
     [FourPureShiftedChows] 一色四步高
     [ThreeKongs] 三杠
     [AllTerminalsAndHonours] 混幺九
     [SevenPairs] 七对
     [GreaterHonoursAndKnittedTiles] 七星不靠
     [AllEvenPungs] 全双刻
     [FullFlush] 清一色
     [PureTripleChow] 一色三同顺
     [PureShiftedPungs] 一色三节高
     [UpperTiles] 全大
     [MiddleTiles] 全中
     [LowerTiles] 全小
     [PureStraight] 清龙
     [ThreeSuitedTerminalChows] 三色双龙会
     [PureShiftedChows] 一色三步高
     [AllFive] 全带五
     [TriplePung] 三同刻
     [ThreeConcealedPungs] 三暗刻
     [LesserHonoursAndKnittedTiles] 全不靠
     [KnittedStraight] 组合龙
     [UpperFour] 大于五
     [LowerFour] 小于五
     [BigThreeWinds] 三风刻
     [MixedStraight] 花龙
     [ReversibleTiles] 推不倒
     [MixedTripleChow] 三色三同顺
     [MixedShiftedPungs] 三色三节高
     [ChickenHand] 无番和
     [LastTileDraw] 妙手回春
     [LastTileClaim] 海底捞月
     [OutWithReplacementTile] 杠上开花
     [RobbingTheKong] 抢杠和
     [AllPungs] 碰碰和
     [HalfFlush] 混一色
     [MixedShiftedChows] 三色三步高
     [AllTypes] 五门齐
     [MeldedHand] 全求人
     [TwoConcealedKongs] 双暗杠
     [TwoDragonPungs] 双箭刻
     [OutsideHand] 全带幺
     [FullyConcealedHand] 不求人
     [TwoMeldedKongs] 双明杠
     [LastTileOfItsKind] 和绝张
     [DragonPung] 箭刻
     [PrevalentWind] 圈风刻
     [SeatWind] 门风刻
     [ConcealedHand] 门前清
     [AllChows] 平和
     [TileHog] 四归一
     [DoublePung] 双同刻
     [TwoConcealedPungs] 双暗刻
     [ConcealedKong] 暗杠
     [AllSimples] 断幺
     [PureDoubleChow] 一般高
     [MixedDoubleChow] 喜相逢
     [ShortStraight] 连六
     [TwoTerminalChows] 老少副
     [PungOfTerminalsOrHonours] 幺九刻
     [MeldedKong] 明杠
     [OneVoidedSuit] 缺一门
     [NoHonours] 无字
     [EdgeWait] 边张
     [ClosedWait] 坎张
     [SingleWait] 单钓将
    *[SelfDrawn] 自摸
}
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
win-rob-kong = { $winner } 抢 { $from } 的杠，胡 { $tile }
win-draw = { $winner } 自摸 { $tile }，胡
win-treasure = { $winner } 摸宝 { $tile }，胡
win-kong-draw = { $winner } 杠上开花 { $tile }，胡
win-rain = { $winner } 下大雨，自摸 { $tile }（听{ $waits }），胡
win-kong-rain = { $winner } 杠上开花，下大雨摸到 { $tile }（听{ $waits }），胡
win-reveal = { $winner } 漏宝 { $tile }，胡
win-reveal-other = { $winner } 漏宝 { $tile }（听{ $waits }），胡
win-heavenly = { $winner } 天胡，最后一张 { $tile }
win-four-at-deal = { $winner } 开牌炸 { $tile }，胡
hand-drawn = 流局，没有人胡
treasure-flipped = { $tile }（{ $seat }翻开）
treasure-hidden = { $tile }（未翻）
treasures = 宝牌：{ $tiles }
treasure-replaced = 宝牌：{ $tiles }（换下 { $old }）
treasure-exhausted = 宝牌：没有了（换下 { $old }）
outcome-fans = 番种：{ $fans }
outcome-kongs = 杠分：{ $payments }（{ $kongs }）
kong-share = { $name } { $ground } 每家{ $each }
kong-one-bamboo = 杠小鸡 { $tile }
outcome-payments = 得分：{ $payments }
outcome-hand = 胡牌手：{ $tiles }
outcome-hands = { $name } 手牌：{ $tiles }

## 不能做
illegal-not-asked = 现在轮到{ $seat }家。轮到你时，你的手牌会出现按钮。
illegal-nothing-asked = 现在没有等你做的事。轮到你时，你的手牌会出现按钮。
illegal-already-answered = 你已经答过这张牌了。等别家答完，牌局就继续。
illegal-not-offered = 按规则现在不能这样做。你现在可以：{ $offers }。
illegal-not-offered-nothing = 按规则现在不能这样做。轮到你时，能做的都会变成按钮。
illegal-hand-over = 这一局已经结束。按「下一局」接着打。

## 桌子的回绝
refusal-repeated = 这次点击已经处理过了。
refusal-not-seated = 你不在这张桌上。牌局开始前按「加入」可以入座。
refusal-already-seated = 你已经坐在{ $seat }家了。
refusal-full = 四个座位都有人了。可以等人离开，或用 /table new 另开一桌。
refusal-match-running = 牌局已经开始，这件事要在开局前做。
refusal-not-host = 只有桌主 { $host } 或管理员能这样做。
refusal-too-few-players = 还差 { $n } 人。等人加入，或按「电脑补位」。
refusal-no-hand = 现在没有正在打的一局。按「下一局」或「开始」来开局。
refusal-stale = 这个按钮属于更早的牌面，没有生效。请用最新的手牌。
refusal-not-away = 你一直都在，不用回来。
refusal-luck-too-long = 幸运字最多 64 个字节（约 21 个汉字）。写短一点再试。
refusal-no-such-player = 这个人不在这张桌上。
refusal-player-seated = 这个人已经在这张桌上了。
refusal-closed = 这张桌已经散了。用 /table new 可以开一张新桌。
refusal-paused = 桌子暂停了，牌和分都没有丢。稍后会继续。

## 看板文字
board-liable = 本局包庄：闲家胡，庄家付三家。
board-head = { $variant }，庄家{ $dealer }。牌墙剩 { $drawable } 张，{ $treasures ->
    [1] 宝牌只给听的人看
    [0] 翻出{ $turned }，宝是{ $wild }
   *[other] { $treasures } 张宝牌翻开了 { $flipped } 张
 }。{ $liable ->
    [yes] { board-liable }
   *[no] {""}
 }
board-seat = { $seat }家 { $name }：手牌 { $n } 张
board-ting = 已听
board-standing = 站立
board-melds = 副露 { $melds }
board-pair = 粘听亮出一对 { $tile }
board-shown-replacement = { $name } 杠小鸡摸到 { $tile }，每家付点数。
board-river = 打出 { $tiles }
board-river-cut = 打出 …{ $tiles }
board-river-empty = 还没打牌
turn-seat = 轮到 { $name }。
turn-claims = { $name } 打出 { $tile }，正在问另外三家。
turn-robbing = { $name } 补杠 { $tile }，正在问另外三家。
turn-deal = 起手有四张一样的可以炸，正在问四家。
turn-settled = 这一局结束了。
hand-of-hands = 第 { $hand }/{ $hands } 局
hand-of-rounds = { $wind }风圈（{ $round }/{ $rounds }）第 { $hand } 局
hand-seat = 你坐{ $seat }。
hand-wild = 宝是{ $tile }，可以当任何一张牌。
hand-tiles = 手牌：{ $tiles }。
hand-tile-drawn = 刚摸到：{ $tile }。
hand-melds = 副露：{ $melds }。
hand-ting = 已听，{ $waits }。
hand-treasures = 宝牌：{ $tiles }。
hand-treasure-own = { $tile }（你翻的）
hand-treasure-other = { $tile }（{ $seat }翻的）
hand-offers = 可以：{ $offers }。
hand-answered = 已回答，等别家。
