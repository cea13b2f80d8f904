/** A stock server of the older kind, and a person west of Greenwich: what it shows, what it takes, and what it lacks. */
import { expect, test } from 'vitest';
import { Task } from '../../electron/service/records.ts';
import { inZone } from '../tasks/zone.ts';
import { launchApp } from './app.ts';
import { startService } from './service.ts';
import { signIn, until } from './steps.ts';

const ZONE = 'America/New_York';
const NO_ROUTE = { status: 404, headers: { 'Content-Type': 'text/plain' } };

/** How older servers say that something was deleted. */
const unknown = () =>
  new Response('Workspace ID could not be determined', { status: 400, headers: { 'Content-Type': 'text/plain' } });

test('signs in, has the days right, says what was deleted, and stops offering what it lacks', async () => {
  inZone(ZONE);
  const service = await startService({ deviceClientIds: ['kaneo-cli'], sample: false });
  const read = async (path: string) => (await service.call('GET', path)).json();
  const [workspace] = await read('/workspace');
  const [project] = await read(`/project?workspaceId=${workspace.id}`);
  const { id: userId } = await read('/user/me');
  const today = new Date();
  today.setHours(0, 0, 0, 0);
  const fields = { description: '', priority: 'low', status: 'to-do', userId };
  const add = async (title: string, dueDate: string) =>
    Task.parse(await (await service.call('POST', `/task/${project.id}`, { ...fields, title, dueDate })).json());
  const doomed = await add('Picked in the browser', today.toISOString());
  const other = await add('A plain date', `${today.toLocaleDateString('sv')}T00:00:00.000Z`);

  const app = await launchApp({ env: { TZ: ZONE, LC_ALL: 'en_GB.UTF-8', LANGUAGE: 'en_GB' } });
  try {
    const page = await signIn(app, service);
    page.setDefaultTimeout(15_000);
    for (const title of ['Picked in the browser', 'A plain date']) {
      await page.getByRole('button', { name: new RegExp(`${title}.*today`) }).waitFor();
    }
    await page.keyboard.press('Control+2');
    for (const title of ['Picked in the browser', 'A plain date']) {
      await page.getByRole('button', { name: new RegExp(`${title}.*today`) }).waitFor();
    }
    await page.keyboard.press('Control+1');

    await page
      .getByRole('button', { name: /A plain date/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^Due: .*today/i }).click();
    await page.getByRole('button', { name: /^Tomorrow/ }).click();
    const tomorrow = new Date(today.getFullYear(), today.getMonth(), today.getDate() + 1).toISOString();
    await until(
      () => read(`/task/${other.id}`),
      (task) => task.dueDate === tomorrow,
    );

    service.served.intercept = ({ method, url }) =>
      method === 'POST' && url.includes('/external-link/task/') ? new Response('404 Not Found', NO_ROUTE) : undefined;
    await page.getByRole('button', { name: 'Add link' }).click();
    await page.getByLabel('Address').fill('docs.example.com');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByTitle(/gets no link.*cannot do that/).waitFor();
    await until(
      () => page.getByRole('button', { name: 'Add link' }).count(),
      (count) => count === 0,
    );
    await page.keyboard.press('Escape');

    await page
      .getByRole('button', { name: /Picked in the browser/ })
      .first()
      .click();
    const hour = { startTime: new Date(Date.now() - 3_600_000).toISOString(), endTime: new Date().toISOString() };
    const entry = { taskId: doomed.id, ...hour, note: 'Worked' };
    await page.evaluate((payload) => window.punchcard.send('time.add', payload), entry);
    await until(
      () => service.entries(doomed.id),
      (entries) => entries.length === 1,
      30_000,
    );
    service.served.intercept = ({ url }) => (url.includes(doomed.id) ? unknown() : undefined);
    await page.evaluate((taskId) => window.punchcard.send('tasks.details', { taskId }), doomed.id);
    await page.getByText('This task was deleted').waitFor();
    expect(await page.getByRole('button', { name: 'Start timer' }).count()).toBe(0);
    await page.getByRole('button', { name: /Move my time/ }).click();
    await page.getByRole('option', { name: /A plain date/ }).click();
    await page.getByTitle(/1 entry moved to/).waitFor();
    expect(await page.getByRole('button', { name: /Move my time/ }).count()).toBe(0);
    await until(
      () => service.entries(other.id),
      (entries) => entries.length === 1,
      30_000,
    );
  } finally {
    await app.quit();
    await service.stop();
  }
});
