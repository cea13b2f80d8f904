/** An older server and people in two time zones: shown and written dates. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { onTestFinished, test } from 'vitest';
import { inZone } from '../shared/tasks/zone.ts';
import { until } from '../until.ts';
import { launchApp, type RunningApp } from './app.ts';
import { untilDirectoryLoaded } from './quick-add-window.ts';
import { type Service, startService } from './service.ts';
import { signIn } from './steps.ts';

const COMMAND_LINE = join(import.meta.dirname, '..', '..', 'out', 'main', 'command-line.js');

interface Desk {
  service: Service;
  app: RunningApp;
  page: Page;
  /** GET as the owner. */
  read: (path: string) => Promise<{ id: string; title: string; dueDate: string | null }>;
  ids: string[];
}

/** Signs in with only the address typed. */
async function desk(zone: string, tasks: { title: string; dueDate?: string }[]): Promise<Desk> {
  const service = await startService({ older: true, sample: false });
  onTestFinished(() => service.stop());
  const read = async (path: string) => (await service.call('GET', path)).json();
  const [workspace] = await read('/workspace');
  const [project] = await read(`/project?workspaceId=${workspace.id}`);
  const { id: userId } = await read('/user/me');
  const ids: string[] = [];
  for (const task of tasks) {
    const fields = { description: '', priority: 'low', status: 'to-do', userId, ...task };
    ids.push((await (await service.call('POST', `/task/${project.id}`, fields)).json()).id);
  }
  const app = await launchApp({ env: { TZ: zone, LC_ALL: 'en_GB.UTF-8', LANGUAGE: 'en_GB' } });
  onTestFinished(() => app.quit());
  const page = await signIn(app, service);
  return { service, app, page, read, ids };
}

const named = (page: Page, name: RegExp) => page.getByRole('button', { name }).first();

/** The first zone whose day does not end within the next hour. */
const inTheDay = (...zones: string[]): string =>
  zones.find((zone) => new Date().toLocaleTimeString('sv', { timeZone: zone }) < '23') ?? '';

/** West and east of Greenwich; test/renderer/days.test.tsx has more zones, and clock changes. */
test.each([inTheDay('America/New_York', 'America/Los_Angeles'), inTheDay('Pacific/Auckland', 'Asia/Tokyo')])(
  'In %s whole days of the web client and plain dates show that day, and new ones are written as in the web client',
  async (zone) => {
    inZone(zone);
    const today = new Date();
    today.setHours(0, 0, 0, 0);
    const tomorrow = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1).toISOString();
    const { app, page, read, ids, service } = await desk(zone, [
      { title: 'Picked in the browser', dueDate: today.toISOString() },
      { title: 'A plain date', dueDate: `${today.toLocaleDateString('sv')}T00:00:00.000Z` },
    ]);
    for (const tab of ['Control+2', 'Control+1']) {
      await page.keyboard.press(tab);
      await named(page, /Picked in the browser.*today/).waitFor();
      await named(page, /A plain date.*today/).waitFor();
    }
    await named(page, /A plain date/).click();
    await named(page, /^Due: .*today/i).click();
    await named(page, /^Tomorrow/).click();
    await until(
      () => read(`/task/${ids[1]}`),
      ({ dueDate }) => dueDate === tomorrow,
    );
    await page.keyboard.press('Escape');

    await untilDirectoryLoaded(page);
    const args = [COMMAND_LINE, `--user-data-dir=${app.dataFolder}`, 'add', 'Typed @me tomorrow'];
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', LC_ALL: 'C' };
    await promisify(execFile)(process.env.PUNCHCARD_ELECTRON ?? process.execPath, args, { env });
    await named(page, /Typed.*tomorrow/).waitFor();
    await until(
      () => service.assigned(),
      ({ tasks }) => tasks.some(({ title, dueDate }) => title === 'Typed' && dueDate === tomorrow),
    );
  },
);
