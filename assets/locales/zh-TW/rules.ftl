# 規則說明與幫助。桌規（knob-…）的每個值都有一句話；說明裡寫出所選的值和另外的選擇。

rules-title-tiles = 牌
rules-title-ting = 聽與胡
rules-title-claims = 吃碰槓胡的先後
rules-title-treasure = 寶牌
rules-title-score = 算分（1番 = 1分）
rules-title-match = 莊

rules-harbin-new-tiles =
    萬、筒、條各36張，加4張紅中，共112張。每人13張，莊家多一張先打。
    牌牆最後四張是寶牌，扣著放，不摸。能摸的牌摸完沒人胡就是流局，沒人付胡牌的分。
rules-harbin-new-ting =
    先聽才能胡。聽牌時打一張牌；以後摸到不胡的牌自動打出。
    四組加一對將。紅中可以成刻、成槓、做將，不成順。不帶七對，不帶飄。
    聽牌條件：至少兩門（紅中不算一門）；有一張么、九或紅中；有刻子（紅中對可以代替，對倒也行，全是順子可以單吊紅中）；有順子；開過門（吃、碰或明槓）；手裡至少留4張。
rules-harbin-new-claims =
    胡 > { $ting_by_pung ->
        [off] 聽吃
       *[on] { $ting_claim_tie ->
            [pung_first] 聽碰 > 聽吃
           *[seat_order] 聽吃 = 聽碰
        }
    } > 槓 > 碰 > 吃。同級的離打牌人近的先。一張牌只有一家胡。
    吃只吃上家的。要聽的時候三家的都能吃：吃、聽、打一次做完，碰也一樣。
    暗槓沒人能搶；補槓別家可以搶槓胡。不能有第四組副露。
rules-harbin-new-treasure =
    第幾個聽牌就翻第幾張寶，最多四張。沒聽的人只知道翻了幾張。
    聽牌後自己摸到翻開的寶就胡，不管聽什麼。別人打出的寶、聽牌前摸到的寶都是普通牌。
rules-harbin-new-score =
    平胡1，自摸、槓上開花2，摸大寶（自己翻的）4，摸小寶（別人翻的）2。
    卡當（胡的是順子中間的牌）×2。寶中寶（摸到的寶就是卡當那張）：大16、小8，不看站立和卡當。
    站立是沒開門的輸家。沒聽就點炮（出沖）：自己至少3，還替另外兩家付。聽了點炮：各付各的。

rules-harbin-tiles =
    萬、筒、條各36張，加4張紅中，共112張。每人13張，莊家多一張先打。
    牌牆最後一張是寶牌，扣著放，不摸。能摸的牌摸完沒人胡就是流局，沒人付胡牌的分。
rules-harbin-ting =
    先聽才能胡。聽牌時打一張牌；以後摸到不胡的牌自動打出。
    四組加一對將。紅中可以成刻、成槓、做將，不成順。不帶七對，不帶飄。
    聽牌條件：至少兩門（紅中不算一門）；有一張么、九或紅中；有刻子（紅中對可以代替，對倒也行）；有順子；開過門（吃、碰或明槓）；手裡至少留4張。
rules-harbin-treasure =
    寶牌只有聽了的人能看。聽牌後自己摸到寶就胡，不管聽什麼。別人打出的寶、聽牌前摸到的寶都是普通牌。
    打出的牌和副露裡露出三張，這張寶就沒用了；暗牌不算。
rules-harbin-score =
    平胡1，自摸、槓上開花2，摸寶3。
    卡當（胡的是順子中間的牌）×2。寶中寶（摸到的寶就是卡當那張）12，不看站立和卡當。
    站立是沒開門的輸家。沒聽就點炮（出沖）：自己至少3。

rules-yuema-tiles =
    萬、筒、條各36張，加4張紅中，共112張。每人13張，莊家多一張先打。
    牌牆最後一張是寶牌，扣著放，不摸。能摸的牌摸完沒人胡就是流局，只算槓分。
rules-yuema-ting =
    先聽才能胡，只有莊家起手的天和不用聽。聽牌時打一張牌；以後摸到不胡的牌自動打出。
    四組加一對將。紅中可以成刻、成槓、做將，不成順。四組都是刻或槓是飄，只有飄可以手把一。
    聽牌條件：至少兩門（紅中不算一門）；有一張么、九或紅中；有刻子（紅中對可以代替，對倒也行）。
rules-qiqihar-claims =
    胡 > { $ting_by_pung ->
        [off] 聽吃
       *[on] { $ting_claim_tie ->
            [pung_first] 聽碰 > 聽吃
           *[seat_order] 聽吃 = 聽碰
        }
    } > 槓 > 碰 > 吃。同級的離打牌人近的先。一張牌只有一家胡。
    吃只吃上家的。要聽的時候三家的都能吃：吃、聽、打一次做完，碰也一樣。
    補槓別家可以搶：胡，或者聽吃；被搶的槓不算分。第四組副露只在四組都是刻或槓時可以。
rules-qiqihar-treasure =
    寶牌只有聽了的人能看。寶牌正好是要胡的牌，當場胡（對寶），先於別人胡聽牌時打的那張。
    聽牌後自己摸到寶也胡（摸寶），不管聽什麼。別人打出的寶、聽牌前摸到的寶都是普通牌。
    打出的牌和副露裡露出三張，這張寶就沒用了；暗牌不算。{ $treasure_swap ->
        [never] {""}
       *[three_visible] 換寶後再對寶，先聽的先胡。
    }
rules-yuema-score =
    底分1。夾（就是卡當：胡的是順子中間的牌，有一種拆法就算）×2，飄×4。
    自摸×2，摸寶、對寶再×2，寶中寶再×2（夾或飄對寶，飄摸寶），槓上開花×2。
    沒聽就點炮（黑炮）包三家；聽了點炮各付各的。槓分另算，流局也算。

rules-qiqihar-tiles =
    萬、筒、條各36張，加4張紅中，共112張。每人13張，莊家多一張先打。
    發牌前隨機拿出一張做寶牌，扣著放，不摸。能摸的牌摸完沒人胡就是流局，只算槓分。
rules-qiqihar-ting =
    先聽才能胡，只有{ $four_at_deal ->
        [on] 開牌炸和莊家起手的天胡
       *[off] 莊家起手的天胡
    }不用聽。聽牌時打一張牌；以後摸到不胡的牌自動打出。
    四組加一對將，或七對。紅中可以成刻、成槓、做將，不成順。四組都是刻或槓是飄，只有飄可以手把一。
    聽牌條件：{ $full_flush ->
        [on] 幾門都行
       *[off] 至少兩門（紅中不算一門）
    }；有么、九或紅中（飄、七對不用）；有刻子（紅中對可以代替，對倒也行，一條龍、七對不用）；七對不用開門。
    黏聽：門清有五對，別人打的牌能成第六對，就亮這一對、打一張、聽最後一張，只能胡七對。
rules-qiqihar-score =
    底分1。夾（就是卡當：胡的是順子中間的牌，有一種拆法就算）×2，飄×4，七對×8。
    自摸×2，摸寶、對寶再×2，夾、飄、七對對寶是寶中寶再×2，槓上開花×2。
    沒聽就點炮（黑炮）包三家；聽了點炮各付各的。槓分另算，流局也算。

knob-line = - { $chosen }
knob-line-alternatives = - { $chosen }（另可：{ $others }）
knob-soft-terminal = { $value ->
    [on] 么九可以由胡的牌補上
   *[off] 么九在聽牌時就要有
 }
knob-closed-wait-single = { $value ->
    [on] 卡當要只聽一張
   *[off] 聽幾張也可以算卡當
 }
knob-closed-wait-all-readings = { $value ->
    [on] 每種拆法都是夾才算卡當
   *[off] 有一種拆法是夾就算卡當
 }
knob-edge-wait-37 = { $value ->
    [on] 邊3、邊7算卡當
   *[off] 邊3、邊7不算卡當
 }
knob-pair-wait = { $value ->
    [on] 單吊算卡當
   *[off] 單吊不算卡當
 }
knob-standing-combine = { $value ->
    [multiply] 站立的輸家×3
   *[max] 站立的輸家至少3
 }
knob-dealer-double = { $value ->
    [on] 莊家輸贏加倍
   *[off] 莊家輸贏不加倍
 }
knob-rob-kong = { $value ->
    [discarder] 搶槓按點炮付
    [self_draw_konger_pays] 搶槓按自摸算，被搶的人付三家
   *[self_draw] 搶槓按自摸付
 }
knob-kong-points-exposed = { $n ->
    [0] 明槓、補槓不給分（可設）
   *[other] 明槓、補槓每家給{ $n }分（可設）
 }
knob-kong-points-concealed = { $n ->
    [0] 暗槓不給分（可設）
   *[other] 暗槓每家給{ $n }分（可設）
 }
knob-ting-discard-is-ting = { $value ->
    [on] 聽牌時打的那張算聽後打的
   *[off] 聽牌時打的那張算聽前打的
 }
knob-kong-after-ting = { $value ->
    [none] 聽後不能槓
   *[same_waits] 聽後能槓，只要聽口不變
 }
knob-auto-win = { $value ->
    [always] 別人打出能胡的牌，立刻自動胡
   *[timeout] 別人打出能胡的牌可以不胡，超時自動胡
 }
knob-ting-claim-tie = { $value ->
    [pung_first] 聽碰先於聽吃
   *[seat_order] 聽吃與聽碰離得近的先
 }
knob-ting-by-pung = { $value ->
    [on] 可以聽碰
   *[off] 沒有聽碰
 }
knob-concealed-kong-breaks-standing = { $value ->
    [on] 暗槓後不算站立
   *[off] 暗槓後仍算站立
 }
knob-dealer-pass = { $value ->
    [next_seat] 閒家胡了，下家坐莊
   *[winner] 閒家胡了，胡的人坐莊
 }
knob-dealer-on-draw = { $value ->
    [last_drawer] 流局後最後摸牌的人坐莊
   *[stays] 流局後連莊
 }
knob-reserve-tiles = { $n ->
    [0] 牆尾不另留牌（可設）
   *[other] 牆尾另留{ $n }張不摸（可設）
 }
knob-no-win-last-discards = { $n ->
    [0] 最後的牌打出來也能胡（可設）
   *[other] 摸最後{ $n }張後打的牌不能胡（可設）
 }
knob-keep-last-tiles = { $n ->
    [0] 最後的牌照常摸打（可設）
   *[other] 最後{ $n }張摸了不打，只能自摸（可設）
 }
knob-treasure-swap = { $value ->
    [three_visible] 另外三張都露出來就換寶
   *[never] 不換寶
 }
knob-treasure-visible-to-ting = { $value ->
    [on] 聽了的人能看翻開的寶
   *[off] 聽了的人也看不到寶
 }
knob-discard-payment = { $value ->
    [discarder_only] 聽了點炮：只有點炮的人付自己那份
   *[reconcile] 聽了點炮：各付各的
 }
knob-unready-discarder-pays = { $value ->
    [own_only] 沒聽點炮：只付自己那份，另兩家不付
   *[sum] 沒聽點炮：替另外兩家付
 }
knob-treasure-times-self-draw = { $value ->
    [on] 摸寶再乘自摸，算6
   *[off] 摸寶不再乘自摸
 }
knob-reveal-win = { $value ->
    [on] 寶牌正好是要胡的牌，當場胡（漏寶）
   *[off] 寶牌正好是要胡的牌，也要自己摸到
 }
knob-draw-liability = { $n ->
    [0] 沒有包莊（可設）
   *[other] 連著{ $n }局流局，下一局包莊：閒家胡莊家付三家，打完下家坐莊（可設）
 }
knob-swap-source = { $value ->
    [random] 換寶從牌牆裡隨機拿，舊寶放回那裡
   *[wall_end] 換寶拿牌牆最後一張，舊寶扣著不用
 }
knob-standing-ting = { $value ->
    [on] 沒開門也能聽
   *[off] 開過門才能聽
 }
knob-seven-pairs = { $value ->
    [on] 帶七對
   *[off] 不帶七對
 }
knob-all-pungs-terminal-exempt = { $value ->
    [on] 飄不用么九
   *[off] 飄也要有么九
 }
knob-pair-wait-single = { $value ->
    [on] 單吊要只聽一張才算夾
   *[off] 單吊聽幾張也算夾
 }
knob-all-pungs-closed-wait = { $value ->
    [on] 飄的單吊也算夾
   *[off] 飄不再算夾
 }
knob-reveal-is-self-draw = { $value ->
    [on] 漏寶也算自摸：平胡漏寶4
   *[off] 漏寶不算自摸：平胡漏寶2
 }
knob-big-wind = { $value ->
    [on] 颳大風：寶和要胡的牌同點數，也算對寶
   *[off] 沒有颳大風
 }
knob-red-wild-sky = { $value ->
    [on] 紅中滿天飛：寶是紅中誰聽誰胡，自己摸到紅中算摸寶
   *[off] 紅中不當寶
 }
knob-discard-factor-scope = { $value ->
    [all_shares] 點黑炮三家的分都×4，平胡共12
   *[own_share] 點黑炮自己的分×4，平胡共6
 }
knob-heavenly-factor = 天胡再×{ $n }（可設）
knob-cap = { $n ->
    [0] 不封頂（可設）
   *[other] 每家最多{ $n }分（可設）
 }
knob-score-table = 番數照齊齊哈爾
knob-show-honours = 不亮喜兒
knob-full-flush = { $value ->
    [on] 清一色能胡，×2
   *[off] 清一色不能胡
 }
knob-pure-straight = { $value ->
    [on] 一條龍×2
   *[off] 一條龍不加番（仍免刻）
 }
knob-pure-in-pure = { $value ->
    [on] 純中純再×2
   *[off] 沒有純中純
 }
knob-four-at-deal = { $value ->
    [on] 起手四張一樣可以炸（開牌炸），先問四家
   *[off] 沒有開牌炸
 }
knob-one-bamboo-kong = { $value ->
    [on] 槓小雞：槓一條後摸到筒，亮出來
   *[off] 沒有槓小雞
 }
knob-dual-pair-treasure = { $value ->
    [on] 對倒對寶算寶中寶，8
   *[off] 對倒對寶不算寶中寶，4
 }
knob-red-doubles = { $value ->
    [on] 手裡有紅中×2
   *[off] 紅中不加倍
 }
knob-sticky-ting-half = { $value ->
    [on] 黏聽減半
   *[off] 黏聽不減半
 }
knob-heavy-rain = { $value ->
    [on] 下大雨：摸到和要胡的牌同點數也胡
   *[off] 沒有下大雨
 }
knob-red-matches-terminals = { $value ->
    [on] 紅中通么九：聽紅中，寶是么九就胡
   *[off] 紅中不通么九
 }
knob-run-points = { $value ->
    [top] 跑分：頂跑
   *[other] 跑分：{ $value }（可設0、1、3、5、頂跑）
 }
knob-top-run-points = 頂跑算{ $n }分
knob-run-points-scope = { $value ->
    [room] 全桌一個跑分
   *[player] 跑分各人的
 }
knob-run-points-settle = { $value ->
    [payer] 每份加付的人的跑分
   *[winner_plus_payer] 每份加贏家和付的人的跑分
 }
knob-four-at-deal-dealer-pays = 閒家炸，莊家付{ $n }，閒家付8；莊家炸每家16
knob-one-bamboo-kong-pay = 槓小雞每家付筒的點數

help = **聽胡**：四個人（或加電腦）在頻道裡打東北麻將。
    - **開桌**：`/table new` 開一張桌，別人按「加入」，桌主按「開始」。`ai` 選項讓電腦補位，`hands` 是局數。
    - **看牌**：「手牌」或 `/hand` 開啟只有你看得到的手牌，按牌就是打牌。手牌不見了就再按一次。
    - **吃碰槓**：別人打牌後你的手牌上有能做的按鈕；不要就按「過」，到時間也算過。
    - **聽**：能聽時有「聽」，選一張打出，看清聽幾張再定。聽了才能胡。
    - **胡**：「胡」。自摸和摸寶自動胡；別人打的牌到時間也替你胡。
    - **離開一會兒**：三次沒出牌由電腦代打，按「我回來了」接著打。
    - **公平**：每局發牌前先公佈承諾碼，局後公開金鑰，誰都可以驗算牌牆。
    教學：`/tutorial`　規則：`/rules`　排行：`/leaderboard`　戰績：`/stats`　本桌：`/table status`

rules-title-wild = 寶（萬能牌）
rules-title-win = 胡
rules-xingdong-tiles =
    萬、筒、條、風、中發白共34種136張。每人13張，莊家多一張先打。莊家擲兩顆骰子，從牆尾數到那一墩，翻開上面一張；翻出的牌不摸。摸完就流局，沒人付分。
rules-xingdong-wild =
    翻出的牌的下一張是寶，共四張：9後是1，東南西北東，中發白中。寶在手裡可以當任何一張牌，一種牌連寶最多四張。
    自己摸到的寶是寶，別人打出的寶只當它自己，不能吃碰槓；吃碰槓也不用手裡的寶。
    翻出的那種牌碰了算明槓，手裡三張算暗槓，不補牌。
rules-xingdong-win =
    不用聽牌，隨時可以胡。四組一對、七對、十三么、全不靠、組合龍都是胡。番種是1998年規則的81種（沒有花牌），取最高的算法；沒有番的是無番和，8番。
    莊家是東，另三家依次是南、西、北。
    時間到了，能胡就替你胡，否則打出剛摸的牌。
rules-xingdong-claims =
    胡 > 槓 > 碰 > 吃。同級的離打牌人近的先。一張牌只有一家胡。吃只吃上家的。補槓可以搶槓胡。最後一張打出後只能胡。
rules-xingdong-score =
    番數相加。槓沒有另外的分。
knob-min-fan = { $n ->
    [0] 能胡就行（起胡番數可設）
   *[other] { $n }番起胡（可設）
 }
knob-payment = { $value ->
   *[mcr] 點炮的付8加番數，另兩家各付8；自摸三家各付8加番數
 }
knob-wild-in-claims = { $value ->
    [on] 寶可以進副露
   *[off] 寶不進副露
 }
knob-prevalent = { $value ->
   *[east] 圈風每局都是東
 }
