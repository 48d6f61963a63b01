// The game as people play it: a real `tinghu` with its bot, and every act a
// press of a button or a command line in the page.
//   TINGHU_SHOTS=DIR  keeps a screenshot of each stage
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { launch, Table } from './browser.mjs';
import { act, choose } from './player.mjs';
import { Sandbox, USERS } from './sandbox.mjs';

const TILE = /^([1-9][万筒条]|红中)$/;
const HAND_ALT = /^你坐[东南西北]。\n手牌：/;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser.close());

/** A game with its own world; what went wrong in the page or was logged as an error fails the test. */
function game(name, act) {
  test(name, { timeout: 120_000 }, async () => {
    const sandbox = await Sandbox.start();
    const table = await Table.open(browser, sandbox.url);
    try {
      await act(table, sandbox, table.page);
      assert.deepEqual(table.errors, []);
      assert.doesNotMatch(sandbox.lines.join(''), /ERROR|panicked/);
    } catch (error) {
      await table.shot(`failed-${name.split(' ')[0]}`);
      throw error;
    } finally {
      await table.close();
      await sandbox.remove();
    }
  });
}

const seen = (locator, timeout = 20_000) => locator.waitFor({ state: 'visible', timeout });
const gone = (locator) => locator.waitFor({ state: 'detached', timeout: 20_000 });

/** The newest message of everybody with these words in it. */
const card = (p, words) => p.locator('.message:not(.is-ephemeral)', { hasText: words }).last();

/** The labels of a message's buttons, row by row. */
const rowsOf = (message) =>
  message
    .locator('.row')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((button) => button.textContent.trim())));

/** The alt text of a message's picture, once the picture is loaded and as wide as it should be. */
async function pictureOf(message, width) {
  const image = message.locator('.picture img');
  await seen(image);
  await image.evaluate((node) => node.decode());
  assert.equal(await image.evaluate((node) => node.naturalWidth), width);
  return image.getAttribute('alt');
}

/** Opens a table by the slash bar and gives its lobby. */
async function openTable(table, options) {
  // Offered once the bot has registered its commands.
  await seen(table.page.locator('.intro-begin'));
  await table.command(`/table new ${options}`);
  const lobby = card(table.page, '新哈尔滨麻将 · 等人');
  await seen(lobby);
  return lobby;
}

const hand = (p) => p.locator('.message.is-ephemeral', { has: p.locator('.picture') });

/** The own hand with its picture below the board: the only one there is. */
async function handBelow(p, board) {
  await seen(hand(p).last());
  const isBelow = await board.evaluate((node) => {
    const hands = [...document.querySelectorAll('.message.is-ephemeral')].filter((one) => one.querySelector('.picture'));
    return hands.map((one) => Boolean(node.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING));
  });
  assert.deepEqual(isBelow, [true], 'one private hand, below the board');
}

/** What the own turn must look like: tiles in rows 1 to 3, the drawn one last and coloured. */
async function ownTurn(table) {
  const message = table.privateMessage();
  const offers = (await table.offers()).map(act);
  const tiles = offers.filter((one) => one.word === 'd' || one.word === 't');
  const rows = await rowsOf(message);
  const alt = await message.locator('.picture img').getAttribute('alt');
  assert.ok(tiles.length >= 1 && tiles.length <= 14, `${tiles.length} tiles`);
  assert.ok(tiles.every((one) => TILE.test(one.label)));
  assert.equal(new Set(tiles.map((one) => one.customId)).size, tiles.length);
  const n_rows = Math.ceil(tiles.length / 5);
  assert.deepEqual(rows.slice(0, n_rows).flat(), tiles.map((one) => one.label));
  assert.ok(rows.length <= 5 && rows.every((row) => row.length <= 5));
  const drawn = tiles.filter((one) => one.word === 't');
  if (drawn.length) {
    assert.equal(tiles.at(-1).word, 't');
    assert.ok(alt.includes(`刚摸到：${drawn[0].label}。`), alt);
    await seen(message.locator(`[data-custom-id="${drawn[0].customId}"].is-primary`));
  }
  return { tiles, alt };
}

/** Presses what the private hand offers until `isOver`; gives the words of all acts that were pressed. */
async function play(table, isOver, onTurn = async () => {}) {
  const pressed = [];
  let before = '';
  while (!(await isOver())) {
    const offers = await table.offers();
    const key = offers.map((one) => one.customId).join(' ');
    const pick = key === before ? null : choose(offers);
    if (!pick) {
      await table.page.waitForTimeout(50);
      continue;
    }
    before = key;
    if (['td', 'cd', 'pd'].includes(pick.word)) await table.shot('ting-choice');
    if (pick.word === 'w') await table.shot('win');
    if (pick.word === 'd' || pick.word === 't') await onTurn();
    // The table may have gone on: then the button isn't there any more.
    const button = table.page.locator(`.rows [data-custom-id="${pick.customId}"]`).last();
    if (await button.click({ timeout: 1500 }).then(() => true, () => false)) pressed.push(pick.word);
  }
  return pressed;
}

/** The points in a line such as `得分：@东东 +5 · 电脑南 -1 · …`. */
const points = (text) => [...text.matchAll(/ ([+-]\d+)(?= ·|$)/g)].map((found) => Number(found[1]));

/** A result card: picture, payments that add up to nothing, the secret of the commitment shown before the deal. */
async function checkResult(p, title, commitment) {
  const result = card(p, title);
  await seen(result);
  const alt = await pictureOf(result, 900);
  assert.match(alt, /得分：/);
  const lines = (await result.locator('.embed').innerText()).split('\n');
  const payments = points(lines.find((line) => line.startsWith('得分：')));
  assert.equal(payments.length, 4);
  assert.equal(payments.reduce((sum, n) => sum + n), 0);
  assert.ok(lines.some((line) => line.includes(commitment)));
  return { result, payments };
}

const commitmentOf = async (message) => /[0-9a-f]{64}/.exec(await message.locator('.embed-footer').innerText())[0];

async function matchAgainstPrograms(table, sandbox, p) {
  const lobby = await openTable(table, 'hands:2 clock:fast');
  assert.deepEqual(await rowsOf(lobby), [['加入', '离开', '开始', '幸运字', '电脑补位']]);
  await table.press('电脑补位', lobby);
  await seen(lobby.getByText('南 电脑（开始时入座）'));
  assert.deepEqual(await rowsOf(lobby), [['加入', '离开', '开始', '幸运字']]);
  assert.match(await lobby.innerText(), /打 2 局 · 快.*\n规则：默认[\s\S]*东 @东东（桌主）\n南 电脑（开始时入座）/);
  await table.shot('lobby');
  let commitment = await commitmentOf(lobby);
  await table.press('开始', lobby);
  const totals = [0, 0, 0, 0];
  for (const n of [1, 2]) {
    const board = card(p, `新哈尔滨麻将 · 第 ${n}/2 局`);
    await seen(board);
    assert.equal(await commitmentOf(board), commitment);
    assert.match(await pictureOf(board, 1100), /新哈尔滨麻将，庄家[东南西北]。牌墙剩 \d+ 张，4 张宝牌翻开了 \d 张。/);
    assert.deepEqual(await rowsOf(board), [['手牌', '过', '胡']]);
    await handBelow(p, board);
    assert.match(await pictureOf(hand(p), 900), HAND_ALT);
    let n_turns = 0;
    const pressed = await play(
      table,
      async () => (await card(p, `第 ${n}/2 局结束`).count()) > 0,
      async () => {
        if ((n_turns += 1) > 1) return;
        const { alt } = await ownTurn(table);
        await table.shot(`turn-${n}`);
        await othersSeeNothing(table, sandbox, alt);
      },
    );
    assert.ok(pressed.length >= 1, 'some act was pressed');
    const { result, payments } = await checkResult(p, `第 ${n}/2 局结束`, commitment);
    payments.forEach((change, seat) => (totals[seat] += change));
    // The board of an ended hand has no buttons.
    await gone(board.locator('.row').first());
    await table.shot(`result-${n}`);
    if (n === 2) break;
    const next = /下一局的牌墙承诺\s+([0-9a-f]{64})/.exec(await result.locator('.embed').innerText());
    commitment = next[1];
    await table.press('下一局', result);
    await gone(result.locator('.row button', { hasText: '下一局' }));
    assert.deepEqual(await rowsOf(result), [['回放']]);
  }
  const last = card(p, '第 2/2 局结束');
  const ranks = (await last.locator('.field', { hasText: '最终名次' }).locator('dd').innerText()).split('\n');
  assert.deepEqual(
    ranks.map((line) => Number(/[+-]\d+$/.exec(line)[0])),
    totals.toSorted((a, b) => b - a),
  );
  assert.deepEqual(await rowsOf(last), [['再来一局', '回放']]);
  await table.press('再来一局', last);
  await seen(table.button('开始'));
  await table.shot('rematch');
}

/** Another person's window and what the server tells that person hold nothing of the hand. */
async function othersSeeNothing(table, sandbox, alt) {
  await table.as(USERS[1]);
  await seen(card(table.page, '新哈尔滨麻将 · 第'));
  assert.equal(await table.page.locator('.message.is-ephemeral').count(), 0);
  assert.doesNotMatch(await table.page.content(), /刚摸到|你坐/);
  const told = JSON.stringify(await sandbox.messages(USERS[1]));
  assert.ok(!told.includes(JSON.stringify(alt.split('\n')[1]).slice(1, -1)) && !told.includes('ephemeral":true'));
  await table.as(USERS[0]);
}

async function fourPeople(table, sandbox, p) {
  const lobby = await openTable(table, 'hands:1 ai:0 clock:fast');
  await seen(lobby.getByText('还差 3 人。'));
  for (const user of USERS.slice(1)) {
    await table.as(user);
    await table.press('加入', lobby);
    await seen(table.privateMessage().getByText('你坐下了'));
  }
  await seen(lobby.getByText('可以开始了'));
  await table.press('开始', lobby);
  await seen(table.privateMessage().getByText('只有桌主'));
  await table.shot('four-not-host');
  await table.as(USERS[0]);
  await table.press('开始', lobby);
  const board = card(p, '新哈尔滨麻将 · 第 1/1 局');
  await seen(board);
  const hands = [];
  for (const user of USERS) {
    await table.as(user);
    await handBelow(p, board);
    hands.push((await hand(p).locator('img').getAttribute('alt')).split('\n')[1]);
  }
  assert.equal(new Set(hands).size, 4, 'four different hands');
  for (const [i, user] of USERS.entries()) {
    const told = JSON.stringify(await sandbox.messages(user));
    assert.deepEqual(
      hands.map((tiles) => told.includes(tiles)),
      USERS.map((_, j) => i === j),
    );
  }
  const names = ['东东', '南南', '西西', '北北'];
  let n_discards = 0;
  for (const deadline = Date.now() + 60_000; n_discards < 6; ) {
    assert.ok(Date.now() < deadline, `only ${n_discards} discards in a minute`);
    const line = await board.locator('.embed-description').innerText();
    const turn = names.findIndex((name) => line.startsWith(`轮到 @${name}`));
    if (turn < 0) {
      await passAll(table);
      continue;
    }
    await table.as(USERS[turn]);
    const pick = choose((await table.offers()).filter((one) => ['d', 't'].includes(act(one).word)));
    if (!pick) continue;
    if (n_discards === 0) await ownTurn(table);
    await table.pressId(pick.customId);
    await gone(p.locator(`[data-custom-id="${pick.customId}"]`));
    n_discards += 1;
  }
  await table.shot('four-playing');
  await table.as(USERS[1]);
  await table.command('/table end');
  await seen(table.privateMessage().getByText('只有桌主'));
  await table.as(USERS[0]);
  await table.command('/table end');
  await seen(board.getByText('牌桌已由桌主或管理员结束'));
  await gone(board.locator('.row').first());
  await gone(p.locator('.thinking'));
  await table.shot('four-ended');
}

/** All who are asked for a discard let it go. */
async function passAll(table) {
  for (const user of USERS) {
    await table.as(user);
    const pass = (await table.offers()).map(act).find((one) => one.word === 'x');
    const button = table.page.locator(`.is-ephemeral [data-custom-id="${pass?.customId}"]`);
    if (pass) await button.click({ timeout: 1000 }).catch(() => {});
  }
}

// Both at once: each waits for clocks most of the time.
describe('the game', { concurrency: 2 }, () => {
  game('one person plays a match of two hands against three programs', matchAgainstPrograms);
  game('four people in one window join, see their own hands alone, and play', fourPeople);
});
