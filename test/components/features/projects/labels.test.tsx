/** The labels of the workspace, and the form for a new project. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { ACCOUNT, revised } from '../../state.ts';
import { DONE, openNewProject, openProject, rejected, toast, WAITS } from './open-project.tsx';

const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('labels', () => {
  const LABELS = [
    { id: 'l-1', name: 'backend', color: '', taskCount: 3 },
    { id: 'l-2', name: 'ops', color: '', taskCount: 0 },
  ];
  const open = (labels = LABELS, state = {}) =>
    openProject({
      tab: 'Labels',
      prepare: (bridge) => {
        bridge.answer('labels.read', labels);
        bridge.answer('labels.rename', DONE);
        bridge.answer('labels.delete', DONE);
      },
      ...state,
    });

  test('each shows the number of its tasks; without any the page says so', async () => {
    const { bridge, publish } = await open();
    const items = within(await screen.findByRole('list')).getAllByRole('listitem');
    expect(items[0]).toHaveTextContent(/^backendon 3 tasks$/);
    expect(items[1]).toHaveTextContent(/^opson no task$/);
    bridge.answer('labels.read', []);
    publish(revised(bridge.state, 'projects'));
    expect(await screen.findByText('No labels yet')).toBeVisible();
  });

  test('one is renamed in place; an equal or empty name and Escape change nothing', async () => {
    const { bridge, user } = await open();
    const rename = async (name: string, keys: string) => {
      await user.click(await button(`Rename the label ${name}`));
      const field = screen.getByRole('textbox', { name: 'New name' });
      await user.clear(field);
      await user.type(field, keys);
    };
    await rename('backend', 'other{Escape}');
    await rename('backend', 'backend{Enter}');
    await rename('backend', ' {Enter}');
    expect(await button('Save')).toBeDisabled();
    await user.click(await button('Cancel'));
    expect(bridge.payloads('labels.rename')).toEqual([]);
    await rename('backend', ' server {Enter}');
    expect(bridge.payloads('labels.rename')).toEqual([{ labelId: 'l-1', name: 'backend', to: 'server' }]);
    await waitFor(() => expect(toast()).toBe('The label is now called “server”'));
    bridge.answer('labels.rename', rejected('There is one already.'));
    await rename('ops', 'backend{Enter}');
    expect(await screen.findByRole('alert', { name: 'That change was rejected' })).toHaveTextContent(
      'There is one already.',
    );
    expect(screen.getByRole('textbox', { name: 'New name' })).toHaveValue('backend');
  });

  test('one is deleted after a question that says what it is removed from', async () => {
    const { bridge, user } = await open();
    await user.click(await button('Delete the label ops'));
    expect(screen.getByRole('alertdialog', { name: 'Delete “ops”?' })).toBeVisible();
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    await user.click(await button('Delete the label backend'));
    const question = screen.getByRole('alertdialog', {
      name: 'Delete “backend”? It is removed from 3 tasks, in all projects.',
    });
    bridge.answer('labels.read', LABELS.slice(1));
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(bridge.payloads('labels.delete')).toEqual([{ labelId: 'l-1', name: 'backend' }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete the label backend' })).toBeNull());
    expect(await button('Delete the label ops')).toBeEnabled();
    expect(toast()).toBe('The label “backend” was deleted');
  });

  test('without permission they can be neither renamed nor deleted', async () => {
    await open(LABELS, { missingPermissions: ['label:update', 'label:delete'] });
    expect(await button('Rename the label ops')).toBeDisabled();
    expect(await button('Delete the label ops')).toBeDisabled();
    expect(screen.getByText('Needs the permission label:delete')).toBeVisible();
  });
});

describe('a new project', () => {
  const field = (name: string) => screen.getByRole('textbox', { name });

  test('has a key made of its name until one is typed', async () => {
    const { bridge, user } = await openNewProject();
    expect(await button('Create project')).toBeDisabled();
    await user.type(field('Name'), 'payments');
    expect(field('Key')).toHaveValue('PAY');
    await user.type(field('Name'), ' and refunds of us');
    expect(field('Key')).toHaveValue('PARO');
    await user.clear(field('Key'));
    expect(await button('Create project')).toBeDisabled();
    await user.type(field('Key'), 'REF');
    await user.type(field('Name'), '!');
    expect(field('Key')).toHaveValue('REF');
    bridge.answer('project.create', { state: 'done', value: 'project-9' });
    bridge.hold('project.read');
    await user.clear(field('Icon'));
    await user.type(field('Icon'), 'Rocket{Enter}');
    expect(bridge.payloads('project.create')).toEqual([
      { name: 'payments and refunds of us!', slug: 'REF', icon: 'Rocket' },
    ]);
    await waitFor(() =>
      expect(bridge.payloads('project.read')).toContainEqual({ projectId: 'project-9', accountId: ACCOUNT.id }),
    );
    expect(toast()).toBe('payments and refunds of us! was created');
  });

  test('that waits to be sent closes the form; a rejected one stays in it', async () => {
    const { bridge, user } = await openNewProject();
    bridge.answer('project.create', rejected('That key is taken.'));
    await user.type(field('Name'), 'Payments{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('That key is taken.');
    expect(field('Name')).toHaveValue('Payments');
    bridge.answer('project.create', WAITS);
    await user.click(await button('Create project'));
    expect(await screen.findByRole('tab', { name: /My tasks/ })).toBeVisible();
    expect(toast()).toBe('Kept on this computer; it is sent automatically');
  });

  test('needs a permission, and can be cancelled', async () => {
    const { bridge, user } = await openNewProject({ missingPermissions: ['project:create'] });
    expect(screen.getByText('Needs the permission project:create')).toBeVisible();
    await user.type(field('Name'), 'Payments{Enter}');
    expect(await button('Create project')).toBeDisabled();
    await user.click(await button('Cancel'));
    expect(screen.getByRole('tab', { name: /My tasks/ })).toBeVisible();
    expect(bridge.payloads('project.create')).toEqual([]);
  });
});
