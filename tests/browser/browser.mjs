// Starts chromium and gives the words of a test: open the page, who is acting,
// press a button, write a command, keep a screenshot.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function launch() {
  const executablePath =
    process.env.CHROMIUM ??
    ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (!executablePath) throw new Error('no chromium found: install it or set CHROMIUM');
  return chromium.launch({ executablePath, headless: true, args: FLAGS });
}

export const DESKTOP = { width: 1180, height: 860 };
export const PHONE = { width: 390, height: 844 };

/** The page of one sandbox in one window, with everything that went wrong in it. */
export class Table {
  static async open(
    browser,
    url,
    { viewport = DESKTOP, theme = 'dark', language = 'zh', as = null, shots = process.env.TINGHU_SHOTS } = {},
  ) {
    const context = await browser.newContext({
      viewport,
      colorScheme: theme,
      locale: language === 'zh' ? 'zh-CN' : 'en-GB',
      hasTouch: viewport.width < 600,
      deviceScaleFactor: viewport.width < 600 ? 2 : 1,
    });
    const table = new Table();
    table.context = context;
    table.page = await context.newPage();
    table.shots = shots;
    table.errors = [];
    table.page.on('pageerror', (error) => table.errors.push(String(error)));
    table.page.on('console', (line) => {
      // A picture that isn't there is a case of its own and shows as a name.
      if (line.type() === 'error' && !line.text().includes('Failed to load resource') && !line.text().includes('ERR_'))
        table.errors.push(line.text());
    });
    await table.page.goto(as ? `${url}/?as=${as}` : url);
    await table.page.locator('html[data-live="true"]').waitFor({ state: 'attached', timeout: 15000 });
    return table;
  }

  /** Switches to a user of the window. */
  async as(user) {
    await this.page.locator(`[data-user-id="${user}"]`).click();
    await this.page.locator(`[data-user-id="${user}"][aria-selected="true"]`).waitFor();
  }

  async channel(id) {
    await this.page.locator(`button[data-channel-id="${id}"]`).click();
  }

  message(id) {
    return this.page.locator(`[data-message-id="${id}"]`);
  }

  last() {
    return this.page.locator('.message').last();
  }

  /** The newest private message of the current user. */
  privateMessage() {
    return this.page.locator('.message.is-ephemeral').last();
  }

  /** A button that can be pressed, by its words, in the newest message that has it. */
  button(label, inside = this.page) {
    return inside
      .locator('.rows .button:not([disabled])')
      .filter({ hasText: new RegExp(`^\\s*${label}\\s*$`) })
      .last();
  }

  async press(label, inside) {
    await this.button(label, inside).click();
  }

  /** What the newest private message offers: its buttons that can be pressed, as {label, customId}. */
  offers() {
    // In one look: a locator finds first and reads later, and buttons are patched in place between the two.
    return this.page.evaluate(() => {
      const message = [...document.querySelectorAll('.message.is-ephemeral')].at(-1);
      const nodes = [...(message?.querySelectorAll('.rows button.button:not([disabled])') ?? [])];
      return nodes.map((node) => ({ label: node.textContent.trim(), customId: node.dataset.customId }));
    });
  }

  /** Waits until the newest private message offers something else than `before` (an earlier `offers()`). */
  async otherOffers(before, timeout_ms = 30000) {
    const ids = before.map((offer) => offer.customId).join(' ');
    await this.page.waitForFunction(
      (known) => {
        const message = [...document.querySelectorAll('.message.is-ephemeral')].at(-1);
        const nodes = [...(message?.querySelectorAll('.rows button.button:not([disabled])') ?? [])];
        return nodes.length > 0 && nodes.map((node) => node.dataset.customId).join(' ') !== known;
      },
      ids,
      { timeout: timeout_ms },
    );
    return this.offers();
  }

  /** Presses the button with this custom_id, wherever it stands. */
  async pressId(customId) {
    await this.page.locator(`.rows [data-custom-id="${customId}"]`).last().click();
  }

  /** Writes a whole command line and sends it. */
  async command(line) {
    const composer = this.page.locator('#composer');
    await composer.click();
    await composer.fill(line);
    await composer.press('Escape');
    await composer.press('Enter');
  }

  async shot(name) {
    if (!this.shots) return;
    mkdirSync(this.shots, { recursive: true });
    await this.page.screenshot({ path: join(this.shots, `${name}.png`) });
  }

  close() {
    return this.context.close();
  }
}
