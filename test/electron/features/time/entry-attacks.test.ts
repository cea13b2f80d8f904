/** Entries of two computers, the web and a restored folder that look alike: none is lost or changed, and only what is open is asked. */
import { expect, test } from 'vitest';
import { seedIds } from '../../../seeded-ids.ts';
import { ACCOUNT, HOUR, iso, json, type Machine, MINUTE, SECOND, startMachine, T0 } from '../../outbox/machine.ts';
import {
  answerFirst,
  backUp,
  behave,
  changeThere,
  confirm,
  elsewhere,
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

test.each([1, 2, 3, 4])(
  'an equal typed entry of another device is not ours on a server that rounds to seconds (ids of seed %i)',
  async (seed) => {
    const machine = await startMachine();
    const times = (ms: number) => Math.round(ms / SECOND) * SECOND;
    behave(machine, { times });
    await confirm(machine);
    seedIds(seed);
    machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: EIGHT + 10 * MINUTE, note: '' }, {});
    let isFirst = true;
    const usual = machine.server.intercept;
    machine.server.intercept = async (request) => {
      if (!isFirst || request.method !== 'POST') return usual?.(request);
      isFirst = false;
      await elsewhere(machine, { startTime: iso(times(EIGHT + 700)), endTime: iso(times(EIGHT + 10 * MINUTE + 700)) });
      return 'drop';
    };
    await machine.pass(LEAVES);
    await passMinutes(machine, 8);
    expect([questions(machine).length, (await machine.atService()).length]).toEqual([1, 1]);
  },
);

test.each([
  ['Mail', 'Mail and calls'],
  ['Sprint planning', 'Sprint planning with Ana'],
])(
  'a note changed on the web to “%s”, the beginning of ours, is a question after a lost request',
  async (theirs, ours) => {
    const machine = await startMachine();
    machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Foo' }, {});
    await machine.pass(LEAVES);
    const [stored] = await machine.atService();
    const [entry] = machine.view().today;
    let isFirst = true;
    machine.server.intercept = async ({ method }) => {
      if (method !== 'PUT' || !isFirst) return undefined;
      isFirst = false;
      return 'drop';
    };
    machine.edit.edit(ACCOUNT, entry?.id ?? '', { start: EIGHT, end: NINE, note: ours }, {});
    await machine.pass(LEAVES);
    expect(isFirst).toBe(false);
    if (stored) await changeThere(machine, stored, { endTime: stored.endTime ?? '', description: theirs });
    await passMinutes(machine, 8);
    expect(questions(machine)).toMatchObject([{ is: 'changed-entry', theirs: { note: theirs } }]);
  },
);

test('a timer with a typed start that was stopped elsewhere is no question', async () => {
  const machine = await startMachine();
  machine.timer.start(ACCOUNT, machine.task, NINE - 30 * MINUTE);
  await machine.pass(HOUR);
  const [stored] = await machine.atService();
  const end = iso(T0 + 20 * MINUTE);
  if (stored) await changeThere(machine, stored, { endTime: end, description: '' });
  const running = machine.run.entries.running(ACCOUNT);
  const entries = running ? [{ ...running, endTime: end }] : [];
  machine.run.changes.apply({ accountId: ACCOUNT, entries, toast: '', allowClosed: true });
  await passMinutes(machine, 8);
  expect([entries.length, questions(machine), machine.items()]).toEqual([1, [], []]);
});

test('a timer whose start was typed since the folder was copied is a question, and does not run again', async () => {
  const machine = await startMachine();
  machine.network.isDown = true;
  machine.timer.start(ACCOUNT, machine.task);
  await machine.pass(20 * MINUTE);
  const restore = backUp(machine);
  machine.network.isDown = false;
  await passMinutes(machine, 10);
  machine.timer.setStart(ACCOUNT, NINE - 25 * MINUTE);
  await passMinutes(machine, 2);
  machine.timer.stop(ACCOUNT);
  await passMinutes(machine, 3);
  machine.crash(restore);
  await passMinutes(machine, 10);
  expect(questions(machine)).toMatchObject([{ is: 'same-entry' }]);
  expect(await machine.atService()).toHaveLength(1);
});

test('an edit that the service stored and refused, and then another edit, are no question', async () => {
  const machine = await startMachine();
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Foo' }, {});
  await machine.pass(LEAVES);
  const [entry] = machine.view().today;
  answerFirst(machine, 'PUT', () => json({ message: 'No', code: 'RATE_LIMITED' }, 429));
  machine.edit.edit(ACCOUNT, entry?.id ?? '', { start: EIGHT, end: NINE, note: 'Mail' }, {});
  await machine.pass(LEAVES);
  expect((await machine.atService()).map(({ description }) => description)).toEqual(['Mail']);
  machine.edit.edit(ACCOUNT, entry?.id ?? '', { start: EIGHT, end: NINE, note: 'Mail and calls' }, {});
  await passMinutes(machine, 8);
  expect(questions(machine)).toEqual([]);
  expect((await machine.atService()).map(({ description }) => description)).toEqual(['Mail and calls']);
});

test('one that a server hid until ours had got its end is a question after two requests', async () => {
  const machine = await startMachine();
  behave(machine, { times: (ms) => ms + 15_400 });
  const usual = machine.server.intercept;
  let posts = 0;
  machine.server.intercept = async (request) => {
    if (request.method === 'GET' && request.url.includes('/time-entry') && posts < 2) return json([]);
    if (request.method !== 'POST') return usual?.(request);
    posts += 1;
    const answer = await usual?.(request);
    return posts === 1 ? 'drop' : answer;
  };
  machine.timer.start(ACCOUNT, machine.task);
  await passMinutes(machine, 8);
  expect([posts, questions(machine).length]).toEqual([2, 1]);
  await reply(machine, 'yes');
  machine.server.intercept = undefined;
  machine.timer.stop(ACCOUNT);
  await passMinutes(machine, 8);
  expect(questions(machine)).toMatchObject([{ is: 'duplicate-entry' }]);
  await reply(machine, 'yes');
  await passMinutes(machine);
  const left = (await machine.atService()).filter(({ startTime, endTime }) => startTime !== endTime);
  expect([left.length, machine.items()]).toEqual([1, []]);
});

test('an entry is not sent again while a list contains a record that cannot be read at all', async () => {
  const machine = await startMachine();
  let posts = 0;
  let lists = 0;
  machine.server.intercept = async ({ method, url }) => {
    if (method === 'POST') {
      posts += 1;
      return posts === 1 ? 'commit-then-drop' : undefined;
    }
    if (method !== 'GET' || !url.includes('/time-entry') || posts === 0 || lists === 5) return undefined;
    lists += 1;
    return json([5]);
  };
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
  await passMinutes(machine, 15);
  expect([posts, lists, questions(machine), machine.items()]).toEqual([1, 5, [], []]);
  expect(await machine.atService()).toHaveLength(1);
});

test('a deleted entry that the service stored and refused stays until a search has found it', async () => {
  const machine = await startMachine();
  answerFirst(machine, 'POST', () => json({ message: 'Not paid', code: 'PAYMENT_REQUIRED' }, 402));
  const id = machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
  await machine.pass(LEAVES);
  expect([machine.state(), (await machine.atService()).length]).toEqual([['needs-you'], 1]);
  const searches: string[] = [];
  machine.server.intercept = ({ method, url }) => {
    if (method !== 'GET' || !url.includes('/time-entry')) return undefined;
    searches.push(url);
    return json({ message: 'Not paid', code: 'PAYMENT_REQUIRED' }, 402);
  };
  machine.edit.remove(ACCOUNT, [id]);
  await passMinutes(machine);
  expect([searches.length > 0, machine.state()[0]]).toEqual([true, 'needs-you']);
  machine.server.intercept = undefined;
  machine.outbox.retry();
  await passMinutes(machine);
  const [left] = await machine.atService();
  expect([machine.items(), left?.startTime]).toEqual([[], left?.endTime]);
});

test('an entry that was deleted while the service stored and refused it does not run on there', async () => {
  const machine = await startMachine();
  let id = '';
  answerFirst(machine, 'POST', () => {
    machine.edit.remove(ACCOUNT, [id]);
    return json({ message: 'Not paid', code: 'PAYMENT_REQUIRED' }, 402);
  });
  id = machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
  await passMinutes(machine);
  const [left] = await machine.atService();
  expect([machine.items(), left?.startTime]).toEqual([[], left?.endTime]);
});

test.each([
  ['stamps times', (ms: number) => ms + 15_400],
  ['rounds times to half an hour', (ms: number) => Math.round(ms / (HOUR / 2)) * (HOUR / 2)],
])('a first request that arrives late at a server that %s by then is a question', async (_, times) => {
  const machine = await startMachine();
  behave(machine, { times: (ms) => ms });
  const usual = machine.server.intercept;
  let late: Request | undefined;
  machine.server.intercept = async (request) => {
    if (request.method !== 'POST' || late !== undefined) return usual?.(request);
    late = request.clone();
    return json({ message: 'Unauthorized', code: 'UNAUTHORIZED' }, 401);
  };
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT - 2 * MINUTE, end: NINE - 2 * MINUTE, note: 'Mail' }, {});
  await passMinutes(machine, 4);
  expect(await machine.atService()).toHaveLength(1);
  behave(machine, { times });
  if (late) await machine.server.intercept?.(late);
  machine.server.intercept = undefined;
  await passMinutes(machine, 20);
  expect(questions(machine)).toMatchObject([{ is: 'duplicate-entry' }]);
});

test.each([
  [
    'a timer',
    async (machine: Machine) => {
      machine.timer.start(ACCOUNT, machine.task);
      await machine.pass(20 * MINUTE);
      machine.timer.stop(ACCOUNT);
    },
  ],
  [
    'a typed entry with a note',
    async ({ edit, task }: Machine) => edit.add(ACCOUNT, task, { start: EIGHT, end: NINE, note: 'Mail and calls' }, {}),
  ],
])('%s of a restored folder is a question on a server that has begun to cut times since', async (_, add) => {
  const machine = await startMachine();
  await confirm(machine);
  machine.network.isDown = true;
  await add(machine);
  const restore = backUp(machine);
  machine.network.isDown = false;
  behave(machine, { times: (ms) => Math.floor(ms / SECOND) * SECOND });
  await passMinutes(machine, 10);
  expect(await machine.atService()).toHaveLength(1);
  machine.crash(restore);
  await passMinutes(machine, 10);
  expect(questions(machine)).toMatchObject([{ is: 'same-entry' }]);
  expect(await machine.atService()).toHaveLength(1);
});

test.each([
  ['deleted', false],
  ['edited and deleted', true],
])(
  'an entry that was %s after a lost and a refused request does not stay there if the lost one arrives late',
  async (_, isEdited) => {
    const machine = await startMachine();
    let lost: Request | undefined;
    machine.server.intercept = (request) => {
      if (request.method !== 'POST' || !request.url.includes('/time-entry')) return undefined;
      if (lost !== undefined) return json({ message: 'Not paid', code: 'PAYMENT_REQUIRED' }, 402);
      lost = request.clone();
      return 'drop';
    };
    const id = machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
    await passMinutes(machine, 3);
    expect(machine.state()).toEqual(['needs-you']);
    if (isEdited) machine.edit.edit(ACCOUNT, id, { start: EIGHT, end: NINE, note: 'Mail and calls' }, {});
    machine.edit.remove(ACCOUNT, [id]);
    await machine.pass(20 * SECOND);
    if (lost) await machine.local.workspace.fetch(lost);
    await passMinutes(machine);
    const [left] = await machine.atService();
    expect([machine.items(), left?.startTime]).toEqual([[], left?.endTime]);
  },
);

test('of two requests that start a timer at a server that stamps times, the second record is a question', async () => {
  const machine = await startMachine();
  behave(machine, { times: (ms) => ms + 15_400, lose: 2 });
  const usual = machine.server.intercept;
  machine.server.intercept = async (request) => {
    const isHidden = request.method === 'GET' && request.url.includes('/time-entry') && machine.posts() < 2;
    return isHidden ? json([]) : usual?.(request);
  };
  machine.timer.start(ACCOUNT, machine.task);
  await passMinutes(machine, 8);
  expect([machine.posts(), questions(machine).length]).toEqual([2, 1]);
  machine.timer.stop(ACCOUNT);
  await reply(machine, 'yes');
  await passMinutes(machine, 20);
  expect(questions(machine)).toContainEqual(expect.objectContaining({ is: 'duplicate-entry' }));
});

test.each([
  ['deleted', 0, (machine: Machine, id: string) => machine.edit.remove(ACCOUNT, [id])],
  ['moved to another task', 1, (machine: Machine, id: string) => machine.edit.move(ACCOUNT, id, machine.otherTask)],
])('an entry of a restored folder that was sent since, then %s there, is not left behind', async (_, left, act) => {
  const machine = await startMachine();
  const id = machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
  const restore = backUp(machine);
  await machine.pass(LEAVES);
  machine.crash(restore);
  act(machine, id);
  await passMinutes(machine, 10);
  const all = [...(await machine.atService()), ...(await machine.atService(machine.otherTask))];
  expect(all.filter(({ duration }) => (duration ?? 0) > 0)).toHaveLength(left);
  expect(machine.items()).toEqual([]);
});

test('an entry of a restored folder that was sent, moved to another day and shortened since is a question', async () => {
  const machine = await startMachine();
  const id = machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: '' }, {});
  const restore = backUp(machine);
  await machine.pass(LEAVES);
  machine.edit.moveToDay(ACCOUNT, [id], '2026-11-12');
  const [moved] = machine.run.entries.ofTask(ACCOUNT, machine.task.taskId);
  const start = Date.parse(moved?.startTime ?? '');
  machine.edit.edit(ACCOUNT, id, { start, end: start + 10 * MINUTE, note: '' }, {});
  await machine.pass(LEAVES);
  machine.crash(restore);
  await passMinutes(machine, 5);
  expect([questions(machine).length, (await machine.atService()).length]).toEqual([1, 1]);
});

test.each([504, 502])('a list that fails with %i for ever after a lost answer waits for the person', async (status) => {
  const machine = await startMachine();
  let posts = 0;
  machine.server.intercept = ({ method, url }) => {
    const isPost = method === 'POST' && url.includes('/time-entry');
    if (isPost) posts += 1;
    if (isPost && posts === 1) return 'commit-then-drop';
    return posts > 0 && url.includes(`/time-entry/task/${machine.task.taskId}`)
      ? new Response('No', { status })
      : undefined;
  };
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
  await machine.pass(LEAVES);
  for (let hour = 0; hour < 4; hour += 1) await passMinutes(machine, 60);
  expect([machine.state(), posts]).toEqual([['needs-you'], 1]);
});

test('during an outage an entry whose answer was lost goes on waiting', async () => {
  const machine = await startMachine();
  loseFirst(machine, true);
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
  await machine.pass(LEAVES);
  machine.server.intercept = () => new Response('No', { status: 502 });
  for (let hour = 0; hour < 4; hour += 1) await passMinutes(machine, 60);
  expect(machine.state()).toEqual(['unknown']);
});

test('a request that an intermediary repeated is found also if the app was closed within two minutes, after edits of another entry', async () => {
  const machine = await startMachine();
  let repeated: Request | undefined;
  machine.server.intercept = (request) => {
    if (request.method === 'POST') repeated = request.clone();
    return undefined;
  };
  const other = machine.edit.add(ACCOUNT, machine.otherTask, { start: EIGHT, end: NINE, note: '' }, {});
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: NINE, note: 'Mail' }, {});
  await machine.pass(LEAVES);
  if (repeated) await machine.local.workspace.fetch(repeated);
  for (const note of ['1', '2', '3']) {
    machine.edit.edit(ACCOUNT, other, { start: EIGHT, end: NINE, note }, {});
    await machine.pass(LEAVES);
  }
  machine.crash();
  await passMinutes(machine, 40);
  expect((await machine.atService()).filter(({ duration }) => (duration ?? 0) > 0)).toHaveLength(1);
});

test('a list that shows one record twice is no rival on a server that cuts to seconds', async () => {
  const machine = await startMachine();
  const times = (ms: number) => Math.floor(ms / SECOND) * SECOND;
  behave(machine, { times });
  await confirm(machine);
  behave(machine, { times, lose: 1 });
  const usual = machine.server.intercept;
  machine.server.intercept = async (request) => {
    const answer = await usual?.(request);
    if (!request.url.includes('/time-entry/task/') || !(answer instanceof Response)) return answer;
    const list = (await answer.json()) as unknown[];
    return json([...list, ...list]);
  };
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT + 7 * SECOND, end: NINE, note: 'Mail' }, {});
  await passMinutes(machine, 9);
  expect([questions(machine).length, machine.items().length]).toEqual([0, 0]);
});

test.each([0, 5])(
  '“No” about another entry, and a discarded timer whose request arrives %i minutes later, leave none running',
  async (after) => {
    const machine = await startMachine();
    const arrive = holdFirst(machine);
    machine.timer.start(ACCOUNT, machine.task, EIGHT + 4 * SECOND);
    await passMinutes(machine, 1);
    await elsewhere(machine, { startTime: iso(EIGHT), endTime: iso(NINE) });
    machine.timer.discard(ACCOUNT);
    await passMinutes(machine, 3);
    expect(questions(machine)).toHaveLength(1);
    await reply(machine, 'no');
    await passMinutes(machine, after);
    await arrive();
    await passMinutes(machine, 12);
    expect([machine.items(), (await machine.atService()).map(({ duration }) => duration)]).toEqual([[], [3600, 0]]);
  },
);

test('a record that may be that of a refused entry is no duplicate of another one', async () => {
  const machine = await startMachine();
  behave(machine, { times: (ms) => Math.floor(ms / (30 * MINUTE)) * 30 * MINUTE });
  const usual = machine.server.intercept;
  const lost: Request[] = [];
  machine.server.intercept = (request) => {
    if (request.method !== 'POST' || lost.length === 2) return usual?.(request);
    lost.push(request.clone());
    return lost.length === 1 ? 'drop' : json({ message: 'Not paid', code: 'PAYMENT_REQUIRED' }, 402);
  };
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT + 5 * MINUTE, end: EIGHT + 35 * MINUTE, note: '' }, {});
  await passMinutes(machine, 4);
  expect(machine.state()).toEqual(['needs-you']);
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT + 10 * MINUTE, end: NINE, note: '' }, {});
  await passMinutes(machine, 4);
  await reply(machine, 'yes');
  await passMinutes(machine, 1);
  for (const request of lost) await usual?.(request);
  await passMinutes(machine, 10);
  expect(questions(machine)).toEqual([]);
  machine.outbox.retry();
  await passMinutes(machine, 3);
  await reply(machine, 'yes');
  await passMinutes(machine, 10);
  await reply(machine, 'yes');
  await passMinutes(machine);
  const durations = (await machine.atService()).map(({ duration }) => duration);
  expect([machine.items(), durations.toSorted()]).toEqual([[], [0, 1800, 3600]]);
});

test('one list without the record that an earlier one showed does not send the entry again', async () => {
  const machine = await startMachine();
  behave(machine, { times: (ms) => Math.floor((ms + HOUR) / MINUTE) * MINUTE, lose: 1 });
  const usual = machine.server.intercept;
  let lists = 0;
  machine.server.intercept = (request) => {
    if (!request.url.includes('/time-entry/task/') || machine.posts() === 0) return usual?.(request);
    lists += 1;
    // The second one was read after the last moment at which the request could arrive.
    return lists === 3 ? json([]) : usual?.(request);
  };
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT + 3 * SECOND, end: NINE, note: 'Mail' }, {});
  await passMinutes(machine, 8);
  expect([lists > 3, machine.posts(), questions(machine).length]).toEqual([true, 1, 1]);
});

test('an entry of a restored folder that got another end here is a question on a server that shows no milliseconds since', async () => {
  const machine = await startMachine();
  await confirm(machine);
  machine.timer.start(ACCOUNT, machine.task, EIGHT + 3 * MINUTE);
  const restore = backUp(machine);
  await passMinutes(machine, 1);
  machine.timer.stop(ACCOUNT);
  await machine.pass(LEAVES);
  const cut = (instant: string) => instant.replace(/\.\d+/, '');
  behave(machine, {
    answers: ({ startTime, endTime, ...entry }) => ({
      ...entry,
      startTime: cut(startTime),
      endTime: endTime ? cut(endTime) : null,
    }),
  });
  machine.crash(restore);
  machine.elapse(5 * MINUTE);
  machine.timer.stop(ACCOUNT);
  await passMinutes(machine, 5);
  expect(questions(machine)).toMatchObject([{ is: 'same-entry' }]);
  expect((await machine.atService()).filter(({ startTime }) => startTime.includes('08:03'))).toHaveLength(1);
});

test.each([
  ['whose clock was an hour off', (instant: string) => iso(Date.parse(instant) + HOUR)],
  ['that rounded to the hour', (instant: string) => iso(Math.round(Date.parse(instant) / HOUR) * HOUR)],
  [
    'that was an hour off and cut to minutes',
    (instant: string) => iso(Math.floor(Date.parse(instant) / MINUTE) * MINUTE + HOUR),
  ],
])('a late first request at a server %s by then is a question after the second one', async (_, changed) => {
  const machine = await startMachine();
  const arrive = holdFirst(machine);
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT + 3 * SECOND, end: NINE - 11 * MINUTE, note: '' }, {});
  await passMinutes(machine, 4);
  expect(machine.posts()).toBe(2);
  await arrive();
  const [, late] = (await machine.atService()).toSorted(({ id }) => (id === linked(machine, machine.task)[0] ? -1 : 1));
  if (late)
    await changeThere(machine, late, { startTime: changed(late.startTime), endTime: changed(late.endTime ?? '') });
  await passMinutes(machine, 12);
  expect(questions(machine)).toMatchObject([{ is: 'duplicate-entry', theirs: { serverId: late?.id } }]);
});

test.each([
  ['was an hour off and rounded to minutes', (ms: number) => Math.round(ms / MINUTE) * MINUTE + HOUR],
  ['stamped times and shows no milliseconds', (ms: number) => Math.floor((ms + 15_400) / SECOND) * SECOND],
])('an entry of a restored folder that was sent since to a server that %s is a question', async (_, times) => {
  const machine = await startMachine();
  behave(machine, { times });
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT + 52 * MINUTE + 37 * SECOND, end: NINE, note: '' }, {});
  const restore = backUp(machine);
  await machine.pass(LEAVES);
  expect(machine.posts()).toBe(1);
  machine.crash(restore);
  await passMinutes(machine, 5);
  expect([machine.posts(), questions(machine)]).toMatchObject([1, [{ is: 'same-entry' }]]);
});

test('an entry that is as long as an earlier one of another device, an hour before, is no question', async () => {
  const machine = await startMachine();
  machine.local.clock.ms = T0 - HOUR;
  await elsewhere(machine, { startTime: iso(EIGHT - HOUR), endTime: iso(EIGHT - 30 * MINUTE) });
  machine.local.clock.ms = T0;
  machine.edit.add(ACCOUNT, machine.task, { start: EIGHT, end: EIGHT + 30 * MINUTE, note: '' }, {});
  await passMinutes(machine, 5);
  expect([machine.items(), (await machine.atService()).length]).toEqual([[], 2]);
});
