// Rows of buttons and selects under a message. A row is patched in place when
// the message is edited, so the focus and an open select survive.

import { attr, el, icon } from './app.dom.js';
import { t } from './app.i18n.js';
import { emoji } from './app.markdown.js';
import { patchSelect, selectNode } from './app.select.js';
import { activeView, store } from './app.store.js';
import { press } from './app.interact.js';

const BUTTON = 2;
const STYLE = { 1: 'primary', 2: 'secondary', 3: 'success', 4: 'danger', 5: 'link', 6: 'premium' };

const pendingKey = (message, customId) => `${message}:${customId}`;

/** Makes `container` show the rows of the message. */
export function patchRows(container, message) {
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  const focusedId = focused?.dataset.customId;
  const rows = (message.components ?? []).filter((row) => row.components?.length);
  while (container.children.length > rows.length) container.lastElementChild.remove();
  rows.forEach((row, index) => {
    if (!container.children[index]) container.append(el('div', { class: 'row', role: 'group' }));
    patchRow(container.children[index], row.components, message);
  });
  container.hidden = rows.length === 0;
  if (focusedId) keepFocus(container, focused, focusedId);
}

/** The focus follows its custom_id; when that is gone it stays where it was, on whatever is there now. */
function keepFocus(container, focused, customId) {
  if (focused.isConnected && focused.dataset.customId === customId && document.activeElement === focused) return;
  const same = container.querySelector(`[data-custom-id="${CSS.escape(customId)}"]`);
  if (same && !same.disabled) same.focus({ preventScroll: true });
  else if (!focused.isConnected) container.querySelector('button:not(:disabled)')?.focus({ preventScroll: true });
}

function patchRow(node, components, message) {
  components.forEach((component, index) => {
    const kind = component.type === BUTTON ? (component.style === 5 ? 'link' : 'button') : 'select';
    let child = node.children[index];
    if (child?.dataset.kind !== kind) {
      const fresh =
        kind === 'select'
          ? selectNode()
          : kind === 'link'
            ? el('a', { class: 'button is-link', target: '_blank', rel: 'noreferrer noopener', data: { kind } })
            : buttonNode();
      if (child) child.replaceWith(fresh);
      else node.append(fresh);
      child = fresh;
    }
    if (kind === 'select') patchSelect(child, component, message);
    else patchButton(child, component, message);
  });
  while (node.children.length > components.length) node.lastElementChild.remove();
}

function buttonNode() {
  const node = el('button', { type: 'button', data: { kind: 'button' } });
  node.addEventListener('click', () => {
    if (node.getAttribute('aria-busy') !== 'true') press(node.dataset.messageOf, node.dataset.customId);
  });
  return node;
}

function patchButton(node, component, message) {
  const isBusy = activeView().pending.has(pendingKey(message.id, component.custom_id));
  const signature = JSON.stringify([component, isBusy, store.as]);
  if (node.dataset.signature === signature) return;
  node.dataset.signature = signature;
  if (component.style === 5) {
    attr(node, 'href', /^https?:\/\//.test(component.url ?? '') ? component.url : null);
  } else {
    node.className = `button is-${STYLE[component.style] ?? 'secondary'}`;
    node.dataset.customId = component.custom_id ?? '';
    node.dataset.messageOf = message.id;
    node.disabled = Boolean(component.disabled);
    attr(node, 'aria-busy', isBusy ? 'true' : null);
  }
  const label = [
    component.emoji && emoji(component.emoji, 'emoji button-emoji'),
    component.label && el('span', { class: 'button-label' }, component.label),
    component.style === 5 && icon('open'),
    isBusy && el('span', { class: 'dots', 'aria-hidden': 'true' }, el('i'), el('i'), el('i')),
  ];
  attr(node, 'aria-label', component.label ? null : (component.emoji?.name ?? t('select')));
  node.replaceChildren(...label.filter(Boolean));
}
