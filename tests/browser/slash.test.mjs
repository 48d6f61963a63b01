// The slash-command bar, against the stand-in.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, Table } from './browser.mjs';
import { CHANNEL, Mock, USERS } from './mock.mjs';

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
      await act(table.page.locator('#composer'), table, mock, table.page);
      assert.deepEqual(table.errors, []);
    } finally {
      await table.close();
      await mock.close();
    }
  });
}

const seen = (locator) => locator.waitFor({ state: 'visible', timeout: 5000 });
const sent = (mock) => mock.calls.filter((call) => call.path.endsWith('/commands')).map((call) => call.body);

page("offers commands in the user's language and finds both spellings", async (bar, table, mock, p) => {
  await bar.click();
  await p.keyboard.type('/');
  await seen(p.locator('.popup-line', { hasText: '/牌桌 新建' }));
  assert.equal(await p.locator('.popup-line').count(), 9);
  assert.equal(await bar.getAttribute('aria-expanded'), 'true');
  await table.shot('slash');
  await p.keyboard.type('table k');
  assert.deepEqual(await p.locator('.popup-line .line-label').allInnerTexts(), ['/牌桌 移除']);
  await bar.fill('/牌桌 设');
  assert.deepEqual(await p.locator('.popup-line .line-label').allInnerTexts(), ['/牌桌 设置']);
  assert.match(await p.locator('.popup-line').innerText(), /这一桌的规则选项/);
  await bar.fill('/zzz');
  await seen(p.locator('.popup-empty', { hasText: '没有匹配的命令' }));
});

page('is filled in and sent by keyboard alone', async (bar, table, mock, p) => {
  await bar.click();
  await p.keyboard.type('/牌桌 新');
  await p.keyboard.press('Enter');
  assert.equal(await bar.inputValue(), '/牌桌 新建 ');
  await p.keyboard.press('Tab');
  assert.equal(await bar.inputValue(), '/牌桌 新建 规则:');
  await table.shot('slash-choices');
  await p.keyboard.press('ArrowDown');
  await p.keyboard.press('ArrowDown');
  assert.match(await p.locator(`#${await bar.getAttribute('aria-activedescendant')}`).innerText(), /齐齐哈尔/);
  await p.keyboard.press('ArrowUp');
  await p.keyboard.press('Enter');
  assert.equal(await bar.inputValue(), '/牌桌 新建 规则:哈尔滨 ');
  await p.keyboard.type('局');
  await p.keyboard.press('Tab');
  await p.keyboard.type('4 ');
  await p.keyboard.type('thread:');
  await p.keyboard.press('Enter');
  assert.equal(await bar.inputValue(), '/牌桌 新建 规则:哈尔滨 局数:4 thread:是 ');
  await p.keyboard.press('Enter');
  await seen(p.locator('.is-ephemeral', { hasText: '/table new' }).first());
  assert.deepEqual(sent(mock), [
    { user: USERS[0], name: 'table new', options: { ruleset: 'harbin', hands: 4, thread: true } },
  ]);
  assert.equal(await bar.inputValue(), '');
  const answer = p.locator('.is-ephemeral .origin');
  assert.match(await answer.innerText(), /东东\s+使用了\s+\/table new/);
});

page('sends a whole line in English names and raw values', async (bar, table, mock, p) => {
  await table.command('/table new ruleset:harbin-new ai:3 clock:fast');
  await seen(p.locator('.is-ephemeral').first());
  assert.deepEqual(sent(mock)[0].options, { ruleset: 'harbin-new', ai: 3, clock: 'fast' });
  await bar.fill('/hand');
  await p.keyboard.press('Enter');
  await seen(p.locator('.is-ephemeral .button', { hasText: '我回来了' }));
  await bar.fill('/table join luck:hello  world: yes');
  await p.keyboard.press('Enter');
  await seen(p.locator('.is-ephemeral', { hasText: 'hello  world: yes' }));
  assert.deepEqual(sent(mock).at(-1).options, { luck: 'hello  world: yes' });
});

page('marks required options and picks a person', async (bar, table, mock, p) => {
  await bar.click();
  await p.keyboard.type('/table ki');
  await p.keyboard.press('Tab');
  assert.equal(await bar.inputValue(), '/牌桌 移除 玩家:');
  await seen(p.locator('[data-option="player"].is-current .star'));
  assert.equal(await p.locator('.popup-line').count(), 4);
  await p.keyboard.type('西');
  await p.keyboard.press('Enter');
  await p.keyboard.press('Enter');
  await seen(p.locator('.is-ephemeral').first());
  assert.deepEqual(sent(mock)[0], { user: USERS[0], name: 'table kick', options: { player: USERS[2] } });
});

page('says what is wrong', async (bar, table, mock, p) => {
  const error = p.locator('#composer-error');
  const refused = async (line, words) => {
    await table.command(line);
    await seen(error.filter({ hasText: words }));
  };
  await refused('/table kick', '缺少必填选项：玩家');
  await seen(p.locator('[data-option="player"].is-current'));
  await refused('/table new hands:many', '局数 的值无效：many');
  await refused('/table new hands:99', '局数 的值无效：99');
  await refused('/table new 多余', '多余的文字：多余');
  await refused('/nothing', '没有命令 /nothing');
  await refused('你好', '这里只能使用斜杠命令');
  await table.shot('slash-error');
  assert.deepEqual(sent(mock), []);
  await refused('/table join luck:refuse', 'The option luck was refused.');
  assert.equal(await bar.inputValue(), '/table join luck:refuse', 'a refused line is kept');
  await bar.fill('/');
  await error.waitFor({ state: 'hidden' });
});

page('asks for autocomplete and ignores answers to older questions', async (bar, table, mock, p) => {
  // The first question is answered long after the second.
  mock.autocompleteDelays_ms = [900, 10];
  await bar.click();
  await p.keyboard.type('/discard tile:');
  await p.waitForRequest((request) => request.url().endsWith('/autocomplete'));
  await p.keyboard.type('5筒');
  await seen(p.locator('.popup-line', { hasText: '5筒' }));
  await p.waitForResponse(
    (response) => response.url().endsWith('/autocomplete') && response.request().postDataJSON().options.tile === '',
  );
  assert.deepEqual(await p.locator('.popup-line .line-label').allInnerTexts(), ['5筒']);
  const asked = mock.calls
    .filter((call) => call.path === `/sandbox/channels/${CHANNEL}/autocomplete`)
    .map((call) => call.body);
  assert.deepEqual(asked.at(-1), { user: USERS[0], name: 'discard', options: { tile: '5筒' }, focused: 'tile' });
  await p.keyboard.press('Escape');
  await bar.fill('/打 牌:红');
  await seen(p.locator('.popup-line', { hasText: '红中' }));
  await table.shot('slash-autocomplete');
  await p.keyboard.press('Enter');
  assert.equal(await bar.inputValue(), '/打 牌:红中 ');
  await p.keyboard.press('Enter');
  await seen(p.locator('.is-ephemeral').first());
  assert.deepEqual(sent(mock)[0].options, { tile: '5z' });
});

page('says when the bot does not respond', async (bar, table, mock, p) => {
  await table.command('/tutorial');
  await seen(p.locator('.notice.is-pending', { hasText: 'tutorial' }));
  await seen(p.locator('.notice.is-failed', { hasText: '该应用未响应' }));
  await p.locator('.notice .link-button').click();
  await p.locator('.notice').waitFor({ state: 'detached' });
  assert.equal(await p.locator('.notice').count(), 0);
});
