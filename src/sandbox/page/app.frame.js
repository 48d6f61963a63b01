// What surrounds the chat: channels, people, the current user, language and theme.

import { attr, avatar, displayName, el, icon } from './app.dom.js';
import { LOCALES, currentLanguage, setLanguage, t } from './app.i18n.js';
import { focusComposer, labelComposer, setText } from './app.composer.js';
import { redrawAll } from './app.list.js';
import { allChannels, channelById, localeOf, remember, store, tell, unreadOf, userById, viewOf } from './app.store.js';

const $ = (id) => document.getElementById(id);

let problem = null;

/** Says what is wrong over the chat; without a problem, whether the bot is away. */
export function banner(text) {
  problem = text;
  const shown = text ?? (store.world.bot?.connected === false ? t('botOffline') : null);
  $('banner').hidden = !shown;
  $('banner').textContent = shown ?? '';
}

const THREADS = [10, 11, 12];
const channelIcon = (type) =>
  THREADS.includes(type) ? 'thread' : type === 2 || type === 13 ? 'speaker' : type === 1 ? 'at' : 'hash';

export function drawFrame() {
  drawChannels();
  drawPeople();
  drawPanel();
  const channel = channelById(store.channel);
  redraw($('channel-title'), [channel?.name, channel?.type], () => [
    icon(channelIcon(channel?.type)),
    el('span', {}, channel?.name ?? t('emptyChannel')),
  ]);
  document.title = `${unreadOf(store.as) ? '● ' : ''}#${channel?.name ?? ''} · 听胡`;
  labelComposer();
  banner(problem);
}

/**
 * Fills a part of the frame anew only when what it shows has changed: news come
 * while somebody presses a tab or has a list open in it. The focus is put back.
 */
function redraw(part, depends, build) {
  const signature = JSON.stringify([depends, store.as, currentLanguage()]);
  if (part.signature === signature) return;
  part.signature = signature;
  const focused = part.contains(document.activeElement) ? document.activeElement.id : null;
  part.replaceChildren(...build().flat().filter(Boolean));
  if (focused) $(focused)?.focus({ preventScroll: true });
}

/** Shows or takes away the dot of something unread, without touching the rest of the button. */
function putDot(button, mark) {
  const dot = button.querySelector('.dot');
  if (!mark) dot?.remove();
  else if (dot) dot.className = `dot is-${mark}`;
  else button.append(el('i', { class: `dot is-${mark}` }));
}

function drawChannels() {
  const open = allChannels();
  const groups = store.world.guilds.map((guild) => [guild.name, open.filter((one) => one.guild?.id === guild.id)]);
  const direct = open.filter((one) => !one.guild);
  if (direct.length) groups.push([t('direct'), direct]);
  const guild = channelById(store.channel)?.guild?.name ?? groups[0]?.[0] ?? '听胡';
  const isBotHere = Boolean(store.world.bot?.connected);
  redraw($('guild-name'), [guild, isBotHere], () => [
    el('span', {}, guild),
    el('span', { class: `bot-state${isBotHere ? ' is-on' : ''}`, title: t(isBotHere ? 'botOnline' : 'botOffline') }),
  ]);
  const shown = open.map(({ id, name, type, parent_id: parent, archived, guild: of }) => [
    id,
    name,
    type,
    parent,
    archived,
    of?.name,
  ]);
  redraw($('channels'), [shown, store.channel], () =>
    groups.map(([name, channels]) => [
      groups.length > 1 && el('h2', { class: 'channel-group' }, name),
      el('ul', {}, nested(channels).map(channelItem)),
    ]),
  );
  for (const button of $('channels').querySelectorAll('[data-channel-id]')) {
    const mark = viewOf(store.as).unread.get(button.dataset.channelId);
    button.classList.toggle('is-unread', Boolean(mark));
    putDot(button, mark);
  }
}

/** Channels with their threads right behind them. */
function nested(channels) {
  const isOf = (inner, outer) => inner.parent_id === outer.id;
  const tops = channels.filter((one) => !channels.some((other) => isOf(one, other)));
  return tops.flatMap((top) => [top, ...channels.filter((inner) => isOf(inner, top))]);
}

function channelItem(channel) {
  const isCurrent = channel.id === store.channel;
  const button = el(
    'button',
    {
      type: 'button',
      class: 'channel',
      id: `channel-${channel.id}`,
      data: { channelId: channel.id },
      'aria-current': isCurrent ? 'page' : null,
      onclick: () => tell('open-channel', channel.id),
    },
    icon(channelIcon(channel.type)),
    el('span', {}, channel.name ?? channel.id),
    channel.archived && el('small', {}, t('archived')),
  );
  button.classList.toggle('is-thread', THREADS.includes(channel.type));
  button.classList.toggle('is-current', isCurrent);
  button.classList.toggle('is-archived', Boolean(channel.archived));
  return el('li', {}, button);
}

function drawPeople() {
  const users = store.pinned ? store.world.users.filter((user) => user.id === store.as) : store.world.users;
  const people = users.map((user) => ({ id: user.id, name: displayName(userById(user.id) ?? user) }));
  const box = $('people');
  attr(box, 'aria-label', t('people'));
  redraw(box, people, () => people.map((person) => personTab(person, people)));
  for (const { id, name } of people) {
    const tab = $(`person-${id}`);
    const mark = id === store.as ? null : unreadOf(id);
    const label = [name, mark && t(mark === 'mine' ? 'unreadMine' : 'unread')].filter(Boolean).join(', ');
    attr(tab, 'aria-label', label);
    attr(tab, 'title', label);
    putDot(tab, mark);
  }
}

function personTab(person, people) {
  const isCurrent = person.id === store.as;
  return el(
    'button',
    {
      type: 'button',
      role: 'tab',
      id: `person-${person.id}`,
      class: isCurrent ? 'person is-current' : 'person',
      data: { userId: person.id },
      'aria-selected': String(isCurrent),
      'aria-controls': 'chat',
      tabindex: isCurrent ? '0' : '-1',
      onclick: () => tell('switch-user', person.id),
      onkeydown: (event) => stepPerson(event, people, person.id),
    },
    avatar(person, 'avatar is-small'),
    el('span', { class: 'person-name' }, person.name),
  );
}

function stepPerson(event, people, id) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const next = people[(people.findIndex((user) => user.id === id) + step + people.length) % people.length].id;
  tell('switch-user', next);
  $(`person-${next}`)?.focus();
}

function drawPanel() {
  const user = store.world.users.find((one) => one.id === store.as);
  if (!user) return;
  const locale = localeOf(user.id);
  const name = displayName(userById(user.id) ?? user);
  const own = t(store.pinned ? 'everyone' : 'own');
  redraw($('user-panel'), [name, locale], () => [
    avatar(user, 'avatar is-small'),
    el('div', { class: 'user-words' }, el('b', { id: 'current-user' }, name), localeSelect(user.id, locale)),
    el(
      'a',
      {
        class: 'icon-button',
        id: 'own-tab',
        href: store.pinned ? location.pathname : `${location.pathname}?as=${user.id}`,
        target: store.pinned ? null : '_blank',
        title: own,
        'aria-label': own,
      },
      icon('open'),
    ),
  ]);
}

function localeSelect(user, locale) {
  const known = LOCALES.some(([value]) => value === locale) ? LOCALES : [...LOCALES, [locale, locale]];
  return el(
    'select',
    {
      id: 'locale',
      'aria-label': t('locale'),
      onchange: (event) => tell('change-locale', { user, locale: event.target.value }),
    },
    known.map(([value, name]) => el('option', { value, selected: value === locale }, name)),
  );
}

export function drawTools() {
  const { theme } = document.documentElement.dataset;
  const other = currentLanguage() === 'zh' ? 'en' : 'zh';
  redraw($('tools'), [theme], () => [
    !store.pinned && toolButton('add-user', t('addUser'), icon('plus'), () => tell('add-user')),
    toolButton('language', null, t('language'), () => changeLanguage(other)),
    toolButton('theme', t('theme'), icon(theme === 'dark' ? 'sun' : 'moon'), () =>
      changeTheme(theme === 'dark' ? 'light' : 'dark'),
    ),
  ]);
  $('menu').replaceChildren(icon('menu'));
  attr($('menu'), 'aria-label', t('menu'));
  attr($('sidebar'), 'aria-label', t('channels'));
  $('skip').textContent = t('skip');
  $('send').replaceChildren(icon('send'));
}

/** A small button of the top bar; without a name its text is the name. */
function toolButton(id, name, content, onclick) {
  const className = name ? 'icon-button' : 'icon-button is-text';
  return el('button', { type: 'button', class: className, id, title: name, 'aria-label': name, onclick }, content);
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

export function closeDrawer() {
  document.body.classList.remove('has-drawer');
  attr($('menu'), 'aria-expanded', 'false');
}

export function startKeyboard() {
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
