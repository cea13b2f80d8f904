/** The notification that asks to go through the day’s gaps. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { createGapReminder } from '../../../../electron/features/reminders/index.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import type { NotificationContent, NotificationEvents } from '../../../../shared/reminders/notification.ts';
import { HOUR, local, MINUTE } from '../../../shared/time/entries.ts';
import { testContext } from '../context.ts';

/** A Thursday. */
const NOW = local(19, 14);

function desk(reviewGapsAt: string | null = '17:00') {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const context = testContext(openDatabase(':memory:', new Date(NOW)).database, Date.now);
  context.settings.change({ reviewGapsAt });
  const shown: { content: NotificationContent; events: NotificationEvents }[] = [];
  const state = { gaps: [{ from: NOW, to: NOW + 48 * MINUTE }], pausedUntil: null as string | null };
  const reviewed: (string | null)[] = [];
  const reminder = createGapReminder(context, {
    gaps: () => state.gaps,
    notifications: {
      show: async (content, events) => shown.push({ content, events }) > 0,
      isInhibited: async () => false,
    },
    pausedUntil: () => state.pausedUntil,
    review: (day) => void reviewed.push(day),
  });
  reminder.part.load(null);
  onTestFinished(reminder.part.stop);
  const wait = (hours: number) => vi.advanceTimersByTimeAsync(hours * HOUR);
  return { context, reminder, reviewed, shown, state, wait };
}

test('It is shown at the hour, once a day, and a click opens the review of that day, also the next morning', async () => {
  const { reviewed, shown, wait } = desk();
  await wait(2.9);
  expect(shown).toEqual([]);
  await wait(0.2);
  expect(shown.map(({ content }) => content.title)).toEqual(['1 gap today']);
  expect(shown[0]?.content.body).toBe('0:48 without an entry. Click to say what it was.');
  shown[0]?.events.onAction('default');
  expect(reviewed).toEqual([null]);
  await wait(20);
  shown[0]?.events.onAction('default');
  expect(reviewed).toEqual([null, '2026-11-19']);
  expect(shown).toHaveLength(1);
  await wait(4);
  expect(shown).toHaveLength(2);
});

test('It is off by default, and follows the setting', async () => {
  const { context, reminder, shown, wait } = desk(DEFAULT_SETTINGS.reviewGapsAt);
  await wait(24);
  expect(shown).toEqual([]);
  context.settings.change({ reviewGapsAt: '15:00' });
  reminder.settingsChanged();
  await wait(1.1);
  expect(shown).toHaveLength(1);
  context.settings.change({ reviewGapsAt: null });
  reminder.settingsChanged();
  await wait(48);
  expect(shown).toHaveLength(1);
});

test('A day without gaps, a pause and quiet hours show none', async () => {
  const { context, shown, state, wait } = desk();
  const [gap] = state.gaps;
  state.gaps = [];
  await wait(4);
  state.gaps = gap ? [gap] : [];
  state.pausedUntil = '2026-11-21T00:00:00.000Z';
  await wait(24);
  state.pausedUntil = null;
  const { reminders } = context.settings.read();
  context.settings.change({
    reminders: { ...reminders, quiet: { ...reminders.quiet, on: true, from: '16:00', to: '20:00' } },
  });
  await wait(24);
  expect(shown).toEqual([]);
});

test('A computer that sleeps past the hour asks when it wakes, but not on another day', async () => {
  const { reminder, shown } = desk();
  vi.setSystemTime(local(19, 18));
  reminder.part.clockChanged?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toHaveLength(1);
  vi.setSystemTime(local(21, 9));
  reminder.part.clockChanged?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toHaveLength(1);
});
