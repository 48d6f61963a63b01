// What the page knows. Each user has a view of his own: an ephemeral message
// is only ever stored in, and drawn from, the view of the user it was sent to.

import { compareIds, displayName } from './app.dom.js';

/** A private message this soon after a press is taken for its answer. */
const ANSWER_MS = 5000;

const listeners = new Map();

/** Calls `listener` at each `topic`: world, messages, unread, view. */
export function on(topic, listener) {
  listeners.set(topic, [...(listeners.get(topic) ?? []), listener]);
}

export function tell(topic, detail) {
  for (const listener of listeners.get(topic) ?? []) listener(detail);
}

export const store = {
  world: { guilds: [], users: [], commands: [], bot: {} },
  views: new Map(),
  as: null,
  channel: null,
  /** A tab opened with ?as= shows one user only. */
  pinned: false,
};

/** A user's view: messages by channel (oldest first), unread channels, presses that wait or failed, notices. */
export function viewOf(user) {
  if (!store.views.has(user)) {
    store.views.set(user, {
      channels: new Map(),
      unread: new Map(),
      dismissed: new Set(readList(`dismissed:${user}`)),
      pressed_ms: -Infinity,
      pending: new Set(),
      failed: new Set(),
      notices: [],
      picked: new Map(),
    });
  }
  return store.views.get(user);
}

export const activeView = () => viewOf(store.as);

/** The members of the current channel's server, people before bots. */
export function membersHere() {
  const members = channelById(store.channel)?.guild?.members ?? store.world.users;
  return [...members].sort((a, b) => Number(Boolean(a.bot)) - Number(Boolean(b.bot)));
}

export function userById(id) {
  for (const guild of store.world.guilds) {
    const member = guild.members?.find((one) => one.id === id);
    if (member) return member;
  }
  return store.world.users.find((one) => one.id === id) ?? null;
}

const DM = 1;
const PRIVATE_THREAD = 12;

/** Whether the current user is let into a channel, as far as the list of channels says. */
function isOpen(channel) {
  const isPrivate = channel.type === DM || channel.type === PRIVATE_THREAD;
  return !isPrivate || !channel.recipients || channel.recipients.includes(store.as);
}

/** The channels and threads that the current user sees, with their guild; direct messages last. */
export function allChannels() {
  const found = store.world.guilds.flatMap((guild) => (guild.channels ?? []).map((channel) => ({ ...channel, guild })));
  const bot = store.world.bot?.name ?? 'tinghu';
  const dms = (store.world.dms ?? []).map((channel) => ({
    type: DM,
    ...channel,
    name: channel.name || bot,
    guild: null,
  }));
  return [...found, ...dms].filter(isOpen);
}

export const channelById = (id) => allChannels().find((channel) => channel.id === id) ?? null;

export function localeOf(user) {
  return store.world.users.find((one) => one.id === user)?.locale ?? userById(user)?.locale ?? 'zh-CN';
}

export function nameOf(id) {
  const user = userById(id);
  if (user) return displayName(user);
  return id === store.world.bot?.id ? (store.world.bot.name ?? 'tinghu') : null;
}

export function messagesOf(user, channel) {
  const view = viewOf(user);
  return (view.channels.get(channel) ?? []).filter((message) => !view.dismissed.has(message.id));
}

export function messageOf(user, id) {
  for (const messages of viewOf(user).channels.values()) {
    const found = messages.find((message) => message.id === id);
    if (found) return found;
  }
  return null;
}

const isWatched = (user, channel) =>
  user === store.as && channel === store.channel && document.visibilityState === 'visible';

const isMine = (user, message) => message.ephemeral || message.content?.includes(`<@${user}>`);

function markUnread(user, channel, message) {
  if (isWatched(user, channel) || message.author?.id === user) return;
  const view = viewOf(user);
  if (view.unread.get(channel) !== 'mine') view.unread.set(channel, isMine(user, message) ? 'mine' : 'some');
  tell('unread');
}

// Fetches on their way: what the stream brought meanwhile is newer than their answer.
const fetches = new Set();

/** Begins to fetch a channel; give the result to `setMessages` or the fetch up with `endFetch`. */
export function beginFetch(user, channel) {
  const fetch = { user, channel, news: [] };
  fetches.add(fetch);
  return fetch;
}

export const endFetch = (fetch) => fetches.delete(fetch);

function noteNews(user, channel, replay) {
  for (const fetch of fetches) if (fetch.user === user && fetch.channel === channel) fetch.news.push(replay);
}

/** A message that was created or, `isEdit`, edited. */
export function putMessage(user, message, isEdit = false) {
  const view = viewOf(user);
  const channel = message.channel_id;
  noteNews(user, channel, () => putMessage(user, message, isEdit));
  const messages = view.channels.get(channel);
  if (!messages) {
    // The channel is fetched whole when it is opened. An edit is news only where it is private.
    if (!isEdit || message.ephemeral) markUnread(user, channel, message);
    return;
  }
  const index = messages.findIndex((one) => one.id === message.id);
  if (index >= 0) {
    messages[index] = message;
    if (message.ephemeral) markUnread(user, channel, message);
  } else {
    let at = messages.length;
    while (at > 0 && compareIds(messages[at - 1].id, message.id) > 0) at -= 1;
    messages.splice(at, 0, message);
    markUnread(user, channel, message);
  }
  if (user === store.as && channel === store.channel) {
    tell('messages', {
      arrived: index < 0,
      isAnswer: message.ephemeral && performance.now() - view.pressed_ms < ANSWER_MS,
    });
  }
}

export function dropMessage(user, channel, id) {
  noteNews(user, channel, () => dropMessage(user, channel, id));
  const messages = viewOf(user).channels.get(channel);
  const index = messages?.findIndex((one) => one.id === id) ?? -1;
  if (index < 0) return;
  messages.splice(index, 1);
  if (user === store.as && channel === store.channel) tell('messages', {});
}

/** The whole channel as the server had it, and then what has happened since. */
export function setMessages(fetch, messages) {
  const { user, channel } = fetch;
  endFetch(fetch);
  const view = viewOf(user);
  const before = view.channels.get(channel);
  const sorted = [...messages].sort((a, b) => compareIds(a.id, b.id));
  view.channels.set(channel, sorted);
  if (before) {
    const known = new Map(before.map((message) => [message.id, message.edited_timestamp ?? null]));
    for (const message of sorted) {
      const isNew = !known.has(message.id);
      const isEdited = !isNew && message.ephemeral && known.get(message.id) !== (message.edited_timestamp ?? null);
      if (isNew || isEdited) markUnread(user, channel, message);
    }
  }
  for (const replay of fetch.news) replay();
  if (user === store.as && channel === store.channel) tell('messages', {});
}

/** Hides an ephemeral message for its user in this browser, as Discord does. */
export function dismiss(user, id) {
  const view = viewOf(user);
  view.dismissed.add(id);
  writeList(`dismissed:${user}`, [...view.dismissed].slice(-300));
  tell('messages', {});
}

/** The strongest unread mark of a user over all channels: null, 'some' or 'mine'. */
export function unreadOf(user) {
  const marks = [...viewOf(user).unread.values()];
  return marks.includes('mine') ? 'mine' : marks.length ? 'some' : null;
}

export function remember(key, value) {
  try {
    localStorage.setItem(`sandbox:${key}`, value);
  } catch {
    // Storage can be forbidden; the page works without it.
  }
}

export function recall(key) {
  try {
    return localStorage.getItem(`sandbox:${key}`);
  } catch {
    return null;
  }
}

function readList(key) {
  try {
    return JSON.parse(recall(key) ?? '[]');
  } catch {
    return [];
  }
}

const writeList = (key, list) => remember(key, JSON.stringify(list));
