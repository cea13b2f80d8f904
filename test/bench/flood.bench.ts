/** A click while another program floods the command socket, or the port of the local workspace, beside the same click without the flood. */
import { createConnection, type NetConnectOpts, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { socketPath } from '../../electron/cli/protocol.ts';
import { launchApp } from '../app/app.ts';
import { resultOf, untilState } from '../app/steps.ts';
import { freePort } from '../loopback.ts';
import { type Bench, figure, pause, timesBare } from './figures.ts';
import { prepare } from './launch.ts';

const [CONNECTIONS, SENT_MB] = [1_000, 100];
const MB = 1024 * 1024;
/** A closed connection is opened again (ms). */
const AGAIN_MS = 100;
const SETTLED_MS = 2_000;

export const flood: Bench = {
  name: 'flood',
  async run(_folder, { isQuick }) {
    const { punchcard, stop } = await prepare();
    const clicks = isQuick ? 40 : 200;
    try {
      const app = await launchApp({ dataFolder: punchcard.dataFolder });
      const page = await app.page();
      await page.locator('[data-task-id]').first().waitFor();
      await untilState(page, ({ account }) => account?.status === 'signed-in');
      await resultOf(page, 'sign-in.local', { sample: false });
      const port = await freePort();
      await resultOf(page, 'settings.change', { localServer: { on: true, port } });
      await untilState(page, ({ localServer }) => localServer.address !== null);
      await pause(SETTLED_MS);
      const bare = await click(page, clicks);
      const socket = { path: socketPath(punchcard.dataFolder) ?? '' };
      const upload = `POST /api/project HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: ${SENT_MB * MB}\r\n\r\n`;
      const figures = [];
      for (const [what, sent, to, start] of [
        ['command socket', 'lines', socket, ''],
        ['port of the local workspace', 'uploads', { port, host: '127.0.0.1' }, upload],
      ] as const) {
        const end = startFlood(to, start);
        await pause(SETTLED_MS);
        const values = await click(page, clicks);
        end();
        await pause(SETTLED_MS);
        const how = `${clicks} changes of the tab, each with an answer of main, until painted; ${CONNECTIONS} connections, opened again when refused, and ${sent} of ${SENT_MB} MB. Bare: without them.`;
        const name = `click while the ${what} is flooded`;
        figures.push(
          figure(name, { unit: 'ms', values, bare, how }),
          figure(`${name}, p95`, { ...{ unit: 'ms', values, bare, how, share: 0.95 }, goal: timesBare(2) }),
        );
      }
      await app.quit();
      return figures;
    } finally {
      await stop();
    }
  },
};

const click = (page: Page, times: number): Promise<number[]> =>
  page.evaluate(async (count) => {
    const all: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const from = performance.now();
      document.querySelectorAll<HTMLElement>('[role=tab]')[at % 2]?.click();
      await window.punchcard.send('state.read', {});
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      all.push(performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return all;
  }, times);

/** One connection in a hundred sends `start`, and then what does not end. Returns what ends it. */
function startFlood(to: NetConnectOpts, start: string): () => void {
  const part = 'x'.repeat(MB);
  const open = new Set<Socket>();
  let isOver = false;
  function connect(isLong: boolean): void {
    if (isOver) return;
    const socket = createConnection(to);
    open.add(socket);
    let sent = 0;
    const write = () => {
      while (sent < SENT_MB && !socket.destroyed) {
        sent += 1;
        if (!socket.write(part)) return;
      }
    };
    if (isLong) {
      socket.on('drain', write);
      socket.write(start);
      write();
    }
    socket.on('error', () => undefined);
    socket.on('close', () => {
      open.delete(socket);
      setTimeout(connect, AGAIN_MS, isLong);
    });
  }
  for (let count = 0; count < CONNECTIONS; count += 1) connect(count % 100 === 0);
  return () => {
    isOver = true;
    for (const socket of open) socket.destroy();
  };
}
