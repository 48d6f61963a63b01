// The slash-command bar: what it offers for the text typed so far, and sending.

import { attr, displayName, el } from './app.dom.js';
import { t } from './app.i18n.js';
import { sendCommand } from './app.interact.js';
import { api } from './app.net.js';
import { headerOf, hidePopup, isPopupOpen, pressInPopup, showPopup } from './app.popup.js';
import {
  OPTION,
  choicesOf,
  descriptionOf,
  leavesOf,
  localised,
  matchLeaves,
  pathOf,
  readCommand,
  readLine,
  readOptions,
  readValue,
} from './app.slash.js';
import { allChannels, channelById, localeOf, membersHere, on, store } from './app.store.js';
import { toEnd } from './app.list.js';

const input = document.getElementById('composer');
const mirror = document.getElementById('composer-mirror');
const errorLine = document.getElementById('composer-error');
const AUTOCOMPLETE_WAIT_MS = 150;
const MAX_LINES = 50;

let leaves = [];
// Autocomplete lines chosen for the command being written, by option name.
let picks = new Map();
let isDismissed = false;
let asked = { serial: 0, timer: 0, key: '', choices: null };

export function startComposer() {
  on('world', () => {
    leaves = leavesOf(store.world.commands ?? []);
    if (document.activeElement === input) refresh();
  });
  on('view', reset);
  on('begin', (text) => {
    setText(text);
    isDismissed = false;
    input.focus();
    refresh();
  });
  input.addEventListener('input', () => {
    isDismissed = false;
    showError(null);
    refresh();
  });
  for (const name of ['click', 'focus']) input.addEventListener(name, refresh);
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'Escape' && isPopupOpen()) isDismissed = true;
    if (!pressInPopup(event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  input.addEventListener('keyup', (event) => {
    if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) refresh();
  });
  input.addEventListener('scroll', () => {
    mirror.scrollLeft = input.scrollLeft;
  });
  input.addEventListener('blur', hidePopup);
  document.getElementById('composer-form').addEventListener('submit', (event) => {
    event.preventDefault();
    send();
  });
}

function reset() {
  showError(null);
  picks = new Map();
  setText('');
  hidePopup();
}

/** Words of the bar in the page's language and the channel's name. */
export function labelComposer() {
  const channel = channelById(store.channel);
  const label = channel ? t('composerIn', `#${channel.name}`) : t('composer');
  attr(input, 'placeholder', label);
  attr(input, 'aria-label', label);
  attr(document.getElementById('send'), 'aria-label', t('send'));
}

/** Puts text into the bar and the caret behind it. */
export function setText(text) {
  input.value = text;
  input.setSelectionRange(text.length, text.length);
  paint();
}

export function focusComposer() {
  input.focus();
}

const world = () => ({ users: people(), channels: places(), words: { yes: t('yes'), no: t('no') } });

const people = () => membersHere().map((user) => ({ id: user.id, label: displayName(user), user }));

const places = () =>
  allChannels()
    .filter((one) => one.guild)
    .map((one) => ({ id: one.id, label: one.name }));

/** The text behind the input, with the command and option names set off. */
function paint() {
  const text = input.value;
  const command = readCommand(leaves, text);
  const parts = [];
  if (command) {
    parts.push(el('b', {}, text.slice(0, command.end)));
    let at = command.end;
    for (const span of readOptions(command.leaf, text, command.end).spans) {
      parts.push(text.slice(at, span.nameStart), el('mark', {}, text.slice(span.nameStart, span.valueStart)));
      at = span.valueStart;
    }
    parts.push(text.slice(at));
  } else {
    parts.push(text);
  }
  mirror.replaceChildren(...parts);
  mirror.scrollLeft = input.scrollLeft;
}

/** Works out what to offer for the text and the caret. */
function refresh() {
  paint();
  const text = input.value;
  const locale = localeOf(store.as);
  if (isDismissed || !text.startsWith('/')) return hidePopup();
  const command = readCommand(leaves, text);
  if (!command || command.end >= text.length) return offerCommands(text, command, locale);
  const { spans } = readOptions(command.leaf, text, command.end);
  const caret = input.selectionStart ?? text.length;
  const span = spans.findLast((one) => one.valueStart <= caret && caret <= one.end);
  if (span && !isFinished(span, command.leaf, locale)) return offerValues(command, span, spans, locale);
  return offerOptions(command, spans, text, locale);
}

/**
 * Whether the value is complete and the next option is being begun: behind a
 * space stands nothing, or the first letters of another option's name.
 */
function isFinished(span, leaf, locale) {
  const space = span.value.search(/\s\S*$/);
  const value = span.value.slice(0, space).trim();
  if (space < 0 || !value) return false;
  const word = span.value.slice(space + 1).toLowerCase();
  const begins = (option) =>
    [option.name, localised(option, 'name', locale)].some((name) => name.toLowerCase().startsWith(word));
  if (word && !leaf.options.some((option) => option !== span.option && begins(option))) return false;
  const picked = picks.get(span.option.name);
  const isFree = span.option.type === OPTION.STRING && !span.option.choices?.length;
  if (isFree) return picked?.label === value || !span.option.autocomplete;
  return !readValue(span.option, value, world(), picked).error;
}

function offerCommands(text, command, locale) {
  const found = matchLeaves(leaves, text.slice(1), locale).slice(0, MAX_LINES);
  const lines = found.map((leaf) => ({
    key: leaf.name,
    icon: '/',
    label: `/${pathOf(leaf, locale)}`,
    hint: descriptionOf(leaf, locale),
    note: leaf.options
      .map((option) => (option.required ? localised(option, 'name', locale) : `${localised(option, 'name', locale)}?`))
      .join(' '),
    pick: () => startCommand(leaf, locale),
  }));
  const isWhole = command && !command.leaf.options.some((option) => option.required);
  showPopup({ title: t('commands'), lines, marked: isWhole ? -1 : 0, empty: t('noCommand') });
}

function startCommand(leaf, locale) {
  picks = new Map();
  const first = leaf.options.find((option) => option.required);
  setText(`/${pathOf(leaf, locale)} ${first ? `${localised(first, 'name', locale)}:` : ''}`);
  refresh();
}

function offerOptions(command, spans, text, locale) {
  const used = new Set(spans.map((span) => span.option.name));
  const word = /\s(\S*)$/.exec(text)?.[1].toLowerCase() ?? '';
  const open = command.leaf.options.filter((option) => !used.has(option.name));
  const starting = open.filter((option) =>
    [option.name, localised(option, 'name', locale)].some((name) => name.toLowerCase().startsWith(word)),
  );
  const lines = starting.map((option) => ({
    key: option.name,
    icon: '+',
    label: localised(option, 'name', locale),
    hint: localised(option, 'description', locale),
    note: option.required ? t('required') : t('optional'),
    isRequired: option.required,
    pick: () => {
      setText(`${text.slice(0, text.length - word.length).trimEnd()} ${localised(option, 'name', locale)}:`);
      refresh();
    },
  }));
  const isWanted =
    word !== '' && !spans.some((span) => span.option.type === OPTION.STRING && !span.option.choices?.length);
  showPopup({
    title: t('options'),
    header: headerOf(command, spans, null, locale),
    lines,
    marked: isWanted && lines.length ? 0 : -1,
  });
}

function offerValues(command, span, spans, locale) {
  const header = headerOf(command, spans, span, locale);
  const typed = span.value.trim();
  const option = span.option;
  if (option.autocomplete) return offerAutocomplete(command, span, spans, locale, header);
  const all = knownValues(option, locale);
  const lower = typed.toLowerCase();
  const fits = all.filter((choice) =>
    [choice.label, String(choice.value), ...choice.names].some((name) => name.toLowerCase().includes(lower)),
  );
  const isExact = typed !== '' && !readValue(option, typed, world()).error;
  showPopup({
    title: localised(option, 'name', locale),
    header,
    lines: fits.map((choice) => valueLine(choice, span, locale)),
    marked: isExact || !fits.length ? -1 : 0,
    empty: all.length ? t('autocompleteNone') : null,
  });
}

/** Every value that an option can have, where there is a list of them. */
function knownValues(option, locale) {
  if (option.choices?.length) return choicesOf(option, locale);
  switch (option.type) {
    case OPTION.BOOLEAN:
      return [
        { label: t('yes'), value: true, names: ['true'] },
        { label: t('no'), value: false, names: ['false'] },
      ];
    case OPTION.USER:
    case OPTION.MENTIONABLE:
      return people().map((one) => ({ label: `@${one.label}`, value: one.id, user: one.user, names: [one.label] }));
    case OPTION.CHANNEL:
      return places().map((one) => ({ label: `#${one.label}`, value: one.id, names: [one.label] }));
    default:
      return [];
  }
}

function valueLine(choice, span) {
  return {
    key: String(choice.value),
    label: choice.label,
    user: choice.user,
    pick: () => {
      picks.set(span.option.name, { label: choice.label.trim(), value: choice.value });
      const text = input.value;
      const before = text.slice(0, span.valueStart);
      const caret = before.length + choice.label.length + 1;
      input.value = `${before}${choice.label} ${text.slice(span.end).trimStart()}`;
      input.setSelectionRange(caret, caret);
      refresh();
    },
  };
}

/** Asks the bot for choices, a moment after the last key; an answer to an older question is not used. */
function offerAutocomplete(command, span, spans, locale, header) {
  const typed = span.value.trim();
  const options = {};
  for (const one of spans) {
    const result = readValue(one.option, one.value, world(), picks.get(one.option.name));
    if (one !== span && one.value.trim() && !result.error) options[one.option.name] = result.value;
  }
  options[span.option.name] = typed;
  const key = JSON.stringify([store.as, store.channel, command.leaf.name, options]);
  const answer = asked.key === key ? asked.choices : null;
  showChoices(answer, span, typed, header, locale);
  if (asked.key === key) return;
  clearTimeout(asked.timer);
  const serial = asked.serial + 1;
  asked = {
    serial,
    key,
    choices: null,
    timer: setTimeout(async () => {
      const body = { user: store.as, name: command.leaf.name, options, focused: span.option.name };
      const choices = await api.autocomplete(store.channel, body).catch(() => []);
      if (asked.serial !== serial) return;
      asked.choices = choices;
      if (document.activeElement === input) refresh();
    }, AUTOCOMPLETE_WAIT_MS),
  };
}

function showChoices(choices, span, typed, header, locale) {
  const lines = (choices ?? []).map((choice) =>
    valueLine({ label: localised(choice, 'name', locale), value: choice.value, names: [] }, span),
  );
  const isExact =
    (choices ?? []).some((choice) => String(choice.value) === typed || choice.name === typed) ||
    picks.get(span.option.name)?.label === typed;
  showPopup({
    title: localised(span.option, 'name', locale),
    header,
    lines,
    marked: lines.length && !(isExact && typed) ? 0 : -1,
    empty: choices ? t('autocompleteNone') : t('loading'),
  });
}

function showError(text) {
  errorLine.hidden = !text;
  errorLine.textContent = text ?? '';
  attr(input, 'aria-invalid', text ? 'true' : null);
}

async function send() {
  const text = input.value;
  if (!text.trim()) return;
  if (!text.startsWith('/')) return showError(t('onlySlash'));
  const locale = localeOf(store.as);
  const line = readLine(leaves, text, world(), picks);
  if (line.problem) {
    showError(
      line.option ? t(line.problem, localised(line.option, 'name', locale), line.text) : t(line.problem, line.text),
    );
    if (
      line.problem === 'missing' &&
      !readOptions(readCommand(leaves, text).leaf, text, 0).spans.some((span) => span.option === line.option)
    ) {
      setText(`${text.trimEnd()} ${localised(line.option, 'name', locale)}:`);
      isDismissed = false;
      refresh();
    }
    return;
  }
  setText('');
  hidePopup();
  toEnd();
  try {
    await sendCommand(line.name, line.options);
    picks = new Map();
  } catch (error) {
    if (!input.value) setText(text);
    showError(error.message);
  }
}
