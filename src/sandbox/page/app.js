// The sandbox page: a chat window where several people of one machine play.
// Starts the parts, keeps them up to date, and draws what surrounds the chat.

import { attr, avatar, displayName, el, icon } from './app.dom.js';
import { LOCALES, currentLanguage, setLanguage, t } from './app.i18n.js';
import { EventStream, api, wake } from './app.net.js';
import { focusComposer, labelComposer, setText, startComposer } from './app.composer.js';
import { askNewUser } from './app.dialog.js';
import { redrawAll, startList } from './app.list.js';
import { refreshRelativeTimes } from './app.markdown.js';
import { allChannels, beginFetch, channelById, dropMessage, endFetch, localeOf, on, putMessage, recall, remember, setMessages, store, tell, unreadOf, userById, viewOf } from './app.store.js';

const POLL_MS = 4000;
const SOON_MS = 400;
const $ = (id) => document.getElementById(id);

let stream = null;
let isConnected = false;
let worldTimer = 0;
let pollTimer = 0;

/** Fetches guilds, channels, users and commands, and settles who and where we are. */
async function loadWorld() {
  const world = await api.state();
  store.world = { guilds: [], users: [], commands: [], bot: {}, ...world };
  noteNames();
  const users = store.world.users;
  if (!users.some((user) => user.id === store.as)) {
    const asked = new URLSearchParams(location.search).get('as');
    const wanted = [store.as, asked, recall('as')].find((id) => users.some((user) => user.id === id));
    store.as = wanted ?? users[0]?.id ?? null;
  }
  settleChannel();
  tell('world');
}

/** Stays in the channel, or goes to one that exists and is open to the user. */
function settleChannel() {
  const places = allChannels();
  const wanted = [store.channel, new URLSearchParams(location.search).get('channel'), recall('channel')].find((id) => places.some((one) => one.id === id));
  store.channel = wanted ?? places.find((one) => one.type === 0)?.id ?? places[0]?.id ?? null;
}

let namesSeen = '';

/** Mentions and pictures in old messages are drawn again only when a name or an emoji changed. */
function noteNames() {
  const names = JSON.stringify([store.world.guilds.map((guild) => [guild.channels?.map((one) => one.name), guild.members]), store.world.users, store.world.emojis]);
  if (names !== namesSeen) store.worldVersion = (store.worldVersion ?? 0) + 1;
  namesSeen = names;
}

async function loadChannel(user = store.as, channel = store.channel) {
  if (!user || !channel) return;
  const fetch = beginFetch(user, channel);
  try {
    setMessages(fetch, await api.messages(channel, user));
  } catch (error) {
    endFetch(fetch);
    if (user === store.as && channel === store.channel && error.status) banner(t('loadFailed', error.message));
  }
}

let problem = null;

/** Says what is wrong over the chat; without a problem, whether the bot is away. */
function banner(text) {
  problem = text;
  const shown = text ?? (store.world.bot?.connected === false ? t('botOffline') : null);
  $('banner').hidden = !shown;
  $('banner').textContent = shown ?? '';
}

/** Opens the event stream of the current user; everything is fetched anew at each connection. */
function connect() {
  stream?.close();
  const user = store.as;
  if (!user) return;
  stream = new EventStream(user, {
    received: (event) => receive(user, event),
    opened: async () => {
      isConnected = true;
      banner(null);
      await loadWorld().catch(() => {});
      await loadChannel();
      drawFrame();
      document.documentElement.dataset.live = 'true';
    },
    lost: () => {
      isConnected = false;
      document.documentElement.dataset.live = 'false';
      banner(t('reconnecting'));
    },
  });
}

function receive(user, event) {
  const message = event.message;
  switch (event.type) {
    case 'message_create':
    case 'message_update':
      if (message?.author) putMessage(user, { channel_id: event.channel_id, ...message });
      else loadChannel(user, event.channel_id);
      break;
    case 'message_delete':
      dropMessage(user, event.channel_id, event.message_id ?? message?.id ?? event.id);
      break;
    case 'interaction_answered':
    case 'interaction_failed':
    case 'modal':
      wake(event.interaction?.id ?? event.interaction ?? event.interaction_id);
      break;
    default:
      clearTimeout(worldTimer);
      worldTimer = setTimeout(() => loadWorld().then(drawWorld, () => {}), 80);
  }
  lookAtOthers(SOON_MS);
}

/** Names, commands or the bot changed: the frame and what messages say about them. */
function drawWorld() {
  drawFrame();
  tell('messages', {});
}

/**
 * News for the other people of this window. A browser allows six connections to
 * one host, so only the current user has a stream; the others are asked about.
 */
function lookAtOthers(wait_ms) {
  if (store.pinned) return;
  if (wait_ms === SOON_MS && pollTimer.isSoon) return;
  clearTimeout(pollTimer.id);
  pollTimer = { isSoon: wait_ms === SOON_MS, id: setTimeout(async () => {
    pollTimer = {};
    const channel = store.channel;
    for (const { id } of store.world.users) if (id !== store.as && isConnected) await loadChannel(id, channel);
    if (!pollTimer.id) lookAtOthers(POLL_MS);
  }, wait_ms) };
}

function switchUser(id) {
  if (id === store.as) return;
  store.as = id;
  settleChannel();
  remember('as', id);
  viewOf(id).unread.delete(store.channel);
  tell('view');
  connect();
  redrawAll();
  drawFrame();
}

function switchChannel(id) {
  closeDrawer();
  if (!channelById(id)) return banner(t('channelGone'));
  store.channel = id;
  remember('channel', id);
  viewOf(store.as).unread.delete(id);
  banner(null);
  tell('view');
  redrawAll();
  drawFrame();
  loadChannel();
  focusComposer();
}

// ---- what surrounds the chat

const THREADS = [10, 11, 12];
const channelIcon = (type) => (THREADS.includes(type) ? 'thread' : type === 2 || type === 13 ? 'speaker' : type === 1 ? 'at' : 'hash');

function drawFrame() {
  const focused = document.activeElement?.id;
  drawChannels();
  drawPeople();
  drawPanel();
  const channel = channelById(store.channel);
  $('channel-title').replaceChildren(icon(channelIcon(channel?.type)), el('span', {}, channel?.name ?? t('emptyChannel')));
  document.title = `${unreadOf(store.as) ? '● ' : ''}#${channel?.name ?? ''} · 听胡`;
  labelComposer();
  banner(problem);
  if (focused && document.activeElement?.id !== focused) $(focused)?.focus({ preventScroll: true });
}

function drawChannels() {
  const open = allChannels();
  const groups = store.world.guilds.map((guild) => [guild.name, open.filter((one) => one.guild?.id === guild.id)]);
  const direct = open.filter((one) => !one.guild);
  if (direct.length) groups.push([t('direct'), direct]);
  $('guild-name').replaceChildren(el('span', {}, channelById(store.channel)?.guild?.name ?? groups[0]?.[0] ?? '听胡'), el('span', { class: `bot-state${store.world.bot?.connected ? ' is-on' : ''}`, title: store.world.bot?.connected ? t('botOnline') : t('botOffline') }));
  const focusedChannel = document.activeElement?.dataset?.channelId;
  $('channels').replaceChildren(...groups.flatMap(([name, channels]) => [
    groups.length > 1 && el('h2', { class: 'channel-group' }, name),
    el('ul', {}, channels.filter((one) => !one.parent_id || !channels.some((other) => other.id === one.parent_id)).flatMap((one) => [
      channelItem(one), ...channels.filter((inner) => inner.parent_id === one.id).map(channelItem),
    ])),
  ]).filter(Boolean));
  if (focusedChannel) document.querySelector(`button[data-channel-id="${focusedChannel}"]`)?.focus({ preventScroll: true });
}

function channelItem(channel) {
  const mark = viewOf(store.as).unread.get(channel.id);
  const isCurrent = channel.id === store.channel;
  const className = ['channel', THREADS.includes(channel.type) && 'is-thread', isCurrent && 'is-current', mark && 'is-unread', channel.archived && 'is-archived'].filter(Boolean).join(' ');
  return el('li', {}, el('button', { type: 'button', class: className, data: { channelId: channel.id }, 'aria-current': isCurrent ? 'page' : null, onclick: () => switchChannel(channel.id) },
    icon(channelIcon(channel.type)), el('span', {}, channel.name ?? channel.id), channel.archived && el('small', {}, t('archived')), mark && el('i', { class: `dot is-${mark}` })));
}

function drawPeople() {
  const people = store.pinned ? store.world.users.filter((user) => user.id === store.as) : store.world.users;
  const box = $('people');
  attr(box, 'aria-label', t('people'));
  attr(box, 'role', 'tablist');
  box.replaceChildren(...people.map((user) => {
    const mark = user.id === store.as ? null : unreadOf(user.id);
    const isCurrent = user.id === store.as;
    const name = displayName(userById(user.id) ?? user);
    const label = [name, mark === 'mine' ? t('unreadMine') : mark && t('unread')].filter(Boolean).join(', ');
    return el('button', {
      type: 'button', role: 'tab', id: `person-${user.id}`, class: `person${isCurrent ? ' is-current' : ''}`, data: { userId: user.id }, title: label, 'aria-label': label, 'aria-selected': String(isCurrent), 'aria-controls': 'chat', tabindex: isCurrent ? '0' : '-1',
      onclick: () => switchUser(user.id), onkeydown: (event) => stepPerson(event, people, user.id),
    }, avatar(user, 'avatar is-small'), el('span', { class: 'person-name' }, name), mark && el('i', { class: `dot is-${mark}` }));
  }));
  if (!store.pinned) box.append(el('button', { type: 'button', class: 'icon-button', id: 'add-user', title: t('addUser'), 'aria-label': t('addUser'), onclick: addUser }, icon('plus')));
}

function stepPerson(event, people, id) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = people[(people.findIndex((user) => user.id === id) + step + people.length) % people.length].id;
  switchUser(next);
  $(`person-${next}`)?.focus();
}

function addUser() {
  askNewUser(async (values) => {
    const { id } = await api.addUser({ name: values.name.trim(), locale: values.locale });
    await loadWorld();
    switchUser(id);
    return true;
  });
}

function drawPanel() {
  const user = store.world.users.find((one) => one.id === store.as);
  if (!user) return;
  const locale = localeOf(user.id);
  const known = LOCALES.some(([value]) => value === locale) ? LOCALES : [...LOCALES, [locale, locale]];
  const address = store.pinned ? location.pathname : `${location.pathname}?as=${user.id}`;
  $('user-panel').replaceChildren(avatar(user, 'avatar is-small'),
    el('div', { class: 'user-words' }, el('b', { id: 'current-user' }, displayName(userById(user.id) ?? user)),
      el('select', { id: 'locale', 'aria-label': t('locale'), onchange: (event) => changeLocale(user.id, event.target.value) }, known.map(([value, name]) => el('option', { value, selected: value === locale }, name)))),
    el('a', { class: 'icon-button', id: 'own-tab', href: address, target: store.pinned ? null : '_blank', title: store.pinned ? t('everyone') : t('own'), 'aria-label': store.pinned ? t('everyone') : t('own') }, icon('open')));
}

async function changeLocale(user, locale) {
  try {
    await api.patchUser(user, { locale });
    await loadWorld();
  } catch (error) {
    banner(error.message);
  }
  drawFrame();
}

// ---- language, theme, drawer, keyboard

function drawTools() {
  $('tools').replaceChildren(
    el('button', { type: 'button', class: 'icon-button is-text', id: 'language', lang: currentLanguage() === 'zh' ? 'en' : 'zh-CN', onclick: () => changeLanguage(currentLanguage() === 'zh' ? 'en' : 'zh') }, t('language')),
    el('button', { type: 'button', class: 'icon-button', id: 'theme', title: t('theme'), 'aria-label': t('theme'), onclick: () => changeTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark') }, icon(document.documentElement.dataset.theme === 'dark' ? 'sun' : 'moon')));
  $('menu').replaceChildren(icon('menu'));
  attr($('menu'), 'aria-label', t('menu'));
  attr($('sidebar'), 'aria-label', t('channels'));
  $('skip').textContent = t('skip');
  $('send').replaceChildren(icon('send'));
}

function changeLanguage(language) {
  setLanguage(language);
  remember('language', language);
  drawTools();
  redrawAll();
  drawFrame();
}

function changeTheme(theme) {
  document.documentElement.dataset.theme = theme;
  remember('theme', theme);
  drawTools();
}

function closeDrawer() {
  document.body.classList.remove('has-drawer');
  attr($('menu'), 'aria-expanded', 'false');
}

function startKeyboard() {
  $('menu').addEventListener('click', () => {
    const isOpen = document.body.classList.toggle('has-drawer');
    attr($('menu'), 'aria-expanded', String(isOpen));
    if (isOpen) document.querySelector('.channel.is-current')?.focus();
  });
  $('scrim').addEventListener('click', closeDrawer);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && document.body.classList.contains('has-drawer')) {
      closeDrawer();
      $('menu').focus();
    }
    const isTyping = event.target.closest('input, textarea, select, dialog');
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      setText('/');
      focusComposer();
    }
  });
}

async function start() {
  const asked = new URLSearchParams(location.search);
  store.pinned = asked.has('as');
  store.as = asked.get('as');
  setLanguage(asked.get('lang') ?? recall('language') ?? (navigator.language.startsWith('zh') ? 'zh' : 'en'));
  document.documentElement.dataset.theme = asked.get('theme') ?? recall('theme') ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
  drawTools();
  startKeyboard();
  startList();
  startComposer();
  on('unread', drawFrame);
  on('open-channel', switchChannel);
  setInterval(refreshRelativeTimes, 1000);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && viewOf(store.as).unread.delete(store.channel)) drawFrame();
  });
  while (!store.world.users.length) {
    await loadWorld().catch(() => banner(t('reconnecting')));
    if (!store.world.users.length) await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  // Everybody's view once, so that later news can be told from what was there.
  await Promise.all(store.world.users.filter(({ id }) => id === store.as || !store.pinned).map(({ id }) => loadChannel(id)));
  redrawAll();
  drawFrame();
  connect();
  lookAtOthers(POLL_MS);
  if (matchMedia('(hover: hover)').matches) focusComposer();
}

start();
