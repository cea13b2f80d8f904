/** Clicks on Windows notifications that an earlier run showed. */
import { expect, test } from 'vitest';
import { activationOf, withShownNotification } from '../../../../electron/desktop/notifications/toast-activation.ts';

const shown = [
  { id: 'task:t1', actions: ['start', 'snooze-1-hour', 'open'] },
  { id: 'digest', actions: ['open', 'snooze-1-hour'] },
];

test('a button is identified by its number on the clicked notification', () => {
  expect(
    activationOf({ type: 'action', actionIndex: 1, arguments: 'type=action&action=1&tag=task:t1' }, shown),
  ).toEqual({
    noticeId: 'task:t1',
    action: 'snooze-1-hour',
  });
  expect(activationOf({ type: 'action', actionIndex: 0, arguments: 'type=action&action=0&tag=digest' }, shown)).toEqual(
    {
      noticeId: 'digest',
      action: 'open',
    },
  );
});

test('a click on the notification itself opens its subject', () => {
  expect(activationOf({ type: 'click', arguments: 'type=click&tag=task:t1' }, shown)).toEqual({
    noticeId: 'task:t1',
    action: 'default',
  });
});

test.each([
  { type: 'action', actionIndex: 9, arguments: 'type=action&action=9&tag=task:t1' },
  { type: 'action', actionIndex: 0, arguments: 'type=action&action=0&tag=never-shown' },
  { type: 'action', arguments: '' },
])('an unknown notification only opens the app: %j', (details) => {
  expect(activationOf(details, shown).action).toBe('default');
});

test('keeps the latest ones without duplicates', () => {
  let list = withShownNotification([], { id: 'a', actions: ['open'] });
  for (let index = 0; index < 30; index += 1) list = withShownNotification(list, { id: `n${index}`, actions: [] });
  list = withShownNotification(list, { id: 'n29', actions: ['start'] });
  expect(list).toHaveLength(20);
  expect(list.filter(({ id }) => id === 'n29')).toEqual([{ id: 'n29', actions: ['start'] }]);
  expect(list.at(0)).toEqual({ id: 'n10', actions: [] });
});
