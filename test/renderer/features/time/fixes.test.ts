import { expect, it } from 'vitest';
import { fixOf } from '../../../../renderer/features/time/entry-row.tsx';
import { local, timeEntry } from '../../../shared/time/entries.ts';

const entry = (from: [number, number], to: [number, number] | null) =>
  timeEntry('a', local(19, ...from), to && local(19, ...to));
const now = local(19, 14);

it.each([
  [
    'its start is moved',
    entry([10, 50], [12, 10]),
    entry([10, 12], [11, 5]),
    'start',
    local(19, 10, 50),
    local(19, 11, 5),
  ],
  ['its end is moved', entry([10, 12], [11, 5]), entry([10, 50], [12, 10]), 'end', local(19, 11, 5), local(19, 10, 50)],
  ['the running entry ends earlier', entry([13, 0], null), entry([13, 30], null), 'end', now, local(19, 13, 30)],
])('%s', (_, one, other, change, from, to) => {
  expect(fixOf(one, other, now)).toEqual({ change, from, to });
});

it('reports if two parts or nothing remains', () => {
  const long = entry([9, 0], [12, 0]);
  const within = entry([10, 0], [11, 0]);
  expect(fixOf(long, within, now)).toEqual({ change: 'two' });
  expect(fixOf(within, long, now)).toEqual({ change: 'nothing' });
});
