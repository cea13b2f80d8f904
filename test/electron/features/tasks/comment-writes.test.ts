/** POST is not idempotent: a comment whose answer was lost is found, and two equal ones stay two. */
import { expect, test } from 'vitest';
import { createTaskChanges } from '../../../../electron/features/tasks/task-changes.ts';
import { TASK_CREATE } from '../../../../electron/features/tasks/task-create-write.ts';
import { createUndo } from '../../../../electron/outbox/undo.ts';
import { Comment } from '../../../../electron/service/records.ts';
import { add, HOW, loseFirst, passLong, startWith } from '../../outbox/lost-answers.ts';
import { ACCOUNT, json, type Machine, MINUTE } from '../../outbox/machine.ts';
import { backUp } from '../time/doubtful-server.ts';

const commentsOf = async ({ local, task }: Machine) =>
  Comment.array().parse((await local.call('GET', `/comment/${task.taskId}`)).json);

const textsOf = async (machine: Machine) => (await commentsOf(machine)).map(({ content }) => content);

const comment = ({ task }: Machine, text = 'Done') => ({
  taskId: task.taskId,
  identifier: task.identifier,
  text,
  writtenAt: '2026-11-18T09:00:00.000Z',
  before: null,
});

test.each(HOW)('a comment is written once if the answer is lost: %s', async (how) => {
  const machine = await startWith();
  add(machine, 'task.comment-add', 'c', comment(machine));
  loseFirst(machine, '/comment', how);
  await passLong(machine);
  expect(await textsOf(machine)).toEqual(['Done']);
  expect(machine.items()).toEqual([]);
  expect(machine.outbox.serverId('c')).toBe((await commentsOf(machine))[0]?.id);
});

test('a comment is written once if the app is killed before the answer', async () => {
  const machine = await startWith();
  add(machine, 'task.comment-add', 'c', comment(machine));
  loseFirst(machine, '/comment', 'commit-then-drop');
  await machine.pass(0);
  machine.crash();
  await passLong(machine);
  expect(await textsOf(machine)).toEqual(['Done']);
});

/** The first POST is carried out and answered with this. */
function answerWith({ server, local }: Machine, answer: () => Promise<unknown>): void {
  let isFirst = true;
  server.intercept = async (request) => {
    if (!isFirst || request.method !== 'POST') return undefined;
    isFirst = false;
    await local.workspace.fetch(request);
    return Response.json(await answer());
  };
}

test('an answer with another comment is not believed: an edit reaches the own one', async () => {
  const machine = await startWith();
  const { local, task } = machine;
  const { token } = local.workspace.addPerson({ name: 'Mira', role: 'admin' });
  await local.call('POST', `/comment/${task.taskId}`, { content: 'Theirs' }, { token });
  const [theirs] = await commentsOf(machine);
  add(machine, 'task.comment-add', 'c', comment(machine));
  answerWith(machine, async () => theirs);
  await passLong(machine);
  expect(machine.outbox.serverId('c')).toBe((await commentsOf(machine)).find(({ content }) => content === 'Done')?.id);
  expect((await textsOf(machine)).toSorted()).toEqual(['Done', 'Theirs']);
});

test('a comment is written once if the list of another task answers the search for it', async () => {
  const machine = await startWith();
  const { local, server, otherTask } = machine;
  await local.call('POST', `/comment/${otherTask.taskId}`, { content: 'Elsewhere' });
  const { json: others } = await local.call('GET', `/comment/${otherTask.taskId}`);
  add(machine, 'task.comment-add', 'c', comment(machine));
  loseFirst(machine, '/comment', 'commit-then-drop');
  await machine.pass(0);
  server.intercept = (request) => (request.method === 'GET' ? json(others) : undefined);
  await passLong(machine);
  server.intercept = () => undefined;
  await passLong(machine);
  expect(await textsOf(machine)).toEqual(['Done']);
  expect(machine.items()).toEqual([]);
});

test('the id of a comment with an unreadable answer comes from the list', async () => {
  const machine = await startWith();
  add(machine, 'task.comment-add', 'c', comment(machine));
  answerWith(machine, async () => ({ ok: true }));
  await machine.pass(0);
  expect(machine.outbox.serverId('c')).toBe((await commentsOf(machine))[0]?.id);
});

test('two equal ones with lost answers stay two', async () => {
  const machine = await startWith();
  add(machine, 'task.comment-add', 'one', comment(machine));
  add(machine, 'task.comment-add', 'other', comment(machine));
  let lost = 0;
  machine.server.intercept = (request) => {
    if (request.method !== 'POST' || lost === 2) return undefined;
    lost += 1;
    return 'commit-then-drop';
  };
  await passLong(machine);
  await passLong(machine);
  expect(await textsOf(machine)).toEqual(['Done', 'Done']);
  expect(machine.outbox.serverId('one')).not.toBe(machine.outbox.serverId('other'));
});

test('an older comment or one of another person with the same text is not taken for the new one', async () => {
  const machine = await startWith();
  const { local, task } = machine;
  const { token } = local.workspace.addPerson({ name: 'Mira', role: 'admin' });
  local.clock.ms = machine.clock.ms - MINUTE;
  await local.call('POST', `/comment/${task.taskId}`, { content: 'Done' });
  add(machine, 'task.comment-add', 'c', comment(machine));
  loseFirst(machine, '/comment', 'drop');
  await machine.pass(0);
  await local.call('POST', `/comment/${task.taskId}`, { content: 'Done' }, { token });
  await passLong(machine);
  expect(await textsOf(machine)).toEqual(['Done', 'Done', 'Done']);
});

test.each<[string, (text: string) => string]>([
  ['trims', (text) => text.trim()],
  ['changes line ends', (text) => text.replaceAll('\r\n', '\n')],
])('a lost one is found on a server that %s', async (_what, change) => {
  const machine = await startWith();
  const { local, task } = machine;
  add(machine, 'task.comment-add', 'c', comment(machine, ' Is it\r\ndone? '));
  loseFirst(machine, '/comment', 'drop');
  await machine.pass(0);
  await local.call('POST', `/comment/${task.taskId}`, { content: change(' Is it\r\ndone? ') });
  await passLong(machine);
  expect(await commentsOf(machine)).toHaveLength(1);
});

test('texts without letters are never similar', async () => {
  const machine = await startWith();
  const { local, task } = machine;
  add(machine, 'task.comment-add', 'c', comment(machine, '👍'));
  loseFirst(machine, '/comment', 'drop');
  await machine.pass(0);
  await local.call('POST', `/comment/${task.taskId}`, { content: '🎉' });
  await passLong(machine);
  expect(await textsOf(machine)).toEqual(['🎉', '👍']);
});

test('an equal comment that is written on the web after ours was sent twice stays', async () => {
  const machine = await startWith();
  const { local, task } = machine;
  add(machine, 'task.comment-add', 'c', comment(machine));
  loseFirst(machine, '/comment', 'drop');
  await machine.pass(0);
  for (let round = 0; round < 4; round += 1) await machine.pass(60_000);
  expect(await textsOf(machine)).toEqual(['Done']);
  await local.call('POST', `/comment/${task.taskId}`, { content: 'Done' });
  await passLong(machine);
  await passLong(machine);
  expect(await textsOf(machine)).toEqual(['Done', 'Done']);
});

/** The first POST is carried out or not, and refused. */
function refuse({ server, local }: Machine, status: number): void {
  let isFirst = true;
  server.intercept = async (request) => {
    if (!isFirst || request.method !== 'POST') return undefined;
    isFirst = false;
    await local.workspace.fetch(request);
    return json({ message: 'No', code: 'NO' }, status, { 'Retry-After': '5' });
  };
}

test.each([429, 409, 403, 400])('a comment that was stored and refused with %i is there once', async (status) => {
  const machine = await startWith();
  add(machine, 'task.comment-add', 'c', comment(machine));
  refuse(machine, status);
  await machine.pass(0);
  machine.outbox.retry();
  await passLong(machine);
  expect([machine.items(), await textsOf(machine)]).toEqual([[], ['Done']]);
});

test('a comment that was stored and refused, then changed here, is changed there', async () => {
  const machine = await startWith();
  add(machine, 'task.comment-add', 'c', comment(machine));
  refuse(machine, 403);
  await machine.pass(0);
  machine.outbox.replace('c', comment(machine, 'Not yet'), () => machine.clock.ms);
  await passLong(machine);
  expect([machine.items(), await textsOf(machine)]).toEqual([[], ['Not yet']]);
});

test('another new comment of the person is no answer', async () => {
  const machine = await startWith();
  const { local, task, server } = machine;
  add(machine, 'task.comment-add', 'c', comment(machine));
  let isFirst = true;
  server.intercept = async ({ method }) => {
    if (!isFirst || method !== 'POST') return undefined;
    isFirst = false;
    return json((await local.call('POST', `/comment/${task.taskId}`, { content: 'From the web' })).json);
  };
  await passLong(machine);
  expect((await textsOf(machine)).toSorted()).toEqual(['Done', 'From the web']);
});

test('a lost comment that was corrected on the web is left to the person, who sends it all the same', async () => {
  const machine = await startWith();
  add(machine, 'task.comment-add', 'c', comment(machine, 'Dnoe'));
  loseFirst(machine, '/comment', 'commit-then-drop');
  await machine.pass(0);
  const [ours] = await commentsOf(machine);
  machine.local.clock.ms += MINUTE;
  await machine.local.call('PUT', `/comment/${ours?.id}`, { content: 'Done with it' });
  await passLong(machine);
  expect([machine.state(), await textsOf(machine)]).toEqual([['needs-you'], ['Done with it']]);
  machine.outbox.retry(machine.items()[0]?.id);
  await passLong(machine);
  expect([machine.state(), await textsOf(machine)]).toEqual([[], ['Done with it', 'Dnoe']]);
});

test('a comment of a restored data folder that was sent since is left to the person', async () => {
  const machine = await startWith();
  machine.network.isDown = true;
  add(machine, 'task.comment-add', 'c', comment(machine));
  await machine.pass(0);
  const restore = backUp(machine);
  machine.network.isDown = false;
  await passLong(machine);
  machine.crash(restore);
  await passLong(machine);
  expect([machine.state(), await textsOf(machine)]).toEqual([['needs-you'], ['Done']]);
});

test.each([{ from: 'One' }, {}])(
  'an edit does not replace what was changed on the web since, unless the person says so: %o',
  async (known) => {
    const machine = await startWith();
    add(machine, 'task.comment-add', 'c', comment(machine, 'One'));
    await machine.pass(0);
    const [ours] = await commentsOf(machine);
    const { taskId, identifier } = machine.task;
    await machine.local.call('PUT', `/comment/${ours?.id}`, { content: 'One, and more' });
    const edit = { taskId, identifier, commentId: ours?.id, text: 'One!', ...known };
    add(machine, 'task.comment-edit', 'c', edit);
    await passLong(machine);
    expect([machine.state(), await textsOf(machine)]).toEqual([['needs-you'], ['One, and more']]);
    expect(machine.items()[0]?.lastError).toContain('changed on the server');
    machine.outbox.retry();
    await passLong(machine);
    expect([machine.state(), await textsOf(machine)]).toEqual([[], ['One!']]);
  },
);

test.each(HOW)('a comment is changed, then deleted if an answer is lost: %s', async (how) => {
  const machine = await startWith();
  add(machine, 'task.comment-add', 'c', comment(machine));
  await machine.pass(0);
  const [{ id } = { id: '' }] = await commentsOf(machine);
  const { taskId, identifier } = machine.task;
  add(machine, 'task.comment-edit', 'e', { taskId, identifier, commentId: id, text: 'Not yet' });
  loseFirst(machine, '/comment', how);
  await passLong(machine);
  expect(await textsOf(machine)).toEqual(['Not yet']);
  add(machine, 'task.comment-delete', 'd', { taskId, identifier, commentId: id });
  loseFirst(machine, '/comment', how);
  await passLong(machine);
  expect(await textsOf(machine)).toEqual([]);
  expect(machine.items()).toEqual([]);
});

test('a rejected text is kept', async () => {
  const machine = await startWith();
  machine.server.intercept = ({ method }) =>
    method === 'POST' ? Response.json({ message: 'No.', code: 'FORBIDDEN' }, { status: 403 }) : undefined;
  const text = `Long thoughts\n${'and more '.repeat(20)}`;
  const id = add(machine, 'task.comment-add', 'c', comment(machine, text));
  await passLong(machine);
  const [item] = machine.items();
  expect(item).toMatchObject({ id, state: 'needs-you' });
  expect(item && machine.outbox.describe(item)).toContain('Long thoughts');
  expect(item && machine.outbox.text(item)).toBe(text);
});

/** The commands of a task's comments, and their undo. */
function commands(machine: Machine) {
  const { database, outbox } = machine.run;
  const now = () => machine.clock.ms;
  const undo = createUndo(now);
  const nothing = () => undefined;
  const { comments } = createTaskChanges({ database, outbox, undo, now, showToast: nothing, onChange: nothing });
  return { comments, undo };
}

test('two comments on a task that is not created yet reach it', async () => {
  const machine = await startWith();
  const { comments } = commands(machine);
  const fields = { title: 'New', description: '', priority: 'high', status: 'to-do' };
  machine.network.isDown = true;
  add(machine, TASK_CREATE, 'local', { projectId: machine.local.projectId, projectSlug: 'ME', ...fields });
  for (const text of ['One', 'Two']) comments.add(ACCOUNT, { taskId: 'local', identifier: 'ME', text });
  machine.network.isDown = false;
  machine.outbox.tryNow();
  await passLong(machine);
  const there = await machine.local.call('GET', `/comment/${machine.outbox.serverId('local')}`);
  expect([machine.items(), there.json]).toMatchObject([[], [{ content: 'One' }, { content: 'Two' }]]);
});

test('a comment that was stored and refused, then removed here, is removed there', async () => {
  const machine = await startWith();
  const { comments, undo } = commands(machine);
  refuse(machine, 403);
  comments.add(ACCOUNT, { ...comment(machine), text: 'One' });
  await machine.pass(0);
  expect(machine.state()).toEqual(['needs-you']);
  undo.undo(ACCOUNT);
  await passLong(machine);
  expect([machine.items(), await textsOf(machine)]).toEqual([[], []]);
});
