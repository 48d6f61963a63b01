# Discord 這一層的話：命令、大廳、牌桌、成績單、私人手牌。

## 命令：名稱 | 說明
command-table = 牌桌 | 開桌、入座、開局和管理這裡的牌桌
command-new = 開桌 | 在這裡開一張新牌桌，你先入座
command-join = 加入 | 在這張桌入座
command-leave = 離開 | 離開座位；開局後由電腦代打
command-start = 開始 | 桌主開局；兩局之間是「下一局」
command-status = 狀態 | 看這張桌的座位和設定
command-table-rules = 規則 | 看這張桌的規則
command-kick = 請離 | 桌主或管理員請一位玩家離座
command-replace = 換人 | 桌主或管理員把一個座位換給別人，或交給電腦
command-host = 桌主 | 把桌主交給另一位玩家
command-end = 結束 | 桌主或管理員結束這張桌；打完的局都算數
command-hand = 手牌 | 只給你看你的手牌和能按的按鈕
command-discard = 打牌 | 打出一張牌
command-chi = 吃 | 吃上家打出的牌
command-peng = 碰 | 碰別家打出的牌
command-gang = 槓 | 開槓
command-ting = 聽 | 報聽並打出一張牌
command-hu = 胡 | 胡牌
command-pass = 過 | 這張牌不要
command-leaderboard = 排行榜 | 看積分排行
command-stats = 戰績 | 看一位玩家的戰績
command-history = 歷史 | 一位玩家最近打完的局，或一場的各局
command-replay = 重播 | 用動圖看打完的一局
command-verify = 驗牌 | 一局的牌牆和每一步是不是照承諾來的
command-rules = 規則 | 看一種玩法的規則
command-help = 幫助 | 怎麼玩、怎麼用
command-tutorial = 教學 | 打一局有講解的牌，只有你看得到
command-settings = 設定 | 你自己的選擇：提醒、語言、牌面、自動應答
command-admin = 管理 | 本伺服器新牌桌的預設設定，以及誰能結束牌桌
option-ruleset = 玩法 | 打哪一種麻將
option-preset = 規則組 | 設定檔裡的一組規則
option-hands = 局數 | 打幾局，預設 8 局
option-rounds = 圈數 | 打幾圈，用來代替局數：四家都做完莊、下了莊算一圈，最多 32 局
option-ai = 電腦 | 開局時由幾位電腦補位
option-clock = 快慢 | 每一步有多少時間
option-thread = 討論串 | 在獨立的討論串裡打
option-hints = 聽牌提示 | 告訴玩家打哪張能聽什麼
option-luck = 幸運字 | 隨便寫點什麼，一起決定牌牆
option-player = 玩家 | 哪一位
option-seat = 座位 | 哪一家
option-newcomer = 接手 | 換誰上；不填就交給電腦
option-match = 比賽 | 比賽的編號，在 /history 裡
option-hand = 局 | 第幾局，預設最近打完的一局
option-tile = 牌 | 哪一張牌
option-tiles = 搭子 | 你手裡用來吃的兩張牌
option-ting = 聽打 | 同時報聽，打出這張
option-discard = 打 | 報聽時打出的牌
option-scope = 範圍 | 本伺服器還是所有伺服器
option-period = 時間 | 不選是本月；一個賽季是一個季度
option-by = 排序 | 按什麼排
option-page = 頁 | 第幾頁
option-table = 牌桌 | 本伺服器的哪張桌；不填就是這裡的
by-points = 總分
by-mean = 平均分
by-wins = 胡牌次數

## 快慢
clock-fast = 快：一手 10 秒
clock-normal = 普通：一手 20 秒
clock-slow = 慢：一手 60 秒
clock-test = 測試

## 大廳
lobby-title = { $variant } · 等人
lobby-length = 打 { $n } 局
lobby-rounds = 打 { $n } 圈
lobby-programs = 電腦補位 { $n } 家
lobby-host = （桌主）
lobby-hints = 聽牌提示
lobby-ready = 可以開始了：桌主按「開始」。
lobby-missing = 還差 { $n } 人。
lobby-begun = 牌局開始了，看下面的牌桌。
options-usual = 規則：預設
seat-empty = 空位
seat-for-program = 電腦（開始時入座）
name-at-seat = { $name }（{ $seat }）
program-name = 電腦{ $seat }
button-luck = 幸運字
button-replay = 回放
luck-is-set = 這一局你已經準備好了，幸運字到下一局再寫。
luck-title = 幸運字
luck-label = 寫什麼都行，最多 64 個位元組
fair-commitment = 牌牆承諾 { $hex }

## 牌桌
board-title = { $variant } · { $hand }
board-hint = 看自己的牌按「手牌」，只有你看得到。
board-store = ⚠️ 現在存不了檔，牌局停在這裡。牌和分都沒有丟，一恢復就接著打。
restarting = 🔄 機器人正在重新啟動，牌和分都沒有丟，馬上接著打。
board-unreached = { $names }：按「手牌」看自己的牌，只有你看得到。
board-away = { $name } 不在，電腦代打。
board-promised = { $name } 下一局起坐{ $seat }家。
late-ping = { $name }，輪到你了。
paused-nobody = 一整局沒有人動過，牌桌暫停。按「下一局」繼續。
paused-fault = 牌桌出了故障，先停下。牌和分都在。
paused-no-permission = 我在這裡沒有發言權限了，牌桌暫停。牌和分都在，權限恢復後自動繼續。
paused-no-access = 我看不到牌桌所在的頻道了，牌桌暫停。牌和分都在，看得到之後自動繼續。
paused-archived = 討論串已封存，牌桌暫停。牌和分都在，討論串重新開啟後自動繼續。
paused-channel-deleted = 牌桌所在的頻道被刪了，這場打不下去了。打完的局都算數，牌桌幾分鐘後關閉。
paused-bot-removed = 我被移出了伺服器，牌桌暫停。牌和分都在，我回來後自動繼續。
match-complete = 全部打完了。
match-ended = 牌桌已由桌主或管理員結束，打完的局都算數。
match-idle = 很久沒有人來，牌桌散了，打完的局都算數。

## 成績單
result-title = { $hand }結束
result-totals = 總分
result-ranks = 最終名次
result-fair = 公平
result-next = 下一局的牌牆承諾
result-next-hand = 下一局
result-end = 比賽結束
result-pause = 暫停
fair-hand = 承諾 `{ $commitment }`
    金鑰 `{ $secret }`
    各家 { $nonces }
ready-deadline = { $when } 自動開始

## 私人手牌
hand-lobby = 開局後你的牌會發給你，只有你看得到。
hand-below = 發牌了，你的牌在牌桌下面。
hand-over = 這一局結束了。在成績單上按「下一局」，新牌會發給你。
hand-ready = 準備好了，人齊就發牌，新牌會發給你。
hand-paused = 牌桌暫停了，牌和分都在。
hand-away = 電腦正在替你打。按「我回來了」接著打。
hand-your-turn = 輪到你了，打一張牌。
hand-you-may-win = 你可以胡！
hand-you-may = 你可以要這張牌。
hand-bank = （其中存時 { $n } 秒）
hand-choose-ting = 選一張打出並報聽，聽了就不能再換牌：
hand-hints = 💡 聽牌提示：
hand-waits-for-others = 你已答過，等別家。
hand-no-seat = 你不在這張桌上，大家看到的是這樣：
button-undo = 返回
done-joined = 你坐下了：{ $seat }家。
done-left = 你離開了座位。
done-came-back = 歡迎回來，接著打。
done-kicked = 已請他離座。
done-replaced = 換好了：{ $seat }家換人了。
done-promised = 換好了：{ $seat }家這一局由電腦打完，新玩家從下一局開始。
done-host-made = 桌主換好了。

## 命令的回答
table-opened = 牌桌開好了：{ $channel }，你坐{ $seat }家。
table-opened-here = 牌桌開好了，你坐{ $seat }家。
table-here-already = 這裡已經有一張桌了。先打完或結束它，或在別的頻道、討論串開桌。
table-not-opened = 現在開不了桌，請稍後再試。
thread-not-opened = 討論串沒開成，請稍後再試，或不用討論串開桌。
ruleset-not-yet = 這種玩法還不能打。現在能打：{ $names }。
permissions-missing = 我在這裡缺少權限：{ $names }。請管理員加上後再試。
no-table-here = 這裡沒有牌桌，你也不在別的桌上。用 /table new 開一張。
several-tables = 你同時坐在幾張桌上：{ $channels }。請到那張桌的頻道裡用這個命令。
table-not-in-server = 這個伺服器裡沒有這張桌，請從清單裡選。
command-unknown = 這個命令我不認識，可能是舊的。試試 /help。
replace-whom = 換哪一家？用「座位」選座位，或用「玩家」選人。
replace-bot = 機器人不能上桌；不填「接手」就交給電腦打。
replace-stranger = 這個人不在本伺服器裡。
audit-kicked = { $actor } 請 { $player } 離座了。
audit-program = { $actor } 把{ $seat }家交給了電腦。
audit-replaced = { $actor } 把{ $seat }家換成了 { $by }。
audit-promised = { $actor } 把{ $seat }家換成了 { $by }，下一局起生效，這一局由電腦打完。
audit-host = { $actor } 讓 { $player } 當桌主。
audit-ended = { $actor } 結束了這張桌。
tile-unknown = 沒看懂是哪張牌。可以寫 5萬、3筒、7條、紅中，或 5m 3p 7s C。
button-other-version = 這個按鈕是別的版本留下的，沒有生效。按「手牌」或用 /hand 看最新的。
button-unknown = 這個按鈕不是這張桌的，沒有生效。按「手牌」或用 /hand。
store-fault = 現在查不到，請稍後再試。
leaderboard-server = 本伺服器
leaderboard-all = 所有伺服器
leaderboard-month = 本月
leaderboard-season = 本賽季
leaderboard-day = 今天
leaderboard-week = 本週
leaderboard-ever = 總榜
leaderboard-row = { $rank }. { $name } { $points } 分 · { $hands } 局 · 胡 { $wins }
leaderboard-empty = 還沒有成績。至少兩位真人打完一局才上榜。
rules-title = { $variant } · 規則
stats = { $player }
    打了 { $hands } 局，胡 { $wins } 次（自摸 { $drawn }），點炮 { $dealt } 次，聽牌 { $tings } 次
    總分 { $points }
history-title = 最近打完的局
history-empty = 還沒有打完過一局。
history-row = { $when } { $variant } 第 { $hand } 局 { $points }{ $won ->
    [yes] {" "}胡
   *[no] {""}
 } · `{ $match }`
verify-nothing = 沒有這樣一局打完的牌。/history 裡有比賽的編號。
replay-alt = 第 { $hand } 局的動圖。結局：{ $end }
stats-chart = 最近 { $n } 局的積分
stats-fans = 最近 { $n } 局裡胡的 { $won } 局都有哪些番：
fans-chart = 胡牌的番
match-chart = 本場積分走勢
match-row = 第 { $hand } 局：{ $points }
verify-hand = 比賽 `{ $match }` 第 { $hand } 局
verify-holds = ✅ 承諾、牌牆、莊家和 { $n } 步都對得上。附件是這一局的紀錄，自己驗：`tinghu verify hand.jsonl`。
verify-differs = ❌ 紀錄的第 { $line } 行對不上。請把附件留好，告訴開桌的人。
verify-proves = 這說明沒有玩家能左右牌牆；只要有一位老實的玩家自己寫了幸運字，開機器人的人也不能。只靠按鍵的編號管不住會編號碼的人。
rematch-not-yours = 打完這場的人才能「再來一局」。用 /table new 可以開一張新桌。
preset-unknown = 沒有叫 { $name } 的規則組。
preset-of-another-game = 這個規則組是另一種玩法的。
hands-or-rounds = 局數和圈數只能選一樣。

## 教學
tutorial-you = 你
tutorial-go-on = 繼續
tutorial-again = 再學一遍
tutorial-discard = **一、打牌**　這是你的 14 張牌，剛摸到的在最右邊。四組牌（順子 1-2-3 或刻子 5-5-5）加一對將才能胡，可在東北要先**聽**，聽之前還要**開門**。9條 和誰都不挨著，按「9條」打出去。
tutorial-pung = **二、開門**　南家打出 5筒，你有一對。要聽，得吃、碰或明槓過一次（開門），還要有刻子、有順子、有么九或紅中、至少兩門。按「碰」，門開了，刻子也有了；不要就按「過」。
tutorial-discard-again = **三、碰完打一張**　亮出的三張不能再動。1筒 沒用了，按「1筒」。
tutorial-ting-chow = **四、聽吃**　西家打出 3條，你有 2條、4條。平時只能吃上家的，可是吃了就能聽，誰打的都能吃，比碰還先：這叫**聽吃**。按「聽吃 2-3-4條」，再選打出 7條：聽 5萬。
tutorial-wait = **五、寶牌**　聽了，手牌就不能換了：摸到不胡的牌自動打出。你第一個聽，翻了一張**寶牌**，只有聽的人看得到：5萬。以後自己摸到寶就胡，不管聽什麼；別人打出的寶不算。剛摸到 8條，胡不了，按「繼續」。
tutorial-win = **六、胡**　5萬！它是你的寶，又是你聽的，還夾在 4 和 6 中間（卡當）：**寶中寶**。按「胡」。真打的時候自摸會自動胡。
tutorial-over = **七、算分**　自摸三家都付。別人點炮時，聽了的只付自己那份，沒聽的要替別人付（出沖）。每局的成績單都像下面這樣，把每一筆怎麼算的寫出來。現在用 `/table new` 開一桌吧，全部規則在 `/rules`。
tutorial-not-now = 規則允許這樣，但這一課先照說明來。
tutorial-illegal = 規則不允許這樣。看看說明，按裡面寫的按鈕。

run-choose = 下一局跑幾分？大家都選好以後才公開；到時間沒選就按上次的。
run-chosen = 跑分選好了，等別家；都選好就發牌。
run-asked = 發牌前先選跑分：按「手牌」選，都選好才公開。
run-of = { $name } 跑 { $n }
run-shown = 跑分：{ $runs }
button-run = { $n } 分
button-run-top = 頂跑（{ $n } 分）
result-run = 跑分
refusal-run-chosen = 這一局的跑分你已經選過了，以第一次為準。
command-table-settings = 設定 | 桌主在開局前選這張桌的規則
settings-title = 規則設定 · { $variant }
settings-how = 開關一次全選好；別的選項在下面，按頁翻。選完按「儲存」才生效，只有開局前能改。
settings-switches = 開關（選中的開啟）
settings-else = 不選：{ $rule }
settings-anew = 這張表過期了，沒儲存的選擇沒有了，請重新選。
button-save = 儲存
button-page-before = ← 第 { $page }/{ $pages } 頁
button-page-next = 第 { $page }/{ $pages } 頁 →
done-configured = 規則改好了，大廳裡能看到。
board-rules = 規則：{ $rules }
board-rules-more = 規則：{ $rules }，另有 { $n } 條（見 /rules）
impossible-swap = { $variant }從不換寶，這一條選不了。
impossible-needs = 「{ $rule }」要和「{ $needed }」一起選。
impossible-tiles = 這樣剩不下 { $n } 張可以摸打的牌，請少留幾張。
impossible-rounds = 按圈打要莊家挨家輪：不是莊家胡了就換下家做莊，流局連莊。這套規則不是這樣輪莊的，請改成按局打。
options-changed = 規則：預設，但

## 個人與伺服器的選擇
settings-mine-title = 你的設定
settings-mine-how = 在每張桌上都有效，立即生效。
settings-mine-saved = 已儲存。
settings-mine-pings = 快逾時的時候提醒我
settings-mine-pings-more = 時間過半時發一則提醒，你出手後自動刪除
settings-mine-digits = 牌面加數字
settings-mine-digits-more = 只影響你自己的手牌圖
settings-mine-compact = 精簡手牌
settings-mine-compact-more = 用一個下拉選單代替一排排的牌按鈕
settings-mine-auto-pass = 自動過
settings-mine-auto-pass-more = 別人打的牌不吃不碰不槓，能胡才問你
settings-mine-auto-win = 自動胡
settings-mine-auto-win-more = 能胡就胡；和「自動過」一起開時，一律立即回應
settings-mine-automatic = 語言：跟隨 Discord
settings-language = 語言
hand-list = 打一張牌
hand-list-drawn = 剛摸的
admin-title = 本伺服器的新牌桌
admin-how = 開桌的人沒選時用這些；還可以選哪些身分組能結束牌桌。對新開的桌立即生效。
admin-no-server = 只能在伺服器裡用。
admin-rules = 玩法或規則預設
admin-clock = 節奏
admin-thread = 開在哪裡
admin-language = 語言：跟隨桌主
admin-enders = 能結束牌桌的身分組
admin-usual = 預設
admin-in-channel = 就在頻道裡
admin-in-thread = 另開一個討論串
