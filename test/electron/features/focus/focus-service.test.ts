/** Focus sessions in main: the timer, what is kept on disk, and when the person is told. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createFocus } from '../../../../electron/features/focus/focus-service.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import type { NotificationContent, NotificationEvents } from '../../../../shared/reminders/notification.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import { local, MINUTE } from '../../../shared/time/entries.ts';
import { testContext } from '../context.ts';

const NOW = local(19, 14);
const task = (id: string): TaskRef => ({ taskId: id, identifier: id, title: id, projectName: 'Payments' });

function desk() {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const { database } = openDatabase(':memory:', new Date(NOW));
  const log: string[] = [];
  const context = { ...testContext(database, Date.now), showToast: (text: string) => void log.push(text) };
  let running: { id: string; accountId: string; task: TaskRef; note: string; startTime: string } | undefined;
  let lastId = 0;
  const shown: { content: NotificationContent; events: NotificationEvents }[] = [];
  const state = {
    accountId: 'one' as string | undefined,
    open: ['one'],
    gone: [] as string[],
    isInhibited: false,
    pausedUntil: null as string | null,
  };
  const timer = {
    start(accountId: string, on: TaskRef, _?: number, note = '') {
      log.push(`start ${on.identifier}${note && ` (${note})`}`);
      lastId += 1;
      running = {
        id: String(lastId),
        accountId: on.accountId ?? accountId,
        task: on,
        note,
        startTime: new Date().toISOString(),
      };
    },
    stop() {
      if (running === undefined) throw new Error('No timer');
      log.push('stop');
      running = undefined;
    },
  };
  const start = () =>
    createFocus(context, {
      account: {
        id: () => state.accountId,
        required: () => ({ id: state.accountId }) as never,
        openIds: () => state.open,
      },
      time: {
        running: () => running as never,
        timer: timer as never,
        taskToTrack: (taskId, accountId) => {
          if (taskId === 'gone') throw new Error('Unknown');
          return { ...task(taskId), ...(accountId && { accountId }) };
        },
        isGone: ({ taskId }) => state.gone.includes(taskId),
      },
      notifications: {
        show: (content, events) => {
          shown.push({ content, events });
          return Promise.resolve(true);
        },
        close: (id) => void log.push(`close ${id}`),
        isInhibited: () => Promise.resolve(state.isInhibited),
      },
      pausedUntil: () => state.pausedUntil,
      show: () => void log.push('show'),
    });
  const focus = start();
  timer.start('one', task('PAY-134'), undefined, 'Reproduced');
  log.length = 0;
  const wait = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE);
  /** Undoes a change of the timer, and tells the session as main does. */
  const undoTo = (before: typeof running) => {
    running = before;
    focus.timerChanged();
  };
  return { focus, restart: start, context, state, shown, log, wait, timer, running: () => running, undoTo };
}

test('needs a running timer', () => {
  const { focus, timer } = desk();
  timer.stop();
  expect(() => focus.begin()).toThrow();
  expect(focus.view().session).toBeNull();
});

test('tells when the round is over, once, and what is tracked; nothing happens to the timer', async () => {
  const { focus, shown, log, wait } = desk();
  focus.begin();
  expect(focus.view().session).toMatchObject({ phase: 'focus', task: task('PAY-134'), breakMinutes: 5 });
  await wait(24);
  expect(shown).toEqual([]);
  await wait(30);
  expect(shown.map(({ content: { title, body } }) => `${title}: ${body}`)).toEqual([
    `25 minutes are over: PAY-134, 0:25 tracked. Break until ${clock(NOW + 30 * MINUTE)}?`,
  ]);
  expect(shown[0]?.content.actions.map(({ label }) => label)).toEqual(['Break, 5 min', '5 more min', 'Stop']);
  expect(log).toEqual([]);
});

test('the break stops the timer; the next round starts it again with its note, when the person says so', async () => {
  const { focus, shown, log, wait } = desk();
  focus.begin();
  await wait(26);
  shown[0]?.events.onAction('break');
  expect(log).toEqual(['stop', 'close focus']);
  expect(focus.view()).toMatchObject({ session: { phase: 'break', breakTask: null }, doneToday: 1 });
  focus.timerChanged();
  await wait(20);
  expect(shown[1]?.content.title).toBe('The break is over');
  expect(log).toEqual(['stop', 'close focus']);
  shown[1]?.events.onAction('next');
  expect(log).toEqual(['stop', 'close focus', 'start PAY-134 (Reproduced)', 'close focus']);
});

test('five more minutes, Stop and a click on the notification', async () => {
  const { focus, shown, log, wait } = desk();
  focus.begin(1);
  await wait(1);
  shown[0]?.events.onAction('more');
  await wait(5);
  expect(shown).toHaveLength(2);
  shown[1]?.events.onAction('default');
  shown[1]?.events.onAction('stop');
  expect(log).toEqual(['close focus', 'show', 'stop']);
  focus.timerChanged();
  expect(focus.view()).toEqual({ session: null, doneToday: 1 });
});

test('a break can be logged on a task; without the task it is a gap', async () => {
  const { focus, context, log } = desk();
  context.settings.change({ focus: { ...DEFAULT_SETTINGS.focus, breakTask: task('BREAK') } });
  focus.begin();
  focus.takeBreak();
  expect(log).toEqual(['start BREAK']);
  expect(focus.view().session?.breakTask).toEqual(task('BREAK'));
  focus.next();
  context.settings.change({ focus: { ...DEFAULT_SETTINGS.focus, breakTask: task('gone') } });
  focus.takeBreak();
  expect(log).toEqual(['start BREAK', 'start PAY-134 (Reproduced)', 'stop']);
});

test.each<[TaskRef | null, string]>([
  [null, 'stop'],
  [task('BREAK'), 'start BREAK, stop'],
])(
  'a session whose task was deleted during the break ends when the next round is to start (%#)',
  (breakTask, timer) => {
    const { focus, context, state, log, running } = desk();
    context.settings.change({ focus: { ...DEFAULT_SETTINGS.focus, breakTask } });
    focus.begin();
    focus.takeBreak();
    state.gone = ['PAY-134'];
    focus.next();
    expect([focus.view().session, running()]).toEqual([null, undefined]);
    expect(log.join(', ')).toBe(`${timer}, PAY-134 was deleted, so the focus session ended, show`);
  },
);

test('a break on a task that was deleted is a gap', () => {
  const { focus, context, state, log } = desk();
  context.settings.change({ focus: { ...DEFAULT_SETTINGS.focus, breakTask: task('BREAK') } });
  state.gone = ['BREAK'];
  focus.begin();
  focus.takeBreak();
  expect(log).toEqual(['stop']);
});

test('quiet hours, a pause of reminders and do not disturb keep it silent; it is not told later', async () => {
  const { focus, context, state, shown, wait } = desk();
  const quiet = { ...DEFAULT_SETTINGS.reminders.quiet, on: true, from: '14:00', to: '15:00' };
  context.settings.change({ reminders: { ...DEFAULT_SETTINGS.reminders, quiet } });
  focus.begin(10);
  await wait(90);
  context.settings.change({ reminders: DEFAULT_SETTINGS.reminders });
  state.pausedUntil = new Date(NOW).toISOString();
  focus.begin(10);
  await wait(11);
  state.pausedUntil = null;
  state.isInhibited = true;
  focus.begin(10);
  await wait(11);
  state.isInhibited = false;
  await wait(60);
  expect(shown).toEqual([]);
});

test('a restart goes on with it, and tells what ended meanwhile', async () => {
  const { focus, restart, shown, wait } = desk();
  focus.begin();
  focus.part.stop();
  await wait(30);
  const again = restart();
  again.part.load(null);
  await wait(1);
  expect(again.view().session?.phase).toBe('focus');
  expect(shown).toHaveLength(1);
});

test('ends when the timer is stopped, and belongs to its account', () => {
  const { focus, state, timer } = desk();
  focus.begin();
  state.open = ['other'];
  state.accountId = 'other';
  expect(focus.view().session).toBeNull();
  state.open = [];
  state.accountId = undefined;
  focus.timerChanged();
  state.open = ['other', 'one'];
  state.accountId = 'other';
  expect(focus.view().session).not.toBeNull();
  timer.stop();
  focus.timerChanged();
  expect(focus.view().session).toBeNull();
});

test('goes on in the account of its task, whichever is in front, and breaks on a task of another account', () => {
  const { focus, context, state, timer, running } = desk();
  state.open = ['one', 'two'];
  const breakTask = { ...task('PAY-134'), accountId: 'two' };
  context.settings.change({ focus: { ...DEFAULT_SETTINGS.focus, breakTask } });
  timer.start('one', { ...task('PAY-134'), accountId: 'one' });
  focus.begin();
  state.accountId = 'two';
  focus.takeBreak();
  expect(running()?.task.accountId).toBe('two');
  expect(focus.view().session?.breakTask).toEqual(breakTask);
  focus.next();
  expect(running()?.task.accountId).toBe('one');
  state.open = ['one'];
  focus.takeBreak();
  expect(running()).toBeUndefined();
});

test('goes on in its account, which was alone when it began', () => {
  const { focus, state, running } = desk();
  focus.begin();
  focus.takeBreak();
  state.open = ['one', 'two'];
  state.accountId = 'two';
  focus.next();
  expect(running()?.accountId).toBe('one');
});

test('goes on with a new task under the id that the service gave it, also one that breaks are logged on', () => {
  const { focus, context, log, timer } = desk();
  context.settings.change({ focus: { ...DEFAULT_SETTINGS.focus, breakTask: task('new break') } });
  timer.start('one', task('new'));
  focus.begin();
  focus.takeBreak();
  focus.linkTask('new', { id: 'made', identifier: 'PAY-7' });
  focus.linkTask('new break', { id: 'made break', identifier: 'PAY-8' });
  const linked = { task: { taskId: 'made', identifier: 'PAY-7' }, breakTask: { taskId: 'made break' } };
  expect(focus.view().session).toMatchObject(linked);
  focus.next();
  focus.takeBreak();
  expect(log).toEqual(['start new', 'start new break', 'start PAY-7', 'start made break']);
});

test('comes back with the id of the service when the stop of its timer is undone', () => {
  const { focus, timer, running, undoTo } = desk();
  timer.start('one', task('new'));
  focus.timerChanged();
  focus.begin();
  const entry = running();
  timer.stop();
  focus.timerChanged();
  focus.linkTask('new', { id: 'made', identifier: 'PAY-7' });
  undoTo(entry);
  expect(focus.view().session?.task.taskId).toBe('made');
});

test('comes back when the stop of its timer is undone, and the round counts once', async () => {
  const { focus, timer, running, undoTo, wait } = desk();
  focus.timerChanged();
  focus.begin();
  await wait(26);
  const [before, entry] = [focus.view().session, running()];
  timer.stop();
  focus.timerChanged();
  expect(focus.view()).toEqual({ session: null, doneToday: 1 });
  undoTo(entry);
  expect(focus.view()).toEqual({ session: before, doneToday: 0 });
  focus.next();
  expect(focus.view().doneToday).toBe(1);
});

test('comes back from a break when that is undone, and from another timer', () => {
  const { focus, timer, running, undoTo } = desk();
  focus.timerChanged();
  focus.begin();
  const [before, entry] = [focus.view().session, running()];
  focus.takeBreak();
  focus.timerChanged();
  undoTo(entry);
  expect(focus.view().session).toEqual(before);
  timer.start('one', task('WEB-1'));
  focus.timerChanged();
  expect(focus.view().session?.task).toMatchObject(task('WEB-1'));
  undoTo(entry);
  expect(focus.view().session).toEqual(before);
});

test('does not come back with another timer, or after the person ended it', () => {
  const { focus, timer, running, undoTo } = desk();
  focus.timerChanged();
  focus.begin();
  timer.stop();
  focus.timerChanged();
  timer.start('one', task('PAY-134'));
  focus.timerChanged();
  expect(focus.view().session).toBeNull();
  focus.begin();
  const next = running();
  focus.takeBreak();
  focus.timerChanged();
  focus.end();
  undoTo(next);
  expect(focus.view().session).toBeNull();
});

test('reminders wait for the end of the round if the person wants that', async () => {
  const { focus, context, wait } = desk();
  focus.begin();
  expect(focus.holdsRemindersUntil()).toBe(NOW + 25 * MINUTE);
  context.settings.change({ focus: { ...DEFAULT_SETTINGS.focus, holdReminders: false } });
  expect(focus.holdsRemindersUntil()).toBeNull();
  context.settings.change({ focus: DEFAULT_SETTINGS.focus });
  await wait(25);
  expect(focus.holdsRemindersUntil()).toBeNull();
});

test('rounds count for the day on which they were done', async () => {
  const { focus, wait } = desk();
  focus.begin(10);
  await wait(11);
  focus.end();
  expect(focus.view().doneToday).toBe(1);
  await wait(24 * 60);
  expect(focus.view().doneToday).toBe(0);
});
