/** The webhook of a project: adding, changing, replacing and removing it, and its lead time. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { WebhookView } from '../../../../shared/contract/index.ts';
import type { FakeBridge } from '../../bridge.ts';
import { DONE, openProject, rejected, SHOP, toast, WAITS } from './open-project.tsx';

const WEBHOOK: WebhookView = {
  maskedUrl: 'https://hooks.example.com/…',
  hasSecret: true,
  maskedSecret: 'co…ry',
  events: ['taskCreated'],
  leadMinutes: 1440,
  isActive: true,
  updatedAt: null,
};

const open = (webhook: WebhookView | null, prepare: (bridge: FakeBridge) => void = () => {}, state = {}) =>
  openProject({
    tab: 'Webhook',
    prepare: (bridge) => {
      bridge.answer('webhook.read', webhook);
      bridge.answer('webhook.replace', DONE);
      bridge.answer('webhook.update', DONE);
      bridge.answer('webhook.remove', DONE);
      prepare(bridge);
    },
    ...state,
  });

const find = (role: 'textbox' | 'switch' | 'button', name: string | RegExp) => screen.findByRole(role, { name });

test('a webhook is added with address, secret, events and lead time', async () => {
  const { bridge, user } = await open(null);
  expect(await screen.findByText('No webhook yet')).toBeVisible();
  expect(await find('button', 'Add webhook')).toBeDisabled();
  await user.click(await find('textbox', 'Address'));
  await user.paste(' https://hooks.example.com/in?key=abcd ');
  await user.click(await find('textbox', 'Secret'));
  await user.paste('correct horse battery');
  await user.click(await find('switch', 'A task is created'));
  await user.click(await find('switch', 'A task is deleted'));
  await user.click(screen.getByRole('radio', { name: /1 hour|1 h/ }));
  bridge.answer('webhook.read', WEBHOOK);
  await user.click(await find('button', 'Add webhook'));
  const [sent] = bridge.payloads('webhook.replace');
  expect(sent).toMatchObject({
    ...SHOP,
    url: 'https://hooks.example.com/in?key=abcd',
    secret: 'correct horse battery',
    events: { taskCreated: false, taskDeleted: true, taskStatusChanged: true, taskMoved: false },
    leadMinutes: 60,
  });
  // Only the masked address is shown.
  expect(await screen.findByText('https://hooks.example.com/…')).toBeVisible();
  expect(screen.getByText('Set, co…ry')).toBeVisible();
  expect(document.body).not.toHaveTextContent('key=abcd');
  expect(toast()).toBe('The webhook was added and is active');
});

test('a typed lead time counts without “Set”, and a wrong one is refused', async () => {
  const { bridge, user } = await open(null);
  await user.type(await find('textbox', 'Address'), 'https://hooks.example.com');
  const other = await find('textbox', 'Another time');
  await user.type(other, '4 min');
  await user.click(await find('button', 'Add webhook'));
  expect(other).toHaveAccessibleDescription(/^Enter a time between 5 minutes and 30 days/);
  expect(bridge.payloads('webhook.replace')).toEqual([]);
  await user.clear(other);
  await user.type(other, '90 min');
  await user.click(await find('button', 'Add webhook'));
  expect(bridge.payloads('webhook.replace')).toMatchObject([{ leadMinutes: 90 }]);
});

test('a lead time that is chosen replaces a typed one', async () => {
  const { bridge, user } = await open(null);
  await user.type(await find('textbox', 'Address'), 'https://hooks.example.com');
  await user.type(await find('textbox', 'Another time'), '90 min');
  await user.click(screen.getByRole('radio', { name: /1 hour|1 h/ }));
  await user.click(await find('button', 'Add webhook'));
  expect(bridge.payloads('webhook.replace')).toMatchObject([{ leadMinutes: 60 }]);
});

test('an address that is none is refused, and a rejection keeps what was typed', async () => {
  const { bridge, user } = await open(null, (fake) => fake.answer('webhook.replace', rejected('Not reachable.')));
  const address = await find('textbox', 'Address');
  await user.click(address);
  await user.paste('hooks.example.com');
  await user.keyboard('{Enter}');
  expect(address).toHaveAccessibleDescription('Type an address that begins with https:// or http://.');
  expect(bridge.payloads('webhook.replace')).toEqual([]);
  await user.clear(address);
  expect(address).toBeValid();
  await user.paste('https://hooks.example.com');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not reachable.');
  expect(address).toHaveValue('https://hooks.example.com');
  // Without a secret none is sent.
  expect(bridge.payloads('webhook.replace')[0]).not.toHaveProperty('secret');
});

test('delivery and each event are switched at once; an event reverts if it is rejected', async () => {
  const { bridge, user } = await open(WEBHOOK);
  await user.click(await find('switch', 'Active'));
  await user.click(await find('switch', 'A task moves to another project'));
  expect(bridge.payloads('webhook.update')).toEqual([
    { ...SHOP, isActive: false },
    { ...SHOP, events: { taskMoved: true } },
  ]);
  const answer = bridge.hold('webhook.update');
  const created = await find('switch', 'A task is created');
  await user.click(created);
  expect(created).not.toBeChecked();
  answer({ ok: true, value: rejected('No.') });
  await waitFor(() => expect(created).toBeChecked());
  // An unsent change stays as it was set.
  bridge.answer('webhook.update', WAITS);
  await user.click(created);
  await waitFor(() => expect(toast()).toBe('Kept on this computer; it is sent automatically'));
  expect(created).not.toBeChecked();
});

test('the lead time is one of the usual ones or typed; one out of range is refused', async () => {
  const { bridge, user } = await open({ ...WEBHOOK, leadMinutes: 90 });
  const other = await find('textbox', 'Another time');
  const set = await find('button', 'Set');
  await user.click(set);
  await user.type(other, '4 min{Enter}');
  expect(other).toHaveAccessibleDescription(/^Enter a time between 5 minutes and 30 days/);
  await user.clear(other);
  await user.type(other, '1 d 12 h');
  await user.click(set);
  await user.type(other, '90 min{Enter}');
  // The present one is offered as well.
  expect(screen.getAllByRole('radio')).toHaveLength(6);
  await user.click(screen.getByRole('radio', { name: /week|7 days/ }));
  await waitFor(() =>
    expect(bridge.payloads('webhook.update').map(({ leadMinutes }) => leadMinutes)).toEqual([2160, 10_080]),
  );
  expect(other).toHaveValue('');
});

test('address or secret are changed alone; Cancel discards what was typed', async () => {
  const { bridge, user } = await open(WEBHOOK);
  const edit = async () => user.click(await find('button', 'Edit: Another address or secret'));
  await edit();
  expect(await find('button', 'Save')).toBeDisabled();
  await user.type(await find('textbox', 'New address'), 'nowhere{Enter}');
  expect(await find('textbox', 'New address')).toBeInvalid();
  await user.click(await find('button', 'Cancel'));
  await edit();
  expect(await find('textbox', 'New address')).toHaveValue('');
  await user.type(await find('textbox', 'New secret'), 'staple');
  bridge.answer('webhook.update', rejected('Too short.'));
  await user.click(await find('button', 'Save'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Too short.');
  expect(await find('textbox', 'New secret')).toHaveValue('staple');
  bridge.answer('webhook.update', DONE);
  await user.click(await find('button', 'Save'));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'New secret' })).toBeNull());
  await user.click(await find('button', 'Remove: Remove the secret'));
  expect(bridge.payloads('webhook.update')).toEqual([
    { ...SHOP, secret: 'staple' },
    { ...SHOP, secret: 'staple' },
    { ...SHOP, secret: null },
  ]);
});

test('a webhook without secret and address says so', async () => {
  await open({ ...WEBHOOK, maskedUrl: null, hasSecret: false, maskedSecret: null });
  expect(await screen.findByText('None: deliveries are not signed')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Remove the secret/ })).toBeNull();
});

test('“Replace…” starts over in an empty form that can be left', async () => {
  const { bridge, user } = await open(WEBHOOK);
  await user.click(await find('button', 'Replace: Start over'));
  expect(screen.getByText(/^Replaces the address, the events and the secret/)).toBeVisible();
  await user.click(await find('button', 'Cancel'));
  await user.click(await find('button', 'Replace: Start over'));
  await user.paste('https://new.example.com');
  await user.click(await find('button', 'Replace webhook'));
  expect(bridge.payloads('webhook.replace')).toMatchObject([{ url: 'https://new.example.com', leadMinutes: 1440 }]);
  await waitFor(() => expect(toast()).toBe('The webhook was changed'));
});

test('a webhook is removed after a question', async () => {
  const { bridge, user } = await open(WEBHOOK);
  await user.click(await find('button', 'Remove: Remove the webhook'));
  const question = within(screen.getByRole('alertdialog'));
  expect(question.getByText('Remove this webhook? Its address and secret are forgotten.')).toBeVisible();
  bridge.answer('webhook.read', null);
  await user.click(question.getByRole('button', { name: 'Remove' }));
  expect(bridge.payloads('webhook.remove')).toEqual([SHOP]);
  expect(await screen.findByText('No webhook yet')).toBeVisible();
});

test.each([
  ['no webhook can be added', null],
  ['a webhook cannot be changed', WEBHOOK],
])('without permission %s', async (_, webhook) => {
  const missingPermissions = ['workspace:manage_settings'];
  await open(webhook, undefined, { missingPermissions });
  expect(await screen.findAllByText('Needs the permission workspace:manage_settings')).not.toHaveLength(0);
  const panel = within(screen.getByRole('tabpanel'));
  for (const control of [...panel.getAllByRole('switch'), ...panel.getAllByRole('textbox')])
    expect(control).toBeDisabled();
  for (const name of webhook === null ? ['Add webhook'] : [/^Edit/, /^Replace/, /Remove the webhook/])
    expect(panel.getByRole('button', { name })).toBeDisabled();
});

test('a webhook that cannot be read shows why and is read again', async () => {
  const { bridge, user } = await open(null, (fake) => fake.fail('webhook.read'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The server said no.');
  bridge.answer('webhook.read', WEBHOOK);
  await user.click(await find('button', 'Try again'));
  expect(await find('switch', 'Active')).toBeChecked();
});
