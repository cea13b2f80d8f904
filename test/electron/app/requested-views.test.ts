/** Views that are asked for by a click: each stays requested until the page has shown it. */
import { expect, test, vi } from 'vitest';
import { createRequestedViews } from '../../../electron/app/requested-views.ts';

function requestedViews() {
  const shows: (() => void)[] = [];
  const onChange = vi.fn();
  const made = createRequestedViews((then) => shows.push(then), onChange);
  return {
    ...made,
    onChange,
    /** The window comes on screen. */
    appear: () => {
      for (const show of shows.splice(0)) show();
    },
    asked: () => made.view().map(({ view }) => view),
  };
}

test('a view is requested once the window is on screen, so that a page that is closing does not take it', () => {
  const { show, appear, asked, onChange } = requestedViews();
  show('outbox');
  expect(asked()).toEqual([]);
  appear();
  expect(asked()).toEqual(['outbox']);
  expect(onChange).toHaveBeenCalledOnce();
});

test('two clicks before the window is on screen request both views, in this order', () => {
  const { show, appear, asked } = requestedViews();
  show('outbox');
  show('settings');
  appear();
  expect(asked()).toEqual(['outbox', 'settings']);
});

test('a view is requested until the page has shown it, also by the next page if one crashes', () => {
  const { show, appear, asked, shown, view } = requestedViews();
  show('outbox');
  appear();
  const ids = view().map(({ id }) => id);
  show('settings');
  appear();
  expect(asked()).toEqual(['outbox', 'settings']);
  shown(ids);
  expect(asked()).toEqual(['settings']);
  shown(ids);
  expect(asked()).toEqual(['settings']);
});
