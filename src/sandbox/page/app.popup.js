// The popup over the slash-command bar: a list of lines, one of them marked.

import { attr, avatar, el } from './app.dom.js';
import { t } from './app.i18n.js';
import { OPTION, descriptionOf, localised, pathOf } from './app.slash.js';

const input = document.getElementById('composer');
const popup = document.getElementById('popup');

let offer = { lines: [], marked: -1 };

// A click in the popup leaves the focus in the bar.
popup.addEventListener('mousedown', (event) => event.preventDefault());

export const isPopupOpen = () => !popup.hidden;

/** The line over the offers: the command, its options, which are given and which one is being written. */
export function headerOf(command, spans, current, locale) {
  const option = current?.option;
  const kinds = {
    [OPTION.INTEGER]: t('number'),
    [OPTION.NUMBER]: t('number'),
    [OPTION.USER]: t('user'),
    [OPTION.STRING]: t('text'),
  };
  const about = option ? localised(option, 'description', locale) : descriptionOf(command.leaf, locale);
  const range =
    option && (option.min_value !== undefined || option.max_value !== undefined)
      ? ` ${option.min_value ?? ''}–${option.max_value ?? ''}`
      : '';
  return el(
    'div',
    { class: 'popup-header' },
    el(
      'div',
      { class: 'popup-options' },
      el('b', {}, `/${pathOf(command.leaf, locale)}`),
      command.leaf.options.map((one) => {
        const isGiven = spans.some((span) => span.option === one && span.value.trim());
        const mood = one === option ? 'is-current' : isGiven ? 'is-given' : '';
        return el(
          'span',
          { class: `option-chip ${mood}`, data: { option: one.name } },
          localised(one, 'name', locale),
          one.required && el('i', { class: 'star', title: t('required') }, '*'),
        );
      }),
    ),
    el(
      'small',
      {},
      about,
      option && kinds[option.type] && !option.choices?.length ? ` · ${kinds[option.type]}${range}` : '',
      option ? ` · ${option.required ? t('required') : t('optional')}` : '',
    ),
  );
}

/** Shows lines {key, label, hint?, note?, user?, pick}; `marked` is the one that Enter picks, -1 none. */
export function showPopup(next) {
  offer = next;
  const { title, header, lines, marked, empty } = next;
  popup.replaceChildren();
  if (header) popup.append(header);
  if (lines.length || empty) popup.append(el('div', { class: 'popup-title' }, title));
  const box = el(
    'div',
    { id: 'popup-list', role: 'listbox', class: 'popup-list', 'aria-label': title },
    lines.map((line, index) =>
      el(
        'div',
        {
          class: `popup-line${index === marked ? ' is-marked' : ''}`,
          role: 'option',
          id: `popup-${index}`,
          'aria-selected': String(index === marked),
          data: { key: line.key },
          onclick: () => line.pick(),
          onmousemove: () => mark(index),
        },
        line.user
          ? avatar(line.user, 'avatar is-tiny')
          : line.icon && el('span', { class: 'line-icon', 'aria-hidden': 'true' }, line.icon),
        el('span', { class: 'line-label' }, line.label),
        line.note && el('span', { class: line.isRequired ? 'line-note is-required' : 'line-note' }, line.note),
        line.hint && el('span', { class: 'line-hint' }, line.hint),
      ),
    ),
  );
  if (lines.length) popup.append(box);
  else if (empty) popup.append(el('div', { class: 'popup-empty' }, empty));
  popup.hidden = !popup.childElementCount;
  attr(input, 'aria-expanded', String(!popup.hidden && lines.length > 0));
  attr(input, 'aria-activedescendant', marked >= 0 ? `popup-${marked}` : null);
}

function mark(index) {
  if (offer.marked === index) return;
  offer.marked = index;
  [...popup.querySelectorAll('.popup-line')].forEach((line, at) => {
    line.classList.toggle('is-marked', at === index);
    attr(line, 'aria-selected', String(at === index));
    if (at === index) line.scrollIntoView({ block: 'nearest' });
  });
  attr(input, 'aria-activedescendant', index >= 0 ? `popup-${index}` : null);
}

export function hidePopup() {
  offer = { lines: [], marked: -1 };
  popup.hidden = true;
  attr(input, 'aria-expanded', 'false');
  attr(input, 'aria-activedescendant', null);
}

/** What a key does to the open popup; false = nothing, the key is the input's. */
export function pressInPopup(key, isShifted) {
  const last = offer.lines.length - 1;
  if (key === 'Escape' && isPopupOpen()) hidePopup();
  else if (last < 0) return false;
  else if (key === 'ArrowDown') mark(offer.marked >= last ? 0 : offer.marked + 1);
  else if (key === 'ArrowUp') mark(offer.marked <= 0 ? last : offer.marked - 1);
  else if (key === 'Tab' && !isShifted) offer.lines[Math.max(0, offer.marked)].pick();
  else if (key === 'Enter' && offer.marked >= 0) offer.lines[offer.marked].pick();
  else return false;
  return true;
}
