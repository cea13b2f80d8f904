/** The one sentence in the status line. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToasts } from '../../../electron/app/toasts.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

function notices() {
  const told: (string | null)[] = [];
  const made = createToasts(Date.now, () => told.push(made.view()?.text ?? null));
  return { ...made, told };
}

test('there is none at first', () => {
  const { view, told } = notices();
  expect(view()).toBeNull();
  expect(told).toEqual([]);
});

test('one is shown for ten seconds', () => {
  const { say, view, told } = notices();
  say('Discarded.', { label: 'Undo', undoId: 7 });
  expect(view()).toEqual({
    id: 1,
    text: 'Discarded.',
    until: '2026-11-21T12:00:10.000Z',
    undo: { label: 'Undo', undoId: 7 },
    openTaskId: null,
  });
  vi.advanceTimersByTime(9_999);
  expect(told).toEqual(['Discarded.']);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['Discarded.', null]);
  expect(view()).toBeNull();
});

test('a newer one replaces it, and has ten seconds of its own', () => {
  const { say, view, told } = notices();
  say('One.', { label: 'Undo', undoId: 7 }, 'task-1');
  vi.advanceTimersByTime(6_000);
  say('Two.');
  expect(view()).toMatchObject({ id: 2, text: 'Two.', undo: null });
  vi.advanceTimersByTime(9_999);
  expect(view()?.text).toBe('Two.');
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['One.', 'Two.', null]);
});

test('the same words again are a new notice', () => {
  const { say, view } = notices();
  say('Saved.');
  const first = view()?.id;
  say('Saved.');
  expect(view()?.id).not.toBe(first);
});

test('it can be taken away before its time, and nothing follows', () => {
  const { say, clear, view, told } = notices();
  say('One.');
  clear();
  expect(view()).toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(['One.', null]);
});
