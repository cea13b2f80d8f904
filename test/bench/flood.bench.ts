/** A click while another program floods the command socket, beside the same click without the flood. */
import { createConnection, type Socket } from 'node:net';
import type { Page } from 'playwright-core';
import { socketPath } from '../../electron/cli/protocol.ts';
import { launchApp } from '../app/app.ts';
import { untilState } from '../app/steps.ts';
import { type Bench, figure, pause, timesBare } from './figures.ts';
import { prepare } from './launch.ts';

const [CONNECTIONS, LINE_MB] = [1_000, 100];
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
      await pause(SETTLED_MS);
      const bare = await click(page, clicks);
      const end = startFlood(socketPath(punchcard.dataFolder) ?? '');
      await pause(SETTLED_MS);
      const values = await click(page, clicks);
      end();
      await app.quit();
      const how = `${clicks} changes of the tab, each with an answer of main, until painted; ${CONNECTIONS} connections, opened again when refused, and lines of ${LINE_MB} MB. Bare: without them.`;
      return [
        figure('click while the command socket is flooded', { unit: 'ms', values, bare, how }),
        figure('click while the command socket is flooded, p95', {
          ...{ unit: 'ms', values, bare, how, share: 0.95 },
          goal: timesBare(2),
        }),
      ];
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

/** Returns what ends it. */
function startFlood(path: string): () => void {
  const part = 'x'.repeat(1024 * 1024);
  const open = new Set<Socket>();
  let isOver = false;
  function connect(isLong: boolean): void {
    if (isOver) return;
    const socket = createConnection(path);
    open.add(socket);
    let sent = 0;
    const write = () => {
      while (sent < LINE_MB && !socket.destroyed) {
        sent += 1;
        if (!socket.write(part)) return;
      }
    };
    if (isLong) {
      socket.on('drain', write);
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
