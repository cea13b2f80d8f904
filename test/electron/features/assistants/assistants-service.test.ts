/** What assistants may do: refused, asked about or carried out, and logged. */
import { expect, test, vi } from 'vitest';
import {
  type AssistantRequest,
  createAssistants,
  QUESTION_LAPSES_MS,
} from '../../../../electron/features/assistants/assistants-service.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import type { ChangeView } from '../../../../shared/contract/outbox-view.ts';
import { DAY_MS } from '../../../../shared/dates/milliseconds.ts';
import { testContext } from '../context.ts';

function setUp() {
  const clock = { ms: Date.UTC(2026, 10, 18, 9) };
  const changes: ChangeView[] = [];
  const copied: string[] = [];
  const context = {
    ...testContext(openDatabase(':memory:', new Date(clock.ms)).database, () => clock.ms),
    copyText: (text: string) => void copied.push(text),
  };
  const window = { isSeen: true, shown: 0 };
  const notices = new Map<string, { title: string; body: string; click: () => void }>();
  const shown: string[] = [];
  const assistants = createAssistants(context, {
    changes: () => changes,
    notifications: {
      async show({ id, title, body }, { onAction }) {
        shown.push(title);
        notices.set(id, { title, body, click: () => onAction('default') });
        return true;
      },
      close: (id) => void notices.delete(id),
    },
    program: '/opt/punch card/punchcard',
    isSeen: () => window.isSeen,
    showWindow: () => {
      window.shown += 1;
    },
  });
  let runs = 0;
  const ask = (request: Partial<AssistantRequest<string>> = {}) =>
    assistants.request<string>({
      client: 'Zed',
      kinds: ['timer'],
      text: 'Start the timer on PAY-1',
      run: async () => {
        runs += 1;
        return 'Started PAY-1';
      },
      outcome: (reply) => ({ isDone: true, text: reply }),
      refused: () => 'refused',
      signal: new AbortController().signal,
      ...request,
    });
  const outcomes = () => assistants.log().map(({ text, outcome }) => [text, outcome]);
  return { context, assistants, ask, changes, clock, runs: () => runs, outcomes, window, notices, shown, copied };
}

test('reading is allowed at first, and no is no, without a question', async () => {
  const { context, assistants, ask, runs, outcomes } = setUp();
  expect(await ask({ kinds: ['read'] })).toBe('Started PAY-1');
  expect(await ask({ kinds: [] })).toBe('refused');
  context.changeSettings({ assistants: { ...context.settings.read().assistants, timer: 'no' } });
  expect(await ask({ kinds: ['tasks', 'timer'] })).toBe('refused');
  context.changeSettings({ assistants: { on: false, read: 'yes', timer: 'yes', entries: 'yes', tasks: 'yes' } });
  expect(await ask({ kinds: ['read'] })).toBe('refused');
  expect(runs()).toBe(1);
  expect(assistants.question()).toBeNull();
  expect(outcomes()[0]).toEqual(['Start the timer on PAY-1', 'refused']);
});

test('a question is a notification if the window is hidden, and only until the last one is answered', async () => {
  const { assistants, ask, window, notices, shown } = setUp();
  const seen = ask();
  expect(shown).toEqual([]);
  window.isSeen = false;
  const hidden = ask({ client: 'Claude Desktop', text: `Add time to <b>PAY-1</b> ${'x'.repeat(500)}` });
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

test('copies what goes into the settings of an assistant, with the path of this program', () => {
  const { assistants, copied } = setUp();
  assistants.copySettings();
  expect(copied.map((text) => JSON.parse(text))).toEqual([
    { mcpServers: { punchcard: { command: '/opt/punch card/punchcard', args: ['mcp'] } } },
  ]);
});

test('writing asks first: yes does it, no does not, always is remembered', async () => {
  const { context, assistants, ask, runs } = setUp();
  const first = ask();
  expect(assistants.question()).toEqual({ id: 1, client: 'Zed', kind: 'timer', text: 'Start the timer on PAY-1' });
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

test('the log keeps 30 days, and offers Undo for what can be undone', async () => {
  const { assistants, ask, changes, clock } = setUp();
  const undoable = (undoId: number, state: 'done' | 'undone'): ChangeView => ({
    undoId,
    at: '',
    text: 'Started PAY-1',
    label: 'Undo',
    state,
    isPossible: true,
    obstacle: null,
  });
  await ask({ kinds: ['read'], text: 'Read', outcome: () => ({ isDone: true, text: 'Read' }) });
  await ask({
    kinds: ['read'],
    run: async () => {
      changes.unshift(undoable(7, 'done'));
      return 'Moved PAY-1';
    },
  });
  expect(assistants.log()).toMatchObject([
    { text: 'Moved PAY-1', outcome: 'done', undoId: 7, client: 'Zed' },
    { text: 'Read', outcome: 'done' },
  ]);
  expect(assistants.log()[1]).not.toHaveProperty('undoId');
  changes[0] = undoable(7, 'undone');
  expect(assistants.log()[0]).toMatchObject({ outcome: 'undone' });
  expect(assistants.log()[0]).not.toHaveProperty('undoId');
  clock.ms += 31 * DAY_MS;
  expect(assistants.log()).toEqual([]);
});
