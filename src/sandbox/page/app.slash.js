// Slash commands as text: which command and which options a line names. Pure.

export const OPTION = {
  SUB: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
};

/** A name or description in a locale, else as registered. */
export function localised(thing, field, locale) {
  const table = thing[`${field}_localizations`] ?? {};
  return table[locale] ?? thing[field] ?? '';
}

const namesOf = (thing) => [...new Set([thing.name, ...Object.values(thing.name_localizations ?? {})])];

/** Every command that can be sent, sub-commands one by one. */
export function leavesOf(commands) {
  const out = [];
  const walk = (thing, above) => {
    const parts = [...above, thing];
    const inner = (thing.options ?? []).filter((option) => option.type === OPTION.SUB || option.type === OPTION.GROUP);
    if (inner.length) for (const option of inner) walk(option, parts);
    else
      out.push({ parts, name: parts.map((one) => one.name).join(' '), options: thing.options ?? [], root: parts[0] });
  };
  for (const command of commands) if ((command.type ?? 1) === 1) walk(command, []);
  return out;
}

export const pathOf = (leaf, locale) => leaf.parts.map((part) => localised(part, 'name', locale)).join(' ');

export const descriptionOf = (leaf, locale) => localised(leaf.parts.at(-1), 'description', locale);

/** All ways to write a command: each part in any language. */
function spellings(leaf) {
  leaf.spellings ??= leaf.parts
    .map(namesOf)
    .reduce((paths, names) => paths.flatMap((path) => names.map((name) => (path ? `${path} ${name}` : name))), [''])
    .map((path) => path.toLowerCase());
  return leaf.spellings;
}

/** Commands that match what was typed after the slash, best first. */
export function matchLeaves(leaves, query, locale) {
  const wanted = query.trim().toLowerCase();
  const rank = (leaf) =>
    Math.min(
      ...spellings(leaf).map((path) => {
        if (path === wanted) return 0;
        if (path.startsWith(wanted)) return 1;
        if (path.split(' ').some((word) => word.startsWith(wanted))) return 2;
        return path.includes(wanted) ? 3 : 9;
      }),
    );
  return leaves
    .map((leaf) => ({ leaf, rank: rank(leaf) }))
    .filter((one) => one.rank < 9)
    .sort((a, b) => a.rank - b.rank || pathOf(a.leaf, locale).localeCompare(pathOf(b.leaf, locale), locale))
    .map((one) => one.leaf);
}

/** The command that a line starts with: the longest that fits. Null when the line names none. */
export function readCommand(leaves, text) {
  if (!text.startsWith('/')) return null;
  const line = text.slice(1).replace(/\s/g, ' ').toLowerCase();
  let best = null;
  for (const leaf of leaves) {
    for (const path of spellings(leaf)) {
      const fits = line === path || line.startsWith(`${path} `);
      if (fits && path.length > (best?.length ?? -1)) best = { leaf, length: path.length };
    }
  }
  return best && { leaf: best.leaf, end: best.length + 1 };
}

/** The options written after the command: `name:value` runs, each to the next known name. */
export function readOptions(leaf, text, from) {
  const spans = [];
  for (const option of leaf.options) {
    for (const name of namesOf(option)) {
      const mark = `${name.toLowerCase()}:`;
      const line = text.toLowerCase().replace(/\s/g, ' ');
      for (let at = line.indexOf(` ${mark}`, from); at >= 0; at = line.indexOf(` ${mark}`, at + 1)) {
        spans.push({ option, nameStart: at + 1, valueStart: at + 1 + mark.length });
      }
    }
  }
  spans.sort((a, b) => a.nameStart - b.nameStart || b.valueStart - a.valueStart);
  const kept = spans.filter((span, index) => index === 0 || span.nameStart !== spans[index - 1].nameStart);
  kept.forEach((span, index) => {
    span.end = index + 1 < kept.length ? kept[index + 1].nameStart - 1 : text.length;
    span.value = text.slice(span.valueStart, span.end);
  });
  return { spans: kept, stray: text.slice(from, kept.length ? kept[0].nameStart : text.length).trim() };
}

/** The choices of an option in a locale: what is shown and what is sent. */
export const choicesOf = (option, locale) =>
  (option.choices ?? []).map((choice) => ({
    label: localised(choice, 'name', locale),
    value: choice.value,
    names: namesOf(choice),
  }));

/**
 * What a written value means. `world` = {users, channels, words:{yes,no}}, `picked` =
 * the autocomplete line that was chosen for this option, if any.
 * Returns {value} or {error: true}.
 */
export function readValue(option, raw, world, picked) {
  const text = raw.trim();
  if (option.choices?.length) {
    const lower = text.toLowerCase();
    const choice = option.choices.find(
      (one) => String(one.value).toLowerCase() === lower || namesOf(one).some((name) => name.toLowerCase() === lower),
    );
    return choice ? { value: choice.value } : { error: true };
  }
  if (picked && picked.label === text) return { value: picked.value };
  switch (option.type) {
    case OPTION.INTEGER:
    case OPTION.NUMBER:
      return readNumber(option, text);
    case OPTION.BOOLEAN:
      return readBoolean(text, world);
    case OPTION.USER:
    case OPTION.MENTIONABLE:
      return readNamed(text, world.users, '@');
    case OPTION.CHANNEL:
      return readNamed(text, world.channels, '#');
    case OPTION.STRING:
      return text.length >= (option.min_length ?? 0) && text.length <= (option.max_length ?? 6000)
        ? { value: text }
        : { error: true };
    default:
      return { value: text };
  }
}

function readNumber(option, text) {
  const isWritten = option.type === OPTION.INTEGER ? /^[+-]?\d+$/.test(text) : /^[+-]?\d+(\.\d+)?$/.test(text);
  const value = Number(text);
  if (!isWritten || value < (option.min_value ?? -Infinity) || value > (option.max_value ?? Infinity))
    return { error: true };
  return { value };
}

function readBoolean(text, world) {
  const lower = text.toLowerCase();
  if (['true', 'yes', '1', '是', world.words.yes.toLowerCase()].includes(lower)) return { value: true };
  if (['false', 'no', '0', '否', world.words.no.toLowerCase()].includes(lower)) return { value: false };
  return { error: true };
}

function readNamed(text, things, sign) {
  const bare = text.startsWith(sign) ? text.slice(1) : text;
  const id = /^(?:<[@#][!&]?)?(\d{15,20})>?$/.exec(text)?.[1];
  const found = things.find((one) => one.id === id || one.label.toLowerCase() === bare.toLowerCase());
  if (found) return { value: found.id };
  return id ? { value: id } : { error: true };
}

/** Everything needed to send a line: {name, options} or {problem, option?, text?}. */
export function readLine(leaves, text, world, picks) {
  const command = readCommand(leaves, text.trimEnd());
  if (!command) return { problem: 'unknownCommand', text: text.slice(1).trim() };
  const { spans, stray } = readOptions(command.leaf, text, command.end);
  if (stray) return { problem: 'stray', text: stray };
  const options = {};
  for (const span of spans) {
    if (!span.value.trim()) continue;
    const result = readValue(span.option, span.value, world, picks.get(span.option.name));
    if (result.error) return { problem: 'badValue', option: span.option, text: span.value.trim() };
    options[span.option.name] = result.value;
  }
  const missing = command.leaf.options.find((option) => option.required && !(option.name in options));
  if (missing) return { problem: 'missing', option: missing };
  return { name: command.leaf.name, options };
}
