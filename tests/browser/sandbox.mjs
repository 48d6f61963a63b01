// A real `tinghu` for a browser test: starts the program on a free port with an
// empty world, and speaks to the sandbox's human side.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const binary = process.env.TINGHU_BIN ?? join(here, '../../target/debug/tinghu');

export const CHANNEL = '1100000000000000200';
export const USERS = ['1100000000000000301', '1100000000000000302', '1100000000000000303', '1100000000000000304'];

export class Sandbox {
  /** Starts `tinghu sandbox`; `bot: false` leaves the bot out. Rejects when no address is printed in time. */
  static async start({ bot = true, data = mkdtempSync(join(tmpdir(), 'tinghu-browser-')), port = 0, env = {} } = {}) {
    const sandbox = new Sandbox();
    sandbox.data = data;
    sandbox.lines = [];
    const args = ['sandbox', '--port', String(port), '--data', data, ...(bot ? [] : ['--no-bot'])];
    sandbox.process = spawn(binary, args, {
      env: { ...process.env, DISCORD_TOKEN: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    sandbox.url = await sandbox.address();
    return sandbox;
  }

  /** The address that the program prints when it listens. */
  address() {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no address printed: ${this.lines.join('')}`)), 60000);
      const read = (chunk) => {
        this.lines.push(String(chunk));
        const found = /http:\/\/(?:127\.0\.0\.1|localhost):\d+/.exec(this.lines.join(''));
        if (!found) return;
        clearTimeout(timer);
        resolve(found[0]);
      };
      this.process.stdout.on('data', read);
      this.process.stderr.on('data', read);
      this.process.on('error', reject);
      this.process.on('exit', (code) => reject(new Error(`ended with ${code}: ${this.lines.join('')}`)));
    });
  }

  get port() {
    return Number(new URL(this.url).port);
  }

  async call(method, path, body) {
    const response = await fetch(`${this.url}/sandbox/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const value = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${value.error}`);
    return value;
  }

  state() {
    return this.call('GET', 'state');
  }

  async messages(user, channel = CHANNEL) {
    const answer = await this.call('GET', `channels/${channel}/messages?as=${user}`);
    return Array.isArray(answer) ? answer : answer.messages;
  }

  /** Ends the program; its world stays in `data`. */
  async stop() {
    if (this.process.exitCode !== null) return;
    const ended = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGINT');
    await ended;
  }

  async remove() {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}
