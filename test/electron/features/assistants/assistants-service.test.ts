/** What assistants may do: refused, asked about or carried out, and logged. */
import { expect, test, vi } from 'vitest';
import {
  type AssistantRequest,
  createAssistants,
  QUESTION_LAPSES_MS,
} from '../../../../electron/features/assistants/assistants-service.ts';
import type { FeatureContext } from '../../../../electron/features/context.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import type { AssistantSettings } from '../../../../shared/contract/assistants.ts';
import { DAY_MS } from '../../../../shared/dates/milliseconds.ts';
import { testContext } from '../context.ts';

function setUp() {
  const clock = { ms: Date.UTC(2026, 10, 18, 9) };
  const copied: string[] = [];
  const base = testContext(openDatabase(':memory:', new Date(clock.ms)).database, () => clock.ms);
  const context: FeatureContext = {
    ...base,
    changeSettings(changed) {
      base.changeSettings(changed);
      assistants.settingsChanged();
    },
    copyText: (text: string) => void copied.push(text),
  };
  const window = { isSeen: true, shown: 0 };
  const notices = new Map<string, { title: string; body: string; click: () => void }>();
  const shown: string[] = [];
  const assistants = createAssistants(context, {
    changes: () => context.undo.list('a1'),
    notifications: {
      async show({ id, title, body }, { onAction }) {
        shown.push(title);
        notices.set(id, { title, body, click: () => onAction('default') });
        return true;
      },
      close: (id) => void notices.delete(id),
    },
    program: ['node', '/opt/punch card/punchcard.mjs'],
    tools: () => [],
    isSeen: () => window.isSeen,
    showWindow: () => {
      window.shown += 1;
    },
  });
  let runs = 0;
  const ask = (request: Partial<AssistantRequest<string>> = {}) =>
    assistants.request<string>({
      client: 'Zed',
      tool: 'start',
      kinds: ['timer'],
      asks: 'Start the timer on PAY-1?',
      wanted: 'Wanted to start the timer on PAY-1',
      run: async () => {
        runs += 1;
        return 'Started PAY-1';
      },
      did: (reply) => reply,
      refused: (how) => how,
      impossible: null,
      signal: new AbortController().signal,
      ...request,
    });
  const outcomes = () => assistants.log().map(({ text, outcome }) => [text, outcome]);
  return { context, assistants, ask, clock, runs: () => runs, outcomes, window, notices, shown, copied };
}

test('reading is allowed at first, and no is no, without a question', async () => {
  const { context, assistants, ask, runs, outcomes } = setUp();
  expect(await ask({ kinds: ['read'] })).toBe('Started PAY-1');
  expect(await ask({ kinds: [] })).toBe('refused');
  context.changeSettings({ assistants: { ...context.settings.read().assistants, timer: 'no' } });
  expect(await ask({ kinds: ['tasks', 'timer'] })).toBe('refused');
  context.changeSettings({
    assistants: { on: false, read: 'yes', timer: 'yes', entries: 'yes', tasks: 'yes', tools: {}, disconnected: [] },
  });
  expect(await ask({ kinds: ['read'] })).toBe('refused');
  expect(runs()).toBe(1);
  expect(assistants.question()).toBeNull();
  expect(outcomes()[0]).toEqual(['Wanted to start the timer on PAY-1', 'refused']);
});

test('a question is a notification if the window is hidden, and only until the last one is answered', async () => {
  const { assistants, ask, window, notices, shown } = setUp();
  const seen = ask();
  expect(shown).toEqual([]);
  window.isSeen = false;
  const hidden = ask({ client: 'Claude Desktop', asks: `Add time to <b>PAY-1</b> ${'x'.repeat(500)}` });
  expect(shown).toEqual(['Claude Desktop asks']);
  const [notice] = notices.values();
  expect(notice?.body).toMatch(/^Add time to <b>PAY-1<\/b> x{100,180}…$/);
  notice?.click();
  expect(window.shown).toBe(1);
  assistants.answer(1, false);
  expect(notices.size).toBe(1);
  assistants.answer(2, false);
  expect(notices.size).toBe(0);
  expect(await Promise.all([seen, hidden])).toEqual(['refused', 'refused']);
});

test('copies what goes into the settings of an assistant, with what starts this program', () => {
  const { assistants, copied } = setUp();
  assistants.copySettings();
  expect(copied.map((text) => JSON.parse(text))).toEqual([
    { mcpServers: { punchcard: { command: 'node', args: ['/opt/punch card/punchcard.mjs', 'mcp'] } } },
  ]);
});

test('writing asks first: yes does it, no does not, always is remembered', async () => {
  const { context, assistants, ask, runs } = setUp();
  const first = ask();
  expect(assistants.question()).toEqual({ id: 1, client: 'Zed', kind: 'timer', text: 'Start the timer on PAY-1?' });
  expect(runs()).toBe(0);
  assistants.answer(1, true);
  expect(await first).toBe('Started PAY-1');
  const second = ask();
  assistants.answer(1, true);
  assistants.answer(2, false);
  expect(await second).toBe('refused');
  const third = ask();
  assistants.answer(3, true, true);
  await third;
  expect(context.settings.read().assistants).toMatchObject({ timer: 'yes', entries: 'ask' });
  await ask();
  expect(runs()).toBe(3);
});

test('a tool may have a permission of its own, which says nothing about what else it needs', async () => {
  const { context, assistants, ask, runs } = setUp();
  const permit = (changed: Partial<AssistantSettings>) =>
    context.changeSettings({ assistants: { ...context.settings.read().assistants, ...changed } });
  permit({ timer: 'yes', tasks: 'no', tools: { start: 'no', add: 'yes' } });
  expect(await ask()).toBe('refused');
  await ask({ tool: 'stop' });
  await ask({ tool: 'add', kinds: ['tasks', 'timer'] });
  expect(runs()).toBe(2);
  permit({ timer: 'no' });
  expect(await ask({ tool: 'add', kinds: ['tasks', 'timer'] })).toBe('refused');

  permit({ timer: 'yes', tools: { start: 'ask' } });
  const asked = ask();
  expect(assistants.question()).toMatchObject({ kind: 'timer', tool: 'start' });
  assistants.answer(1, true, true);
  await asked;
  expect(context.settings.read().assistants).toMatchObject({ timer: 'yes', tasks: 'no', tools: { start: 'yes' } });
});

test('a permission that changes decides the questions that wait for it', async () => {
  const { context, assistants, ask, runs } = setUp();
  const permit = (changed: Partial<AssistantSettings>) =>
    context.changeSettings({ assistants: { ...context.settings.read().assistants, ...changed } });
  const [first, alike, other] = [ask(), ask({ client: 'Claude' }), ask({ kinds: ['entries'] })];
  assistants.answer(1, true, true);
  expect(await Promise.all([first, alike])).toEqual(['Started PAY-1', 'Started PAY-1']);
  expect(assistants.question()?.id).toBe(3);
  permit({ entries: 'no' });
  expect(await other).toBe('refused');
  const [both, paused] = [ask({ tool: 'add', kinds: ['tasks', 'timer'] }), ask({ kinds: ['tasks'] })];
  permit({ timer: 'ask' });
  expect(assistants.question()?.id).toBe(4);
  permit({ on: false });
  assistants.answer(4, true);
  expect(await Promise.all([both, paused])).toEqual(['refused', 'refused']);
  expect(runs()).toBe(2);
});

test('several questions wait in their order; too many are refused', async () => {
  const { assistants, ask, runs } = setUp();
  const asked = Array.from({ length: 25 }, () => ask());
  expect(await Promise.all(asked.slice(20))).toEqual(Array(5).fill('refused'));
  assistants.answer(2, true);
  expect(assistants.question()?.id).toBe(1);
  assistants.answer(1, false);
  expect(assistants.question()?.id).toBe(3);
  await Promise.all(asked.slice(0, 2));
  expect(runs()).toBe(1);
});

test('a question lapses, and one of an assistant that has gone is withdrawn: neither does anything', async () => {
  vi.useFakeTimers();
  const { assistants, ask, runs } = setUp();
  const unanswered = ask();
  await vi.advanceTimersByTimeAsync(QUESTION_LAPSES_MS);
  expect(await unanswered).toBe('refused');
  const gone = new AbortController();
  const withdrawn = ask({ signal: gone.signal });
  gone.abort();
  expect(await withdrawn).toBe('refused');
  assistants.answer(2, true);
  expect(assistants.question()).toBeNull();
  expect(runs()).toBe(0);
});

type Wait = PromiseWithResolvers<void>;

/** With every permission. */
function setUpAllowed() {
  const { context, ...others } = setUp();
  const { assistants: settings } = context.settings.read();
  context.changeSettings({ assistants: { ...settings, timer: 'yes', entries: 'yes', tasks: 'yes' } });
  const change = (text: string): number => {
    const nothing = () => undefined;
    return context.undo.offer({ accountId: 'a1', text, label: 'Undo', subjects: [text], undo: nothing, redo: nothing })
      .undoId;
  };
  return { context, change, ...others };
}

test('the log keeps 30 days, and offers Undo for what can be undone', async () => {
  const { context, assistants, ask, change, clock } = setUpAllowed();
  await ask({ kinds: ['read'], did: () => 'Read' });
  let undoId = 0;
  await ask({
    kinds: ['tasks'],
    run: async () => {
      undoId = change('Moved');
      return 'Moved PAY-1';
    },
  });
  expect(assistants.log()).toMatchObject([
    { text: 'Moved PAY-1', outcome: 'done', undoIds: [undoId], client: 'Zed' },
    { text: 'Read', outcome: 'done' },
  ]);
  expect(assistants.log()[1]).not.toHaveProperty('undoIds');
  context.undo.undo('a1', undoId);
  expect(assistants.log()[0]).toMatchObject({ outcome: 'undone' });
  expect(assistants.log()[0]).not.toHaveProperty('undoIds');
  clock.ms += 31 * DAY_MS;
  expect(assistants.log()).toEqual([]);
});

test('what changed several things is undone once all of them are, and offers Undo only for all that is left', async () => {
  const { context, assistants, ask, change } = setUpAllowed();
  const undoIds: number[] = [];
  await ask({
    kinds: ['tasks', 'timer'],
    run: async () => {
      undoIds.push(change('Created PAY-9'), change('Started PAY-9'));
      return 'Added PAY-9';
    },
  });
  const [created = 0, started = 0] = undoIds;
  expect(assistants.log()).toMatchObject([{ outcome: 'done', undoIds: [started, created] }]);
  // It changes the task that was created, so it has to be undone first.
  const later = change('Created PAY-9');
  expect(assistants.log()[0]).not.toHaveProperty('undoIds');
  context.undo.undo('a1', later);
  context.undo.undo('a1', started);
  expect(assistants.log()).toMatchObject([{ outcome: 'done', undoIds: [created] }]);
  context.undo.undo('a1', created);
  expect(assistants.log()).toMatchObject([{ outcome: 'undone' }]);
});

test('what can only be undone in part is neither undone nor offers Undo', async () => {
  const { context, assistants, ask, change } = setUpAllowed();
  let started = 0;
  await ask({
    kinds: ['tasks', 'timer'],
    run: async () => {
      change('Created PAY-9');
      started = change('Started PAY-9');
      return 'Added PAY-9';
    },
  });
  // The first of the two is the oldest of 101, which is forgotten.
  for (let n = 0; n < 99; n += 1) change(`Later ${n}`);
  const [action] = assistants.log();
  expect(action).toMatchObject({ outcome: 'done' });
  expect(action).not.toHaveProperty('undoIds');
  context.undo.undo('a1', started);
  expect(assistants.log()).toMatchObject([{ outcome: 'done' }]);
});

test('the log offers no Undo for what the person, or another assistant, changes at the same time', async () => {
  const { assistants, ask, change } = setUpAllowed();
  const [begin, changed, end] = [1, 2, 3].map(() => Promise.withResolvers<void>()) as [Wait, Wait, Wait];
  let undoId = 0;
  const run = () => end.promise.then(() => '');
  const asked = [
    ask({ kinds: ['read'], did: () => 'Read', run }),
    ask({ kinds: ['tasks'], did: () => null, run }),
    ask({
      kinds: ['tasks'],
      client: 'Claude',
      run: async () => {
        await begin.promise;
        undoId = change('Moved');
        changed.resolve();
        await end.promise;
        return 'Moved PAY-1';
      },
    }),
  ];
  change('Changed by the person');
  begin.resolve();
  await changed.promise;
  change('Changed by the person later');
  end.resolve();
  await Promise.all(asked);
  expect(assistants.log().map((action) => [action.text, action.undoIds])).toEqual(
    expect.arrayContaining([
      ['Read', undefined],
      ['Wanted to start the timer on PAY-1', undefined],
      ['Moved PAY-1', [undoId]],
    ]),
  );
});

test('neither reads nor refused requests push changes out of the log', async () => {
  const { assistants, ask, change, clock } = setUpAllowed();
  let undoId = 0;
  await ask({
    kinds: ['tasks'],
    run: async () => {
      undoId = change('Moved');
      return 'Moved PAY-1';
    },
  });
  for (let n = 0; n < 2_100; n += 1) await ask({ kinds: n % 2 === 0 ? ['read'] : [], did: () => `Read PAY-${n}` });
  const log = assistants.log();
  expect(log).toHaveLength(2_001);
  expect(log[0]).toMatchObject({ outcome: 'refused' });
  expect(log[1]).toMatchObject({ text: 'Read PAY-2098' });
  expect(log.at(-1)).toMatchObject({ text: 'Moved PAY-1', undoIds: [undoId] });
  clock.ms += 31 * DAY_MS;
  await ask({ kinds: ['read'] });
  expect(assistants.log()).toHaveLength(1);
});

test('what failed is logged as what was wanted', async () => {
  const { ask, outcomes } = setUp();
  await ask({ kinds: ['read'], did: () => null });
  expect(outcomes()).toEqual([['Wanted to start the timer on PAY-1', 'failed']]);
});

test('what cannot be done is not asked about, and why is told only to one that may do it or ask', async () => {
  const { context, assistants, ask, runs, outcomes } = setUp();
  const request = { impossible: 'There are: acme, nord' };
  expect(await ask({ ...request, kinds: ['read'] })).toBe('There are: acme, nord');
  expect(await ask(request)).toBe('There are: acme, nord');
  expect(assistants.question()).toBeNull();
  assistants.disconnect('Zed');
  expect(await ask({ ...request, kinds: ['read'] })).toBe('refused');
  expect(await ask({ ...request, client: 'Claude', kinds: [] })).toBe('refused');
  context.changeSettings({ assistants: { ...context.settings.read().assistants, on: false } });
  expect(await ask({ ...request, client: 'Claude' })).toBe('refused');
  expect(outcomes().map(([, outcome]) => outcome)).toEqual(['refused', 'refused', 'refused', 'failed', 'failed']);
  expect(runs()).toBe(0);
});

test('a person may do it in the form of the question instead; the assistant is told so', async () => {
  const { assistants, ask, runs, outcomes } = setUp();
  const form = { is: 'task', text: 'Buy milk' } as const;
  const asked = ask({ form });
  expect(assistants.question()).toMatchObject({ form });
  assistants.takeOver(1);
  expect(await asked).toBe('taken-over');
  expect(runs()).toBe(0);
  expect(outcomes()).toEqual([['Wanted to start the timer on PAY-1', 'taken-over']]);
});

test('one that is disconnected is refused, also what it has asked already; others and a new start are not', async () => {
  const { context, assistants, ask, runs, clock } = setUp();
  await ask({ kinds: ['read'], client: 'Claude' });
  clock.ms += DAY_MS;
  const asked = ask();
  const other = ask({ client: 'Claude' });
  assistants.disconnect('Zed');
  assistants.disconnect('Zed');
  expect(await asked).toBe('refused');
  assistants.answer(2, true);
  expect(await other).toBe('Started PAY-1');
  clock.ms += 1_000;
  expect(await ask({ kinds: ['read'] })).toBe('refused');
  expect(context.settings.read().assistants.disconnected).toEqual(['Zed']);
  expect(assistants.list()).toEqual([
    { client: 'Zed', lastUsedAt: '2026-11-19T09:00:01.000Z' },
    { client: 'Claude', lastUsedAt: '2026-11-19T09:00:00.000Z' },
  ]);
  context.changeSettings({ assistants: { ...context.settings.read().assistants, disconnected: [] } });
  expect(await ask({ kinds: ['read'] })).toBe('Started PAY-1');
  expect(runs()).toBe(3);
  clock.ms += 31 * DAY_MS;
  expect(assistants.list()).toEqual([]);
});

test('a thousand questions at once are one card after the other, and one notification', async () => {
  const { assistants, ask, runs, window, notices, outcomes } = setUp();
  window.isSeen = false;
  const asked = Array.from({ length: 1_000 }, (_, at) => ask({ asks: `Question ${at}?` }));
  expect(await Promise.all(asked.slice(20))).toEqual(Array(980).fill('refused'));
  expect(notices.size).toBe(1);
  expect(assistants.question()).toMatchObject({ id: 1, text: 'Question 0?' });
  for (let id = 1; id <= 20; id += 1) assistants.answer(id, false);
  expect(assistants.question()).toBeNull();
  await Promise.all(asked);
  expect(runs()).toBe(0);
  expect(outcomes()).toHaveLength(1_000);
});
