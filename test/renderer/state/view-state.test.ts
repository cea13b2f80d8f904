/** View state is restored for the same account, also to views that are loaded later, and the next account starts afresh. */
import { afterEach, expect, test } from 'vitest';
import {
  createViewState,
  resetViewState,
  restoreViewState,
  serializeViewState,
} from '../../../renderer/state/view-state.ts';

const place = (accountId: string) =>
  JSON.stringify({ accountId, places: { 'an early view': { day: 3 }, 'a late view': { day: 4 } } });

const useEarly = createViewState('an early view', { day: 0, isOpen: false }, ['day']);
afterEach(resetViewState);

test('the saved parts return, whether the view is loaded before or after', () => {
  restoreViewState(place('a'), 'a');
  expect(useEarly.getState()).toEqual({ day: 3, isOpen: false });
  // A view that is never loaded keeps its place as well.
  expect(JSON.parse(serializeViewState('a'))).toMatchObject(JSON.parse(place('a')));
  const useLate = createViewState('a late view', { day: 0 }, ['day']);
  expect(useLate.getState()).toEqual({ day: 4 });
  resetViewState();
  expect(useEarly.getState()).toEqual({ day: 0, isOpen: false });
  expect(useLate.getState()).toEqual({ day: 0 });
});

test.each([
  ['nothing', null],
  ['the place of another account', place('b')],
])('%s is not restored', (_, text) => {
  restoreViewState(text, 'a');
  expect(useEarly.getState()).toEqual({ day: 0, isOpen: false });
});

test('only what is named is saved', () => {
  useEarly.setState({ day: 7, isOpen: true });
  expect(JSON.parse(serializeViewState('a')).places['an early view']).toEqual({ day: 7 });
});
