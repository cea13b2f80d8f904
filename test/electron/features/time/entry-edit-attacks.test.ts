/** Edits, answers and undos of entries that the service, a cache or the web contradicts: nothing is overwritten, doubled or silently left. */
import { describe, expect, test } from 'vitest';
import { ACCOUNT, HOUR, iso, json, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';
import {
  answerFirst,
  behave,
  changeThere,
  holdFirst,
  LEAVES,
  linked,
  loseFirst,
  passMinutes,
  questions,
  reply,
} from './doubtful-server.ts';

const NINE = Math.floor(T0 / HOUR) * HOUR;
const EIGHT = NINE - HOUR;

/** An entry that the service has. */
async function startWithEntry(note = 'Mail') {
  const machine = await startMachine();
  const id = machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note }, {});
  await machine.pass(LEAVES);
  const [stored] = await machine.atService();
  if (stored === undefined) throw new Error('The entry was not sent.');
  return { machine, id, stored, edit: (text: string, end = NINE) => editTo(machine, id, text, end) };
}

const editTo = (machine: Machine, id: string, note: string, end: number) =>
  machine.edit.edit(ACCOUNT, id, { start: EIGHT, end, note }, {});

/** The entries with a duration, on both tasks. */
const full = async (machine: Machine) =>
  [...(await machine.atService()), ...(await machine.atService(machine.otherTask))].filter(
    ({ duration }) => (duration ?? 0) > 0,
  );

test('an edit back to an earlier version is sent although a cache still shows that version', async () => {
  const { machine, stored, edit } = await startWithEntry('One');
  edit('Two');
  await machine.pass(LEAVES);
  let cached = 0;
  machine.server.intercept = ({ method, url }) => {
    if (method !== 'GET' || !url.includes(`/time-entry/${stored.id}`) || cached > 0) return undefined;
    cached += 1;
    return json(stored);
  };
  edit('One');
  await passMinutes(machine, 10);
  expect([cached, machine.items(), (await machine.atService())[0]?.description]).toEqual([1, [], 'One']);
});

test('a note changed on the web after a lost create is a question, where the server says when it was changed', async () => {
  const machine = await startMachine();
  loseFirst(machine, true);
  const id = machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Sprint planning with Ana' }, {});
  await machine.pass(LEAVES);
  const [stored] = await machine.atService();
  if (stored) await changeThere(machine, stored, { endTime: stored.endTime ?? '', description: 'Sprint planning' });
  behave(machine, {
    answers: (entry) => ({ ...entry, updatedAt: iso(Date.parse(entry.createdAt) + 2 * SECOND) }),
  });
  await passMinutes(machine, 8);
  editTo(machine, id, 'Sprint planning with Ana', NINE - 10 * MINUTE);
  await passMinutes(machine, 8);
  expect([questions(machine).length, (await machine.atService())[0]?.description]).toEqual([1, 'Sprint planning']);
});

test.each([
  ['the same note', 'Mail', 0],
  ['another note', 'Here', 1],
])('a note that cannot be read is not overwritten by an edit with %s', async (_, note, asked) => {
  const { machine, stored, edit } = await startWithEntry();
  await changeThere(machine, stored, { endTime: stored.endTime ?? '', description: 'A rich note of the web' });
  behave(machine, { answers: (entry) => ({ ...entry, description: { content: [entry.description] } }) });
  edit(note, NINE - 5 * MINUTE);
  await passMinutes(machine);
  edit(note, NINE - 6 * MINUTE);
  await passMinutes(machine);
  expect([questions(machine).length, (await machine.atService())[0]?.description]).toEqual([
    asked,
    'A rich note of the web',
  ]);
});

test('“Yes” to a twin that was changed since the question asks again', async () => {
  const machine = await startMachine();
  const arrives = holdFirst(machine);
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
  await passMinutes(machine, 6);
  await arrives();
  const twin = (await machine.atService()).find(({ id }) => !linked(machine, machine.task).includes(id));
  const shorten = async (end: number) => {
    if (twin) await changeThere(machine, twin, { endTime: iso(end), description: 'Mail' });
  };
  await shorten(NINE - 5 * MINUTE);
  await passMinutes(machine, 40);
  await shorten(NINE - 6 * MINUTE);
  await reply(machine, 'yes');
  await passMinutes(machine, 5);
  expect(questions(machine)).toMatchObject([{ is: 'duplicate-entry', theirs: { endTime: iso(NINE - 6 * MINUTE) } }]);
  await reply(machine, 'yes');
  await passMinutes(machine, 5);
  expect([questions(machine).length, (await full(machine)).length]).toEqual([0, 1]);
});

test('an edit after “Use mine” is no second question', async () => {
  const { machine, stored, edit } = await startWithEntry();
  await changeThere(machine, stored, { endTime: iso(NINE), description: 'Web' });
  edit('Here');
  await passMinutes(machine, 3);
  machine.network.isDown = true;
  await reply(machine, 'yes');
  edit('Here again');
  machine.network.isDown = false;
  await passMinutes(machine, 5);
  expect([questions(machine).length, (await machine.atService())[0]?.description]).toEqual([0, 'Here again']);
});

test('an edit cannot be undone after the service’s version was kept', async () => {
  const { machine, stored, edit } = await startWithEntry();
  edit('Here');
  const end = iso(NINE + 30 * MINUTE);
  await changeThere(machine, stored, { endTime: end, description: 'Web' });
  await passMinutes(machine, 3);
  await reply(machine, 'no');
  await passMinutes(machine, 3);
  expect([machine.items(), machine.view().today[0]?.note]).toEqual([[], 'Web']);
  expect(machine.run.undo.undo(ACCOUNT)?.obstacle).toBe('cannot be undone');
  await passMinutes(machine, 3);
  expect((await machine.atService())[0]).toMatchObject({ endTime: end });
});

test.each([
  ['deleted', 0, (machine: Machine, id: string) => machine.edit.remove(ACCOUNT, [id])],
  ['moved to another task', 1, (machine: Machine, id: string) => machine.edit.move(ACCOUNT, id, machine.otherTask)],
])('an entry whose edit was stored and refused, then %s, is no question', async (_, left, act) => {
  const { machine, id, edit } = await startWithEntry('Foo');
  answerFirst(machine, 'PUT', () => json({ message: 'No', code: 'RATE_LIMITED' }, 429, { 'Retry-After': '60' }));
  edit('Mail');
  await machine.pass(LEAVES);
  act(machine, id);
  await passMinutes(machine, 8);
  expect([questions(machine), (await full(machine)).length]).toEqual([[], left]);
});

test.each<[string, (machine: Machine, id: string) => void]>([
  ['', ({ edit, otherTask }, id) => edit.move(ACCOUNT, id, otherTask)],
  [
    ' together with its start',
    ({ edit, otherTask }, id) => edit.edit(ACCOUNT, id, { start: EIGHT - MINUTE, end: NINE, note: '' }, {}, otherTask),
  ],
  [
    ' and got another start',
    ({ edit, otherTask, run }, id) => {
      edit.move(ACCOUNT, id, otherTask);
      const [moved] = run.entries.ofTask(ACCOUNT, otherTask.taskId);
      edit.edit(ACCOUNT, moved?.id ?? '', { start: EIGHT - MINUTE, end: NINE, note: '' }, {});
    },
  ],
  [
    ' and back',
    ({ edit, otherTask, task, run, elapse }, id) => {
      edit.move(ACCOUNT, id, otherTask);
      elapse(MINUTE);
      const [moved] = run.entries.ofTask(ACCOUNT, otherTask.taskId);
      edit.move(ACCOUNT, moved?.id ?? '', task);
    },
  ],
])('“keep the service’s” for an entry that was moved to another task%s takes the move back', async (_, move) => {
  const { machine, id, stored } = await startWithEntry();
  await changeThere(machine, stored, { endTime: stored.endTime ?? '', description: 'Web' });
  move(machine, id);
  await passMinutes(machine, 3);
  expect(questions(machine)).toMatchObject([{ is: 'changed-entry' }]);
  await reply(machine, 'no');
  await passMinutes(machine, 3);
  expect(await full(machine)).toMatchObject([{ taskId: machine.task.taskId, description: 'Web' }]);
  expect(machine.view().today.map(({ note }) => note)).toEqual(['Web']);
});

test('“keep the service’s” for one of two entries that were moved together takes back its own move', async () => {
  const { machine, id } = await startWithEntry('One');
  const second = machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Two' }, {});
  await machine.pass(LEAVES);
  const stored = (await machine.atService()).find(({ description }) => description === 'Two');
  if (stored) await changeThere(machine, stored, { endTime: stored.endTime ?? '', description: 'Web' });
  machine.edit.moveTo(ACCOUNT, [id, second], machine.otherTask);
  await passMinutes(machine, 3);
  await reply(machine, 'no');
  await passMinutes(machine, 3);
  expect((await full(machine)).map(({ description }) => description)).toEqual(['Web', 'One']);
});

test('“keep the service’s” for a deleted entry leaves one that was added at the same instant', async () => {
  const { machine, id, stored } = await startWithEntry();
  await changeThere(machine, stored, { endTime: stored.endTime ?? '', description: 'Web' });
  machine.edit.remove(ACCOUNT, [id]);
  machine.edit.add(ACCOUNT, machine.otherTask, { start: EIGHT - HOUR, end: EIGHT, note: 'Other' }, {});
  await passMinutes(machine, 3);
  await reply(machine, 'no');
  await passMinutes(machine, 3);
  expect((await full(machine)).map(({ description }) => description)).toEqual(['Web', 'Other']);
});

describe('“keep the service’s” for a running timer', () => {
  /** It was changed on the web, and here in some other way; the service’s version was kept. */
  async function kept(act: (machine: Machine, id: string) => void) {
    const machine = await startMachine();
    machine.timer.start(ACCOUNT, machine.task);
    await passMinutes(machine, 1);
    const [stored] = await machine.atService();
    if (stored) await changeThere(machine, stored, { description: 'Web' });
    const id = machine.view().running?.id ?? '';
    act(machine, id);
    await passMinutes(machine, 3);
    expect(questions(machine)).toMatchObject([{ is: 'changed-entry' }]);
    await reply(machine, 'no');
    await passMinutes(machine, 3);
    const all = [...(await machine.atService()), ...(await machine.atService(machine.otherTask))];
    const run = all.filter(({ endTime }) => endTime == null).map(({ description }) => description);
    return { machine, id, run, stored };
  }

  test('that was moved: the move is taken back, and it runs here and there', async () => {
    const { machine, id, run } = await kept((one, timer) => one.edit.move(ACCOUNT, timer, one.otherTask));
    expect([run, await full(machine)]).toEqual([['Web'], []]);
    expect(machine.view().running).toMatchObject({ task: machine.task, note: 'Web', sync: 'sent' });
    await machine.setClock(-HOUR);
    machine.timer.stop(ACCOUNT);
    expect(machine.run.entries.find(ACCOUNT, id)).toMatchObject({ endTime: iso(T0 + 7 * MINUTE) });
  });

  test.each<[string, (machine: Machine, id: string) => void]>([
    ['discarded', ({ timer }) => timer.discard(ACCOUNT)],
    ['moved', ({ edit, otherTask }, id) => edit.move(ACCOUNT, id, otherTask)],
  ])('that was %s before another one started: it is a timer that runs elsewhere', async (_, act) => {
    const { machine, run, stored } = await kept((one, id) => {
      act(one, id);
      one.elapse(MINUTE);
      one.timer.start(ACCOUNT, one.otherTask, undefined, 'Next');
    });
    expect([run, await full(machine)]).toEqual([['Web', 'Next'], []]);
    expect(machine.view()).toMatchObject({ running: { note: 'Next' }, today: [{ note: 'Next' }] });
    expect(machine.outbox.isKnown(ACCOUNT, stored?.id ?? '')).toBe(false);
  });
});
