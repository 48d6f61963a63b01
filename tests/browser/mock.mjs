// A scripted stand-in for the human side of the sandbox, so that the page can be
// tested with every kind of message without a bot. Shapes as in the sandbox's
// own answers; privacy is real (an ephemeral message goes to its user only).
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { boardMessage, commands, handMessage, seedMessages, settingsMessage } from './mock-world.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const pageFolder = join(here, '../../src/sandbox/page');
const tilesFolder = join(here, '../../assets/tiles');
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export const GUILD = '1100000000000000100';
export const CHANNEL = '1100000000000000200';
export const THREAD = '1100000000000000210';
export const USERS = ['1100000000000000301', '1100000000000000302', '1100000000000000303', '1100000000000000304'];
export const BOT = { id: '1100000000000000001', username: 'tinghu', global_name: 'tinghu', bot: true };

/** A failed interaction shows after this long here; Discord takes 3 s. */
const FAIL_MS = 400;

export class Mock {
  constructor() {
    this.users = ['东东', '南南', '西西', '北北'].map((name, index) => ({ id: USERS[index], name, locale: 'zh-CN' }));
    this.channels = [
      { id: CHANNEL, name: 'mahjong', type: 0, parent_id: null, archived: false },
      { id: THREAD, name: '新哈尔滨 · 东东的桌', type: 11, parent_id: CHANNEL, archived: false },
      { id: '1100000000000000220', name: 'old-table', type: 11, parent_id: CHANNEL, archived: true },
      { id: '1100000000000000230', name: 'voice', type: 2, parent_id: null, archived: false },
    ];
    this.botIsConnected = true;
    this.messages = [];
    this.listeners = new Set();
    this.interactions = new Map();
    /** Every call that changes something, for the test to look at. */
    this.calls = [];
    this.autocompleteDelays_ms = [];
    this.serial = 1200000000000000000n;
    for (const message of seedMessages(this)) this.post(message);
  }

  id() {
    this.serial += 1n;
    return String(this.serial);
  }

  async listen(port = 0) {
    this.server = createServer((request, response) =>
      this.serve(request, response).catch((error) => send(response, error.status ?? 500, { error: error.message })),
    );
    await new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    this.port = this.server.address().port;
    this.url = `http://127.0.0.1:${this.port}`;
    return this;
  }

  close() {
    this.dropStreams();
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }

  dropStreams() {
    for (const listener of this.listeners) listener.response.destroy();
    this.listeners.clear();
  }

  // ---- what the bot does

  post(fields) {
    const id = fields.id ?? this.id();
    const message = {
      type: 0,
      channel_id: CHANNEL,
      author: BOT,
      content: '',
      timestamp: new Date().toISOString(),
      edited_timestamp: null,
      edited: false,
      embeds: [],
      components: [],
      attachments: [],
      flags: 0,
      ephemeral: false,
      thinking: false,
      ...fields,
      id,
    };
    this.messages.push(message);
    this.tell({ type: 'message_create', channel_id: message.channel_id, message }, message.only);
    return message;
  }

  edit(id, fields) {
    const message = this.messages.find((one) => one.id === id);
    Object.assign(message, { edited: true, edited_timestamp: new Date().toISOString(), thinking: false }, fields);
    this.tell({ type: 'message_update', channel_id: message.channel_id, message }, message.only);
    return message;
  }

  remove(id) {
    const message = this.messages.find((one) => one.id === id);
    this.messages = this.messages.filter((one) => one !== message);
    this.tell({ type: 'message_delete', channel_id: message.channel_id, message: { id } }, message.only);
  }

  tell(event, only) {
    for (const { user, response } of this.listeners) {
      if (!only || only === user) response.write(`event: message\ndata: ${JSON.stringify(event)}\n\n`);
    }
  }

  interaction(user, act) {
    const id = this.id();
    const record = { user, state: 'pending', response: null };
    this.interactions.set(id, record);
    const finish = (state, response) => {
      if (record.state !== 'pending') return;
      Object.assign(record, { state, response });
      this.tell({ type: `interaction_${state}`, interaction: id, channel_id: CHANNEL }, user);
    };
    setTimeout(() => finish('failed', null), FAIL_MS + 1200);
    setTimeout(
      () => act({ answer: (response) => finish('answered', response), fail: () => finish('failed', null) }),
      15,
    );
    return { interaction: id };
  }

  click(message, { user, custom_id: customId, values }) {
    const [action] = customId.split(':').slice(-1);
    return this.interaction(user, ({ answer, fail }) => {
      if (action === 'hand') {
        const hand = this.post({
          only: user,
          ephemeral: true,
          thinking: true,
          flags: 64 | 128,
          channel_id: message.channel_id,
        });
        answer({ type: 5 });
        setTimeout(() => this.edit(hand.id, { ...handMessage(this, 1), edited: false }), 250);
      } else if (action === 'fail') setTimeout(fail, FAIL_MS);
      else if (action === 'slow') setTimeout(() => answer({ type: 6 }), 700);
      else if (action === 'form') answer({ type: 9, modal: this.form() });
      else if (action === 'settings') {
        answer({ type: 4 });
        this.post({ only: user, ephemeral: true, flags: 64, channel_id: message.channel_id, ...settingsMessage() });
      } else if (customId.startsWith('m1:T1:')) {
        answer({ type: 6 });
        this.edit(message.id, handMessage(this, Number(customId.split(':')[2]) + 1));
      } else {
        answer({ type: 6 });
        if (values) this.edit(message.id, { content: `已选择：${values.join('、')}` });
      }
    });
  }

  form() {
    const text = (fields) => ({ type: 1, components: [{ type: 4, style: 1, ...fields }] });
    return {
      custom_id: 'form:luck',
      title: '开局前说一句吉利话',
      components: [
        text({
          custom_id: 'luck',
          label: '吉利话',
          required: true,
          min_length: 2,
          max_length: 40,
          placeholder: '会混入牌墙的随机数',
        }),
        text({ custom_id: 'note', label: '留言', style: 2, required: false, placeholder: '可以不写' }),
      ],
    };
  }

  command(channel, { user, name, options }) {
    const who = this.users.find((one) => one.id === user);
    return this.interaction(user, ({ answer, fail }) => {
      if (name === 'tutorial') return setTimeout(fail, FAIL_MS);
      answer({ type: 4 });
      const source = { id: this.id(), type: 2, name, user: { id: user, name: who.name, global_name: who.name } };
      const shared = { channel_id: channel, only: user, ephemeral: true, flags: 64, interaction: source };
      if (name === 'hand') this.post({ ...shared, ...handMessage(this, 1) });
      else if (name === 'table settings') this.post({ ...shared, ...settingsMessage() });
      else this.post({ ...shared, content: `/${name} ${JSON.stringify(options)}` });
      if (name === 'table new') this.post({ channel_id: channel, ...boardMessage(this) });
      return null;
    });
  }

  // ---- HTTP

  async serve(request, response) {
    const url = new URL(request.url, this.url);
    const path = decodeURIComponent(url.pathname);
    if (path.startsWith('/sandbox/'))
      return this.human(request, response, url, path.slice('/sandbox/'.length).split('/'));
    const name = path === '/' ? 'index.html' : path.slice(1);
    if (!/^[\w.]+$/.test(name) || !existsSync(join(pageFolder, name)))
      return send(response, 404, { error: 'no such page' });
    response.setHeader('content-security-policy', CSP);
    return sendBytes(response, TYPES[extname(name)], await readFile(join(pageFolder, name)));
  }

  async human(request, response, url, [area, id, part]) {
    const body = request.method === 'GET' ? null : JSON.parse((await text(request)) || '{}');
    const as = url.searchParams.get('as');
    if (body) this.calls.push({ path: url.pathname, body });
    const route = `${request.method} ${area}${id ? '/*' : ''}${part ? `/${part}` : ''}`;
    switch (route) {
      case 'GET state':
        return send(response, 200, this.state());
      case 'GET channels/*/messages':
        return send(
          response,
          200,
          this.messages.filter((one) => one.channel_id === id && (!one.only || one.only === as)),
        );
      case 'GET attachments/*':
        return sendBytes(response, 'image/png', await readFile(this.pictures.get(id)));
      case 'GET emojis/*':
        return this.emoji(response, id);
      case 'GET interactions/*':
        return this.interactions.has(id)
          ? send(response, 200, this.interactions.get(id))
          : send(response, 404, { error: 'no such interaction' });
      case 'GET events':
        return this.stream(response, as);
      case 'POST users':
        return send(response, 200, this.addUser(body));
      case 'PATCH users/*':
        return send(response, 200, this.patchUser(id, body));
      case 'POST channels/*/commands':
        return this.checkCommand(response, id, body);
      case 'POST channels/*/autocomplete':
        return this.autocomplete(response, body);
      case 'POST messages/*/components': {
        const message = this.messages.find((one) => one.id === id && (!one.only || one.only === body.user));
        return message
          ? send(response, 200, this.click(message, body))
          : send(response, 404, { error: 'no such message' });
      }
      case 'POST interactions/*/modal':
        return send(response, 200, this.submit(body));
      default:
        return send(response, 404, { error: `no route ${route}` });
    }
  }

  async emoji(response, id) {
    const file = join(tilesFolder, `${id.slice(-2)}.svg`);
    return existsSync(file)
      ? sendBytes(response, 'image/svg+xml', await readFile(file))
      : send(response, 404, { error: 'no such emoji' });
  }

  state() {
    const members = this.users.map((user) => ({ ...user, nick: null, roles: [] }));
    return {
      guilds: [{ id: GUILD, name: '听胡', channels: this.channels, members }],
      users: this.users,
      commands: commands(),
      bot: { connected: this.botIsConnected, shards: 1, id: BOT.id },
    };
  }

  stream(response, user) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.write(': hello\n\n');
    const listener = { user, response };
    this.listeners.add(listener);
    response.on('close', () => this.listeners.delete(listener));
  }

  addUser({ name, locale }) {
    const user = { id: this.id(), name, locale };
    this.users.push(user);
    this.tell({ type: 'state' });
    return { id: user.id };
  }

  patchUser(id, fields) {
    Object.assign(
      this.users.find((one) => one.id === id),
      fields,
    );
    this.tell({ type: 'state' });
    return {};
  }

  checkCommand(response, channel, body) {
    if (body.options?.luck === 'refuse') return send(response, 400, { error: 'The option luck was refused.' });
    return send(response, 200, this.command(channel, body));
  }

  async autocomplete(response, { options, focused }) {
    const typed = String(options[focused] ?? '');
    const wait_ms = this.autocompleteDelays_ms.shift() ?? 20;
    await new Promise((resolve) => setTimeout(resolve, wait_ms));
    const tiles = ['1万', '2万', '3万', '5万', '5筒', '7条', '红中'].map((name, index) => ({
      name,
      value: `${['1m', '2m', '3m', '5m', '5p', '7s', '5z'][index]}`,
    }));
    send(
      response,
      200,
      tiles.filter((tile) => tile.name.includes(typed) || tile.value.includes(typed)),
    );
  }

  submit({ user, values }) {
    return this.interaction(user, ({ answer, fail }) => {
      if (values.luck === 'fail') return setTimeout(fail, 100);
      answer({ type: 4 });
      this.post({ only: user, ephemeral: true, flags: 64, content: `收到：**${values.luck}**` });
      return null;
    });
  }
}

async function text(request) {
  let all = '';
  for await (const chunk of request) all += chunk;
  return all;
}

function send(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function sendBytes(response, type, bytes) {
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
  response.end(bytes);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const mock = await new Mock().listen(Number(process.argv[2] ?? 8788));
  console.log(mock.url);
}
