// The human side of the sandbox: JSON calls and the event stream.

/** A refused call: HTTP status (0 = no connection) and the server's sentence. */
class ApiError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (error) {
    throw new ApiError(0, error.message);
  }
  const text = await response.text();
  let value = null;
  try {
    value = text ? JSON.parse(text) : null;
  } catch {
    value = null;
  }
  if (!response.ok) throw new ApiError(response.status, value?.error ?? `HTTP ${response.status}`);
  return value;
}

const part = encodeURIComponent;

export const api = {
  state: () => call('GET', '/sandbox/state'),
  messages: async (channel, user) => {
    const answer = await call('GET', `/sandbox/channels/${part(channel)}/messages?as=${part(user)}`);
    return Array.isArray(answer) ? answer : (answer?.messages ?? []);
  },
  command: (channel, body) => call('POST', `/sandbox/channels/${part(channel)}/commands`, body),
  autocomplete: async (channel, body) => {
    const answer = await call('POST', `/sandbox/channels/${part(channel)}/autocomplete`, body);
    return Array.isArray(answer) ? answer : (answer?.choices ?? []);
  },
  click: (message, body) => call('POST', `/sandbox/messages/${part(message)}/components`, body),
  modal: (interaction, body) => call('POST', `/sandbox/interactions/${part(interaction)}/modal`, body),
  interaction: (id) => call('GET', `/sandbox/interactions/${part(id)}`),
  addUser: (body) => call('POST', '/sandbox/users', body),
  patchUser: (id, body) => call('PATCH', `/sandbox/users/${part(id)}`, body),
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const wakers = new Map();

/** Told by the event stream that an interaction has a result, so the next look happens at once. */
export function wake(interaction) {
  wakers.get(String(interaction))?.();
}

/**
 * Waits until an interaction is answered or has failed.
 * Discord gives the bot 3 s; a little more is allowed for the server's own clock.
 */
export async function answerOf(interaction, limit_ms = 4500) {
  const started = performance.now();
  let wait_ms = 40;
  try {
    while (performance.now() - started < limit_ms) {
      const result = await api.interaction(interaction);
      if (result?.state && result.state !== 'pending') return result;
      await Promise.race([pause(wait_ms), new Promise((resolve) => wakers.set(String(interaction), resolve))]);
      wait_ms = Math.min(wait_ms * 1.5, 250);
    }
  } catch (error) {
    if (error.status !== 404) return { state: 'failed', error };
  } finally {
    wakers.delete(String(interaction));
  }
  return { state: 'failed' };
}

/** One user's server-sent events, reconnecting for ever. `opened` runs at each connection, also the first. */
export class EventStream {
  constructor(user, { received, opened, lost }) {
    this.user = user;
    this.hooks = { received, opened, lost };
    this.retry_ms = 500;
    this.connect();
  }

  connect() {
    this.source = new EventSource(`/sandbox/events?as=${part(this.user)}`);
    this.source.onopen = () => {
      this.retry_ms = 500;
      this.hooks.opened();
    };
    this.source.onmessage = (event) => {
      try {
        this.hooks.received(JSON.parse(event.data));
      } catch (error) {
        console.error('event not understood', error);
      }
    };
    this.source.onerror = () => {
      if (this.closed) return;
      this.hooks.lost();
      // The browser retries a broken connection by itself, but gives up on an
      // error status; a restarting server gives both, so we always do it here.
      this.source.close();
      this.timer = setTimeout(() => this.connect(), this.retry_ms);
      this.retry_ms = Math.min(this.retry_ms * 1.6, 5000);
    };
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.source.close();
  }
}
