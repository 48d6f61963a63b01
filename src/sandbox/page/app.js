// The sandbox page: a chat window where several people of one machine play.
// Starts the parts and keeps what they show up to date.

import { setLanguage, t } from './app.i18n.js';
import { EventStream, api, wake } from './app.net.js';
import { focusComposer, startComposer } from './app.composer.js';
import { askNewUser } from './app.dialog.js';
import { banner, closeDrawer, drawFrame, drawTools, startKeyboard } from './app.frame.js';
import { redrawAll, startList } from './app.list.js';
import { refreshRelativeTimes } from './app.markdown.js';
import {
  allChannels,
  beginFetch,
  channelById,
  dropMessage,
  endFetch,
  on,
  putMessage,
  recall,
  remember,
  setMessages,
  store,
  tell,
  viewOf,
} from './app.store.js';

const POLL_MS = 4000;
const SOON_MS = 400;

let stream = null;
let isConnected = false;
let worldTimer = 0;
let pollTimer = {};

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
  const wanted = [store.channel, new URLSearchParams(location.search).get('channel'), recall('channel')].find((id) =>
    places.some((one) => one.id === id),
  );
  store.channel = wanted ?? places.find((one) => one.type === 0)?.id ?? places[0]?.id ?? null;
}

let namesSeen = '';

/** Mentions and pictures in old messages are drawn again only when a name or an emoji changed. */
function noteNames() {
  const names = JSON.stringify([
    store.world.guilds.map((guild) => [guild.channels?.map((one) => one.name), guild.members]),
    store.world.users,
    store.world.emojis,
  ]);
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
      if (message?.author) {
        putMessage(user, { channel_id: event.channel_id, ...message }, event.type === 'message_update');
      } else loadChannel(user, event.channel_id);
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
  pollTimer = {
    isSoon: wait_ms === SOON_MS,
    id: setTimeout(async () => {
      pollTimer = {};
      const channel = store.channel;
      for (const { id } of store.world.users) if (id !== store.as && isConnected) await loadChannel(id, channel);
      if (!pollTimer.id) lookAtOthers(POLL_MS);
    }, wait_ms),
  };
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

function addUser() {
  askNewUser(async (values) => {
    const { id } = await api.addUser({ name: values.name.trim(), locale: values.locale });
    await loadWorld();
    switchUser(id);
    return true;
  });
}

async function changeLocale({ user, locale }) {
  try {
    await api.patchUser(user, { locale });
    await loadWorld();
  } catch (error) {
    banner(error.message);
  }
  drawFrame();
}

async function start() {
  const asked = new URLSearchParams(location.search);
  store.pinned = asked.has('as');
  store.as = asked.get('as');
  setLanguage(asked.get('lang') ?? recall('language') ?? (navigator.language.startsWith('zh') ? 'zh' : 'en'));
  document.documentElement.dataset.theme =
    asked.get('theme') ?? recall('theme') ?? (matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark');
  drawTools();
  startKeyboard();
  startList();
  startComposer();
  on('unread', drawFrame);
  on('open-channel', switchChannel);
  on('switch-user', switchUser);
  on('add-user', addUser);
  on('change-locale', changeLocale);
  setInterval(refreshRelativeTimes, 1000);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && viewOf(store.as).unread.delete(store.channel)) drawFrame();
  });
  while (!store.world.users.length) {
    await loadWorld().catch(() => banner(t('reconnecting')));
    if (!store.world.users.length) await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  // Everybody's view once, so that later news can be told from what was there.
  await Promise.all(
    store.world.users.filter(({ id }) => id === store.as || !store.pinned).map(({ id }) => loadChannel(id)),
  );
  redrawAll();
  drawFrame();
  connect();
  lookAtOthers(POLL_MS);
  if (matchMedia('(hover: hover)').matches) focusComposer();
}

start();
