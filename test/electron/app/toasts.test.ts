/** The toast in the status line. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createToasts } from '../../../electron/app/toasts.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

function createdToasts() {
  const shown: (string | null)[] = [];
  const toasts = createToasts(Date.now, () => shown.push(toasts.view()?.text ?? null));
  return { ...toasts, shown };
}

test('there is none at first', () => {
  const { view, shown } = createdToasts();
  expect(view()).toBeNull();
  expect(shown).toEqual([]);
});

test('one is shown for ten seconds', () => {
  const { show, view, shown } = createdToasts();
  show('Discarded.', { label: 'Undo', undoId: 7 });
  expect(view()).toEqual({
    id: 1,
    text: 'Discarded.',
    until: '2026-11-21T12:00:10.000Z',
    undo: { label: 'Undo', undoId: 7 },
    openTaskId: null,
  });
  vi.advanceTimersByTime(9_999);
  expect(shown).toEqual(['Discarded.']);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['Discarded.', null]);
  expect(view()).toBeNull();
});

test('a newer one replaces it and is shown for ten seconds', () => {
  const { show, view, shown } = createdToasts();
  show('One.', { label: 'Undo', undoId: 7 }, 'task-1');
  vi.advanceTimersByTime(6_000);
  show('Two.');
  expect(view()).toMatchObject({ id: 2, text: 'Two.', undo: null });
  vi.advanceTimersByTime(9_999);
  expect(view()?.text).toBe('Two.');
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(['One.', 'Two.', null]);
});

test('the same words again are a new toast', () => {
  const { show, view } = createdToasts();
  show('Saved.');
  const first = view()?.id;
  show('Saved.');
  expect(view()?.id).not.toBe(first);
});

test('it can be removed early, and its timer has no effect', () => {
  const { show, clear, view, shown } = createdToasts();
  show('One.');
  clear();
  expect(view()).toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(shown).toEqual(['One.', null]);
});

test('refusals in a row are said together, and not with an earlier toast', () => {
  const { show, refuse, view } = createdToasts();
  show('Saved.');
  refuse('ME-1 stays.');
  refuse('ME-2 stays.');
  expect(view()).toMatchObject({ text: 'ME-1 stays. ME-2 stays.', undo: null });
  vi.advanceTimersByTime(10_000);
  refuse('ME-3 stays.');
  expect(view()?.text).toBe('ME-3 stays.');
});
