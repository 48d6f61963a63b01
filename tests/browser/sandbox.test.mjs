// The page on the real sandbox, without a bot: the shapes of its answers, its
// security headers, and a restart of the program under an open page.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, Table } from './browser.mjs';
import { Sandbox, USERS } from './sandbox.mjs';

let browser;
let sandbox;
before(async () => {
  browser = await launch();
  sandbox = await Sandbox.start({ bot: false });
});
after(async () => {
  await browser.close();
  await sandbox.remove();
});

const seen = (locator) => locator.waitFor({ state: 'visible', timeout: 10000 });

test('shows the fixed world and says that no bot is there', async () => {
  const table = await Table.open(browser, sandbox.url);
  const { page: p } = table;
  await seen(p.locator('#channel-title', { hasText: 'mahjong' }));
  assert.deepEqual(
    await p.locator('[data-user-id]').evaluateAll((tabs) => tabs.map((tab) => tab.dataset.userId)),
    USERS,
  );
  await seen(p.locator('#banner', { hasText: '机器人未连接' }));
  await seen(p.locator('.intro'));
  assert.deepEqual(table.errors, []);
  await table.close();
});

test('adds a person, changes his language, and finds both again after a restart', async () => {
  const table = await Table.open(browser, sandbox.url);
  const { page: p } = table;
  await p.locator('#add-user').click();
  await p.locator('dialog [name="name"]').fill('新人');
  await p.keyboard.press('Enter');
  await seen(p.locator('#current-user', { hasText: '新人' }));
  await p.locator('#locale').selectOption('zh-TW');
  const user = await p.locator('[data-user-id][aria-selected="true"]').getAttribute('data-user-id');
  await p.waitForFunction(
    async (id) => (await (await fetch('/sandbox/state')).json()).users.find((one) => one.id === id).locale === 'zh-TW',
    user,
  );
  const { port, data } = sandbox;
  await sandbox.stop();
  await p.locator('html[data-live="false"]').waitFor({ state: 'attached' });
  sandbox = await Sandbox.start({ bot: false, port, data });
  await p.locator('html[data-live="true"]').waitFor({ state: 'attached', timeout: 15000 });
  assert.equal(await p.locator('#current-user').innerText(), '新人');
  assert.equal(await p.locator('#locale').inputValue(), 'zh-TW');
  await table.close();
});
