/** Two servers and one timer: what each account has goes to its own server, whatever happens to the other. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { State } from '../../shared/contract/index.ts';
import { until } from '../until.ts';
import { launchApp, makeDataFolder, type RunningApp } from './app.ts';
import { inputOf, quickAddPage, untilVisible } from './quick-add-window.ts';
import { type Service, startService } from './service.ts';
import {
  advanceClocks,
  askForCode,
  errorTitleOf,
  expectState,
  resultOf,
  sendNow,
  signIn,
  stopClocks,
  undoLast,
  untilState,
} from './steps.ts';

let one: Service;
let other: Service;
let app: RunningApp;
let page: Page;
const dataFolder = makeDataFolder();

beforeAll(async () => {
  // The clocks of the two are an hour apart.
  [one, other] = [await startService(), await startService({ now: () => Date.now() - 3_600_000 })];
  app = await launchApp({ dataFolder });
  page = await signIn(app, one);
});

afterAll(async () => {
  await app.quit();
  await Promise.all([one.stop(), other.stop()]);
});

const tasksOf = async (server: Service) => {
  const { accounts, tasks } = await untilState(page, (state) => state.accounts.length === 2);
  const account = accounts.find((open) => server.address.endsWith(open.server));
  return tasks.tasks.filter((task) => task.accountId === account?.id);
};

/** All entries of both servers. */
async function entriesAt(server: Service) {
  const assigned = await server.assigned();
  const lists = await Promise.all(assigned.tasks.map(({ id }) => server.entries(id)));
  return lists.flat();
}

test('A second account is added beside the first, and their tasks are one list', async () => {
  const before = (await untilState(page, (state) => state.tasks.tasks.length > 0)).tasks.tasks.length;
  await page.keyboard.press('Control+,');
  await page.getByRole('tab', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Add an account…' }).click();
  await page.getByRole('heading', { name: 'Add an account' }).waitFor();
  await askForCode(page, other.address);
  const { signIn: view } = await untilState(page, (state) => state.signIn.step === 'waiting');
  if (view.step !== 'waiting') throw new Error(view.step);
  await other.press(`${other.served.url}/device?user_code=${view.userCode}`, 'approve');
  const { accounts } = await untilState(page, (state) => state.accounts.length === 2);
  expect(accounts.map(({ server }) => server)).toEqual([new URL(one.address).host, new URL(other.address).host]);
  expect(new Set(accounts.map(({ letter }) => letter)).size).toBe(2);
  await expectState(page, (state) => state.tasks.tasks.length).toBe(2 * before);
  await page.keyboard.press('Control+1');
  await expect.poll(() => page.locator('[class*=mark][title]').count()).toBeGreaterThan(0);
});

test('One timer: starting on one server stops the one on the other, each exactly once at its own', async () => {
  const [[first], [second]] = [await tasksOf(one), await tasksOf(other)];
  if (first === undefined || second === undefined) throw new Error('No tasks');
  const before = [(await entriesAt(one)).length, (await entriesAt(other)).length];
  await resultOf(page, 'timer.start', { taskId: first.id });
  await advanceClocks(app, 60_000);
  await resultOf(page, 'timer.start', { taskId: second.id });
  await expectState(page, (state) => state.time.running?.task.taskId).toBe(second.id);
  await advanceClocks(app, 60_000);
  await resultOf(page, 'timer.stop', {});
  await advanceClocks(app, 30_000);
  await sendNow(app, page);
  await expectState(page, (state) => [state.time.running, state.outbox.total]).toEqual([null, 0]);
  expect([(await entriesAt(one)).length, (await entriesAt(other)).length]).toEqual(before.map((count) => count + 1));
  const [here, there] = [await one.entries(first.id), await other.entries(second.id)];
  // One of a thousand starts is on a full second, and is sent with its end up to a second later (fingerprint.ts).
  const between = Date.parse(here.at(-1)?.endTime ?? '') - Date.parse(there.at(-1)?.startTime ?? '');
  expect(Math.abs(between)).toBeLessThan(1000);
  expect(there.at(-1)?.endTime).not.toBeNull();
});

test('A timer of one account is undone while the other is in front', async () => {
  const { accounts } = await untilState(page, (state) => state.accounts.length === 2);
  const [task] = await tasksOf(one);
  for (const { id } of accounts) {
    await resultOf(page, 'account.bring-to-front', { accountId: id });
    await resultOf(page, 'timer.start', { taskId: task?.id ?? '' });
    await untilState(page, (state) => state.time.running !== null);
    await undoLast(page);
    await untilState(page, (state) => state.time.running === null);
  }
});

test('The day has the time of both', async () => {
  const { time } = await untilState(page, (state) => state.time.today.length > 0);
  const accountIds = new Set(time.today.map(({ task }) => task.accountId));
  expect(accountIds.size).toBe(2);
});

test('A change of a task goes to the server that has it', async () => {
  const [task] = await tasksOf(other);
  if (task === undefined) throw new Error('No task');
  await resultOf(page, 'tasks.change', { changes: [{ taskId: task.id, priority: 'urgent' }] });
  await sendNow(app, page);
  await until(
    async () => (await other.assigned()).tasks.find(({ id }) => id === task.id)?.priority,
    (priority) => priority === 'urgent',
  );
});

const WRITTEN = 'Written in quick add';
const writtenAt = async (server: Service) =>
  (await server.assigned()).tasks.map(({ title }) => title).filter((title) => title.startsWith(WRITTEN));

test('Quick add offers the projects of both, and the line says whose task it becomes', async () => {
  const name = new URL(other.address).host;
  const [task] = await tasksOf(one);
  await resultOf(page, 'account.bring-to-front', { accountId: task?.accountId ?? '' });
  await resultOf(page, 'quick-add.open', {});
  const quickAdd = await quickAddPage(app);
  await untilVisible(app);
  const line = inputOf(quickAdd);
  await line.fill(`${WRITTEN} there @me #payments `);
  await quickAdd.getByText(/Payments” or “/).waitFor();
  await line.fill(`${WRITTEN} there @me #"${name}/Payments" `);
  await quickAdd.getByRole('listitem').filter({ hasText: name }).waitFor();
  await line.press('Enter');
  await untilVisible(app, false);
  await resultOf(page, 'quick-add.open', {});
  await untilVisible(app);
  await line.fill(`${WRITTEN} here @me`);
  await line.press('Enter');
  await sendNow(app, page);
  await expect
    .poll(async () => [await writtenAt(one), await writtenAt(other)])
    .toEqual([[`${WRITTEN} here`], [`${WRITTEN} there`]]);
});

test('The palette and its search find the projects and tasks of both', async () => {
  const { accounts } = await untilState(page, (state) => state.accounts.length === 2);
  const ids = accounts.map(({ id }) => id).sort();
  const idsOf = (found: { accountId?: string }[]) => [...new Set(found.map(({ accountId }) => accountId))].sort();
  expect(idsOf((await resultOf(page, 'palette.read', {})).projects)).toEqual(ids);
  expect(idsOf(await resultOf(page, 'tasks.search', { query: WRITTEN }))).toEqual(ids);
});

test('A link to a task that both have asks which is meant', async () => {
  const [[here], [there]] = [await tasksOf(one), await tasksOf(other)];
  const name = here?.identifier ?? '';
  expect(there?.identifier).toBe(name);
  const follow = (link: string) =>
    app.electron.evaluate(({ app: main }, address) => main.emit('second-instance', {}, ['punchcard', address]), link);
  await follow(`punchcard://open?task=${name}`);
  const question = page.getByRole('region', { name: 'Which task do you mean?' });
  const host = new URL(other.address).host;
  await question.getByRole('button', { name: new RegExp(`${host}.*${name}`) }).click();
  await untilState(
    page,
    ({ taskPage, account }) => taskPage?.task.id === there?.id && account?.id === there?.accountId,
  );
  await page.keyboard.press('Escape');
  await follow(`punchcard://open?task=${name}&account=${encodeURIComponent(new URL(one.address).host)}`);
  await untilState(page, ({ taskPage }) => taskPage?.task.id === here?.id);
  await page.keyboard.press('Escape');
});

test('A link to a task that no list has opens it in the account whose server has it', async () => {
  const [[here], [there]] = [await tasksOf(one), await tasksOf(other)];
  await resultOf(page, 'account.bring-to-front', { accountId: here?.accountId ?? '' });
  const fields = { title: 'Nobody’s', description: '', priority: 'low', status: 'to-do' };
  // Beyond the numbers that the first server has.
  let created = { id: '', number: 0 };
  for (let n = 0; n < 5; n += 1) created = await (await other.call('POST', `/task/${there?.projectId}`, fields)).json();
  const name = `${there?.identifier.split('-')[0]}-${created.number}`;
  await app.electron.evaluate(
    ({ app: main }, link) => main.emit('second-instance', {}, ['punchcard', link]),
    `punchcard://open?task=${name}`,
  );
  await untilState(
    page,
    ({ taskPage, account }) => taskPage?.task.id === created.id && account?.id === there?.accountId,
  );
  await page.keyboard.press('Escape');
});

test('A closed week asks before it changes, whichever account is in front', async () => {
  const { accounts, time } = await untilState(page, (state) => state.time.today.length > 0);
  const [entry] = time.today;
  const weekStart = time.week.from;
  await resultOf(page, 'week.close', { weekStart });
  for (const { id } of accounts) {
    await resultOf(page, 'account.bring-to-front', { accountId: id });
    await expect.poll(() => errorTitleOf(page, 'time.delete', { entryIds: [entry?.id ?? ''] })).toMatch(/closed/);
  }
  await resultOf(page, 'week.reopen', { weekStart });
});

test('The board belongs to one account, which the switcher chooses', async () => {
  await page.keyboard.press('Control+2');
  await untilState(page, ({ board }) => board !== null);
  for (const server of [one, other]) {
    await page.getByRole('button', { name: /^Shown: / }).click();
    await page.getByRole('menuitemradio', { name: new RegExp(new URL(server.address).host) }).click();
    const { board } = await untilState(
      page,
      ({ account, board }) => server.address === account?.address && board !== null && board.error === null,
    );
    const project = await server.call('GET', `/project/${board?.project.id}`);
    expect(project.status).toBe(200);
  }
  await page.keyboard.press('Control+1');
});

test('One server does not answer: the status line names it, and the other goes on', async () => {
  other.served.intercept = () => 'drop';
  const [[task], [there]] = [await tasksOf(one), await tasksOf(other)];
  await resultOf(page, 'account.bring-to-front', { accountId: there?.accountId ?? '' });
  await resultOf(page, 'tasks.refresh', {});
  await untilState(page, ({ accounts }) => accounts[1]?.failingSince != null);
  await resultOf(page, 'account.bring-to-front', { accountId: task?.accountId ?? '' });
  // A change for the server that is away waits, and is sent once it is back.
  await resultOf(page, 'tasks.change', { changes: [{ taskId: there?.id ?? '', priority: 'low' }] });
  await sendNow(app, page);
  await expectState(page, (state) =>
    state.outbox.items.map(({ what }) => what.includes(there?.identifier ?? '?')),
  ).toEqual([true]);
  await page.getByText(new RegExp(`${new URL(other.address).host}: Offline since`)).waitFor();
  await resultOf(page, 'tasks.change', { changes: [{ taskId: task?.id ?? '', priority: 'low' }] });
  await sendNow(app, page);
  await until(
    async () => (await one.assigned()).tasks.find(({ id }) => id === task?.id)?.priority,
    (priority) => priority === 'low',
  );
  other.served.intercept = undefined;
  // A request whose answer was lost may still arrive late.
  await advanceClocks(app, 120_000);
  await sendNow(app, page);
  await until(
    async () => (await other.assigned()).tasks.find(({ id }) => id === there?.id)?.priority,
    (priority) => priority === 'low',
  );
});

test('One server of two generations fails in four ways: the other accounts go on, and each has its own once', async () => {
  const older = await startService({ older: true });
  onTestFinished(() => older.stop());
  const signInTo = (server: Service) =>
    resultOf(page, 'sign-in.api-key', { address: server.address, key: server.apiKey() });
  await signInTo(older);
  await untilState(page, (state) => state.accounts.length === 3);
  await resultOf(page, 'sign-in.local', { sample: true });
  const { accounts, tasks } = await untilState(
    page,
    (state) => new Set(state.tasks.tasks.map(({ accountId }) => accountId)).size === 4,
  );
  const local = accounts.find(({ isLocal }) => isLocal);
  const idOf = (server: Service) => accounts.find(isAt(server))?.id ?? '';
  const taskOf = (accountId = '') => tasks.tasks.find((task) => task.accountId === accountId)?.id ?? '';
  const track = async (accountId = '') => {
    await resultOf(page, 'timer.start', { taskId: taskOf(accountId), accountId });
    await untilState(page, ({ time }) => time.running?.task.accountId === accountId);
    await advanceClocks(app, 60_000);
  };
  const servers = [one, other, older];
  const expected = await Promise.all(servers.map(async (server) => (await entriesAt(server)).length));
  const posted = () => Promise.all(servers.map(async (server) => (await entriesAt(server)).length));
  const ofLocal = (state: State) => state.time.today.filter(({ task }) => task.accountId === local?.id);
  let here = 0;

  for (const [at, failing] of [other, older].entries()) {
    for (const fault of ['dead', 'slow', '401', 'odd'] as const) {
      const isOver = Promise.withResolvers<undefined>();
      failing.served.intercept = {
        dead: () => 'drop' as const,
        slow: () => isOver.promise,
        401: () => Response.json({ message: 'Unauthorized' }, { status: 401 }),
        odd: () => Response.json({ items: 'none', of: { what: null } }),
      }[fault];
      const accountId = idOf(failing);
      for (const id of [accountId, local?.id, idOf(one)]) await track(id);
      await resultOf(page, 'timer.stop', {});
      await sendNow(app, page);
      // The others have theirs, while the failing one keeps its own.
      expected[0] = (expected[0] ?? 0) + 1;
      here += 1;
      await expect.poll(posted).toEqual(expected);
      await expectState(page, (state) => ofLocal(state).filter(({ sync }) => sync === 'sent').length).toBe(here);
      await expectState(page, ({ outbox, accounts: now }) => [
        outbox.items.every((item) => item.accountId === accountId),
        now.filter(({ id }) => id !== accountId).every(({ state }) => state === 'signed-in'),
      ]).toEqual([true, true]);
      if (fault === '401') await expectState(page, ({ accounts: now }) => stateOf(now, accountId)).toBe('signed-out');

      failing.served.intercept = undefined;
      isOver.resolve(undefined);
      if (fault === '401') await signInTo(failing);
      await untilState(page, ({ accounts: now }) => stateOf(now, accountId) !== 'signed-out');
      await advanceClocks(app, 120_000);
      await sendNow(app, page);
      await expectState(page, ({ outbox }) => outbox.items.map(({ what, lastError }) => [what, lastError])).toEqual([]);
      expected[at + 1] = (expected[at + 1] ?? 0) + 1;
      await expect.poll(posted).toEqual(expected);
    }
  }
  // Nothing is doubled, unfinished, or of somebody else.
  const all = (await Promise.all(servers.map(entriesAt))).map((entries) => ({
    open: entries.filter(({ endTime }) => endTime === null).length,
    people: new Set(entries.map(({ userId }) => userId)).size,
  }));
  expect(all).toEqual(servers.map(() => ({ open: 0, people: 1 })));
  for (const id of [idOf(older), local?.id ?? '']) await resultOf(page, 'account.sign-out', { accountId: id });
  await untilState(page, (state) => state.accounts.length === 2);
});

const stateOf = (accounts: State['accounts'], accountId: string) => accounts.find(({ id }) => id === accountId)?.state;

test('Signing out of one leaves the other as it is', async () => {
  const { accounts } = await untilState(page, (state) => state.accounts.length === 2);
  const [task] = await tasksOf(one);
  await stopClocks(app);
  await resultOf(page, 'timer.start', { taskId: task?.id ?? '' });
  await resultOf(page, 'account.bring-to-front', { accountId: accounts[1]?.id ?? '' });
  await resultOf(page, 'account.sign-out', { accountId: accounts[1]?.id ?? '' });
  const state = await untilState(page, (found) => found.accounts.length === 1);
  expect(state.account?.id).toBe(accounts[0]?.id);
  // Its timer goes on, and is not sent earlier than otherwise.
  expect(state.time.running?.task.taskId).toBe(task?.id);
  expect(state.outbox.items.map(({ what }) => what.includes(task?.identifier ?? '?'))).toEqual([true]);
  await advanceClocks(app, 60_000);
  await resultOf(page, 'timer.stop', {});
  await sendNow(app, page);
  await expectState(page, ({ outbox }) => outbox.total).toBe(0);
  expect(state.tasks.tasks.every(({ accountId }) => accountId === undefined)).toBe(true);
});

test('Ten accounts, three of them down: a restart opens all, the others go on at once, and one timer counts for all', async () => {
  const more = await Promise.all(Array.from({ length: 9 }, () => startService()));
  onTestFinished(async () => void (await Promise.all(more.map((server) => server.stop()))));
  const [down, erring, frozen, slow, near, far] = more.slice(-6);
  if (!down || !erring || !frozen || !slow || !near || !far) throw new Error('No servers');
  // In front is the one that will not answer.
  for (const [at, server] of [...more.filter((server) => server !== frozen), frozen].entries()) {
    await resultOf(page, 'sign-in.api-key', { address: server.address, key: server.apiKey() });
    await untilState(page, ({ accounts }) => accounts.length === at + 2);
  }
  const { tasks } = await untilState(
    page,
    (state) => new Set(state.tasks.tasks.map((task) => task.accountId)).size === 10,
  );
  await app.quit();
  await down.served.close();
  erring.served.intercept = () => new Response('Bad Gateway', { status: 502 });
  const isAnswering = Promise.withResolvers<undefined>();
  frozen.served.intercept = () => isAnswering.promise;
  const up = [one, ...more].filter((server) => ![down, erring, frozen].includes(server));
  const begins = up.map(({ served }) => served.requests.length);
  app = await launchApp({ dataFolder });
  page = await app.page();
  await page.locator('[data-task-id]').first().waitFor();
  await expectState(page, (state) => state.tasks.tasks.length).toBe(tasks.tasks.length);
  // Each of the others is read again before the frozen one has answered or was given up.
  await until(
    () => up.map(({ served }, at) => served.requests.slice(begins[at]).some(isAnsweredList)),
    (read) => read.every(Boolean),
  );
  await expectState(page, ({ accounts }) => up.map((server) => accounts.find(isAt(server))?.state)).toEqual(
    up.map(() => 'signed-in'),
  );
  await expectState(page, ({ accounts }) => accounts.find(isAt(frozen))?.failingSince).toBeNull();

  // One of the others stops answering in the middle of a change, which is never given up.
  await app.electron.evaluate(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  slow.served.intercept = frozen.served.intercept;
  const [changed] = await tasksAt(slow);
  await resultOf(page, 'tasks.change', { changes: [{ taskId: changed?.id ?? '', priority: 'low' }] });
  await sendNow(app, page);
  await expect.poll(() => slow.served.requests.filter(({ method }) => method === 'PUT').length).toBe(1);

  const [[here], [lost], [there]] = [await tasksAt(near), await tasksAt(frozen), await tasksAt(far)];
  for (const task of [here, lost, there]) {
    await resultOf(page, 'timer.start', { taskId: task?.id ?? '' });
    await untilState(page, ({ time }) => time.running?.task.taskId === task?.id);
    await advanceClocks(app, 60_000);
  }
  await resultOf(page, 'timer.stop', {});
  await sendNow(app, page);
  const entriesOf = async (server: Service, task: { id: string } | undefined) => server.entries(task?.id ?? '');
  await expect
    .poll(async () => [(await entriesOf(near, here)).length, (await entriesOf(far, there)).length])
    .toEqual([1, 1]);
  const hosts = (servers: Service[]) => servers.map(({ address }) => new URL(address).host).sort();
  await expectState(page, ({ accounts }) =>
    accounts.flatMap(({ failingSince, server }) => (failingSince === null ? [] : server)).sort(),
  ).toEqual(hosts([down, erring, frozen]));
  await expectState(page, ({ accounts }) =>
    accounts.flatMap(({ waiting, server }) => (waiting === 0 ? [] : server)).sort(),
  ).toEqual(hosts([slow, frozen]));

  slow.served.intercept = undefined;
  frozen.served.intercept = undefined;
  isAnswering.resolve(undefined);
  await advanceClocks(app, 120_000);
  await sendNow(app, page);
  await expectState(page, ({ outbox }) => outbox.total).toBe(0);
  expect((await entriesOf(frozen, lost)).filter(({ endTime }) => endTime !== null)).toHaveLength(1);
});

const isAnsweredList = ({ path, answeredAt }: { path: string; answeredAt: number | null }) =>
  path.includes('/task/assigned') && answeredAt !== null;
const isAt =
  ({ address }: Service) =>
  ({ server }: { server: string }) =>
    address.endsWith(server);

async function tasksAt(server: Service) {
  const { accounts, tasks } = await untilState(page, (state) => state.accounts.length === 10);
  const id = accounts.find(isAt(server))?.id;
  return tasks.tasks.filter(({ accountId }) => accountId === id);
}
