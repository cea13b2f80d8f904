/** What Chromium looks up and connects to in a whole run, from its own log. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../until.ts';
import { launchApp, makeDataFolder } from './app.ts';
import { startService } from './service.ts';
import { resultOf, signIn, untilState } from './steps.ts';

/** A UDP socket that only connects sends nothing: Chromium learns its own address from it. */
const OUTGOING = ['HOST_RESOLVER_MANAGER_REQUEST', 'URL_REQUEST_START_JOB', 'TCP_CONNECT_ATTEMPT', 'UDP_BYTES_SENT'];

interface NetLog {
  constants: { logEventTypes: Record<string, number> };
  events: { type: number; params?: { url?: string; host?: string; address?: string } }[];
  /** One for each session. */
  polledData: { reportingInfo: { reportingEnabled: boolean } }[];
}

/** Every address in the log, with the kind of event. */
function outgoingIn(log: NetLog): string[] {
  return OUTGOING.flatMap((name) => {
    const type = log.constants.logEventTypes[name];
    if (type === undefined) throw new Error(`Chromium no longer logs ${name}`);
    const found = log.events.filter((event) => event.type === type);
    const addresses = found.flatMap(({ params = {} }) => params.url ?? params.host ?? params.address ?? []);
    return [...new Set(addresses)].map((address) => `${name} ${address}`);
  });
}

test('A whole run looks up and reaches only the server that the person entered', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const dataFolder = makeDataFolder();
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true, maxRetries: 5 }));
  const file = join(dataFolder, 'net.json');
  const app = await launchApp({ dataFolder, args: [`--log-net-log=${file}`] });
  const page = await signIn(app, service);

  const { tasks } = await untilState(page, (state) => state.tasks.tasks.length > 0);
  await resultOf(page, 'time.add', {
    taskId: tasks.tasks[0]?.id ?? '',
    startTime: new Date(2026, 9, 5, 8).toISOString(),
    endTime: new Date(2026, 9, 5, 9).toISOString(),
    note: 'A speling mistake',
  });
  await app.electron.evaluate(
    ({ dialog }, filePath) => {
      dialog.showSaveDialog = async () => ({ canceled: false, filePath });
    },
    join(dataFolder, 'report.pdf'),
  );
  const period = { from: '2026-10-05', to: '2026-10-05', projectKey: null };
  await resultOf(page, 'report.save', { ...period, format: 'pdf' });
  expect(existsSync(join(dataFolder, 'report.pdf'))).toBe(true);

  await resultOf(page, 'quick-add.open', {});
  const isQuickAdd = () => app.electron.windows().find((window) => window.url().endsWith('/quick-add.html'));
  const quickAdd = await until(isQuickAdd, (window) => window !== undefined);
  await quickAdd?.getByRole('combobox').first().fill('A speling mistake');
  await app.quit();

  const { host } = new URL(service.address);
  const log = JSON.parse(readFileSync(file, 'utf8')) as NetLog;
  const outgoing = outgoingIn(log);
  expect(outgoing).toContainEqual(expect.stringContaining(`TCP_CONNECT_ATTEMPT ${host}`));
  expect(outgoing.filter((address) => !address.includes(host))).toEqual([]);
  expect(log.polledData.map(({ reportingInfo }) => reportingInfo.reportingEnabled)).not.toContain(true);
});
