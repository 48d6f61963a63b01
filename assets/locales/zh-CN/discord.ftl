# Discord 这一层的话：命令、大厅、牌桌、成绩单、私人手牌。

## 命令：名称 | 说明
command-table = 牌桌 | 开桌、入座、开局和管理这里的牌桌
command-new = 开桌 | 在这里开一张新牌桌，你先入座
command-join = 加入 | 在这张桌入座
command-leave = 离开 | 离开座位；开局后由电脑代打
command-start = 开始 | 桌主开局；两局之间是「下一局」
command-status = 状态 | 看这张桌的座位和设置
command-table-rules = 规则 | 看这张桌的规则
command-kick = 请离 | 桌主或管理员请一位玩家离座
command-replace = 换人 | 桌主或管理员把一个座位换给别人，或交给电脑
command-host = 桌主 | 把桌主交给另一位玩家
command-end = 结束 | 桌主或管理员结束这张桌；打完的局都算数
command-hand = 手牌 | 只给你看你的手牌和能按的按钮
command-discard = 打牌 | 打出一张牌
command-chi = 吃 | 吃上家打出的牌
command-peng = 碰 | 碰别家打出的牌
command-gang = 杠 | 开杠
command-ting = 听 | 报听并打出一张牌
command-hu = 胡 | 胡牌
command-pass = 过 | 这张牌不要
command-leaderboard = 排行榜 | 看积分排行
command-stats = 战绩 | 看一位玩家的战绩
command-history = 历史 | 一位玩家最近打完的局，或一场的各局
command-replay = 回放 | 用动图看打完的一局
command-verify = 验牌 | 一局的牌墙和每一步是不是照承诺来的
command-rules = 规则 | 看一种玩法的规则
command-help = 帮助 | 怎么玩、怎么用
command-tutorial = 教学 | 打一局有讲解的牌，只有你看得到
command-settings = 设置 | 你自己的选择：提醒、语言、牌面、自动应答
command-admin = 管理 | 本服务器新牌桌的默认设置，以及谁能结束牌桌
option-ruleset = 玩法 | 打哪一种麻将
option-preset = 预设 | 配置文件里的一组规则
option-hands = 局数 | 打几局，默认 8 局
option-rounds = 圈数 | 打几圈，用来代替局数：四家都坐完庄、下了庄算一圈，最多 32 局
option-ai = 电脑 | 开局时由几位电脑补位
option-level = 水平 | 电脑打得多好
option-clock = 快慢 | 每一步有多少时间
option-thread = 子区 | 在单独的子区里打
option-hints = 听牌提示 | 告诉玩家打哪张能听什么
option-luck = 幸运字 | 随便写点什么，一起决定牌墙
option-player = 玩家 | 哪一位
option-seat = 座位 | 哪一家
option-newcomer = 接手 | 换谁上；不填就交给电脑
option-match = 比赛 | 比赛的编号，在 /history 里
option-hand = 局 | 第几局，默认最近打完的一局
option-tile = 牌 | 哪一张牌
option-tiles = 搭子 | 你手里用来吃的两张牌
option-ting = 听打 | 同时报听，打出这张
option-discard = 打 | 报听时打出的牌
option-scope = 范围 | 本服务器还是所有服务器
option-period = 时间 | 不选是本月；一个赛季是一个季度
option-by = 排序 | 按什么排
option-page = 页 | 第几页
option-table = 牌桌 | 本服务器的哪张桌；不填就是这里的
by-points = 总分
by-mean = 平均分
by-wins = 胡牌次数

## 快慢
level-greedy = 新手：只顾着快听
level-counting = 普通：还会算剩几张
clock-fast = 快：一手 10 秒
clock-normal = 普通：一手 20 秒
clock-slow = 慢：一手 60 秒
clock-test = 测试

## 大厅
lobby-title = { $variant } · 等人
lobby-length = 打 { $n } 局
lobby-rounds = 打 { $n } 圈
lobby-programs = 电脑补位 { $n } 家
lobby-host = （桌主）
lobby-beginners = 电脑是新手
lobby-hints = 听牌提示
lobby-ready = 可以开始了：桌主按「开始」。
lobby-missing = 还差 { $n } 人。
lobby-begun = 牌局开始了，看下面的牌桌。
options-usual = 规则：默认
options-changed = 规则：默认，但
seat-empty = 空位
seat-for-program = 电脑（开始时入座）
name-at-seat = { $name }（{ $seat }）
program-name = 电脑{ $seat }
button-luck = 幸运字
button-fill = 电脑补位
button-replay = 回放
luck-is-set = 这一局你已经准备好了，幸运字到下一局再写。
luck-title = 幸运字
luck-label = 写什么都行，最多 64 个字节
fair-commitment = 牌墙承诺 { $hex }

## 牌桌
board-title = { $variant } · { $hand }
board-hint = 看自己的牌按「手牌」，只有你看得到。
board-store = ⚠️ 现在存不了盘，牌局停在这里。牌和分都没有丢，一恢复就接着打。
restarting = 🔄 机器人正在重启，牌和分都没有丢，马上接着打。
board-unreached = { $names }：按「手牌」看自己的牌，只有你看得到。
board-away = { $name } 不在，电脑代打。
board-promised = { $name } 下一局起坐{ $seat }家。
late-ping = { $name }，轮到你了。
paused-nobody = 一整局没有人动过，牌桌暂停。按「下一局」继续。
paused-fault = 牌桌出了故障，先停下。牌和分都在。
paused-no-permission = 我在这里没有发言权限了，牌桌暂停。牌和分都在，权限恢复后自动继续。
paused-no-access = 我看不到牌桌所在的频道了，牌桌暂停。牌和分都在，能看到后自动继续。
paused-archived = 子区已归档，牌桌暂停。牌和分都在，子区重新打开后自动继续。
paused-channel-deleted = 牌桌所在的频道被删了，这场打不下去了。打完的局都算数，牌桌几分钟后关闭。
paused-bot-removed = 我被移出了服务器，牌桌暂停。牌和分都在，我回来后自动继续。
match-complete = 全部打完了。
match-ended = 牌桌已由桌主或管理员结束，打完的局都算数。
match-idle = 很久没有人来，牌桌散了，打完的局都算数。

## 成绩单
result-title = { $hand }结束
result-totals = 总分
result-ranks = 最终名次
result-fair = 公平
result-next = 下一局的牌墙承诺
result-next-hand = 下一局
result-end = 比赛结束
result-pause = 暂停
fair-hand = 承诺 `{ $commitment }`
    密钥 `{ $secret }`
    各家 { $nonces }
ready-deadline = { $when } 自动开始

## 私人手牌
hand-lobby = 开局后你的牌会发给你，只有你看得到。
hand-below = 发牌了，你的牌在牌桌下面。
hand-over = 这一局结束了。在成绩单上按「下一局」，新牌会发给你。
hand-ready = 准备好了，人齐就发牌，新牌会发给你。
hand-paused = 牌桌暂停了，牌和分都在。
hand-away = 电脑正在替你打。按「我回来了」接着打。
hand-your-turn = 轮到你了，打一张牌。
hand-you-may-win = 你可以胡！
hand-you-may = 你可以要这张牌。
hand-bank = （其中存时 { $n } 秒）
hand-choose-ting = 选一张打出并报听，听了就不能再换牌：
hand-hints = 💡 听牌提示：
hand-hints-of-win = 💡 够番的听牌：
hand-waits-for-others = 你已答过，等别家。
hand-no-seat = 你不在这张桌上，大家看到的是这样：
button-undo = 返回
done-joined = 你坐下了：{ $seat }家。
done-left = 你离开了座位。
done-filled = 开始时还空着的座位由电脑补上。
done-came-back = 欢迎回来，接着打。
done-kicked = 已请他离座。
done-replaced = 换好了：{ $seat }家换人了。
done-promised = 换好了：{ $seat }家这一局由电脑打完，新玩家从下一局开始。
done-host-made = 桌主换好了。

## 命令的回答
table-opened = 牌桌开好了：{ $channel }，你坐{ $seat }家。
table-opened-here = 牌桌开好了，你坐{ $seat }家。
table-here-already = 这里已经有一张桌了。先打完或结束它，或在别的频道、子区开桌。
table-not-opened = 现在开不了桌，请稍后再试。
thread-not-opened = 子区没开成，请稍后再试，或不用子区开桌。
ruleset-not-yet = 这种玩法还不能打。现在能打：{ $names }。
permissions-missing = 我在这里缺少权限：{ $names }。请管理员加上后再试。
no-table-here = 这里没有牌桌，你也不在别的桌上。用 /table new 开一张。
several-tables = 你同时坐在几张桌上：{ $channels }。请到那张桌的频道里用这个命令。
table-not-in-server = 这个服务器里没有这张桌，请从列表里选。
command-unknown = 这个命令我不认识，可能是旧的。试试 /help。
replace-whom = 换哪一家？用「座位」选座位，或用「玩家」选人。
replace-bot = 机器人不能上桌；不填「接手」就交给电脑打。
replace-stranger = 这个人不在本服务器里。
audit-kicked = { $actor } 请 { $player } 离座了。
audit-program = { $actor } 把{ $seat }家交给了电脑。
audit-replaced = { $actor } 把{ $seat }家换成了 { $by }。
audit-promised = { $actor } 把{ $seat }家换成了 { $by }，下一局起生效，这一局由电脑打完。
audit-host = { $actor } 让 { $player } 当桌主。
audit-ended = { $actor } 结束了这张桌。
tile-unknown = 没看懂是哪张牌。可以写 5万、3筒、7条、红中，或 5m 3p 7s C。
button-other-version = 这个按钮是别的版本留下的，没有生效。按「手牌」或用 /hand 看最新的。
button-unknown = 这个按钮不是这张桌的，没有生效。按「手牌」或用 /hand。
store-fault = 现在查不到，请稍后再试。
leaderboard-server = 本服务器
leaderboard-all = 所有服务器
leaderboard-month = 本月
leaderboard-season = 本赛季
leaderboard-day = 今天
leaderboard-week = 本周
leaderboard-ever = 总榜
leaderboard-row = { $rank }. { $name } { $points } 分 · { $hands } 局 · 胡 { $wins }
leaderboard-empty = 还没有成绩。至少两位真人打完一局才上榜。
rules-title = { $variant } · 规则
stats = { $player }
    打了 { $hands } 局，胡 { $wins } 次（自摸 { $drawn }），点炮 { $dealt } 次，听牌 { $tings } 次
    总分 { $points }
history-title = 最近打完的局
history-empty = 还没有打完过一局。
history-row = { $when } { $variant } 第 { $hand } 局 { $points }{ $won ->
    [yes] {" "}胡
   *[no] {""}
 } · `{ $match }`
verify-nothing = 没有这样一局打完的牌。/history 里有比赛的编号。
replay-alt = 第 { $hand } 局的动图。结局：{ $end }
stats-chart = 最近 { $n } 局的积分
stats-fans = 最近 { $n } 局里胡的 { $won } 局都有哪些番：
fans-chart = 胡牌的番
match-chart = 本场积分走势
match-row = 第 { $hand } 局：{ $points }
verify-hand = 比赛 `{ $match }` 第 { $hand } 局
verify-holds = ✅ 承诺、牌墙、庄家和 { $n } 步都对得上。附件是这一局的记录，自己验：`tinghu verify hand.jsonl`。
verify-differs = ❌ 记录的第 { $line } 行对不上。请把附件留好，告诉开桌的人。
verify-proves = 这说明没有玩家能左右牌墙；只要有一位老实的玩家自己写了幸运字，开机器人的人也不能。只靠点击的编号管不住会编号码的人。
rematch-not-yours = 打完这场的人才能「再来一局」。用 /table new 可以开一张新桌。
preset-unknown = 没有叫 { $name } 的预设。
preset-of-another-game = 这个预设是另一种玩法的。
hands-or-rounds = 局数和圈数只能选一样。

## 教学
tutorial-you = 你
tutorial-go-on = 继续
tutorial-again = 再学一遍
tutorial-discard = **一、打牌**　这是你的 14 张牌，刚摸到的在最右边。四组牌（顺子 1-2-3 或刻子 5-5-5）加一对将才能胡，可在东北要先**听**，听之前还要**开门**。9条 和谁都不挨着，按「9条」打出去。
tutorial-pung = **二、开门**　南家打出 5筒，你有一对。要听，得吃、碰或明杠过一次（开门），还要有刻子、有顺子、有幺九或红中、至少两门。按「碰」，门开了，刻子也有了；不要就按「过」。
tutorial-discard-again = **三、碰完打一张**　亮出的三张不能再动。1筒 没用了，按「1筒」。
tutorial-ting-chow = **四、听吃**　西家打出 3条，你有 2条、4条。平时只能吃上家的，可是吃了就能听，谁打的都能吃，比碰还先：这叫**听吃**。按「听吃 2-3-4条」，再选打出 7条：听 5万。
tutorial-wait = **五、宝牌**　听了，手牌就不能换了：摸到不胡的牌自动打出。你第一个听，翻了一张**宝牌**，只有听的人看得到：5万。以后自己摸到宝就胡，不管听什么；别人打出的宝不算。刚摸到 8条，胡不了，按「继续」。
tutorial-win = **六、胡**　5万！它是你的宝，又是你听的，还夹在 4 和 6 中间（卡当）：**宝中宝**。按「胡」。真打的时候自摸会自动胡。
tutorial-over = **七、算分**　自摸三家都付。别人点炮时，听了的只付自己那份，没听的要替别人付（出冲）。每局的成绩单都像下面这样，把每一笔怎么算的写出来。现在用 `/table new` 开一桌吧，全部规则在 `/rules`。
tutorial-not-now = 规则允许这样，但这一课先照说明来。
tutorial-illegal = 规则不允许这样。看看说明，按里面写的按钮。

## 跑分
run-choose = 下一局跑几分？大家都选好以后才公开；到时间没选就按上次的。
run-chosen = 跑分选好了，等别家；都选好就发牌。
run-asked = 发牌前先选跑分：按「手牌」选，都选好才公开。
run-of = { $name } 跑 { $n }
run-shown = 跑分：{ $runs }
button-run = { $n } 分
button-run-top = 顶跑（{ $n } 分）
result-run = 跑分
refusal-run-chosen = 这一局的跑分你已经选过了，以第一次为准。

## 规则设置
command-table-settings = 设置 | 桌主在开局前选这张桌的规则
settings-title = 规则设置 · { $variant }
settings-how = 开关一次全选好；别的选项在下面，按页翻。选完按「保存」才生效，只有开局前能改。
settings-switches = 开关（选中的打开）
settings-else = 不选：{ $rule }
settings-anew = 这张表过期了，没保存的选择没有了，请重新选。
button-save = 保存
button-page-before = ← 第 { $page }/{ $pages } 页
button-page-next = 第 { $page }/{ $pages } 页 →
done-configured = 规则改好了，大厅里能看到。
board-rules = 规则：{ $rules }
board-rules-more = 规则：{ $rules }，另有 { $n } 条（见 /rules）
impossible-swap = { $variant }从不换宝，这一条选不了。
impossible-needs = 「{ $rule }」要和「{ $needed }」一起选。
impossible-tiles = 这样剩不下 { $n } 张可以摸打的牌，请少留几张。
impossible-rounds = 按圈打要庄家挨家轮：非庄家胡了下家坐庄，流局连庄。这套规则不是这样轮庄的，请改成按局打。

## 个人与服务器的选择
settings-mine-title = 你的设置
settings-mine-how = 在每张桌上都有效，立即生效。
settings-mine-saved = 已保存。
settings-mine-pings = 超时前提醒我
settings-mine-pings-more = 时间过半时发一条提醒，你出手后自动删除
settings-mine-digits = 牌面加数字
settings-mine-digits-more = 只影响你自己的手牌图
settings-mine-compact = 紧凑手牌
settings-mine-compact-more = 用一个下拉列表代替一排排牌的按钮
settings-mine-auto-pass = 自动过
settings-mine-auto-pass-more = 别人打的牌不吃不碰不杠，能胡才问你
settings-mine-auto-win = 自动胡
settings-mine-auto-win-more = 能胡就胡；和「自动过」一起开时，一律立即应答
settings-mine-automatic = 语言：跟随 Discord
settings-language = 语言
hand-list = 打一张牌
hand-list-drawn = 刚摸的
admin-title = 本服务器的新牌桌
admin-how = 开桌的人没选时用这些；还可以选哪些身份组能结束牌桌。对新开的桌立即生效。
admin-no-server = 只能在服务器里用。
admin-rules = 玩法或规则预设
admin-clock = 节奏
admin-thread = 开在哪里
admin-language = 语言：跟随桌主
admin-enders = 能结束牌桌的身份组
admin-usual = 默认
admin-in-channel = 就在频道里
admin-in-thread = 单独开一个子区
