# 规则说明与帮助。桌规（knob-…）的每个值都有一句话；说明里写出所选的值和另外的选择。

rules-title-tiles = 牌
rules-title-ting = 听与胡
rules-title-claims = 吃碰杠胡的先后
rules-title-treasure = 宝牌
rules-title-score = 算分（1番 = 1分）
rules-title-match = 庄

rules-harbin-new-tiles =
    万、筒、条各36张，加4张红中，共112张。每人13张，庄家多一张先打。
    牌墙最后四张是宝牌，扣着放，不摸。能摸的牌摸完没人胡就是流局，没人付胡牌的分。
rules-harbin-new-ting =
    先听才能胡。听牌时打一张牌；以后摸到不胡的牌自动打出。
    四组加一对将。红中可以成刻、成杠、做将，不成顺。不带七对，不带飘。
    听牌条件：至少两门（红中不算一门）；有一张幺、九或红中；有刻子（红中对可以代替，对倒也行，全是顺子可以单吊红中）；有顺子；开过门（吃、碰或明杠）；手里至少留4张。
rules-harbin-new-claims =
    胡 > { $ting_by_pung ->
        [off] 听吃
       *[on] { $ting_claim_tie ->
            [pung_first] 听碰 > 听吃
           *[seat_order] 听吃 = 听碰
        }
    } > 杠 > 碰 > 吃。同级的离打牌人近的先。一张牌只有一家胡。
    吃只吃上家的。要听的时候三家的都能吃：吃、听、打一次做完，碰也一样。
    暗杠没人能抢；补杠别家可以抢杠胡。不能有第四组副露。
rules-harbin-new-treasure =
    第几个听牌就翻第几张宝，最多四张。没听的人只知道翻了几张。
    听牌后自己摸到翻开的宝就胡，不管听什么。别人打出的宝、听牌前摸到的宝都是普通牌。
rules-harbin-new-score =
    平胡1，自摸、杠上开花2，摸大宝（自己翻的）4，摸小宝（别人翻的）2。
    卡当（胡的是顺子中间的牌）×2。宝中宝（摸到的宝就是卡当那张）：大16、小8，不看站立和卡当。
    站立是没开门的输家。没听就点炮（出冲）：自己至少3，还替另外两家付。听了点炮：各付各的。

rules-harbin-tiles =
    万、筒、条各36张，加4张红中，共112张。每人13张，庄家多一张先打。
    牌墙最后一张是宝牌，扣着放，不摸。能摸的牌摸完没人胡就是流局，没人付胡牌的分。
rules-harbin-ting =
    先听才能胡。听牌时打一张牌；以后摸到不胡的牌自动打出。
    四组加一对将。红中可以成刻、成杠、做将，不成顺。不带七对，不带飘。
    听牌条件：至少两门（红中不算一门）；有一张幺、九或红中；有刻子（红中对可以代替，对倒也行）；有顺子；开过门（吃、碰或明杠）；手里至少留4张。
rules-harbin-treasure =
    宝牌只有听了的人能看。听牌后自己摸到宝就胡，不管听什么。别人打出的宝、听牌前摸到的宝都是普通牌。
    打出的牌和副露里露出三张，这张宝就没用了；暗牌不算。
rules-harbin-score =
    平胡1，自摸、杠上开花2，摸宝3。
    卡当（胡的是顺子中间的牌）×2。宝中宝（摸到的宝就是卡当那张）12，不看站立和卡当。
    站立是没开门的输家。没听就点炮（出冲）：自己至少3。

rules-yuema-tiles =
    万、筒、条各36张，加4张红中，共112张。每人13张，庄家多一张先打。
    牌墙最后一张是宝牌，扣着放，不摸。能摸的牌摸完没人胡就是流局，只算杠分。
rules-yuema-ting =
    先听才能胡，只有庄家起手的天和不用听。听牌时打一张牌；以后摸到不胡的牌自动打出。
    四组加一对将。红中可以成刻、成杠、做将，不成顺。四组都是刻或杠是飘，只有飘可以手把一。
    听牌条件：至少两门（红中不算一门）；有一张幺、九或红中；有刻子（红中对可以代替，对倒也行）。
rules-qiqihar-claims =
    胡 > { $ting_by_pung ->
        [off] 听吃
       *[on] { $ting_claim_tie ->
            [pung_first] 听碰 > 听吃
           *[seat_order] 听吃 = 听碰
        }
    } > 杠 > 碰 > 吃。同级的离打牌人近的先。一张牌只有一家胡。
    吃只吃上家的。要听的时候三家的都能吃：吃、听、打一次做完，碰也一样。
    补杠别家可以抢：胡，或者听吃；被抢的杠不算分。第四组副露只在四组都是刻或杠时可以。
rules-qiqihar-treasure =
    宝牌只有听了的人能看。宝牌正好是要胡的牌，当场胡（对宝），先于别人胡听牌时打的那张。
    听牌后自己摸到宝也胡（摸宝），不管听什么。别人打出的宝、听牌前摸到的宝都是普通牌。
    打出的牌和副露里露出三张，这张宝就没用了；暗牌不算。{ $treasure_swap ->
        [never] {""}
       *[three_visible] 换宝后再对宝，先听的先胡。
    }
rules-yuema-score =
    底分1。夹（就是卡当：胡的是顺子中间的牌，有一种拆法就算）×2，飘×4。
    自摸×2，摸宝、对宝再×2，宝中宝再×2（夹或飘对宝，飘摸宝），杠上开花×2。
    没听就点炮（黑炮）包三家；听了点炮各付各的。杠分另算，流局也算。

rules-qiqihar-tiles =
    万、筒、条各36张，加4张红中，共112张。每人13张，庄家多一张先打。
    发牌前随机拿出一张做宝牌，扣着放，不摸。能摸的牌摸完没人胡就是流局，只算杠分。
rules-qiqihar-ting =
    先听才能胡，只有{ $four_at_deal ->
        [on] 开牌炸和庄家起手的天胡
       *[off] 庄家起手的天胡
    }不用听。听牌时打一张牌；以后摸到不胡的牌自动打出。
    四组加一对将，或七对。红中可以成刻、成杠、做将，不成顺。四组都是刻或杠是飘，只有飘可以手把一。
    听牌条件：{ $full_flush ->
        [on] 几门都行
       *[off] 至少两门（红中不算一门）
    }；有幺、九或红中（飘、七对不用）；有刻子（红中对可以代替，对倒也行，一条龙、七对不用）；七对不用开门。
    粘听：门清有五对，别人打的牌能成第六对，就亮这一对、打一张、听最后一张，只能胡七对。
rules-qiqihar-score =
    底分1。夹（就是卡当：胡的是顺子中间的牌，有一种拆法就算）×2，飘×4，七对×8。
    自摸×2，摸宝、对宝再×2，夹、飘、七对对宝是宝中宝再×2，杠上开花×2。
    没听就点炮（黑炮）包三家；听了点炮各付各的。杠分另算，流局也算。

knob-line = - { $chosen }
knob-line-alternatives = - { $chosen }（另可：{ $others }）
knob-soft-terminal = { $value ->
    [on] 幺九可以由胡的牌补上
   *[off] 幺九在听牌时就要有
 }
knob-closed-wait-single = { $value ->
    [on] 卡当要只听一张
   *[off] 听几张也可以算卡当
 }
knob-closed-wait-all-readings = { $value ->
    [on] 每种拆法都是夹才算卡当
   *[off] 有一种拆法是夹就算卡当
 }
knob-edge-wait-37 = { $value ->
    [on] 边3、边7算卡当
   *[off] 边3、边7不算卡当
 }
knob-pair-wait = { $value ->
    [on] 单吊算卡当
   *[off] 单吊不算卡当
 }
knob-standing-combine = { $value ->
    [multiply] 站立的输家×3
   *[max] 站立的输家至少3
 }
knob-dealer-double = { $value ->
    [on] 庄家输赢加倍
   *[off] 庄家输赢不加倍
 }
knob-rob-kong = { $value ->
    [discarder] 抢杠按点炮付
    [self_draw_konger_pays] 抢杠按自摸算，被抢的人付三家
   *[self_draw] 抢杠按自摸付
 }
knob-kong-points-exposed = { $n ->
    [0] 明杠、补杠不给分（可设）
   *[other] 明杠、补杠每家给{ $n }分（可设）
 }
knob-kong-points-concealed = { $n ->
    [0] 暗杠不给分（可设）
   *[other] 暗杠每家给{ $n }分（可设）
 }
knob-ting-discard-is-ting = { $value ->
    [on] 听牌时打的那张算听后打的
   *[off] 听牌时打的那张算听前打的
 }
knob-kong-after-ting = { $value ->
    [none] 听后不能杠
   *[same_waits] 听后能杠，只要听口不变
 }
knob-auto-win = { $value ->
    [always] 别人打出能胡的牌，立刻自动胡
   *[timeout] 别人打出能胡的牌可以不胡，超时自动胡
 }
knob-ting-claim-tie = { $value ->
    [pung_first] 听碰先于听吃
   *[seat_order] 听吃与听碰离得近的先
 }
knob-ting-by-pung = { $value ->
    [on] 可以听碰
   *[off] 没有听碰
 }
knob-concealed-kong-breaks-standing = { $value ->
    [on] 暗杠后不算站立
   *[off] 暗杠后仍算站立
 }
knob-dealer-pass = { $value ->
    [next_seat] 闲家胡了，下家坐庄
   *[winner] 闲家胡了，胡的人坐庄
 }
knob-dealer-on-draw = { $value ->
    [last_drawer] 流局后最后摸牌的人坐庄
   *[stays] 流局后连庄
 }
knob-reserve-tiles = { $n ->
    [0] 墙尾不另留牌（可设）
   *[other] 墙尾另留{ $n }张不摸（可设）
 }
knob-no-win-last-discards = { $n ->
    [0] 最后的牌打出来也能胡（可设）
   *[other] 摸最后{ $n }张后打的牌不能胡（可设）
 }
knob-keep-last-tiles = { $n ->
    [0] 最后的牌照常摸打（可设）
   *[other] 最后{ $n }张摸了不打，只能自摸（可设）
 }
knob-treasure-swap = { $value ->
    [three_visible] 另外三张都露出来就换宝
   *[never] 不换宝
 }
knob-treasure-visible-to-ting = { $value ->
    [on] 听了的人能看翻开的宝
   *[off] 听了的人也看不到宝
 }
knob-discard-payment = { $value ->
    [discarder_only] 听了点炮：只有点炮的人付自己那份
   *[reconcile] 听了点炮：各付各的
 }
knob-unready-discarder-pays = { $value ->
    [own_only] 没听点炮：只付自己那份，另两家不付
   *[sum] 没听点炮：替另外两家付
 }
knob-treasure-times-self-draw = { $value ->
    [on] 摸宝再乘自摸，算6
   *[off] 摸宝不再乘自摸
 }
knob-reveal-win = { $value ->
    [on] 宝牌正好是要胡的牌，当场胡（漏宝）
   *[off] 宝牌正好是要胡的牌，也要自己摸到
 }
knob-draw-liability = { $n ->
    [0] 没有包庄（可设）
   *[other] 连着{ $n }局流局，下一局包庄：闲家胡庄家付三家，打完下家坐庄（可设）
 }
knob-swap-source = { $value ->
    [random] 换宝从牌墙里随机拿，旧宝放回那里
   *[wall_end] 换宝拿牌墙最后一张，旧宝扣着不用
 }
knob-standing-ting = { $value ->
    [on] 没开门也能听
   *[off] 开过门才能听
 }
knob-seven-pairs = { $value ->
    [on] 带七对
   *[off] 不带七对
 }
knob-all-pungs-terminal-exempt = { $value ->
    [on] 飘不用幺九
   *[off] 飘也要有幺九
 }
knob-pair-wait-single = { $value ->
    [on] 单吊要只听一张才算夹
   *[off] 单吊听几张也算夹
 }
knob-all-pungs-closed-wait = { $value ->
    [on] 飘的单吊也算夹
   *[off] 飘不再算夹
 }
knob-reveal-is-self-draw = { $value ->
    [on] 漏宝也算自摸：平胡漏宝4
   *[off] 漏宝不算自摸：平胡漏宝2
 }
knob-big-wind = { $value ->
    [on] 刮大风：宝和要胡的牌同点数，也算对宝
   *[off] 没有刮大风
 }
knob-red-wild-sky = { $value ->
    [on] 红中满天飞：宝是红中谁听谁胡，自己摸到红中算摸宝
   *[off] 红中不当宝
 }
knob-discard-factor-scope = { $value ->
    [all_shares] 点黑炮三家的分都×4，平胡共12
   *[own_share] 点黑炮自己的分×4，平胡共6
 }
knob-heavenly-factor = 天胡再×{ $n }（可设）
knob-cap = { $n ->
    [0] 不封顶（可设）
   *[other] 每家最多{ $n }分（可设）
 }
knob-score-table = 番数照齐齐哈尔
knob-show-honours = 不亮喜儿
knob-full-flush = { $value ->
    [on] 清一色能胡，×2
   *[off] 清一色不能胡
 }
knob-pure-straight = { $value ->
    [on] 一条龙×2
   *[off] 一条龙不加番（仍免刻）
 }
knob-pure-in-pure = { $value ->
    [on] 纯中纯再×2
   *[off] 没有纯中纯
 }
knob-four-at-deal = { $value ->
    [on] 起手四张一样可以炸（开牌炸），先问四家
   *[off] 没有开牌炸
 }
knob-one-bamboo-kong = { $value ->
    [on] 杠小鸡：杠一条后摸到筒，亮出来
   *[off] 没有杠小鸡
 }
knob-dual-pair-treasure = { $value ->
    [on] 对倒对宝算宝中宝，8
   *[off] 对倒对宝不算宝中宝，4
 }
knob-red-doubles = { $value ->
    [on] 手里有红中×2
   *[off] 红中不加倍
 }
knob-sticky-ting-half = { $value ->
    [on] 粘听减半
   *[off] 粘听不减半
 }
knob-heavy-rain = { $value ->
    [on] 下大雨：摸到和要胡的牌同点数也胡
   *[off] 没有下大雨
 }
knob-red-matches-terminals = { $value ->
    [on] 红中通幺九：听红中，宝是幺九就胡
   *[off] 红中不通幺九
 }
knob-run-points = { $value ->
    [top] 跑分：顶跑
   *[other] 跑分：{ $value }（可设0、1、3、5、顶跑）
 }
knob-top-run-points = 顶跑算{ $n }分
knob-run-points-scope = { $value ->
    [room] 全桌一个跑分
   *[player] 跑分各人的
 }
knob-run-points-settle = { $value ->
    [payer] 每份加付的人的跑分
   *[winner_plus_payer] 每份加赢家和付的人的跑分
 }
knob-four-at-deal-dealer-pays = 闲家炸，庄家付{ $n }，闲家付8；庄家炸每家16
knob-one-bamboo-kong-pay = 杠小鸡每家付筒的点数

help = **听胡**：四个人（或加电脑）在频道里打东北麻将。
    - **开桌**：`/table new` 开一张桌，别人按「加入」，桌主按「开始」。`ai` 选项让电脑补位，`hands` 是局数。
    - **看牌**：「手牌」或 `/hand` 打开只有你看得到的手牌，按牌就是打牌。手牌不见了就再按一次。
    - **吃碰杠**：别人打牌后你的手牌上有能做的按钮；不要就按「过」，到时间也算过。
    - **听**：能听时有「听」，选一张打出，看清听几张再定。听了才能胡。
    - **胡**：「胡」。自摸和摸宝自动胡；别人打的牌到时间也替你胡。
    - **离开一会儿**：三次没出牌由电脑代打，按「我回来了」接着打。
    - **公平**：每局发牌前先公布承诺码，局后公开密钥，谁都可以验算牌墙。
    教学：`/tutorial`　规则：`/rules`　排行：`/leaderboard`　战绩：`/stats`　本桌：`/table status`

rules-title-wild = 宝（万能牌）
rules-title-win = 胡
rules-xingdong-tiles =
    万、筒、条、风、中发白共34种136张。每人13张，庄家多一张先打。庄家掷两颗骰子，从墙尾数到那一墩，翻开上面一张；翻出的牌不摸。摸完就流局，没人付分。
rules-xingdong-wild =
    翻出的牌的下一张是宝，共四张：9后是1，东南西北东，中发白中。宝在手里可以当任何一张牌，一种牌连宝最多四张。
    自己摸到的宝是宝，别人打出的宝只当它自己，不能吃碰杠；吃碰杠也不用手里的宝。
    翻出的那种牌碰了算明杠，手里三张算暗杠，不补牌。
rules-xingdong-win =
    不用听牌，随时可以胡。四组一对、七对、十三幺、全不靠、组合龙都是胡。番种是1998年规则的81种（没有花牌），取最高的算法；没有番的是无番和，8番。
    庄家是东，另三家依次是南、西、北。
    时间到了，能胡就替你胡，否则打出刚摸的牌。
rules-xingdong-claims =
    胡 > 杠 > 碰 > 吃。同级的离打牌人近的先。一张牌只有一家胡。吃只吃上家的。补杠可以抢杠胡。最后一张打出后只能胡。
rules-xingdong-score =
    番数相加。杠没有另外的分。
knob-min-fan = { $n ->
    [0] 能胡就行（起胡番数可设）
   *[other] { $n }番起胡（可设）
 }
knob-payment = { $value ->
   *[mcr] 点炮的付8加番数，另两家各付8；自摸三家各付8加番数
 }
knob-wild-in-claims = { $value ->
    [on] 宝可以进副露
   *[off] 宝不进副露
 }
knob-prevalent = { $value ->
   *[east] 圈风每局都是东
 }
