/** The default assignee of quick add. */
import { expect, test } from 'vitest';
import { directoryForParser } from '../../../../electron/features/quick-add/create-tasks.ts';

const me = { id: 'u1', name: 'Ada' };
const other = { id: 'u2', name: 'Grace' };
const person = ({ id, name }: typeof me) => ({ id, name, email: '' });

test.each([
  ['there are other members', [me, other], false, false, false],
  ['there are other members, and the setting is on', [me, other], true, false, true],
  ['the person is the only member', [me], false, false, true],
  ['the members are not known yet', [], false, false, false],
  ['another person is the only member', [other], false, false, false],
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
