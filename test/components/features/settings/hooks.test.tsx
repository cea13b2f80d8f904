/** The settings of hooks: which program runs after which event, and how its last run went. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HOOK_EVENTS, type HookView, type LoggedHookRun } from '../../../../shared/contract/hooks.ts';
import { openSettings } from '../../settings.ts';

const AT = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();

async function openHooks(changes: Partial<Record<HookView['event'], Partial<HookView>>>, runs: LoggedHookRun[] = []) {
  const shown = { changes };
  const window = await openSettings('General', {}, (bridge) => {
    bridge.answer('hooks.runs', runs);
    bridge.answer('hooks.read', () =>
      HOOK_EVENTS.map((event) => ({
        event,
        path: null,
        on: false,
        problem: null,
        last: null,
        ...shown.changes[event],
      })),
    );
  });
  await screen.findByRole('heading', { name: 'Hooks' });
  return { ...window, shown };
}
const started = { path: '/home/me/bin/<b>branch.sh', on: true };

test('a program is picked in the system’s dialog; the window sends no path', async () => {
  const { bridge, user, shown } = await openHooks({});
  shown.changes = { started };
  await user.click(await screen.findByRole('button', { name: 'Choose: When a timer starts' }));
  expect(bridge.payloads('hooks.choose')).toEqual([{ event: 'started' }]);
  expect(await screen.findByText('/home/me/bin/<b>branch.sh')).toBeVisible();
  // The pressed button is gone.
  expect(screen.getByRole('group', { name: 'When a timer starts' })).toHaveFocus();
  expect(screen.getByText('Not run since Punchcard started')).toBeVisible();
  expect(screen.getByRole('switch', { name: 'When a timer starts' })).toBeChecked();
  expect(screen.queryByRole('button', { name: 'Run again: When a timer starts' })).not.toBeInTheDocument();
});

test('says how the last run went; it can be run again, switched off and removed', async () => {
  const { bridge, user, shown } = await openHooks({
    started: { ...started, last: { at: AT, ms: 240, outcome: 'done' } },
    stopped: { ...started, last: { at: AT, ms: 9, outcome: 'failed', code: 2, text: '<i>no such token' } },
    due: { ...started, last: { at: AT, ms: 10_000, outcome: 'too-long' } },
    switched: { ...started, last: { at: AT, ms: 4, outcome: 'done' } },
  });
  expect(await screen.findByText(/took 0\.2 s$/)).toBeVisible();
  expect(screen.getByText(/took 0\.1 s$/)).toBeVisible();
  expect(screen.getByText(/ended with error 2: <i>no such token$/)).toBeVisible();
  expect(screen.getByText(/stopped after 10 s$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Run again: When the timer stops' }));
  await user.click(screen.getByRole('switch', { name: 'When a timer starts' }));
  shown.changes = {};
  await user.click(screen.getByRole('button', { name: 'Remove: When a task is due' }));
  expect(bridge.payloads('hooks.run-again')).toEqual([{ event: 'stopped' }]);
  expect(bridge.payloads('hooks.switch')).toEqual([{ event: 'started', on: false }]);
  expect(bridge.payloads('hooks.remove')).toEqual([{ event: 'due' }]);
  await waitFor(() => expect(screen.queryByRole('switch', { name: 'When a task is due' })).not.toBeInTheDocument());
});

test('a file that is gone or not executable is named before anything runs', async () => {
  await openHooks({
    started: { ...started, problem: 'missing' },
    switched: { ...started, problem: 'not-executable' },
  });
  expect(await screen.findByText('This file no longer exists.')).toBeVisible();
  expect(screen.getByText('This file is not executable.')).toBeVisible();
});

test('lists the last runs of all hooks', async () => {
  const { user } = await openHooks({}, [
    { event: 'stopped', at: AT, ms: 9, outcome: 'failed', code: 2, text: 'no such token' },
    { event: 'started', at: AT, ms: 240, outcome: 'done' },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Show: Log of all runs' }));
  const lines = within(screen.getByRole('list', { name: 'Log of all runs' })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^When the timer stops: .*, ended with error 2: no such token$/),
    expect.stringMatching(/^When a timer starts: .*, took 0\.2 s$/),
  ]);
  await user.click(screen.getByRole('button', { name: 'Hide: Log of all runs' }));
  expect(screen.queryByRole('list', { name: 'Log of all runs' })).not.toBeInTheDocument();
});
