// Buttons, selects and forms of the page, against the stand-in.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, Table } from './browser.mjs';
import { Mock, USERS } from './mock.mjs';
import { settingsMessage } from './mock-world.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

function page(name, act) {
  test(name, async () => {
    const mock = await new Mock().listen();
    const table = await Table.open(browser, mock.url);
    try {
      await act(table, mock, table.page);
      assert.deepEqual(table.errors, []);
    } finally {
      await table.close();
      await mock.close();
    }
  });
}

const seen = (locator) => locator.waitFor({ state: 'visible', timeout: 5000 });
const gone = (locator) => locator.waitFor({ state: 'detached', timeout: 5000 });
const clicks = (mock) => mock.calls.filter((call) => call.path.endsWith('/components')).map((call) => call.body);

page('draws buttons of every style', async (table, mock, p) => {
  for (const [id, style] of [
    ['x:primary', 'is-primary'],
    ['x:secondary', 'is-secondary'],
    ['x:success', 'is-success'],
    ['x:danger', 'is-danger'],
  ]) {
    await seen(p.locator(`[data-custom-id="${id}"].${style}`));
  }
  const link = p.locator('a.button', { hasText: '链接' });
  assert.equal(await link.getAttribute('href'), 'https://example.com');
  assert.equal(await link.getAttribute('rel'), 'noreferrer noopener');
  assert.ok(await p.locator('[data-custom-id="x:off"]').isDisabled());
  await seen(p.locator('[data-custom-id="x:secondary"] .is-unicode'));
});

page('turns while a press is not answered and says when it failed', async (table, mock, p) => {
  await p.locator('[data-custom-id="x:slow"]').click();
  await seen(p.locator('[data-custom-id="x:slow"][aria-busy="true"] .dots'));
  await p.locator('[data-custom-id="x:slow"]').click({ force: true });
  await seen(p.locator('[data-custom-id="x:slow"]:not([aria-busy])'));
  assert.equal(clicks(mock).length, 1, 'a waiting button is not pressed again');
  await p.locator('[data-custom-id="x:fail"]').click();
  await seen(p.locator('.failure', { hasText: '该交互失败' }));
  await table.shot('failed');
  await p.locator('[data-custom-id="x:primary"]').click();
  await gone(p.locator('.failure > *').first());
  assert.deepEqual(clicks(mock).at(-1), { user: USERS[0], custom_id: 'x:primary' });
});

page('shows a refused press as failed', async (table, mock, p) => {
  const message = mock.post({
    content: '马上消失',
    components: [{ type: 1, components: [{ type: 2, style: 1, label: '晚了', custom_id: 'late' }] }],
  });
  await seen(table.message(message.id));
  mock.messages = mock.messages.filter((one) => one !== message);
  await table.press('晚了');
  await seen(table.message(message.id).locator('.failure', { hasText: '该交互失败' }));
});

page('plays a private hand in place and keeps the focus', async (table, mock, p) => {
  await table.press('手牌');
  await seen(p.locator('.thinking', { hasText: 'tinghu 正在思考' }));
  const hand = table.privateMessage();
  await seen(hand.locator('.embed-image img[alt*="摸到 9条"]'));
  assert.deepEqual(
    await hand.locator('.row').evaluateAll((rows) => rows.map((row) => row.children.length)),
    [5, 5, 4, 4],
  );
  assert.equal(await hand.locator('.row:nth-child(-n+3) img.emoji').count(), 14);
  assert.equal(
    await hand.evaluate(
      (node) => getComputedStyle(node).backgroundColor !== getComputedStyle(document.body).backgroundColor,
    ),
    true,
  );
  await p.waitForFunction(() => {
    const node = document.getElementById('scroller');
    return node.scrollHeight - node.scrollTop - node.clientHeight < 4;
  });
  await table.shot('hand');
  const id = await hand.getAttribute('data-message-id');
  await hand.evaluate((node) => {
    node.isTheSame = true;
  });
  await hand.locator('.button', { hasText: '7条' }).focus();
  await p.keyboard.press('Enter');
  await seen(table.message(id).locator('.embed-description', { hasText: '第 2 手' }));
  assert.equal(await table.message(id).evaluate((node) => node.isTheSame), true);
  assert.match(await p.evaluate(() => document.activeElement.textContent), /7条/);
  assert.match(await p.evaluate(() => document.activeElement.dataset.customId), /^m1:T1:2:/);
  await p.keyboard.press('Space');
  await seen(table.message(id).locator('.embed-description', { hasText: '第 3 手' }));
  assert.deepEqual(
    clicks(mock).map((one) => one.custom_id),
    ['m1:T1:1:hand', 'm1:T1:1:d:24', 'm1:T1:2:d:24'],
  );
  const offers = await table.offers();
  assert.equal(offers.length, 17, 'fourteen tiles and three acts');
  await table.pressId(offers.at(-1).customId);
  assert.match((await table.otherOffers(offers))[0].customId, /^m1:T1:4:/);
  await table.as(USERS[1]);
  assert.equal(await table.message(id).count(), 0);
});

page('selects several by keyboard, and survives an edit while open', async (table, mock, p) => {
  const message = mock.post(settingsMessage());
  const select = table.message(message.id).locator('.select').first();
  await select.locator('.select-trigger').focus();
  await p.keyboard.press('Enter');
  await seen(select.locator('[role="option"]').first());
  assert.equal(await select.locator('[role="option"][aria-selected="true"]').count(), 1);
  await p.keyboard.press('ArrowDown');
  await p.keyboard.press('Enter');
  await table.shot('select');
  mock.edit(message.id, { content: '别人改了文字' });
  await seen(table.message(message.id).locator('.content', { hasText: '别人改了文字' }));
  assert.ok(await select.locator('.select-popup').isVisible(), 'the open list stays');
  await p.keyboard.press('ArrowDown');
  await p.keyboard.press('Space');
  await p.keyboard.press('ArrowDown');
  await p.keyboard.press('Space');
  assert.equal(await select.locator('[role="option"][aria-selected="true"]').count(), 3, 'not more than max_values');
  await p.keyboard.press('Escape');
  await seen(table.message(message.id).locator('.content', { hasText: '已选择：blind、rob、flow' }));
  assert.deepEqual(clicks(mock), [{ user: USERS[0], custom_id: 'set:switches', values: ['blind', 'rob', 'flow'] }]);
});

page('selects one of several and a person by mouse', async (table, mock, p) => {
  const message = mock.post(settingsMessage());
  const [, treasure, host] = [0, 1, 2].map((index) => table.message(message.id).locator('.select').nth(index));
  await treasure.locator('.select-trigger').click();
  assert.match(await treasure.locator('[role="option"]').nth(1).innerText(), /对宝\s+两张都是宝/);
  await treasure.locator('[role="option"]').nth(1).click();
  await seen(table.message(message.id).locator('.content', { hasText: '已选择：two' }));
  assert.match(await treasure.locator('.select-trigger').innerText(), /对宝/);
  await host.locator('.select-trigger').click();
  assert.equal(await host.locator('[role="option"]').count(), 4);
  await host.locator('[role="option"]', { hasText: '西西' }).click();
  await seen(table.message(message.id).locator('.content', { hasText: `已选择：${USERS[2]}` }));
  await treasure.locator('.select-trigger').click();
  await p.keyboard.press('Escape');
  await treasure.locator('.select-popup').waitFor({ state: 'hidden' });
  assert.equal(clicks(mock).length, 2, 'Escape sends nothing');
});

page('fills in a form', async (table, mock, p) => {
  await table.press('表单');
  await seen(p.locator('dialog.form', { hasText: '开局前说一句吉利话' }));
  assert.equal(await p.evaluate(() => document.activeElement.name), 'luck');
  await p.keyboard.press('Enter');
  await seen(p.locator('.form-note', { hasText: '必填' }));
  await table.shot('form');
  await p.locator('[name="luck"]').fill('一');
  await p.keyboard.press('Enter');
  await seen(p.locator('.form-note', { hasText: '至少 2 个字' }));
  await p.locator('[name="luck"]').fill('fail');
  await p.keyboard.press('Enter');
  await seen(p.locator('.form-problem', { hasText: '出错了' }));
  await p.locator('[name="luck"]').fill('大吉大利');
  await p.locator('[name="note"]').fill('第一行\n第二行');
  await p.locator('dialog button[type="submit"]').click();
  await gone(p.locator('dialog'));
  await seen(p.locator('.is-ephemeral', { hasText: '收到：大吉大利' }));
  assert.deepEqual(mock.calls.at(-1).body, { user: USERS[0], values: { luck: '大吉大利', note: '第一行\n第二行' } });
  await table.press('表单');
  await seen(p.locator('dialog'));
  await p.keyboard.press('Escape');
  await gone(p.locator('dialog'));
});
