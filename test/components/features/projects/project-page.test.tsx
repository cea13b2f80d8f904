/** The page of a project: what it shows, its forms and actions, and what is unsent, rejected or not permitted. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { addDays, startOfDay } from 'date-fns';
import { expect, test } from 'vitest';
import { anError } from '../../bridge.ts';
import type { Window } from '../../render.tsx';
import { ACCOUNT, LOCAL_ACCOUNT, openAccount, revised } from '../../state.ts';
import { aProject, DONE, openProject, rejected, SHOP, toast, unsent, WAITS } from './open-project.tsx';

const button = (name: string | RegExp) => screen.getByRole('button', { name });

/** Opens the form of the name, key, icon and description. */
async function edit(options: Parameters<typeof openProject>[0] = {}): Promise<Window> {
  const window = await openProject(options);
  await window.user.click(await screen.findByRole('button', { name: 'Edit…' }));
  return window;
}
const field = (name: string) => screen.getByRole('textbox', { name });

/** Replaces the text of a field. */
async function type({ user }: Pick<Window, 'user'>, name: string, text: string): Promise<void> {
  await user.clear(field(name));
  if (text !== '') await user.type(field(name), text);
}

test('the page shows the progress, the soonest due date, the key, icon and description', async () => {
  const dueDate = startOfDay(addDays(new Date(), 1)).toISOString();
  await openProject({ page: aProject({}, { progress: { completionPercentage: 40, totalTasks: 1234, dueDate } }) });
  expect(screen.getByRole('heading', { name: 'Web shop' })).toBeVisible();
  for (const text of ['40 %', '1,234', 'tomorrow', 'WS', 'Rocket', 'Sells things.'])
    expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('meter', { name: '40 % of 1,234 tasks done' })).toBeVisible();
});

test('without tasks due, a description or an answer about progress the page says so', async () => {
  const { publish, bridge } = await openProject({ page: aProject({ description: '', icon: '' }) });
  for (const text of ['Nothing is due', 'No description.']) expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByText('Icon')).toBeNull();
  bridge.answer('project.read', aProject({}, { progress: null }));
  publish(revised(bridge.state, 'projects'));
  expect(await screen.findByText('This server does not count the tasks of a project.')).toBeVisible();
});

test('a page that cannot be read shows why, and a button reads it again', async () => {
  const { bridge, user } = await openProject({ prepare: (fake) => fake.fail('project.read') });
  expect(await screen.findByRole('alert')).toHaveTextContent('The server said no.');
  bridge.answer('project.read', aProject());
  await user.click(button('Try again'));
  expect(await screen.findByText('Sells things.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a changed name changes nothing else; the page is read again', async () => {
  const window = await edit({ prepare: (bridge) => bridge.answer('project.save', DONE) });
  expect(field('Name')).toHaveFocus();
  await type(window, 'Name', ' Home and garden ');
  const reads = window.bridge.payloads('project.read').length;
  await window.user.click(button('Save'));
  expect(window.bridge.payloads('project.save')).toEqual([{ ...SHOP, changed: { name: 'Home and garden' } }]);
  await waitFor(() => expect(toast()).toBe('The project was changed'));
  expect(window.bridge.payloads('project.read')).toHaveLength(reads + 1);
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
});

test('a page names its account in all that it asks and sends, and brings it to the front', async () => {
  const { bridge, user } = await openProject({
    accountId: 'marl',
    page: aProject({ isPublic: true, backgroundVersion: 'v1' }),
    prepare: (fake) => {
      for (const write of ['project.save', 'project.order', 'webhook.replace', 'labels.delete'] as const)
        fake.answer(write, WAITS);
      fake.answer('labels.read', [{ id: 'l-1', name: 'backend', color: '', taskCount: 3 }]);
      fake.answer('webhook.read', null);
      fake.fail('code-host.read');
      fake.fail('calendar.read');
    },
  });
  expect(bridge.payloads('account.bring-to-front')).toContainEqual({ accountId: 'marl' });
  await user.click(await screen.findByRole('switch', { name: /^Anyone with the link/ }));
  await user.click(button('Copy: Link'));
  await user.click(button('Move Web shop down'));
  await user.click(screen.getByRole('tab', { name: 'Webhook' }));
  await user.type(await screen.findByRole('textbox', { name: 'Address' }), 'https://hooks.example/1');
  await user.click(button('Add webhook'));
  await user.click(screen.getByRole('tab', { name: 'Code' }));
  await user.click(screen.getByRole('tab', { name: 'Calendar' }));
  await user.click(screen.getByRole('tab', { name: 'Labels' }));
  await user.click(await screen.findByRole('button', { name: 'Delete the label backend' }));
  await user.click(button('Delete'));
  const own = bridge.sent.filter(({ name }) => /^(?:project|labels|webhook|code-host|calendar)\./.test(name));
  expect(own.filter(({ payload }) => !('accountId' in payload) || payload.accountId !== 'marl')).toEqual([]);
  expect(new Set(own.map(({ name }) => name))).toEqual(
    new Set([
      'project.read',
      'project.background',
      'project.uploads',
      'project.save',
      'project.copy-link',
      'project.order',
      'webhook.read',
      'webhook.replace',
      'code-host.read',
      'calendar.read',
      'labels.read',
      'labels.delete',
    ]),
  );
});

test('a project needs a name and a key; nothing is sent without a change', async () => {
  const window = await edit();
  await type(window, 'Name', ' ');
  expect(field('Name')).toHaveAccessibleDescription('A project needs a name.');
  await type(window, 'Key', '');
  expect(field('Key')).toHaveAccessibleDescription('A project needs a key.');
  expect(button('Save')).toBeDisabled();
  await window.user.type(field('Name'), '{Enter}');
  await type(window, 'Name', 'Web shop');
  await type(window, 'Key', 'WS');
  await window.user.click(button('Save'));
  expect(window.bridge.payloads('project.save')).toEqual([]);
  expect(button('Edit…')).toBeVisible();
});

test('Cancel and Escape close the form and keep the page open', async () => {
  const window = await edit();
  await type(window, 'Name', 'Other');
  await window.user.keyboard('{Escape}');
  await window.user.click(button('Edit…'));
  expect(field('Name')).toHaveValue('Web shop');
  await window.user.click(button('Cancel'));
  expect(button('Edit…')).toBeVisible();
  expect(window.bridge.payloads('project.save')).toEqual([]);
  await window.user.keyboard('{Escape}');
  expect(screen.getByRole('tab', { name: /My tasks/ })).toBeVisible();
});

test('a change that the service rejects shows its message; the typed text stays', async () => {
  const window = await edit({ prepare: (bridge) => bridge.answer('project.save', rejected('That key is taken.')) });
  await type(window, 'Key', 'PAY');
  await window.user.click(button('Save'));
  const alert = await screen.findByRole('alert', { name: 'That change was rejected' });
  for (const text of ['That key is taken.', 'Everything is as it was before.']) expect(alert).toHaveTextContent(text);
  expect(field('Key')).toHaveValue('PAY');
  await window.user.click(within(alert).getByRole('button', { name: 'Hide' }));
  expect(screen.queryByRole('alert')).toBeNull();
  window.bridge.fail('project.save', anError({ title: 'The disk is full' }));
  await window.user.click(button('Save'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The disk is full');
  expect(field('Key')).toHaveValue('PAY');
});

test('an offline change closes the form and is shown as unsent until it arrives', async () => {
  const window = await edit({ prepare: (bridge) => bridge.answer('project.save', WAITS) });
  await type(window, 'Description', 'What the shop needs');
  await window.user.click(button('Save'));
  await waitFor(() => expect(toast()).toBe('Kept on this computer; it is sent automatically'));
  window.publish({ outbox: unsent('Change Web shop') });
  expect(screen.getByText('Not on the server yet: Change Web shop')).toBeVisible();
  window.publish({ outbox: { ...unsent(''), items: [], total: 0 } });
  expect(screen.queryByText(/Not on the server yet/)).toBeNull();
});

test('“Show” opens the unsent changes; the local workspace has none', async () => {
  const window = await openProject({ outbox: unsent('Change Web shop'), account: LOCAL_ACCOUNT });
  expect(screen.queryByText(/Not on the server yet/)).toBeNull();
  window.publish({ account: { ...LOCAL_ACCOUNT, kind: 'device' } });
  await window.user.click(button('Show'));
  expect(await screen.findByRole('heading', { name: /Not sent yet/ })).toBeVisible();
});

test('what others change while the form is open is not overwritten', async () => {
  const window = await edit({ prepare: (bridge) => bridge.answer('project.save', DONE) });
  window.bridge.answer('project.read', aProject({ description: 'Sells other things.' }));
  window.publish(revised(window.bridge.state, 'projects'));
  await type(window, 'Key', 'PAY');
  await window.user.click(button('Save'));
  expect(window.bridge.payloads('project.save')).toEqual([{ ...SHOP, changed: { slug: 'PAY' } }]);
});

test('a description that is too long cannot be edited here', async () => {
  await edit({ page: aProject({ isDescriptionWhole: false }) });
  expect(screen.getByText('The description is too long to be changed here.')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull();
});

test('the switch makes the board public; its link is shown and copied', async () => {
  const name = 'Anyone with the link can view, without signing in';
  const { bridge, user } = await openProject({ prepare: (fake) => fake.answer('project.save', DONE) });
  const isPublic = await screen.findByRole('switch', { name });
  expect(screen.queryByText(/public-project/)).toBeNull();
  bridge.answer('project.read', aProject({ isPublic: true }));
  await user.click(isPublic);
  expect(bridge.payloads('project.save')).toEqual([{ ...SHOP, changed: { isPublic: true } }]);
  await waitFor(() => expect(toast()).toBe('The board is now public'));
  expect(await screen.findByText('https://pm.halden.example/public-project/project-1')).toBeVisible();
  await user.click(button('Copy: Link'));
  expect(bridge.payloads('project.copy-link')).toEqual([{ projectId: 'project-1' }]);
  await waitFor(() => expect(toast()).toBe('The link was copied'));
  await user.click(isPublic);
  await waitFor(() => expect(toast()).toBe('The board is now for members only'));
});

test('a public board on this computer has no link', async () => {
  await openProject({ page: aProject({ isPublic: true }, { publicUrl: null }) });
  expect(await screen.findByText('It is on this computer, so no one else can reach it.')).toBeVisible();
});

test('projects move up and down in the order, as far as it goes; after a rejection the old order returns', async () => {
  const { bridge, user } = await openProject();
  const order = () => within(screen.getByRole('list')).getAllByRole('listitem');
  await waitFor(() => expect(order()[0]).toHaveTextContent('this one'));
  expect(button('Move Web shop up')).toBeDisabled();
  expect(button('Move Website down')).toBeDisabled();
  const answer = bridge.hold('project.order');
  await user.click(button('Move Web shop down'));
  expect(bridge.payloads('project.order')).toEqual([{ projectIds: ['project-2', 'project-1', 'project-3'] }]);
  expect(order()[1]).toHaveTextContent('this one');
  answer({ ok: true, value: rejected('Not you.') });
  expect(await screen.findByRole('alert')).toHaveTextContent('Not you.');
  expect(order()[0]).toHaveTextContent('this one');
  bridge.answer('project.order', DONE);
  await user.click(button('Move Website up'));
  await waitFor(() => expect(toast()).toBe('The order of the projects was changed'));
});

test('a project moves on from where the last move put it, until the page is read again', async () => {
  const { bridge, user, publish } = await openProject();
  const moved = (...numbers: number[]) => ({ projectIds: numbers.map((number) => `project-${number}`) });
  const down = () => user.click(button('Move Web shop down'));
  await screen.findByText('Order of the projects');
  const answer = bridge.hold('project.order');
  await down();
  bridge.answer('project.order', WAITS);
  await down();
  answer({ ok: true, value: DONE });
  await waitFor(() => expect(toast()).toBe('The order of the projects was changed'));
  await user.click(button('Move Web shop up'));
  expect(bridge.payloads('project.order')).toEqual([moved(2, 1, 3), moved(2, 3, 1), moved(2, 1, 3)]);
  const first = () => within(screen.getByRole('list')).getAllByRole('listitem')[0];
  expect(first()).not.toHaveTextContent('this one');
  bridge.answer('project.read', aProject());
  publish(revised(bridge.state, 'projects'));
  await waitFor(() => expect(first()).toHaveTextContent('this one'));
});

test('a moved project stays in its place if the page is read before the write has its answer', async () => {
  const { bridge, user, publish } = await openProject();
  const first = () => within(screen.getByRole('list')).getAllByRole('listitem')[0];
  await screen.findByText('Order of the projects');
  const answer = bridge.hold('project.order');
  await user.click(button('Move Web shop down'));
  bridge.answer('project.read', aProject({ name: 'Shop' }));
  publish(revised(bridge.state, 'projects'));
  await screen.findByRole('heading', { name: 'Shop' });
  expect(first()).not.toHaveTextContent('this one');
  const read = bridge.hold('project.read');
  await act(async () => answer({ ok: true, value: DONE }));
  expect(first(), 'until the page is read again').not.toHaveTextContent('this one');
  await act(async () => read({ ok: true, value: aProject() }));
  expect(first()).toHaveTextContent('this one');
});

test('a single project has no order', async () => {
  await openProject({ page: aProject({}, { order: [{ id: 'project-1', name: 'Web shop' }] }) });
  expect(await screen.findByText('Sells things.')).toBeVisible();
  expect(screen.queryByText('Order of the projects')).toBeNull();
});

test('a project is archived, and restored from the top of its page', async () => {
  const { bridge, user } = await openProject({ prepare: (fake) => fake.answer('project.set-archived', DONE) });
  bridge.answer('project.read', aProject({ isArchived: true }));
  await user.click(await screen.findByRole('button', { name: 'Archive' }));
  expect(await screen.findByRole('heading', { name: 'Archived' })).toBeVisible();
  bridge.answer('project.read', aProject());
  await user.click(button('Unarchive'));
  expect(await screen.findByRole('button', { name: 'Archive' })).toBeVisible();
  expect(bridge.payloads('project.set-archived').map(({ isArchived }) => isArchived)).toEqual([true, false]);
});

test('a project moves to another workspace after a question, and its page closes', async () => {
  const { bridge, user } = await openProject({
    prepare: (fake) => fake.answer('project.move', { state: 'done', value: 2 }),
  });
  const choose = async () => {
    await user.click(await screen.findByRole('button', { name: 'Another workspace' }));
    await user.click(screen.getByRole('menuitem', { name: 'Nordsee' }));
    return within(screen.getByRole('alertdialog', { name: 'Move this project with all its tasks to Nordsee?' }));
  };
  await user.click((await choose()).getByRole('button', { name: 'Cancel' }));
  expect(bridge.payloads('project.move')).toEqual([]);
  await user.click((await choose()).getByRole('button', { name: 'Move' }));
  expect(bridge.payloads('project.move')).toEqual([{ ...SHOP, workspaceId: 'w-2' }]);
  expect(await screen.findByRole('tab', { name: /My tasks/ })).toBeVisible();
  expect(toast()).toBe('The project was moved; 2 tasks lost the assignee');
});

test('a project is deleted after a question whose safe answer has the focus; a rejection keeps its page', async () => {
  const { bridge, user } = await openProject({ prepare: (fake) => fake.answer('project.delete', rejected('No.')) });
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Delete…' }));
    return within(
      screen.getByRole('alertdialog', {
        name: 'Delete Web shop with all its tasks, comments and time entries, for everyone?',
      }),
    );
  };
  expect((await ask()).getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(button('Delete…')).toHaveFocus());
  expect(bridge.payloads('project.delete')).toEqual([]);
  await user.click((await ask()).getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('No.');
  bridge.answer('project.delete', DONE);
  await user.click((await ask()).getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByRole('tab', { name: /My tasks/ })).toBeVisible();
  expect(bridge.payloads('project.delete')).toEqual([SHOP, SHOP]);
});

test('a background picture is chosen, shown, replaced and removed', async () => {
  const { bridge, user } = await openProject({
    prepare: (fake) => {
      fake.answer('project.background', 'data:image/png;base64,AA==');
      fake.answer('project.set-background', DONE);
      fake.answer('project.remove-background', DONE);
    },
  });
  bridge.answer('project.read', aProject({ backgroundVersion: 'v1' }));
  await user.click(await screen.findByRole('button', { name: 'Choose…' }));
  expect(await screen.findByRole('img', { name: 'The background picture' })).toBeVisible();
  expect(toast()).toBe('The picture was changed');
  // A cancelled dialog changes nothing.
  bridge.answer('project.set-background', null);
  await user.click(button('Replace…'));
  bridge.answer('project.read', aProject());
  await user.click(button('Remove'));
  expect(await screen.findByRole('button', { name: 'Choose…' })).toBeVisible();
  expect(screen.queryByRole('img')).toBeNull();
  expect(bridge.payloads('project.set-background')).toEqual([SHOP, SHOP]);
  expect(bridge.payloads('project.remove-background')).toEqual([SHOP]);
});

test('a server without object storage takes no picture; an unreadable one is mentioned', async () => {
  await openProject({
    page: aProject({ backgroundVersion: 'v1' }),
    prepare: (fake) => {
      fake.answer('project.uploads', false);
      fake.fail('project.background');
    },
  });
  expect(await screen.findByText('There is a picture, but it could not be read.')).toBeVisible();
  expect(await screen.findByText('This server does not accept pictures: it has no object storage.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Replace…' })).toBeNull();
  expect(button('Remove')).toBeEnabled();
});

test('without permissions the page is read-only and names what is missing', async () => {
  await openProject({ missingPermissions: ['project:update', 'project:delete', 'project:create'] });
  expect(await screen.findAllByText('Needs the permission project:update')).not.toHaveLength(0);
  for (const permission of ['project:delete', 'project:create'])
    expect(screen.getByText(`Needs the permission ${permission}`)).toBeVisible();
  for (const name of ['Edit…', 'Choose…', 'Move Web shop down', 'Archive', 'Delete…', 'Move…', /New/])
    expect(button(name)).toBeDisabled();
  expect(screen.getByRole('switch')).toBeDisabled();
});

test('it may be changed as its own account permits, whichever is in front', async () => {
  const missingPermissions = ['project:update'];
  const accounts = [
    openAccount(ACCOUNT.id, ACCOUNT.server, { missingPermissions }),
    openAccount('marl', 'marl.example'),
  ];
  const { publish } = await openProject({ accountId: 'marl', accounts, missingPermissions });
  expect(await screen.findByRole('button', { name: 'Edit…' })).toBeEnabled();
  publish({ accounts: accounts.map((one) => ({ ...one, missingPermissions })), missingPermissions: [] });
  expect(button('Edit…')).toBeDisabled();
  expect(screen.getAllByText('Needs the permission project:update')).not.toHaveLength(0);
});

test('what the server lacks is not shown: calendars, pictures, other workspaces', async () => {
  await openProject({ missingFeatures: ['calendars', 'background', 'project-move'] });
  expect(await screen.findByText('Sells things.')).toBeVisible();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Project',
    'Webhook',
    'Code',
    'Labels',
  ]);
  for (const text of ['Background picture', 'Another workspace']) expect(screen.queryByText(text)).toBeNull();
});

test('another tab hides the error of the last one', async () => {
  const { bridge, user } = await openProject({ prepare: (fake) => fake.fail('project.save') });
  bridge.answer('labels.read', []);
  await user.click(await screen.findByRole('switch'));
  expect(await screen.findByRole('alert')).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Labels' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('projects and labels that could not be read are counted', async () => {
  await openProject({ unreadableRecords: { workspace: { label: 1, project: 2 } } });
  expect(screen.getByText('1 label and 2 projects could not be read')).toBeVisible();
});
