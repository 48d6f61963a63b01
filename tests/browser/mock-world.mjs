// What the stand-in shows: commands with localisations, and one message of every kind.
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';

const zh = (name, description) => ({
  name_localizations: { 'zh-CN': name, 'zh-TW': name },
  description_localizations: { 'zh-CN': description },
});
const choice = (name, value, local) => ({ name, value, ...(local ? { name_localizations: { 'zh-CN': local } } : {}) });

export function commands() {
  const rulesets = [
    choice('New Harbin', 'harbin-new', '新哈尔滨'),
    choice('Harbin', 'harbin', '哈尔滨'),
    choice('Qiqihar', 'qiqihar', '齐齐哈尔'),
    choice('Yuema', 'yuema', '约麻'),
    choice('Xingdong', 'xingdong', '兴动'),
  ];
  const player = { type: 6, name: 'player', description: 'Who', required: true, ...zh('玩家', '哪一位') };
  const table = [
    {
      type: 1,
      name: 'new',
      description: 'Open a table here',
      ...zh('新建', '在这里开一桌'),
      options: [
        {
          type: 3,
          name: 'ruleset',
          description: 'The rules to play',
          choices: rulesets,
          ...zh('规则', '用哪一套规则'),
        },
        { type: 4, name: 'hands', description: 'Hands to play', min_value: 1, max_value: 32, ...zh('局数', '打几局') },
        {
          type: 4,
          name: 'ai',
          description: 'Seats played by the program',
          min_value: 0,
          max_value: 3,
          ...zh('电脑', '几个电脑座位'),
        },
        {
          type: 3,
          name: 'clock',
          description: 'Pace',
          choices: [choice('fast', 'fast', '快'), choice('normal', 'normal', '正常'), choice('slow', 'slow', '慢')],
          ...zh('时钟', '快慢'),
        },
        { type: 5, name: 'thread', description: 'A thread of its own', ...zh('子区', '单独开一个子区') },
      ],
    },
    {
      type: 1,
      name: 'join',
      description: 'Take a seat',
      ...zh('加入', '坐下'),
      options: [{ type: 3, name: 'luck', description: 'A word for the wall', ...zh('吉利话', '混入牌墙的话') }],
    },
    { type: 1, name: 'kick', description: 'Remove a player', ...zh('移除', '请一位玩家离开'), options: [player] },
    { type: 1, name: 'settings', description: 'House rules', ...zh('设置', '这一桌的规则选项'), options: [] },
  ];
  const base = { application_id: '1100000000000000001', version: '1', type: 1 };
  return [
    { ...base, id: '1200', name: 'table', description: 'Tables', ...zh('牌桌', '牌桌'), options: table },
    {
      ...base,
      id: '1201',
      name: 'hand',
      description: 'Open your private hand',
      ...zh('手牌', '打开自己的手牌'),
      options: [],
    },
    {
      ...base,
      id: '1202',
      name: 'discard',
      description: 'Discard a tile',
      ...zh('打', '打出一张牌'),
      options: [
        {
          type: 3,
          name: 'tile',
          description: 'A tile of the hand',
          required: true,
          autocomplete: true,
          ...zh('牌', '手里的一张牌'),
        },
      ],
    },
    { ...base, id: '1203', name: 'hu', description: 'Win', ...zh('胡', '胡牌'), options: [] },
    { ...base, id: '1204', name: 'history', description: 'Matches played', ...zh('战绩', '打过的比赛'), options: [] },
    { ...base, id: '1205', name: 'tutorial', description: 'Learn the game', ...zh('教程', '学打麻将'), options: [] },
  ];
}

const PALETTE = { board: [28, 58, 52], hand: [28, 58, 52] };

/** A plain picture in place of a rendered one, where no sample is at hand. */
function plainPng(width, height, [r, g, b]) {
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes) => {
    let c = 0xffffffff;
    for (const byte of bytes) c = crcTable[(c ^ byte) & 255] ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  };
  const chunk = (type, data) => {
    const out = Buffer.alloc(12 + data.length);
    out.writeUInt32BE(data.length);
    out.write(type, 4);
    data.copy(out, 8);
    out.writeUInt32BE(crc(out.subarray(4, 8 + data.length)), 8 + data.length);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from([r, g, b]))]);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(Array(height).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Registers a picture: a sample board or hand from TINGHU_SAMPLES, else a plain one of that size. */
function picture(mock, name, sample, width, height, description) {
  mock.pictures ??= new Map();
  mock.folder ??= mkdtempSync(join(tmpdir(), 'page-mock-'));
  let file = join(process.env.TINGHU_SAMPLES ?? '/nowhere', sample);
  if (!existsSync(file)) {
    file = join(mock.folder, sample);
    if (!existsSync(file)) writeFileSync(file, plainPng(width, height, PALETTE[name] ?? [70, 70, 90]));
  }
  const id = mock.id();
  mock.pictures.set(id, file);
  return {
    id,
    filename: `${name}.png`,
    url: `http://localhost:1/sandbox/attachments/${id}`,
    description,
    width,
    height,
    size: 70392,
    content_type: 'image/png',
  };
}

const button = (customId, label, style = 2, more = {}) => ({ type: 2, custom_id: customId, label, style, ...more });
const row = (...components) => ({ type: 1, components });

export function boardMessage(mock) {
  const image = picture(
    mock,
    'board',
    'final-board-mid-256.png',
    1100,
    884,
    '第3局，庄家 铁锅炖大鹅，剩 34 张。轮到 Аня_Хабаровск。',
  );
  const soon_s = Math.floor(Date.now() / 1000) + 20;
  return {
    content: '',
    attachments: [image],
    embeds: [
      {
        color: 0x2f8f6b,
        title: '新哈尔滨 · 第 3 局 / 8',
        description: `轮到 <@1100000000000000302>，<t:${soon_s}:R>`,
        image: { url: 'attachment://board.png' },
        fields: [
          { name: '东 东东 庄', value: '+36', inline: true },
          { name: '南 南南 听', value: '-12', inline: true },
          { name: '西 西西', value: '0', inline: true },
        ],
        footer: { text: '承诺 3f9c…a1 · 宝 1/4' },
      },
    ],
    components: [row(button('m1:T1:1:hand', '手牌', 1), button('m1:T1:1:pass', '过'), button('m1:T1:1:hu', '胡', 3))],
  };
}

const HAND = [
  ['4万', '03'],
  ['5万', '04'],
  ['6万', '05'],
  ['2筒', '10'],
  ['3筒', '11'],
  ['4筒', '12'],
  ['5筒', '13'],
  ['7筒', '15'],
  ['2条', '19'],
  ['3条', '20'],
  ['7条', '24'],
  ['8条', '25'],
  ['红中', '33'],
  ['9条', '26'],
];

export function handMessage(mock, prompt) {
  const image = picture(
    mock,
    'hand',
    'final-hand-256.png',
    900,
    180,
    '你的手牌：4万 5万 6万 2筒 3筒 4筒 5筒 7筒 2条 3条 7条 8条 红中，摸到 9条',
  );
  const tiles = HAND.map(([label, index], at) =>
    button(`m1:T1:${prompt}:${at === 13 ? 't' : 'd'}:${index}`, label, at === 13 ? 1 : 2, {
      emoji: { id: `13000000000000000${index}`, name: `th1_${index}` },
    }),
  );
  return {
    content: '',
    attachments: [image],
    embeds: [
      {
        color: 0xf0b132,
        title: '轮到你了',
        description: `打出一张牌（第 ${prompt} 手）`,
        image: { url: 'attachment://hand.png' },
      },
    ],
    components: [
      row(...tiles.slice(0, 5)),
      row(...tiles.slice(5, 10)),
      row(...tiles.slice(10)),
      row(
        button(`m1:T1:${prompt}:ting`, '听', 1),
        button(`m1:T1:${prompt}:gang`, '杠', 2, { disabled: true }),
        button(`m1:T1:${prompt}:hu`, '胡', 3),
        button(`m1:T1:${prompt}:back`, '我回来了', 2),
      ),
    ],
  };
}

export function settingsMessage() {
  const option = (value, label, description, more = {}) => ({ value, label, description, ...more });
  return {
    content: '### 这一桌的规则',
    components: [
      row({
        type: 3,
        custom_id: 'set:switches',
        placeholder: '选项开关',
        min_values: 0,
        max_values: 3,
        options: [
          option('blind', '瞎听', '可以不看宝牌听牌', { default: true }),
          option('rob', '抢杠胡', '别人补杠时可以胡'),
          option('flow', '流局查听', '流局时不听的赔听的'),
          option('double', '庄家翻倍', null, { emoji: { name: '🀄' } }),
        ],
      }),
      row({
        type: 3,
        custom_id: 'set:treasure',
        placeholder: '宝牌',
        options: [option('one', '一张宝'), option('two', '对宝', '两张都是宝'), option('none', '不带宝')],
      }),
      row({ type: 5, custom_id: 'set:host', placeholder: '换房主' }),
      row(button('set:save', '保存', 3), button('set:cancel', '取消', 4), {
        type: 2,
        style: 5,
        label: '规则全文',
        url: 'https://example.com/rules',
      }),
    ],
  };
}

const MARKDOWN = `# 标题一
## 标题二
### 标题三
-# 小字说明
**粗体** *斜体* ~~删除~~ __下划线__ \`code\` ||剧透内容|| \\*不是斜体\\*
- 第一项
- 第二项
  - 里面一项
1. 甲
2. 乙
> 引用一行
> 第二行
\`\`\`rust
fn main() { println!("<b>&</b>"); }
\`\`\`
<@1100000000000000301> 去 <#1100000000000000210>，<t:1790000000:D>，[规则](https://example.com/a_b_c) https://example.com/x_y_z. <:th1_33:1300000000000000033> <:gone:1300000000000000099>
<script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">`;

export function seedMessages(mock) {
  const old = (minutes) => new Date(Date.now() - minutes * 60000).toISOString();
  const image = picture(mock, 'sheet', 'final-board-full-256.png', 1100, 884, '终局的牌桌');
  return [
    {
      content: MARKDOWN,
      timestamp: old(60 * 26),
      embeds: [
        {
          color: 0x5265ec,
          author: { name: '听胡' },
          title: '名字里的 **标记**',
          url: 'https://example.com',
          description: '@everyone <img src=x onerror=alert(1)>',
          thumbnail: { url: 'attachment://sheet.png' },
          fields: [{ name: '不并排', value: '整行' }],
          timestamp: old(60),
        },
      ],
      attachments: [image],
    },
    {
      content: '图片单独贴出',
      timestamp: old(61),
      attachments: [picture(mock, 'final', 'final-board-full-256.png', 1100, 884, '终局的牌桌，东东 +36')],
    },
    { content: '桌子开好了', timestamp: old(58), thread: { id: '1100000000000000210', name: '新哈尔滨 · 东东的桌' } },
    {
      content: '各种按钮',
      timestamp: old(57),
      edited: true,
      edited_timestamp: old(56),
      components: [
        row(
          button('x:primary', '主要', 1),
          button('x:secondary', '次要', 2, { emoji: { name: '🀄' } }),
          button('x:success', '成功', 3),
          button('x:danger', '危险', 4),
          { type: 2, style: 5, label: '链接', url: 'https://example.com' },
        ),
        row(
          button('x:fail', '会失败', 4),
          button('x:slow', '很慢', 1),
          button('x:form', '表单', 2),
          button('x:settings', '设置', 2),
          button('x:off', '不能按', 2, { disabled: true }),
        ),
      ],
    },
    { channel_id: '1100000000000000210', content: '子区里的消息', timestamp: old(55) },
    { content: '<@1100000000000000302> 轮到你了', timestamp: old(40) },
    { ...boardMessage(mock), timestamp: old(1) },
  ];
}
