// The page's own words in two languages. What the bot says comes from the bot.

const WORDS = {
  zh: {
    skip: '跳到输入框', channels: '频道', menu: '频道列表', people: '切换用户', addUser: '新用户', newUser: '添加一位用户',
    name: '名字', locale: '语言', add: '添加', cancel: '取消', submit: '提交', close: '关闭', theme: '切换深色/浅色', language: 'English',
    own: '在单独的标签页中打开', everyone: '显示所有人', bot: '机器人', edited: '（已编辑）', onlyYou: '只有你能看到此消息', dismiss: '忽略消息',
    thinking: '{0} 正在思考…', failed: '该交互失败', noResponse: '该应用未响应', used: '使用了', sending: '正在发送 /{0}…', composer: '输入 / 使用命令',
    composerIn: '在 {0} 输入 / 使用命令', onlySlash: '这里只能使用斜杠命令：输入 / 查看列表', send: '发送', commands: '命令', options: '选项', required: '必填', optional: '可选',
    choices: '可选值', noCommand: '没有匹配的命令', unknownCommand: '没有命令 /{0}', missing: '缺少必填选项：{0}', badValue: '{0} 的值无效：{1}', stray: '多余的文字：{0}',
    reconnecting: '连接中断，正在重新连接…', botOffline: '机器人未连接，命令和按钮不会有回应', botOnline: '在线', jump: '跳到最新消息', newMessages: '有新消息，跳到最新', earlier: '显示更早的消息',
    welcome: '欢迎来到 #{0}！', welcomeText: '这是频道的开始。输入 / 查看命令。', begin: '开一桌麻将', today: '今天', yesterday: '昨天', select: '请选择', selectMany: '选择 {0} 至 {1} 项',
    picked: '已选 {0} 项', archived: '已归档', openThread: '打开子区', zoom: '放大图片', image: '图片', unread: '有未读消息', unreadMine: '有你的新消息',
    yes: '是', no: '否', spoiler: '剧透，点击显示', you: '你', emptyChannel: '没有频道', fieldRequired: '必填', tooShort: '至少 {0} 个字', formFailed: '出错了，请重试。', autocompleteNone: '没有匹配的选项',
    loadFailed: '加载失败：{0}', loading: '加载中…', channelGone: '这个频道已不存在', original: '查看原图', number: '数字', user: '用户', text: '文字', you_are: '当前用户', direct: '私信',
  },
  en: {
    skip: 'Skip to the message box', channels: 'Channels', menu: 'Channel list', people: 'Switch user', addUser: 'New user', newUser: 'Add a user',
    name: 'Name', locale: 'Language', add: 'Add', cancel: 'Cancel', submit: 'Submit', close: 'Close', theme: 'Switch dark/light', language: '中文',
    own: 'Open in a tab of its own', everyone: 'Show everybody', bot: 'BOT', edited: '(edited)', onlyYou: 'Only you can see this', dismiss: 'Dismiss message',
    thinking: '{0} is thinking…', failed: 'This interaction failed', noResponse: 'The application did not respond', used: 'used', sending: 'Sending /{0}…', composer: 'Type / for commands',
    composerIn: 'Type / for commands in {0}', onlySlash: 'Only slash commands work here: type / to see them', send: 'Send', commands: 'Commands', options: 'Options', required: 'required', optional: 'optional',
    choices: 'Choices', noCommand: 'No command matches', unknownCommand: 'There is no command /{0}', missing: 'Missing required option: {0}', badValue: 'Not a value for {0}: {1}', stray: 'Text that belongs to no option: {0}',
    reconnecting: 'Connection lost, reconnecting…', botOffline: 'The bot is not connected: commands and buttons get no answer', botOnline: 'Online', jump: 'Jump to present', newMessages: 'New messages, jump to present', earlier: 'Show earlier messages',
    welcome: 'Welcome to #{0}!', welcomeText: 'This is the start of the channel. Type / for the commands.', begin: 'Open a table', today: 'Today', yesterday: 'Yesterday', select: 'Make a selection', selectMany: 'Select {0} to {1}',
    picked: '{0} selected', archived: 'archived', openThread: 'Open thread', zoom: 'Enlarge picture', image: 'Picture', unread: 'unread messages', unreadMine: 'new messages for you',
    yes: 'True', no: 'False', spoiler: 'Spoiler, click to reveal', you: 'you', emptyChannel: 'No channel', fieldRequired: 'Required', tooShort: 'At least {0} characters', formFailed: 'Something went wrong. Try again.', autocompleteNone: 'No options match',
    loadFailed: 'Could not load: {0}', loading: 'Loading…', channelGone: 'This channel no longer exists', original: 'Open original', number: 'number', user: 'user', text: 'text', you_are: 'You are', direct: 'Direct messages',
  },
};

/** Locales offered for a person, as Discord writes them. */
export const LOCALES = [['zh-CN', '简体中文'], ['zh-TW', '繁體中文'], ['en-US', 'English']];

let language = 'zh';

export function setLanguage(next) {
  language = next === 'en' ? 'en' : 'zh';
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
}

export const currentLanguage = () => language;

/** The tag for Intl in the language of the page. */
export const intlTag = () => (language === 'zh' ? 'zh-CN' : 'en-GB');

/** A phrase, with {0}, {1} … filled in. */
export function t(key, ...values) {
  const phrase = WORDS[language][key] ?? WORDS.en[key] ?? key;
  return phrase.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)] ?? ''));
}
