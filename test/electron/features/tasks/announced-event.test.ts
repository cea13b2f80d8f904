/** What a notification is about, found in the activity of its task. */
import { expect, test } from 'vitest';
import { createAnnouncedEvents } from '../../../../electron/features/tasks/announced-event.ts';
import { served } from '../../service/contract/served.ts';

const places = [{ slug: 'to-do', name: 'To do', isFinal: false }];

async function setUp() {
  const at = await served();
  const ada = at.workspace.addPerson({ name: 'Ada', role: 'admin' });
  const clock = { ms: 0 };
  const events = createAnnouncedEvents({
    now: () => clock.ms,
    people: () => [{ id: ada.user.id, name: 'Ada' }],
    places: () => places,
  });
  const create = { title: 'Ship it', description: '', priority: 'low', status: 'to-do', userId: at.userId };
  const made = await at.call('POST', `/task/${at.projectId}`, create, { token: ada.token });
  const { id: taskId } = made.json as { id: string };
  await at.call('PUT', `/task/status/${taskId}`, { status: 'in-review' }, { token: ada.token });
  const [{ createdAt } = { createdAt: '' }] = await at.client.listNotifications();
  const find = (type: string, ms = 0) => {
    const announcement = { taskId, type, at: new Date(Date.parse(createdAt) + ms).toISOString() };
    return events.find(at.client, { id: 'account', user: { id: at.userId } }, announcement);
  };
  const asked = () => at.server.requests.filter(({ path }) => path.startsWith('/api/activity/')).length;
  return { find, asked, clock };
}

test('the nearest event of its type says who changed what to what; one reading of a task serves all its notifications', async () => {
  const { find, asked, clock } = await setUp();
  const moved = { type: 'status_changed', person: 'Ada', from: 'to-do', to: 'in-review' };
  expect(await find('task_status_changed')).toMatchObject({ event: moved, places });
  expect(await find('task_assignee_changed')).toMatchObject({ event: { type: 'create', person: 'Ada' } });
  expect(asked()).toBe(1);
  clock.ms += 61_000;
  await find('task_status_changed');
  expect(asked()).toBe(2);
});

test('an event of another type or of another time is not taken for it', async () => {
  const { find } = await setUp();
  expect(await find('task_priority_changed')).toBeNull();
  expect(await find('task_status_changed', 120_000)).toBeNull();
});
