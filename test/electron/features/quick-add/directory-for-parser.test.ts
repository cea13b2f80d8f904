/** The default assignee and the default project of quick add. */
import { expect, test } from 'vitest';
import { defaultProject, directoryForParser } from '../../../../electron/features/quick-add/directory-for-parser.ts';

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
    settings: { assignToMe },
    isLocal,
    locale: 'en-GB',
  });
  expect(directory.assignToMe).toBe(mine);
});

const projects = ['a', 'b', 'c'].map((id) => ({ id }));
const mine = ['b', 'c', 'c', 'gone', 'gone', 'gone'].map((projectId) => ({ projectId }));

test('the project used last, if it still exists', () => {
  expect(defaultProject(projects, 'a', mine)).toBe('a');
  expect(defaultProject(projects, 'gone', mine)).toBe('c');
});

test('before the first task, the project with most of the person’s tasks, or else the first', () => {
  expect(defaultProject(projects, null, mine)).toBe('c');
  expect(defaultProject(projects, null, [{ projectId: 'a' }, { projectId: 'b' }])).toBe('a');
  expect(defaultProject(projects, null, [])).toBe('a');
  expect(defaultProject([], null, mine)).toBeNull();
});
