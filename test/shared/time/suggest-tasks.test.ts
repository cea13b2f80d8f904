import { expect, it } from 'vitest';
import { suggest } from '../../../shared/time/suggest-tasks.ts';
import { taskView } from '../tasks/tasks.ts';

const recent = [
  { taskId: 'old', identifier: 'OLD-1', title: 'Not assigned to me any more', projectName: 'Archive' },
  { taskId: 'PAY-142', identifier: 'PAY-142', title: 'An older title', projectName: 'Payments' },
];
const tasks = [
  taskView('PAY-14', { title: 'Refund the reader' }),
  taskView('PAY-142', { title: 'Retry a declined card once' }),
  taskView('WEB-61', { title: 'The reader’s pricing', projectName: 'Website' }),
];
const found = (query: string) => suggest(query, recent, tasks).map((ref) => ref.identifier);

it.each([
  ['recent tasks first while nothing is typed', '', ['OLD-1', 'PAY-142', 'PAY-14', 'WEB-61']],
  ['an exact identifier before longer ones', 'pay-14', ['PAY-14', 'PAY-142']],
  ['a number alone', '61', ['WEB-61']],
  [
    'the beginning of a title before a word, a word before the middle of one',
    're',
    ['PAY-142', 'PAY-14', 'WEB-61', 'OLD-1'],
  ],
  ['words in any order, in any part', 'website reader', ['WEB-61']],
  ['recent tasks that are in no list', 'archive', ['OLD-1']],
  ['nothing', 'zebra', []],
])('%s', (_, query, identifiers) => {
  expect(found(query)).toEqual(identifiers);
});

it('uses the newer title', () => {
  expect(suggest('', recent, tasks)[1]?.title).toBe('Retry a declined card once');
});
