// The page against the stand-in: what is shown, to whom, and how it behaves.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { DESKTOP, launch, PHONE, Table } from './browser.mjs';
import { CHANNEL, Mock, THREAD, USERS } from './mock.mjs';

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A test with a fresh stand-in and a window on it; any error in the page fails it. */
function page(name, options, act) {
  test(name, async () => {
    const mock = await new Mock().listen();
    const table = await Table.open(browser, mock.url, options);
    try {
      await act(table, mock);
      assert.deepEqual(table.errors, []);
    } finally {
      await table.close();
      await mock.close();
    }
  });
}

const seen = (locator) => locator.waitFor({ state: 'visible', timeout: 5000 });
const gone = (locator) => locator.waitFor({ state: 'detached', timeout: 5000 });

page('shows channels, threads and people', {}, async ({ page: p, shot, ...table }, mock) => {
  assert.equal(await p.locator('html').getAttribute('lang'), 'zh-CN');
  assert.equal(await p.locator('[data-channel-id]').count(), 4);
  assert.ok(await p.locator(`.is-thread[data-channel-id="${THREAD}"]`).isVisible());
  assert.match(await p.locator('.is-archived').innerText(), /已归档/);
  assert.deepEqual(
    await p
      .locator('[data-user-id]')
      .allInnerTexts()
      .then((all) => all.map((one) => one.split('\n').at(-1))),
    ['东东', '南南', '西西', '北北'],
  );
  assert.equal(await p.locator('[data-user-id][aria-selected="true"]').getAttribute('data-user-id'), USERS[0]);
  assert.equal(await p.locator('.message').count(), mock.messages.filter((one) => one.channel_id === CHANNEL).length);
  assert.ok(table.errors.length === 0);
});

page('draws markdown as nodes and nothing as markup', {}, async (table) => {
  const { page: p } = table;
  const first = p.locator('.message').first();
  for (const [selector, text] of [
    ['h3.h1', '标题一'],
    ['h4.h2', '标题二'],
    ['h5.h3', '标题三'],
    ['.subtext', '小字说明'],
    ['strong', '粗体'],
    ['em', '斜体'],
    ['s', '删除'],
    ['u', '下划线'],
    ['p code', 'code'],
    ['blockquote', '引用一行'],
    ['ul ul li', '里面一项'],
    ['ol li', '甲'],
    ['pre code', 'println!("<b>&</b>")'],
    ['.mention.is-me', '@东东'],
    ['button.mention', '#新哈尔滨'],
  ]) {
    await seen(first.locator(selector).filter({ hasText: text }).first());
  }
  assert.match(await first.innerText(), /\*不是斜体\*/);
  assert.match(await first.innerText(), /<script>window\.hacked = 1<\/script><img src=x/);
  assert.equal(await p.evaluate(() => window.hacked), undefined);
  assert.equal(await p.locator('.messages script, .messages img[src="x"]').count(), 0);
  assert.equal(await first.locator('.content a').last().getAttribute('href'), 'https://example.com/x_y_z');
  await seen(first.locator('img.emoji[alt=":th1_33:"]'));
  await seen(first.locator('.emoji-name', { hasText: ':gone:' }));
  const spoiler = first.locator('.spoiler');
  assert.equal(await spoiler.locator('.spoiler-text').isVisible(), false);
  await spoiler.focus();
  await p.keyboard.press('Enter');
  await seen(spoiler.locator('.spoiler-text'));
});

page('draws an embed with its picture, alt text and fields', {}, async (table) => {
  const { page: p } = table;
  const board = table.last();
  assert.equal(
    await board.locator('.embed').evaluate((node) => getComputedStyle(node).borderLeftColor),
    'rgb(47, 143, 107)',
  );
  assert.equal(await board.locator('.field').count(), 3);
  assert.match(await board.locator('.embed-footer').innerText(), /承诺/);
  const image = board.locator('.embed-image img');
  assert.match(await image.getAttribute('alt'), /剩 34 张/);
  await p.waitForFunction(() => document.querySelector('.message:last-child .embed-image img').naturalWidth > 0);
  const box = await board.locator('.embed').boundingBox();
  assert.ok(box.width <= 550 && box.width > 500, `the embed is ${box.width} wide`);
  assert.equal(await board.locator('.pictures .picture').count(), 0, 'an embedded picture is not shown twice');
  assert.match(await board.locator('time[data-relative]').innerText(), /秒/);
  const picture = p.locator('.picture img').first();
  assert.equal(await picture.getAttribute('alt'), '终局的牌桌，东东 +36');
  assert.ok((await picture.boundingBox()).width <= 550);
  await board.locator('.embed-image').click();
  await seen(p.locator('dialog.zoom img'));
  await table.shot('zoom');
  await p.keyboard.press('Escape');
  await gone(p.locator('dialog.zoom'));
  assert.ok(await board.locator('.embed-image').evaluate((node) => node === document.activeElement));
});

page('marks edited messages and groups one author', {}, async (table, mock) => {
  const { page: p } = table;
  const message = mock.post({ content: '原来的话' });
  await seen(table.message(message.id));
  assert.equal(await table.message(message.id).locator('.edited').count(), 0);
  assert.ok(await table.message(message.id).evaluate((node) => node.classList.contains('is-continued')));
  mock.edit(message.id, { content: '改过的话' });
  await seen(table.message(message.id).locator('.edited'));
  assert.match(await table.message(message.id).innerText(), /改过的话\s*（已编辑）/);
  mock.remove(message.id);
  await gone(table.message(message.id));
  assert.equal(await p.locator('.bot-tag').first().innerText(), '机器人');
});

page('opens threads as channels and marks unread ones', {}, async (table, mock) => {
  const { page: p } = table;
  mock.post({ channel_id: THREAD, content: '新的消息' });
  await seen(p.locator(`[data-channel-id="${THREAD}"].is-unread .dot`));
  await p.locator('.thread-open').click();
  await seen(p.locator('.message', { hasText: '子区里的消息' }));
  assert.equal(await p.locator('.message').count(), 2);
  assert.match(await p.locator('#channel-title').innerText(), /东东的桌/);
  assert.equal(await p.locator(`[data-channel-id="${THREAD}"] .dot`).count(), 0);
  mock.post({ channel_id: THREAD, content: '又一条' });
  await seen(p.locator('.message', { hasText: '又一条' }));
});

page('keeps private messages to their user and marks his tab', {}, async (table, mock) => {
  const { page: p } = table;
  const secret = mock.post({ content: '南南的手牌', only: USERS[1], ephemeral: true, flags: 64 });
  mock.post({ content: '大家都看得到' });
  await seen(p.locator('.message', { hasText: '大家都看得到' }));
  await seen(p.locator(`[data-user-id="${USERS[1]}"] .dot.is-mine`));
  await seen(p.locator(`[data-user-id="${USERS[2]}"] .dot.is-some`));
  assert.equal(await table.message(secret.id).count(), 0);
  assert.ok(!(await p.content()).includes('南南的手牌'));
  await table.as(USERS[1]);
  await seen(table.message(secret.id));
  assert.match(await table.message(secret.id).innerText(), /只有你能看到此消息/);
  assert.equal(await p.locator(`[data-user-id="${USERS[1]}"] .dot`).count(), 0);
  await table.as(USERS[2]);
  await gone(table.message(secret.id));
  await table.as(USERS[1]);
  await table.message(secret.id).locator('[data-dismiss]').click();
  await gone(table.message(secret.id));
  await p.reload();
  await seen(p.locator('.message', { hasText: '大家都看得到' }));
  assert.equal(await table.message(secret.id).count(), 0, 'dismissed for good');
});

page('belongs to one user with ?as=', { as: USERS[2] }, async (table, mock) => {
  assert.equal(await table.page.locator('[data-user-id]').count(), 1);
  assert.equal(await table.page.locator('#current-user').innerText(), '西西');
  mock.post({ content: '给西西', only: USERS[2], ephemeral: true });
  await seen(table.page.locator('.is-ephemeral', { hasText: '给西西' }));
});

page('adds a person and changes a language', {}, async (table, mock) => {
  const { page: p } = table;
  await p.locator('#add-user').click();
  await p.locator('dialog [name="name"]').fill('<b>新人</b>');
  await p.locator('dialog [name="locale"]').selectOption('en-US');
  await p.keyboard.press('Enter');
  await gone(p.locator('dialog'));
  await seen(p.locator('[data-user-id]').nth(4));
  assert.equal(await p.locator('#current-user').innerText(), '<b>新人</b>');
  assert.equal(await p.locator('#locale').inputValue(), 'en-US');
  await p.locator('#composer').fill('/ta');
  await seen(p.locator('.popup-line', { hasText: '/table new' }));
  await p.locator('#locale').selectOption('zh-CN');
  await p.locator('#composer').fill('/ta');
  await seen(p.locator('.popup-line', { hasText: '/牌桌 新建' }));
  assert.ok(mock.calls.some((call) => call.body.locale === 'zh-CN'));
});

page('comes back after a lost connection and fetches what it missed', {}, async (table, mock) => {
  const { page: p } = table;
  mock.dropStreams();
  const missed = mock.post({ content: '断线时的消息' });
  await seen(table.message(missed.id));
  await p.locator('#banner').waitFor({ state: 'hidden' });
  const next = mock.post({ content: '之后的消息' });
  await seen(table.message(next.id));
});

const atEnd = (p) =>
  p.waitForFunction(() => {
    const node = document.getElementById('scroller');
    return node.scrollHeight - node.scrollTop - node.clientHeight < 4;
  });
const scrollTop = (p) => p.locator('#scroller').evaluate((node) => node.scrollTop);

page('stays at the end, unless the reader scrolled up', {}, async (table, mock) => {
  const { page: p } = table;
  await atEnd(p);
  const last = mock.post({ content: '一\n二\n三\n四' });
  await seen(table.message(last.id));
  await atEnd(p);
  await p.locator('#scroller').evaluate((node) => node.scrollBy({ top: -700, behavior: 'instant' }));
  await seen(p.locator('#jump'));
  const top = await scrollTop(p);
  const unseen = mock.post({ content: '看不到的一条' });
  await table.message(unseen.id).waitFor({ state: 'attached' });
  await seen(p.locator('#jump.has-new', { hasText: '有新消息' }));
  assert.equal(await scrollTop(p), top);
  await p.locator('#jump').click();
  await p.locator('#jump').waitFor({ state: 'hidden' });
  await atEnd(p);
});

page('handles a long channel', {}, async (table, mock) => {
  const { page: p } = table;
  for (let n = 1; n <= 300; n += 1) mock.post({ content: `第 ${n} 条` });
  await seen(p.locator('.message', { hasText: /^.*第 300 条/ }));
  await p.reload();
  await seen(p.locator('.message', { hasText: '第 300 条' }));
  const drawn = await p.locator('.message').count();
  assert.ok(drawn < 120, `${drawn} drawn at first`);
  await p.locator('#scroller').evaluate((node) => {
    node.scrollTop = 0;
  });
  await p.waitForFunction((before) => document.querySelectorAll('.message').length > before, drawn);
  while (await p.locator('.earlier button').count())
    await p.locator('.earlier button').evaluateAll((buttons) => buttons[0]?.click());
  assert.equal(await p.locator('.message').count(), mock.messages.filter((one) => one.channel_id === CHANNEL).length);
});

page('speaks English and follows the light scheme', { language: 'en', theme: 'light' }, async (table) => {
  const { page: p } = table;
  assert.equal(await p.locator('html').getAttribute('lang'), 'en');
  assert.equal(
    await p.locator('body').evaluate((node) => getComputedStyle(node).backgroundColor),
    'rgb(255, 255, 255)',
  );
  assert.equal(await p.locator('.bot-tag').first().innerText(), 'BOT');
  await table.shot('desktop-light');
  await p.locator('#theme').click();
  assert.equal(await p.locator('body').evaluate((node) => getComputedStyle(node).backgroundColor), 'rgb(49, 51, 56)');
  await p.locator('#language').click();
  assert.equal(await p.locator('.bot-tag').first().innerText(), '机器人');
  await p.reload();
  assert.equal(await p.locator('html').getAttribute('data-theme'), 'dark');
  assert.equal(await p.locator('html').getAttribute('lang'), 'zh-CN');
});

page('works by keyboard', { viewport: DESKTOP }, async (table) => {
  const { page: p } = table;
  await p.locator(`[data-user-id="${USERS[0]}"]`).focus();
  await p.keyboard.press('ArrowRight');
  await seen(p.locator(`[data-user-id="${USERS[1]}"][aria-selected="true"]`));
  assert.equal(await p.evaluate(() => document.activeElement.dataset.userId), USERS[1]);
  assert.notEqual(await p.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), 'none');
  await p.locator('.rows .button').first().focus();
  await p.keyboard.press('/');
  assert.equal(await p.evaluate(() => document.activeElement.id), 'composer');
  await seen(p.locator('#popup'));
  await p.keyboard.press('Escape');
  await p.locator('#popup').waitFor({ state: 'hidden' });
  const nameless = await p.evaluate(() =>
    [...document.querySelectorAll('button, a, input, select, [role="option"]')]
      .filter(
        (node) =>
          node.checkVisibility() &&
          !node.closest('[aria-hidden="true"]') &&
          !(node.getAttribute('aria-label') || node.textContent.trim() || node.title),
      )
      .map((node) => node.outerHTML),
  );
  assert.deepEqual(nameless, []);
});

page('fits a phone', { viewport: PHONE }, async (table) => {
  const { page: p } = table;
  assert.equal(await p.locator('#sidebar').isVisible(), false);
  await table.shot('phone-board');
  await table.press('手牌');
  await seen(table.privateMessage().locator('.button', { hasText: '我回来了' }));
  await table.shot('phone-hand');
  assert.ok(
    await p.evaluate(
      () =>
        document.documentElement.scrollWidth <= innerWidth &&
        document.getElementById('scroller').scrollWidth <= innerWidth,
    ),
  );
  const outside = await p.evaluate(
    () =>
      [...document.querySelectorAll('.button, .embed, .message img')].filter(
        (node) => node.getBoundingClientRect().right > innerWidth,
      ).length,
  );
  assert.equal(outside, 0);
  const tops = await table
    .privateMessage()
    .locator('.row')
    .first()
    .locator('.button')
    .evaluateAll((nodes) => nodes.map((node) => Math.round(node.getBoundingClientRect().top)));
  assert.equal(new Set(tops).size, 1, 'five tiles stand side by side');
  await p.locator('#menu').click();
  await seen(p.locator('#sidebar'));
  await table.shot('phone-drawer');
  await p.keyboard.press('Escape');
  await p.locator('#sidebar').waitFor({ state: 'hidden' });
  await p.locator('#menu').click();
  await table.channel(THREAD);
  await p.locator('#sidebar').waitFor({ state: 'hidden' });
  await seen(p.locator('.message', { hasText: '子区里的消息' }));
});

page('offers to open a table and says when the bot is away', {}, async (table, mock) => {
  const { page: p } = table;
  await p.locator('.intro-begin').click();
  assert.equal(await p.locator('#composer').inputValue(), '/table new ');
  await seen(p.locator('#popup [data-key="ruleset"]'));
  assert.equal(await p.locator('#banner').isVisible(), false);
  mock.botIsConnected = false;
  mock.tell({ type: 'bot', connected: false });
  await seen(p.locator('#banner', { hasText: '机器人未连接' }));
  mock.botIsConnected = true;
  mock.tell({ type: 'bot', connected: true });
  await p.locator('#banner').waitFor({ state: 'hidden' });
});
