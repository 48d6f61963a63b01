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
  const focused = document.activeElement?.id;
  drawChannels();
  drawPeople();
  drawPanel();
  const channel = channelById(store.channel);
  $('channel-title').replaceChildren(
    icon(channelIcon(channel?.type)),
    el('span', {}, channel?.name ?? t('emptyChannel')),
  );
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
  $('guild-name').replaceChildren(
    el('span', {}, channelById(store.channel)?.guild?.name ?? groups[0]?.[0] ?? '听胡'),
    el('span', {
      class: `bot-state${store.world.bot?.connected ? ' is-on' : ''}`,
      title: store.world.bot?.connected ? t('botOnline') : t('botOffline'),
    }),
  );
  const focusedChannel = document.activeElement?.dataset?.channelId;
  $('channels').replaceChildren(
    ...groups
      .flatMap(([name, channels]) => [
        groups.length > 1 && el('h2', { class: 'channel-group' }, name),
        el(
          'ul',
          {},
          channels
            .filter((one) => !one.parent_id || !channels.some((other) => other.id === one.parent_id))
            .flatMap((one) => [
              channelItem(one),
              ...channels.filter((inner) => inner.parent_id === one.id).map(channelItem),
            ]),
        ),
      ])
      .filter(Boolean),
  );
  if (focusedChannel)
    document.querySelector(`button[data-channel-id="${focusedChannel}"]`)?.focus({ preventScroll: true });
}

function channelItem(channel) {
  const mark = viewOf(store.as).unread.get(channel.id);
  const isCurrent = channel.id === store.channel;
  const className = [
    'channel',
    THREADS.includes(channel.type) && 'is-thread',
    isCurrent && 'is-current',
    mark && 'is-unread',
    channel.archived && 'is-archived',
  ]
    .filter(Boolean)
    .join(' ');
  return el(
    'li',
    {},
    el(
      'button',
      {
        type: 'button',
        class: className,
        data: { channelId: channel.id },
        'aria-current': isCurrent ? 'page' : null,
        onclick: () => tell('open-channel', channel.id),
      },
      icon(channelIcon(channel.type)),
      el('span', {}, channel.name ?? channel.id),
      channel.archived && el('small', {}, t('archived')),
      mark && el('i', { class: `dot is-${mark}` }),
    ),
  );
}

function drawPeople() {
  const people = store.pinned ? store.world.users.filter((user) => user.id === store.as) : store.world.users;
  const box = $('people');
  attr(box, 'aria-label', t('people'));
  attr(box, 'role', 'tablist');
  box.replaceChildren(
    ...people.map((user) => {
      const mark = user.id === store.as ? null : unreadOf(user.id);
      const isCurrent = user.id === store.as;
      const name = displayName(userById(user.id) ?? user);
      const label = [name, mark === 'mine' ? t('unreadMine') : mark && t('unread')].filter(Boolean).join(', ');
      return el(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `person-${user.id}`,
          class: `person${isCurrent ? ' is-current' : ''}`,
          data: { userId: user.id },
          title: label,
          'aria-label': label,
          'aria-selected': String(isCurrent),
          'aria-controls': 'chat',
          tabindex: isCurrent ? '0' : '-1',
          onclick: () => tell('switch-user', user.id),
          onkeydown: (event) => stepPerson(event, people, user.id),
        },
        avatar(user, 'avatar is-small'),
        el('span', { class: 'person-name' }, name),
        mark && el('i', { class: `dot is-${mark}` }),
      );
    }),
  );
  if (!store.pinned)
    box.append(
      el(
        'button',
        {
          type: 'button',
          class: 'icon-button',
          id: 'add-user',
          title: t('addUser'),
          'aria-label': t('addUser'),
          onclick: () => tell('add-user'),
        },
        icon('plus'),
      ),
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
  const known = LOCALES.some(([value]) => value === locale) ? LOCALES : [...LOCALES, [locale, locale]];
  const address = store.pinned ? location.pathname : `${location.pathname}?as=${user.id}`;
  $('user-panel').replaceChildren(
    avatar(user, 'avatar is-small'),
    el(
      'div',
      { class: 'user-words' },
      el('b', { id: 'current-user' }, displayName(userById(user.id) ?? user)),
      el(
        'select',
        {
          id: 'locale',
          'aria-label': t('locale'),
          onchange: (event) => tell('change-locale', { user: user.id, locale: event.target.value }),
        },
        known.map(([value, name]) => el('option', { value, selected: value === locale }, name)),
      ),
    ),
    el(
      'a',
      {
        class: 'icon-button',
        id: 'own-tab',
        href: address,
        target: store.pinned ? null : '_blank',
        title: store.pinned ? t('everyone') : t('own'),
        'aria-label': store.pinned ? t('everyone') : t('own'),
      },
      icon('open'),
    ),
  );
}

export function drawTools() {
  $('tools').replaceChildren(
    el(
      'button',
      {
        type: 'button',
        class: 'icon-button is-text',
        id: 'language',
        lang: currentLanguage() === 'zh' ? 'en' : 'zh-CN',
        onclick: () => changeLanguage(currentLanguage() === 'zh' ? 'en' : 'zh'),
      },
      t('language'),
    ),
    el(
      'button',
      {
        type: 'button',
        class: 'icon-button',
        id: 'theme',
        title: t('theme'),
        'aria-label': t('theme'),
        onclick: () => changeTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'),
      },
      icon(document.documentElement.dataset.theme === 'dark' ? 'sun' : 'moon'),
    ),
  );
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
