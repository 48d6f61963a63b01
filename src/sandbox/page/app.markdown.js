// Discord's markdown as DOM nodes. Text only ever becomes text nodes.

import { el, pressable } from './app.dom.js';
import { intlTag, t } from './app.i18n.js';
import { channelById, nameOf, store, tell } from './app.store.js';

const body = String.raw`((?:\\[\s\S]|[^\\])+?)`;

// Tried in this order at each position; `y` anchors them there.
const INLINE = [
  [/\\([^\sA-Za-z0-9])/y, (m) => m[1]],
  [/(`{1,2})([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, (m) => el('code', {}, m[2])],
  [new RegExp(String.raw`\|\|${body}\|\|`, 'y'), (m) => spoiler(inline(m[1]))],
  [new RegExp(String.raw`\*\*${body}\*\*(?!\*)`, 'y'), (m) => el('strong', {}, inline(m[1]))],
  [new RegExp(String.raw`__${body}__(?!_)`, 'y'), (m) => el('u', {}, inline(m[1]))],
  [new RegExp(String.raw`~~${body}~~`, 'y'), (m) => el('s', {}, inline(m[1]))],
  [/\*(?=[^\s*])((?:\*\*|\\[\s\S]|[^*\\])+?)\*(?!\*)/y, (m) => el('em', {}, inline(m[1]))],
  [/_(?=[^\s_])((?:__|\\[\s\S]|[^_\\])+?)_(?![\p{L}\p{N}_])/uy, (m) => el('em', {}, inline(m[1])), /[\p{L}\p{N}_]$/u],
  [/\[([^[\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/y, (m) => link(m[2], inline(m[1]))],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1], [m[1]])],
  [/https?:\/\/[^\s<>]*[^\s<>.,:;"')\]!?，。；：！？）】]/y, (m) => link(m[0], [m[0]])],
  [/<@!?(\d+)>/y, (m) => mention(m[1])],
  [/<@&(\d+)>/y, (m) => el('span', { class: 'mention' }, `@${roleName(m[1])}`)],
  [/<#(\d+)>/y, (m) => channelLink(m[1])],
  [/<\/([^:>\n]+):\d+>/y, (m) => el('span', { class: 'mention' }, `/${m[1]}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => timestamp(Number(m[1]), m[2] ?? 'f')],
  [/<a?:(\w{1,64}):(\d+)>/y, (m) => emoji({ name: m[1], id: m[2] })],
  [/@(?:everyone|here)/y, (m) => el('span', { class: 'mention' }, m[0])],
];

/** Inline markup of one run of text, as an array of nodes and strings. */
export function inline(text) {
  const out = [];
  let plain = '';
  let at = 0;
  while (at < text.length) {
    const hit = matchAt(text, at);
    if (hit) {
      if (plain) out.push(plain);
      plain = '';
      out.push(hit.node);
      at += hit.length;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain) out.push(plain);
  return out.map((part) => (typeof part === 'string' ? lines(part) : part)).flat();
}

function matchAt(text, at) {
  if (!'\\`|*_~[<h@'.includes(text[at])) return null;
  for (const [pattern, build, notAfter] of INLINE) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match && !(notAfter && notAfter.test(text.slice(Math.max(0, at - 2), at)))) {
      return { node: build(match), length: match[0].length };
    }
  }
  return null;
}

const lines = (text) =>
  text
    .split('\n')
    .flatMap((line, index) => (index ? [el('br'), line] : [line]))
    .filter((one) => one !== '');

/** A whole message: blocks of headings, lists, quotes, code and paragraphs. */
export function markdown(text) {
  const out = [];
  const rows = String(text ?? '').split('\n');
  let paragraph = [];
  const flush = () => {
    while (paragraph.length && paragraph.at(-1) === '') paragraph.pop();
    if (paragraph.length) out.push(el('p', {}, inline(paragraph.join('\n'))));
    paragraph = [];
  };
  for (let at = 0; at < rows.length;) {
    const block = codeBlock(rows, at) ?? quote(rows, at) ?? list(rows, at) ?? heading(rows, at);
    if (block) {
      flush();
      out.push(block.node);
      at = block.next;
    } else {
      paragraph.push(rows[at]);
      at += 1;
    }
  }
  flush();
  return out;
}

function codeBlock(rows, at) {
  const first = rows[at];
  if (!first.startsWith('```')) return null;
  const sameLine = first.slice(3).indexOf('```');
  if (sameLine > 0) return { node: el('pre', {}, el('code', {}, first.slice(3, 3 + sameLine))), next: at + 1 };
  for (let end = at + 1; end < rows.length; end += 1) {
    const close = rows[end].indexOf('```');
    if (close < 0) continue;
    const isLanguage = /^[\w+-]*$/.test(first.slice(3));
    const inside = [
      ...(isLanguage ? [] : [first.slice(3)]),
      ...rows.slice(at + 1, end),
      ...(close > 0 ? [rows[end].slice(0, close)] : []),
    ];
    return { node: el('pre', {}, el('code', {}, inside.join('\n'))), next: end + 1 };
  }
  return null;
}

function quote(rows, at) {
  if (rows[at].startsWith('>>> ')) {
    const rest = [rows[at].slice(4), ...rows.slice(at + 1)].join('\n');
    return { node: el('blockquote', {}, markdown(rest)), next: rows.length };
  }
  let end = at;
  while (end < rows.length && /^> ?/.test(rows[end]) && rows[end].startsWith('> ')) end += 1;
  if (end === at) return null;
  return {
    node: el(
      'blockquote',
      {},
      markdown(
        rows
          .slice(at, end)
          .map((row) => row.slice(2))
          .join('\n'),
      ),
    ),
    next: end,
  };
}

function list(rows, at) {
  const item = /^(\s*)(?:([-*])|(\d{1,9})\.) (.+)$/;
  const first = item.exec(rows[at]);
  if (!first) return null;
  const isOrdered = Boolean(first[3]);
  const depth = first[1].length;
  const node = el(isOrdered ? 'ol' : 'ul', isOrdered ? { start: first[3] } : {});
  let end = at;
  while (end < rows.length) {
    const match = item.exec(rows[end]);
    if (!match || match[1].length < depth || (match[1].length === depth && Boolean(match[3]) !== isOrdered)) break;
    if (match[1].length > depth + 1) {
      const inner = list(rows, end);
      (node.lastElementChild ?? node).append(inner.node);
      end = inner.next;
    } else {
      node.append(el('li', {}, inline(match[4])));
      end += 1;
    }
  }
  return { node, next: end };
}

function heading(rows, at) {
  const match = /^(#{1,3}|-#) (.+)$/.exec(rows[at]);
  if (!match) return null;
  const node =
    match[1] === '-#'
      ? el('small', { class: 'subtext' }, inline(match[2]))
      : el(`h${match[1].length + 2}`, { class: `h${match[1].length}` }, inline(match[2]));
  return { node, next: at + 1 };
}

function spoiler(children) {
  const node = el(
    'span',
    { class: 'spoiler', role: 'button', tabindex: '0', 'aria-expanded': 'false', 'aria-label': t('spoiler') },
    el('span', { class: 'spoiler-text' }, children),
  );
  return pressable(node, (event) => {
    event.stopPropagation();
    node.classList.add('is-shown');
    node.setAttribute('aria-expanded', 'true');
    node.removeAttribute('aria-label');
  });
}

const link = (href, children) => el('a', { href, target: '_blank', rel: 'noreferrer noopener nofollow' }, children);

function mention(id) {
  const name = nameOf(id);
  return el(
    'span',
    { class: id === store.as ? 'mention is-me' : 'mention', data: { mention: id } },
    name ? `@${name}` : `<@${id}>`,
  );
}

function roleName(id) {
  return store.world.guilds.flatMap((guild) => guild.roles ?? []).find((role) => role.id === id)?.name ?? id;
}

function channelLink(id) {
  const channel = channelById(id);
  if (!channel) return el('span', { class: 'mention' }, `<#${id}>`);
  return el(
    'button',
    { type: 'button', class: 'mention', onclick: () => tell('open-channel', id) },
    `#${channel.name}`,
  );
}

/** A custom emoji as its picture, or as :name: where the sandbox has no such picture. */
export function emoji({ name, id }, className = 'emoji') {
  if (!id) return el('span', { class: `${className} is-unicode` }, name);
  const image = el('img', {
    class: className,
    src: `/sandbox/emojis/${encodeURIComponent(id)}`,
    alt: `:${name}:`,
    title: `:${name}:`,
    draggable: 'false',
  });
  image.addEventListener('error', () => image.replaceWith(el('span', { class: 'emoji-name' }, `:${name}:`)));
  return image;
}

const STYLES = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

function timestamp(unix_s, style) {
  const date = new Date(unix_s * 1000);
  if (Number.isNaN(date.getTime())) return `<t:${unix_s}>`;
  const full = new Intl.DateTimeFormat(intlTag(), STYLES.F).format(date);
  const node = el('time', { class: 'timestamp', datetime: date.toISOString(), title: full });
  if (style === 'R') {
    node.dataset.relative = String(unix_s);
    node.textContent = relative(unix_s);
  } else {
    node.textContent = new Intl.DateTimeFormat(intlTag(), STYLES[style]).format(date);
  }
  return node;
}

const STEPS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Infinity],
];

/** "in 20 seconds", "3 minutes ago". */
function relative(unix_s) {
  let amount = unix_s - Date.now() / 1000;
  for (const [unit, size] of STEPS) {
    if (Math.abs(Math.round(amount)) < size)
      return new Intl.RelativeTimeFormat(intlTag(), { numeric: 'auto' }).format(Math.round(amount), unit);
    amount /= size;
  }
  return '';
}

/** Keeps the relative times true while they are on the screen. */
export function refreshRelativeTimes() {
  for (const node of document.querySelectorAll('time[data-relative]')) {
    const now = relative(Number(node.dataset.relative));
    if (node.textContent !== now) node.textContent = now;
  }
}
