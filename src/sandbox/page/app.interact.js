// Presses and commands: from the call to the answer, the failure or the form.

import { answerOf, api } from './app.net.js';
import { openForm } from './app.dialog.js';
import { store, tell, viewOf } from './app.store.js';

const MODAL = 9;

/** Presses a button or sends a selection as the current user. */
export async function press(message, customId, values) {
  const user = store.as;
  const view = viewOf(user);
  const key = `${message}:${customId}`;
  view.pressed_ms = performance.now();
  view.pending.add(key);
  view.failed.delete(message);
  redraw(user, message);
  let isFailed = false;
  try {
    const { interaction } = await api.click(message, { user, custom_id: customId, ...(values ? { values } : {}) });
    isFailed = !(await settle(user, interaction));
  } catch (error) {
    console.warn('press refused', error.status, error.message);
    isFailed = true;
  }
  view.pending.delete(key);
  if (isFailed) {
    view.failed.add(message);
    view.picked.delete(key);
  }
  redraw(user, message);
}

/** Waits for the answer; opens the form if it is one. False = the interaction failed. */
async function settle(user, interaction) {
  const result = await answerOf(interaction);
  if (result.state !== 'answered') return false;
  const response = result.response ?? {};
  if (response.type === MODAL && user === store.as) {
    openForm(response.modal ?? response.data ?? {}, async (formValues) => {
      const sent = await api.modal(interaction, { user, values: formValues });
      if (!sent?.interaction) return true;
      return (await answerOf(sent.interaction)).state === 'answered';
    });
  }
  return true;
}

const redraw = (user, message) => {
  if (user === store.as) tell('messages', { message });
};

let notices = 0;

/** Sends a slash command. The call's own refusal is thrown to the composer. */
export async function sendCommand(name, options) {
  const user = store.as;
  const channel = store.channel;
  const view = viewOf(user);
  const { interaction } = await api.command(channel, { user, name, options });
  notices += 1;
  const notice = { id: notices, channel, name, state: 'pending' };
  view.notices.push(notice);
  tell('notices');
  settle(user, interaction).then((isAnswered) => {
    if (isAnswered) view.notices = view.notices.filter((one) => one !== notice);
    else notice.state = 'failed';
    tell('notices');
  });
}

export function dropNotice(user, id) {
  const view = viewOf(user);
  view.notices = view.notices.filter((one) => one.id !== id);
  tell('notices');
}
