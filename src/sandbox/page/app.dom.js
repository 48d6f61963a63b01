// Building blocks for the page. Every node is made here from data with
// createElement and text nodes; nothing parses a string as HTML, so a name or a
// message can never become markup.

/** Makes an element. `data` fills data-*, `on…` adds a listener, null and false are left out. */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === 'class') node.className = value;
    else if (key === 'data') Object.assign(node.dataset, value);
    else if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** Sets or removes an attribute, touching the DOM only when it differs. */
export function attr(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? '' : value);
}

const ICONS = {
  hash: 'M9.5 3 8.9 8H4.5v2h4.1l-.5 4H4v2h3.9l-.6 5h2l.6-5h4l-.6 5h2l.6-5h4.1v-2h-3.9l.5-4h4V8h-3.7l.6-5h-2l-.6 5h-4l.6-5h-2Zm1.1 7h4l-.5 4h-4l.5-4Z',
  thread:
    'M5 3v9a5 5 0 0 0 5 5h5.2l-2.6 2.6L14 21l5-5-5-5-1.4 1.4 2.6 2.6H10a3 3 0 0 1-3-3V3H5Zm6 1v2h9V4h-9Zm0 4v2h7V8h-7Z',
  speaker:
    'M12 4 7 8.5H3v7h4l5 4.5V4Zm3 4.2v2.2a2 2 0 0 1 0 3.2v2.2a4 4 0 0 0 0-7.6Zm0-4v2.1a6 6 0 0 1 0 11.4v2.1a8 8 0 0 0 0-15.6Z',
  at: 'M12 3a9 9 0 1 0 5 16.5l-1.1-1.7A7 7 0 1 1 19 12v1.2a1.3 1.3 0 0 1-2.6 0V8h-2v.6A4.2 4.2 0 1 0 15 15a3.3 3.3 0 0 0 6-1.8V12a9 9 0 0 0-9-9Zm0 11.2a2.2 2.2 0 1 1 0-4.4 2.2 2.2 0 0 1 0 4.4Z',
  menu: 'M3 6h18v2H3V6Zm0 5h18v2H3v-2Zm0 5h18v2H3v-2Z',
  sun: 'M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10ZM11 1h2v4h-2V1Zm0 18h2v4h-2v-4ZM1 11h4v2H1v-2Zm18 0h4v2h-4v-2ZM3.5 4.9l1.4-1.4 2.8 2.8-1.4 1.4-2.8-2.8Zm12.8 12.8 1.4-1.4 2.8 2.8-1.4 1.4-2.8-2.8ZM3.5 19.1l2.8-2.8 1.4 1.4-2.8 2.8-1.4-1.4ZM16.3 6.3l2.8-2.8 1.4 1.4-2.8 2.8-1.4-1.4Z',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  plus: 'M11 4h2v7h7v2h-7v7h-2v-7H4v-2h7V4Z',
  close: 'm5.6 4.2 6.4 6.4 6.4-6.4 1.4 1.4-6.4 6.4 6.4 6.4-1.4 1.4-6.4-6.4-6.4 6.4-1.4-1.4 6.4-6.4-6.4-6.4 1.4-1.4Z',
  open: 'M14 3h7v7h-2V6.4l-8.3 8.3-1.4-1.4L17.6 5H14V3ZM5 5h6v2H5v12h12v-6h2v8H3V5h2Z',
  chevron: 'm5.6 8.2 6.4 6.4 6.4-6.4 1.4 1.4L12 17.4 4.2 9.6l1.4-1.4Z',
  eye: 'M12 5C6.5 5 2.7 9.3 1.5 12c1.2 2.7 5 7 10.5 7s9.3-4.3 10.5-7C21.3 9.3 17.5 5 12 5Zm0 11.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9Zm0-2.5a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  send: 'M3 3.5 21.5 12 3 20.5 5 13l9-1-9-1-2-7.5Z',
  slash: 'M14.6 3h2.6L9.4 21H6.8L14.6 3Z',
  warn: 'M12 2.5 1.5 21h21L12 2.5ZM11 9h2v6h-2V9Zm0 7.5h2v2h-2v-2Z',
};

/** A decorative icon that takes the text colour. */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  path.setAttribute('fill', 'currentColor');
  svg.append(path);
  return svg;
}

const AVATAR_HUES = [232, 152, 38, 350, 268, 190, 20, 310];

/** The round picture of a user: first letter of the name on a colour that his id fixes. */
export function avatar(user, className = 'avatar') {
  const name = displayName(user);
  const node = el(
    'span',
    { class: className, 'aria-hidden': 'true' },
    [...name.replace(/^@/, '')][0]?.toUpperCase() ?? '?',
  );
  const hue = AVATAR_HUES[Number(String(user?.id ?? '0').slice(-4)) % AVATAR_HUES.length];
  node.style.setProperty('--hue', String(hue));
  if (user?.bot) node.classList.add('is-bot');
  return node;
}

/** The name shown for a user or member object of any call. */
export function displayName(user) {
  return user?.nick || user?.global_name || user?.name || user?.username || '?';
}

/** Orders two snowflakes; they are too long for a number. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

/** Runs `action` when the click or the keyboard asks for it on a non-button element. */
export function pressable(node, action) {
  node.addEventListener('click', action);
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    action(event);
  });
  return node;
}
