// Select menus: a trigger and a listbox that opens over the chat.

import { attr, avatar, displayName, el, icon } from './app.dom.js';
import { t } from './app.i18n.js';
import { emoji } from './app.markdown.js';
import { press } from './app.interact.js';
import { activeView, allChannels, channelById, membersHere, store } from './app.store.js';

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;

// What each select shows, by its node: the component, the message, the picks and the marked line.
const shown = new WeakMap();
let openNode = null;

export function selectNode() {
  const node = el('div', { class: 'select', data: { kind: 'select' } });
  const trigger = el('button', {
    type: 'button',
    class: 'select-trigger',
    role: 'combobox',
    'aria-haspopup': 'listbox',
    'aria-expanded': 'false',
  });
  const popup = el('div', { class: 'select-popup', role: 'listbox', hidden: true });
  node.append(trigger, popup);
  trigger.addEventListener('click', () => (node === openNode ? close(node) : open(node)));
  trigger.addEventListener('keydown', (event) => onKey(node, event));
  // Closing when the focus leaves sends a changed selection, as in Discord.
  node.addEventListener('focusout', (event) => {
    if (node === openNode && !node.contains(event.relatedTarget)) close(node);
  });
  popup.addEventListener('mousedown', (event) => event.preventDefault());
  return node;
}

export function patchSelect(node, component, message) {
  const view = activeView();
  const key = `${message.id}:${component.custom_id}`;
  const isBusy = view.pending.has(key);
  const signature = JSON.stringify([component, isBusy, store.as, store.worldVersion, document.documentElement.lang]);
  if (node.dataset.signature === signature) return;
  node.dataset.signature = signature;
  const choices = choicesOf(component);
  const values = new Set(choices.map((choice) => choice.value));
  const base = choices.filter((choice) => choice.isDefault).map((choice) => choice.value);
  const before = shown.get(node);
  const isSame = before?.component.custom_id === component.custom_id;
  const kept = isSame && node === openNode ? before.picks : (view.picked.get(key) ?? base);
  shown.set(node, {
    component,
    message,
    choices,
    picks: kept.filter((value) => values.has(value)),
    marked: isSame ? before.marked : 0,
  });
  const trigger = node.firstElementChild;
  trigger.dataset.customId = component.custom_id;
  trigger.disabled = Boolean(component.disabled);
  attr(trigger, 'aria-busy', isBusy ? 'true' : null);
  if (node === openNode && (component.disabled || !isSame)) hide(node);
  draw(node);
}

function choicesOf(component) {
  if (component.type === STRING) {
    return (component.options ?? []).map((option) => ({
      value: option.value,
      label: option.label,
      description: option.description,
      emoji: option.emoji,
      isDefault: option.default,
    }));
  }
  const defaults = new Set((component.default_values ?? []).map((one) => one.id));
  const guild = channelById(store.channel)?.guild;
  const users = membersHere().map((user) => ({ value: user.id, label: displayName(user), user }));
  const roles = (guild?.roles ?? []).map((role) => ({ value: role.id, label: `@${role.name}` }));
  const list =
    component.type === USER
      ? users
      : component.type === ROLE
        ? roles
        : component.type === MENTIONABLE
          ? [...users, ...roles]
          : allChannels()
              .filter(
                (channel) =>
                  channel.guild?.id === guild?.id &&
                  (!component.channel_types?.length || component.channel_types.includes(channel.type)),
              )
              .map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
  return list.map((choice) => ({ ...choice, isDefault: defaults.has(choice.value) }));
}

const limits = (component) => ({ min: component.min_values ?? 1, max: component.max_values ?? 1 });

function draw(node) {
  const { component, choices, picks, marked } = shown.get(node);
  const [trigger, popup] = node.children;
  const { min, max } = limits(component);
  const chosen = choices.filter((choice) => picks.includes(choice.value));
  const placeholder = component.placeholder || (max > 1 ? t('selectMany', min, max) : t('select'));
  const content = chosen.length
    ? el(
        'span',
        { class: 'select-chosen' },
        chosen.map((choice) => el('span', { class: max > 1 ? 'chip' : 'chosen' }, picture(choice), choice.label)),
      )
    : el('span', { class: 'select-placeholder' }, placeholder);
  const busy =
    trigger.getAttribute('aria-busy') === 'true'
      ? el('span', { class: 'dots', 'aria-hidden': 'true' }, el('i'), el('i'), el('i'))
      : icon('chevron');
  trigger.replaceChildren(content, busy);
  attr(trigger, 'aria-label', [placeholder, ...chosen.map((choice) => choice.label)].join(': '));
  const isOpen = node === openNode;
  attr(trigger, 'aria-expanded', String(isOpen));
  popup.hidden = !isOpen;
  if (!isOpen) return;
  const id = `list-${component.custom_id}`;
  popup.id = id;
  attr(popup, 'aria-multiselectable', max > 1 ? 'true' : null);
  attr(trigger, 'aria-controls', id);
  attr(trigger, 'aria-activedescendant', choices.length ? `${id}-${marked}` : null);
  popup.replaceChildren(...choices.map((choice, index) => line(node, choice, index, `${id}-${index}`)));
  if (max > 1)
    popup.append(
      el(
        'div',
        { class: 'select-count', 'aria-hidden': 'true' },
        `${t('picked', picks.length)} · ${t('selectMany', min, max)}`,
      ),
    );
  popup.children[marked]?.scrollIntoView({ block: 'nearest' });
}

const picture = (choice) =>
  choice.emoji ? emoji(choice.emoji) : choice.user ? avatar(choice.user, 'avatar is-tiny') : null;

function line(node, choice, index, id) {
  const { component, picks, marked } = shown.get(node);
  const isPicked = picks.includes(choice.value);
  return el(
    'div',
    {
      class: `select-option${index === marked ? ' is-marked' : ''}`,
      role: 'option',
      id,
      'aria-selected': String(isPicked),
      data: { value: choice.value },
      onclick: () => pick(node, index),
      onmousemove: () => mark(node, index),
    },
    picture(choice),
    el(
      'span',
      { class: 'option-text' },
      el('span', {}, choice.label),
      choice.description && el('small', {}, choice.description),
    ),
    el(
      'span',
      { class: limits(component).max > 1 ? 'check is-box' : 'check', 'aria-hidden': 'true' },
      isPicked ? '✓' : '',
    ),
  );
}

function mark(node, index) {
  const state = shown.get(node);
  if (state.marked === index) return;
  state.marked = index;
  const popup = node.lastElementChild;
  popup.querySelector('.is-marked')?.classList.remove('is-marked');
  popup.children[index]?.classList.add('is-marked');
  popup.children[index]?.scrollIntoView({ block: 'nearest' });
  attr(node.firstElementChild, 'aria-activedescendant', `${popup.id}-${index}`);
}

function open(node) {
  const state = shown.get(node);
  if (openNode) close(openNode);
  openNode = node;
  state.before = state.picks;
  state.marked = Math.max(
    0,
    state.choices.findIndex((choice) => state.picks.includes(choice.value)),
  );
  const box = node.getBoundingClientRect();
  node.classList.toggle('opens-up', innerHeight - box.bottom < 320 && box.top > innerHeight - box.bottom);
  draw(node);
  node.firstElementChild.focus();
}

function hide(node) {
  openNode = null;
  draw(node);
}

/** Closes and sends what changed; a selection outside min and max is put back. */
function close(node, { isCancelled = false } = {}) {
  const state = shown.get(node);
  const { min, max } = limits(state.component);
  const isChanged = JSON.stringify(state.picks) !== JSON.stringify(state.before);
  const isValid = state.picks.length >= min && state.picks.length <= max;
  if (isCancelled || !isValid) state.picks = state.before;
  hide(node);
  if (isChanged && isValid && !isCancelled) send(node);
}

function send(node) {
  const { component, message, picks } = shown.get(node);
  activeView().picked.set(`${message.id}:${component.custom_id}`, picks);
  press(message.id, component.custom_id, picks);
}

function pick(node, index) {
  const state = shown.get(node);
  const { max } = limits(state.component);
  const value = state.choices[index]?.value;
  if (value === undefined) return;
  state.marked = index;
  if (max === 1) {
    // A single choice is sent at once, even when it is the same again.
    state.picks = [value];
    hide(node);
    send(node);
    return;
  }
  if (state.picks.includes(value)) state.picks = state.picks.filter((one) => one !== value);
  else if (state.picks.length < max) state.picks = [...state.picks, value];
  draw(node);
}

function onKey(node, event) {
  if (node !== openNode) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      open(node);
    }
    return;
  }
  const state = shown.get(node);
  const last = state.choices.length - 1;
  const moves = {
    ArrowDown: Math.min(last, state.marked + 1),
    ArrowUp: Math.max(0, state.marked - 1),
    Home: 0,
    End: last,
  };
  if (event.key in moves) mark(node, moves[event.key]);
  else if (event.key === 'Enter' || event.key === ' ') pick(node, state.marked);
  else if (event.key === 'Escape') close(node, { isCancelled: limits(state.component).max === 1 });
  else return;
  event.preventDefault();
  event.stopPropagation();
}
