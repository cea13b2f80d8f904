/** Texts of a task's history and relative times. */
import { describe, expect, test } from 'vitest';
import { activityText, agoText } from '../../../renderer/widgets/activity-text.ts';
import type { EventView } from '../../../shared/contract/index.ts';
import { messages as de } from '../../../shared/i18n/generated/de/task-page.ts';
import { messages as en } from '../../../shared/i18n/generated/en/task-page.ts';

const NOW = new Date(2026, 10, 18, 12);
const places = [{ slug: 'to-do', name: 'To do', isFinal: false }];
const event = (type: string, from: string | null = null, to: string | null = null): EventView => ({
  id: 'e',
  type,
  personId: 'u',
  person: 'Ada',
  isMine: false,
  createdAt: null,
  from,
  to,
});

test.each<[EventView, string]>([
  [event('create'), 'Ada created this task'],
  [event('created'), 'Ada created this task'],
  [{ ...event('create'), isMine: true }, 'You created this task'],
  [{ ...event('create'), person: null }, 'Someone created this task'],
  [event('status_changed', 'to-do', 'gone'), 'Ada moved this task from To do to gone'],
  [event('status_changed'), 'Ada changed the status'],
  [event('priority_changed', 'low', 'constructor'), 'Ada changed the priority from Low to constructor'],
  [event('assignee_changed', null, 'Mira'), 'Ada assigned this task to Mira'],
  [event('unassigned'), 'Ada removed the assignee'],
  [event('due_date_changed', null, '2026-12-01T00:00:00.000Z'), 'Ada set the due date to Tuesday 1 Dec'],
  [event('due_date_changed', '2026-12-01T00:00:00.000Z'), 'Ada removed the due date'],
  [event('title_changed', 'Tap', 'Sink'), 'Ada changed the title from “Tap” to “Sink”'],
  [event('description_changed'), 'Ada changed the description'],
  [event('sprint_closed'), 'Ada changed this task: “sprint closed”'],
  [event('toString'), 'Ada changed this task: “toString”'],
  [event(''), 'Ada changed this task'],
])('%o', (one, text) => expect(activityText(one, { places }, NOW)).toBe(text));

test('both languages have a sentence for each known type', () => {
  expect(Object.keys(de.happened)).toEqual(Object.keys(en.happened));
  for (const sentence of Object.values(de.happened))
    expect(sentence({ who: 'Ada', from: null, to: null })).toMatch(/^Ada: /);
});

describe('relative times', () => {
  const ago = (ms: number) => agoText(new Date(NOW.getTime() - ms).toISOString(), NOW);
  test.each<[number, string]>([
    [0, 'just now'],
    [-30_000, 'just now'],
    [5 * 60_000, '5 min ago'],
    [3 * 3_600_000, '3 h ago'],
    [25 * 3_600_000, 'Tue 17 Nov, 11:00'],
  ])('%i ms', (ms, text) => expect(ago(ms)).toContain(text));

  test('include the year if it is not the current one', () => {
    expect(ago(400 * 86_400_000)).toContain('2025');
  });
});
