/** What a line of quick add is understood by: whose a new task is that names nobody. */
import { expect, test } from 'vitest';
import { directoryForParser } from '../../../../electron/features/quick-add/create-tasks.ts';

const me = { id: 'u1', name: 'Ada' };
const other = { id: 'u2', name: 'Grace' };
const person = ({ id, name }: typeof me) => ({ id, name, email: '' });

test.each([
  ['others are there', [me, other], false, false, false],
  ['others are there, and the person wants it', [me, other], true, false, true],
  ['the person is the only member', [me], false, false, true],
  ['the members are not known yet', [], false, false, false],
  ['somebody else is the only member', [other], false, false, false],
  ['the local workspace, with the people of its sample', [me, other], false, true, true],
] as const)('%s', (_, people, assignToMe, isLocal, mine) => {
  const lists = { projects: [], labels: [], people: people.map(person), columns: {} };
  const directory = directoryForParser(lists, {
    me,
    lastProjectId: null,
    assigned: [],
    assignToMe,
    isLocal,
    locale: 'en-GB',
  });
  expect(directory.assignToMe).toBe(mine);
});
