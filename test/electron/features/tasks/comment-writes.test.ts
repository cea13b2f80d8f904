/** POST is not idempotent: a comment whose answer was lost is found, two equal ones stay two, and a duplicate is deleted. */
import { expect, test } from 'vitest';
import { Comment } from '../../../../electron/service/records.ts';
import { add, HOW, loseFirst, passLong, startWith, writesOf } from '../../outbox/lost.ts';
import type { Machine } from '../../outbox/machine.ts';

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

test('a comment that arrives twice is deleted once, and no other', async () => {
  const machine = await startWith();
  const { local, task } = machine;
  add(machine, 'task.comment-add', 'c', comment(machine));
  loseFirst(machine, '/comment', 'drop');
  await machine.pass(0);
  for (let round = 0; round < 4; round += 1) await machine.pass(60_000);
  expect(await textsOf(machine)).toEqual(['Done']);
  await local.call('POST', `/comment/${task.taskId}`, { content: 'Done' });
  await local.call('POST', `/comment/${task.taskId}`, { content: 'Done, too' });
  await passLong(machine);
  await passLong(machine);
  expect(await textsOf(machine)).toEqual(['Done', 'Done, too']);
  expect(writesOf(machine).filter((write) => write.startsWith('DELETE'))).toHaveLength(1);
});

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
