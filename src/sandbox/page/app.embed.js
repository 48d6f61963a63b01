// Embeds, attached pictures, and the enlarged picture.

import { attr, el, icon } from './app.dom.js';
import { intlTag, t } from './app.i18n.js';
import { inline, markdown } from './app.markdown.js';

/** The page's own address of an attachment: the host in its url may be another name of this machine. */
function attachmentUrl(attachment) {
  const given = attachment.url ?? '';
  try {
    const url = new URL(given, location.href);
    if (url.origin === location.origin || /^\[?(127\.|localhost|::1)/.test(url.hostname))
      return url.pathname + url.search;
  } catch {
    // Fall through to the address by id.
  }
  return `/sandbox/attachments/${encodeURIComponent(attachment.id)}`;
}

/** Finds the picture an embed names, `attachment://name` or an address. */
function pictureOf(image, message) {
  if (!image?.url) return null;
  const attachments = message.attachments ?? [];
  const name = image.url.startsWith('attachment://') ? image.url.slice('attachment://'.length) : null;
  const attached = name
    ? attachments.find((one) => one.filename === name)
    : attachments.find(
        (one) =>
          one.url && (one.url === image.url || attachmentUrl(one) === attachmentUrl({ url: image.url, id: one.id })),
      );
  if (attached) return { ...attached, src: attachmentUrl(attached) };
  if (name) return null;
  return {
    id: null,
    src: attachmentUrl({ url: image.url, id: '' }),
    width: image.width,
    height: image.height,
    description: image.description,
  };
}

/** Attachments that an embed already shows. */
export function shownInEmbeds(message) {
  const ids = new Set();
  for (const embed of message.embeds ?? []) {
    for (const image of [
      embed.image,
      embed.thumbnail,
      { url: embed.author?.icon_url },
      { url: embed.footer?.icon_url },
    ]) {
      const picture = pictureOf(image, message);
      if (picture?.id) ids.add(picture.id);
    }
  }
  return ids;
}

const MAX_WIDTH = 550;
const MAX_HEIGHT = 600;

/** The size a picture is shown at, so that its place is kept before it has come. */
function shownSize({ width, height }) {
  if (!width || !height) return {};
  const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

function pictureButton(picture, className) {
  const node = el('button', { type: 'button', class: className }, el('img', { decoding: 'async', draggable: 'false' }));
  showPicture(node, picture);
  return node;
}

/** Makes a picture's button show this one; what it showed stays until the new one is loaded. */
function showPicture(node, picture) {
  const alt = picture.description ?? '';
  const image = node.firstElementChild;
  for (const [name, value] of Object.entries({ alt: alt || t('image'), ...shownSize(picture) }))
    attr(image, name, value);
  image.dataset.next = picture.src;
  if (!image.getAttribute('src')) image.src = picture.src;
  else replaceWhenLoaded(image, picture.src);
  attr(node, 'title', alt || null);
  attr(node, 'aria-label', `${t('zoom')}${alt ? `: ${alt}` : ''}`);
  node.onclick = () => zoom(picture, alt);
}

/** A picture that is edited doesn't go blank while the new one comes. */
async function replaceWhenLoaded(image, src) {
  if (image.getAttribute('src') === src) return;
  const next = new Image();
  next.src = src;
  await next.decode().catch(() => {});
  if (image.dataset.next === src) image.src = src;
}

export function embedNode(embed, message) {
  const image = pictureOf(embed.image, message);
  const thumbnail = pictureOf(embed.thumbnail, message);
  const node = el('article', { class: `embed${image ? ' has-image' : ''}${thumbnail ? ' has-thumbnail' : ''}` });
  if (Number.isInteger(embed.color)) node.style.setProperty('--bar', `#${embed.color.toString(16).padStart(6, '0')}`);
  const main = el('div', { class: 'embed-main' });
  if (embed.author?.name)
    main.append(el('div', { class: 'embed-author' }, safeLink(embed.author.url, [embed.author.name])));
  if (embed.title) main.append(el('div', { class: 'embed-title' }, safeLink(embed.url, inline(embed.title))));
  if (embed.description) main.append(el('div', { class: 'embed-description markdown' }, markdown(embed.description)));
  if (embed.fields?.length) main.append(fieldsNode(embed.fields));
  node.append(main);
  if (thumbnail) node.append(pictureButton(thumbnail, 'embed-thumbnail'));
  if (image) node.append(pictureButton(image, 'embed-image'));
  const stamp = embed.timestamp
    ? new Intl.DateTimeFormat(intlTag(), { dateStyle: 'short', timeStyle: 'short' }).format(new Date(embed.timestamp))
    : null;
  const foot = [embed.footer?.text, stamp].filter(Boolean).join(' · ');
  if (foot) node.append(el('footer', { class: 'embed-footer' }, foot));
  return node;
}

const safeLink = (url, children) =>
  /^https?:\/\//.test(url ?? '')
    ? el('a', { href: url, target: '_blank', rel: 'noreferrer noopener' }, children)
    : children;

function fieldsNode(fields) {
  const node = el('dl', { class: 'embed-fields' });
  let run = [];
  // Inline fields share a row of up to three; a row of two or one is as wide.
  const flush = () => {
    for (let at = 0; at < run.length; at += 3) {
      const row = run.slice(at, at + 3);
      node.append(el('div', { class: `field-row of-${row.length}` }, row.map(fieldNode)));
    }
    run = [];
  };
  for (const field of fields) {
    if (field.inline) run.push(field);
    else {
      flush();
      node.append(el('div', { class: 'field-row of-1' }, fieldNode(field)));
    }
  }
  flush();
  return node;
}

const fieldNode = (field) =>
  el(
    'div',
    { class: 'field' },
    el('dt', {}, inline(field.name)),
    el('dd', { class: 'markdown' }, markdown(field.value)),
  );

/** An attachment's node; `before` is the one that stands in its place, taken over where both are pictures. */
export function attachmentNode(attachment, before) {
  const src = attachmentUrl(attachment);
  const isPicture =
    attachment.content_type?.startsWith('image/') || /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename ?? '');
  if (isPicture && before?.matches('.picture')) {
    showPicture(before, { ...attachment, src });
    return before;
  }
  if (isPicture) return pictureButton({ ...attachment, src }, 'picture');
  return el(
    'a',
    { class: 'file', href: src, download: attachment.filename },
    `${attachment.filename} · ${fileSize(attachment.size ?? 0)}`,
  );
}

const fileSize = (bytes) =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1048576
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${(bytes / 1048576).toFixed(1)} MB`;

function zoom(picture, alt) {
  const dialog = el(
    'dialog',
    { class: 'zoom', 'aria-label': alt || t('image') },
    el('figure', {}, el('img', { src: picture.src, alt }), el('figcaption', {}, alt)),
    el(
      'button',
      { type: 'button', class: 'icon-button zoom-close', 'aria-label': t('close'), onclick: () => dialog.close() },
      icon('close'),
    ),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target.tagName !== 'FIGCAPTION') dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
