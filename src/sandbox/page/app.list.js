// The message list: keyed nodes, day lines, the scroll position, and a window
// over long channels.

import { el, icon } from './app.dom.js';
import { intlTag, t } from './app.i18n.js';
import { messageNode, patchMessage } from './app.message.js';
import { dropNotice } from './app.interact.js';
import { leavesOf } from './app.slash.js';
import { activeView, channelById, messagesOf, on, store, tell } from './app.store.js';

/** The command that a new channel offers to begin with. */
const BEGIN = 'table new';
const PAGE = 80;
const SAME_AUTHOR_MS = 7 * 60 * 1000;

const scroller = document.getElementById('scroller');
const list = document.getElementById('messages');
const noticeList = document.getElementById('notices');
const jump = document.getElementById('jump');

let nodes = new Map();
let showing = '';
let limit = PAGE;
let isAtEnd = true;
let lastTop = 0;

export function startList() {
  on('messages', ({ arrived, message, isAnswer } = {}) => {
    if (message && nodes.has(message)) patchOne(message);
    else draw();
    if (!arrived || isAtEnd) return;
    // What a press of one's own brought is shown, wherever the reader was.
    if (isAnswer) toEnd();
    else jump.classList.add('has-new');
    drawJump();
  });
  on('notices', drawNotices);
  scroller.addEventListener(
    'scroll',
    () => {
      // Content may have grown since this event was caused: only a move upwards is the reader's.
      const isNearEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60;
      isAtEnd = isNearEnd || (isAtEnd && scroller.scrollTop >= lastTop);
      lastTop = scroller.scrollTop;
      drawJump();
      if (scroller.scrollTop < 200 && list.dataset.more === 'true') showEarlier();
    },
    { passive: true },
  );
  // Pictures and new parts change the height; a reader at the end stays there.
  const follow = new ResizeObserver(() => isAtEnd && toEnd());
  for (const node of [list, noticeList, scroller]) follow.observe(node);
  jump.addEventListener('click', toEnd);
}

export function toEnd() {
  scroller.scrollTop = scroller.scrollHeight;
  isAtEnd = true;
  drawJump();
}

function drawJump() {
  scroller.classList.toggle('is-at-end', isAtEnd);
  jump.hidden = isAtEnd;
  if (isAtEnd) jump.classList.remove('has-new');
  jump.textContent = t(jump.classList.contains('has-new') ? 'newMessages' : 'jump');
}

function showEarlier() {
  const height = scroller.scrollHeight;
  const top = scroller.scrollTop;
  limit += PAGE;
  draw();
  scroller.scrollTop = top + scroller.scrollHeight - height;
}

function patchOne(id) {
  const message = messagesOf(store.as, store.channel).find((one) => one.id === id);
  if (message) patchMessage(nodes.get(id), message, nodes.get(id).classList.contains('is-continued'));
}

const dayOf = (message) => new Date(message.timestamp).toDateString();

function isContinuation(before, message) {
  return (
    Boolean(before) &&
    before.author?.id === message.author?.id &&
    !message.interaction?.name &&
    !message.interaction_metadata?.name &&
    Boolean(before.ephemeral) === Boolean(message.ephemeral) &&
    new Date(message.timestamp) - new Date(before.timestamp) < SAME_AUTHOR_MS
  );
}

/** Draws the current channel as the current user sees it. */
export function draw() {
  const key = `${store.as}/${store.channel}`;
  if (key !== showing) {
    showing = key;
    nodes = new Map();
    list.replaceChildren();
    limit = PAGE;
    isAtEnd = true;
    lastTop = 0;
    jump.classList.remove('has-new');
  }
  const all = messagesOf(store.as, store.channel);
  const visible = all.slice(-limit);
  list.dataset.more = String(all.length > visible.length);
  const wanted = [all.length > visible.length ? earlierNode() : introNode()];
  const next = new Map();
  visible.forEach((message, index) => {
    const before = visible[index - 1];
    const isNewDay = !before || dayOf(before) !== dayOf(message);
    if (isNewDay) wanted.push(dayNode(message));
    const node = nodes.get(message.id) ?? messageNode(message);
    patchMessage(node, message, !isNewDay && isContinuation(before, message));
    next.set(message.id, node);
    wanted.push(node);
  });
  nodes = next;
  place(wanted);
  drawNotices();
  if (isAtEnd) toEnd();
}

/** Puts the wanted nodes in order, moving as few as possible so that focus and open popups stay. */
function place(wanted) {
  const keep = new Set(wanted);
  const focused = list.contains(document.activeElement) ? document.activeElement.closest('.message') : null;
  for (const child of [...list.children]) if (!keep.has(child)) child.remove();
  let cursor = list.firstElementChild;
  for (const node of wanted) {
    if (node === cursor) cursor = cursor.nextElementSibling;
    else list.insertBefore(node, cursor);
  }
  if (focused && !focused.isConnected) document.getElementById('composer').focus({ preventScroll: true });
}

const helpers = new Map();

/** Day lines and the like keep their nodes too, by what they say. */
function kept(key, build) {
  const full = `${document.documentElement.lang}/${showing}/${key}`;
  if (!helpers.has(full)) {
    if (helpers.size > 400) helpers.clear();
    helpers.set(full, build());
  }
  return helpers.get(full);
}

function dayNode(message) {
  const day = new Date(message.timestamp);
  return kept(`day-${day.toDateString()}-${message.id}`, () =>
    el(
      'li',
      { class: 'day', role: 'separator' },
      el('span', {}, new Intl.DateTimeFormat(intlTag(), { dateStyle: 'long' }).format(day)),
    ),
  );
}

function earlierNode() {
  return kept('earlier', () =>
    el(
      'li',
      { class: 'earlier' },
      el('button', { type: 'button', class: 'link-button', onclick: showEarlier }, t('earlier')),
    ),
  );
}

function introNode() {
  const channel = channelById(store.channel);
  const canBegin = leavesOf(store.world.commands).some((leaf) => leaf.name === BEGIN);
  return kept(`intro-${channel?.name}-${canBegin}`, () =>
    el(
      'li',
      { class: 'intro' },
      el('span', { class: 'intro-mark' }, icon(channel?.type >= 10 && channel.type <= 12 ? 'thread' : 'hash')),
      el('h2', {}, t('welcome', channel?.name ?? '')),
      el('p', {}, t('welcomeText')),
      canBegin &&
        el(
          'button',
          { type: 'button', class: 'button is-success intro-begin', onclick: () => tell('begin', `/${BEGIN} `) },
          t('begin'),
        ),
    ),
  );
}

function drawNotices() {
  const { notices } = activeView();
  noticeList.replaceChildren(
    ...notices
      .filter((one) => one.channel === store.channel)
      .map((notice) =>
        el(
          'li',
          { class: `notice is-${notice.state}`, data: { notice: notice.name } },
          notice.state === 'pending'
            ? el('span', { class: 'dots', 'aria-hidden': 'true' }, el('i'), el('i'), el('i'))
            : icon('warn'),
          el(
            'span',
            {},
            notice.state === 'pending' ? t('sending', notice.name) : `/${notice.name}: ${t('noResponse')}`,
          ),
          notice.state === 'failed' &&
            el(
              'button',
              { type: 'button', class: 'link-button', onclick: () => dropNotice(store.as, notice.id) },
              t('dismiss'),
            ),
        ),
      ),
  );
}

/** Throws the drawn nodes away, when the words of the page change. */
export function redrawAll() {
  showing = '';
  draw();
  tell('unread');
}
