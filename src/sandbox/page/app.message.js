// One message: built once, then patched part by part, so that an edit changes
// only what differs.

import { avatar, displayName, el, icon } from './app.dom.js';
import { patchRows } from './app.components.js';
import { attachmentNode, embedNode, shownInEmbeds } from './app.embed.js';
import { intlTag, t } from './app.i18n.js';
import { markdown } from './app.markdown.js';
import { activeView, dismiss, store, tell, userById } from './app.store.js';

const LOADING = 1 << 7;
const THREAD_CREATED = 18;

const clock = (date) =>
  new Intl.DateTimeFormat(intlTag(), { hour: '2-digit', minute: '2-digit', hour12: false }).format(date);

/** "Today at 21:05", "2026/11/29 21:05". */
function stamp(iso) {
  const date = new Date(iso);
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(date).setHours(0, 0, 0, 0)) / 86400000);
  const day =
    days === 0
      ? t('today')
      : days === 1
        ? t('yesterday')
        : new Intl.DateTimeFormat(intlTag(), { dateStyle: 'short' }).format(date);
  return `${day} ${clock(date)}`;
}

const isThinking = (message) => Boolean(message.thinking ?? (message.flags ?? 0) & LOADING);

export function messageNode(message) {
  const part = (name, tag = 'div', props = {}) => el(tag, { ...props, class: name });
  const parts = {
    origin: part('origin'),
    face: part('face'),
    byline: part('byline', 'header'),
    content: part('content'),
    // As in Discord: attached pictures stand above embeds.
    pictures: part('pictures'),
    embeds: part('embeds'),
    rows: part('rows'),
    thread: part('thread-card'),
    failure: part('failure', 'div', { role: 'alert' }),
    privacy: part('privacy'),
  };
  const { origin, face, ...rest } = parts;
  const node = el(
    'li',
    { class: 'message', data: { messageId: message.id } },
    origin,
    face,
    el('div', { class: 'message-body' }, Object.values(rest)),
  );
  node.parts = parts;
  return node;
}

/** Rebuilds a part only when what it depends on has changed. */
function put(part, depends, build) {
  const signature = JSON.stringify(depends);
  if (part.signature === signature) return;
  part.signature = signature;
  const children = [build()].flat().filter(Boolean);
  // Nodes that were taken over keep their place and the focus.
  const isSame = children.length === part.childNodes.length && children.every((one, i) => one === part.childNodes[i]);
  if (!isSame) part.replaceChildren(...children);
  part.hidden = children.length === 0;
}

/** Brings a node up to date. `isContinued` = same author just before: no picture and name. */
export function patchMessage(node, message, isContinued) {
  const { parts } = node;
  const view = activeView();
  const language = document.documentElement.lang;
  const author = { ...message.author, ...(userById(message.author?.id) ?? {}) };
  const name = displayName(author);
  node.classList.toggle('is-continued', isContinued);
  node.classList.toggle('is-ephemeral', Boolean(message.ephemeral));
  node.classList.toggle('is-for-me', Boolean(message.content?.includes(`<@${store.as}>`)) && !message.ephemeral);
  const origin = originOf(message);
  put(
    parts.origin,
    [origin, language],
    () =>
      origin && [
        avatar(origin.user, 'avatar is-tiny'),
        el('b', {}, displayName(origin.user)),
        ` ${t('used')} `,
        el('span', { class: 'mention' }, `/${origin.name}`),
      ],
  );
  put(parts.face, [isContinued, author.id, name, message.timestamp, language], () =>
    isContinued
      ? el('time', { class: 'side-time', datetime: message.timestamp }, clock(new Date(message.timestamp)))
      : avatar(author),
  );
  put(
    parts.byline,
    [isContinued, name, author.bot, message.timestamp, message.edited && !message.content, language],
    () =>
      !isContinued &&
      [
        el('span', { class: author.bot ? 'author is-bot' : 'author' }, name),
        author.bot && el('span', { class: 'bot-tag' }, t('bot')),
        el('time', { class: 'time', datetime: message.timestamp }, stamp(message.timestamp)),
        // Beside the time, where there are no words to stand behind: the picture and the buttons don't move.
        message.edited && !message.content && editedNode(message),
      ].filter(Boolean),
  );
  put(
    parts.content,
    [
      isContinued,
      message.content,
      message.edited,
      message.type,
      isThinking(message),
      language,
      store.as,
      store.worldVersion,
    ],
    () => contentOf(message, name, isContinued),
  );
  put(parts.embeds, [message.embeds, message.attachments, language, store.as, store.worldVersion], () =>
    (message.embeds ?? []).map((embed) => embedNode(embed, message)),
  );
  put(parts.pictures, [message.attachments, message.embeds, language], () => {
    const inEmbeds = shownInEmbeds(message);
    const before = [...parts.pictures.children];
    return (message.attachments ?? [])
      .filter((one) => !inEmbeds.has(one.id))
      .map((one, index) => attachmentNode(one, before[index]));
  });
  patchRows(parts.rows, message);
  put(
    parts.thread,
    [message.thread, language],
    () =>
      message.thread &&
      el(
        'button',
        { type: 'button', class: 'thread-open', onclick: () => tell('open-channel', message.thread.id) },
        icon('thread'),
        el('b', {}, message.thread.name),
        el('span', {}, t('openThread')),
      ),
  );
  put(
    parts.failure,
    [view.failed.has(message.id), language],
    () => view.failed.has(message.id) && [icon('warn'), t('failed')],
  );
  put(
    parts.privacy,
    [message.ephemeral, language, store.as],
    () =>
      message.ephemeral && [
        icon('eye'),
        el('span', {}, t('onlyYou')),
        ' · ',
        el(
          'button',
          {
            type: 'button',
            class: 'link-button',
            data: { dismiss: message.id },
            onclick: () => dismiss(store.as, message.id),
          },
          t('dismiss'),
        ),
      ],
  );
}

/** Who used which command, for an answer to one; null for anything else. */
function originOf(message) {
  const source = message.interaction ?? message.interaction_metadata;
  if (!source?.name || !source.user) return null;
  return { user: userById(source.user.id) ?? source.user, name: source.name };
}

const editedNode = (message) =>
  el(
    'span',
    { class: 'edited', title: message.edited_timestamp ? stamp(message.edited_timestamp) : null },
    t('edited'),
  );

function contentOf(message, name, isContinued) {
  if (isThinking(message))
    return el(
      'p',
      { class: 'thinking' },
      el('span', { class: 'dots', 'aria-hidden': 'true' }, el('i'), el('i'), el('i')),
      t('thinking', name),
    );
  const out =
    message.type === THREAD_CREATED
      ? [el('p', { class: 'system' }, icon('thread'), ` ${name}: ${message.content ?? ''}`)]
      : message.content
        ? markdown(message.content)
        : [];
  if (message.edited && (message.content || isContinued)) out.push(editedNode(message));
  if (out.length && message.content) return el('div', { class: 'markdown' }, out);
  return out;
}
