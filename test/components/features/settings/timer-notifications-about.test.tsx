/** Settings of the timer's questions, of notifications, and about the app: updates and diagnostics. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Settings, UpdateView } from '../../../../shared/contract/index.ts';
import { DEFAULT_SETTINGS } from '../../../../shared/contract/settings.ts';
import { openSettings, settingsOf } from '../../settings.ts';
import { aState } from '../../state.ts';

const group = (name: string) => within(screen.getByRole('group', { name }));
const field = (name: string) => screen.getByRole('textbox', { name });
const flip = (name: string) => screen.getByRole('switch', { name });
const { reminders, remindToTrack } = DEFAULT_SETTINGS;

describe('the timer', () => {
  test('away questions are switched off, or their time is chosen', async () => {
    const { bridge, user, publish } = await openSettings('Timer', { settings: settingsOf({ idleMinutes: 7 }) });
    expect(bridge.payloads('system.find-idle').length).toBeGreaterThan(0);
    // A value of the settings file is offered beside the usual ones.
    const minutes = group('Count me as away after').getAllByRole('radio');
    expect(minutes.map((radio) => radio.closest('label')?.textContent)).toEqual([
      '5 min',
      '7 min',
      '10 min',
      '15 min',
      '30 min',
    ]);
    await user.click(group('Count me as away after').getByRole('radio', { name: '15 min' }));
    await user.click(flip('Ask about time away'));
    expect(bridge.payloads('settings.change')).toEqual([{ idleMinutes: 15 }, { askIdle: false }]);
    publish({ settings: settingsOf({ askIdle: false }) });
    expect(screen.queryByRole('group', { name: 'Count me as away after' })).not.toBeInTheDocument();
  });

  test('a desktop without idle time says so', async () => {
    await openSettings('Timer', { app: { ...aState().app, canReadIdle: false } });
    expect(
      screen.getByText('Idle time isn’t available on this desktop; sleep and screen lock still count.'),
    ).toBeVisible();
  });

  test('the question about long timers has a time, or never comes', async () => {
    const { bridge, user } = await openSettings('Timer');
    await user.click(group('Ask if I am still working after').getByRole('radio', { name: 'Never' }));
    expect(bridge.payloads('settings.change')).toEqual([{ stillWorkingHours: 0 }]);
  });

  test('a reminder to track has days and hours, which are checked', async () => {
    const { bridge, user, publish } = await openSettings('Timer');
    expect(screen.getByText('Monday to Friday, 9:00 am to 5:00 pm')).toBeVisible();
    await user.click(flip('Remind me when no timer runs'));
    const on: Settings['remindToTrack'] = { ...remindToTrack, on: true };
    expect(bridge.payloads('settings.change')).toEqual([{ remindToTrack: on }]);
    publish({ settings: settingsOf({ remindToTrack: on }) });
    await user.click(group('Days').getByRole('checkbox', { name: 'Saturday' }));
    expect(bridge.payloads('settings.change').at(-1)).toEqual({
      remindToTrack: { ...on, days: [1, 2, 3, 4, 5, 6] },
    });
    await user.clear(field('From'));
    await user.type(field('From'), '18:00{Enter}');
    const wrong = 'Type two times such as 9:00 and 17:00, the earlier one first.';
    expect(screen.getByText(wrong)).toBeVisible();
    expect(field('From')).toBeInvalid();
    expect(bridge.payloads('settings.change')).toHaveLength(2);
    await user.clear(field('From'));
    await user.type(field('From'), '8:30');
    expect(screen.queryByText(wrong)).not.toBeInTheDocument();
    await user.tab();
    expect(bridge.payloads('settings.change').at(-1)).toEqual({ remindToTrack: { ...on, from: '08:30' } });
  });

  test('the question about the day’s gaps is switched on with an hour, which is checked', async () => {
    const { bridge, user, publish } = await openSettings('Timer');
    expect(screen.queryByRole('textbox', { name: 'At' })).not.toBeInTheDocument();
    await user.click(flip('Ask me about the day’s gaps'));
    expect(bridge.payloads('settings.change')).toEqual([{ reviewGapsAt: '17:00' }]);
    publish({ settings: settingsOf({ reviewGapsAt: '17:00' }) });
    await user.clear(field('At'));
    await user.type(field('At'), 'later{Enter}');
    expect(field('At')).toBeInvalid();
    await user.clear(field('At'));
    await user.type(field('At'), '16:30{Enter}');
    expect(bridge.payloads('settings.change').at(-1)).toEqual({ reviewGapsAt: '16:30' });
    await user.click(flip('Ask me about the day’s gaps'));
    expect(bridge.payloads('settings.change').at(-1)).toEqual({ reviewGapsAt: null });
  });
});

describe('notifications', () => {
  test('lead times and the time of the day’s summary are chosen', async () => {
    const { bridge, user } = await openSettings('Reminders');
    const leads = group('Also before it is due');
    expect(leads.getByRole('checkbox', { name: '1 hour before' })).toBeChecked();
    await user.click(leads.getByRole('checkbox', { name: '1 hour before' }));
    await user.click(leads.getByRole('checkbox', { name: '15 min before' }));
    expect(bridge.payloads('settings.change')).toEqual([
      { reminders: { ...reminders, beforeMinutes: [1440] } },
      { reminders: { ...reminders, beforeMinutes: [1440, 60, 15] } },
    ]);
    await user.clear(field('Each morning at'));
    await user.type(field('Each morning at'), 'soon{Enter}');
    expect(field('Each morning at')).toBeInvalid();
    await user.clear(field('Each morning at'));
    await user.type(field('Each morning at'), '7:45{Enter}');
    expect(bridge.payloads('settings.change').at(-1)).toEqual({ reminders: { ...reminders, dailyAt: '07:45' } });
  });

  test('switched off, nothing else is offered but a test', async () => {
    const { bridge, user, publish } = await openSettings('Reminders');
    await user.click(flip('Remind me about due dates'));
    expect(bridge.payloads('settings.change')).toEqual([{ reminders: { ...reminders, on: false } }]);
    publish({ settings: settingsOf({ reminders: { ...reminders, on: false } }) });
    for (const heading of ['Boards', 'Quiet'])
      expect(screen.queryByRole('heading', { name: heading })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send a test' })).toBeVisible();
  });

  test('watched boards are listed and stopped', async () => {
    const { bridge, user, publish } = await openSettings('Reminders');
    expect(screen.getByText('Only your own tasks')).toBeVisible();
    publish({
      watchedBoards: [
        { projectId: 'p-1', name: 'Payments', isGone: false },
        { projectId: 'p-2', name: 'Website', isGone: true },
      ],
    });
    expect(screen.getByText('No longer available to you')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stop reminders about Payments' }));
    expect(bridge.payloads('reminders.watch-board')).toEqual([{ projectId: 'p-1', on: false }]);
  });

  test('quiet hours may last over midnight, and have days', async () => {
    const { bridge, user, publish } = await openSettings('Reminders');
    expect(screen.getByText('7:00 pm to 8:00 am, and all day Saturday and Sunday')).toBeVisible();
    await user.click(flip('Quiet hours'));
    const quiet = { ...reminders.quiet, on: true };
    expect(bridge.payloads('settings.change')).toEqual([{ reminders: { ...reminders, quiet } }]);
    publish({ settings: settingsOf({ reminders: { ...reminders, quiet } }) });
    expect(screen.getByText('You’ll get one summary afterwards')).toBeVisible();
    await user.clear(field('To'));
    await user.type(field('To'), '19:00{Enter}');
    expect(screen.getByText('Type two times such as 19:00 and 8:00.')).toBeVisible();
    await user.clear(field('To'));
    await user.type(field('To'), '6:00{Enter}');
    expect(bridge.payloads('settings.change').at(-1)).toEqual({
      reminders: { ...reminders, quiet: { ...quiet, to: '06:00' } },
    });
    await user.click(group('Quiet days').getByRole('checkbox', { name: 'Sunday' }));
    expect(bridge.payloads('settings.change').at(-1)).toEqual({
      reminders: { ...reminders, quiet: { ...quiet, days: [6] } },
    });
  });

  test('do not disturb is a choice where the desktop leaves it to apps', async () => {
    const { bridge, user, publish } = await openSettings('Reminders');
    await user.click(flip('Respect do not disturb'));
    expect(bridge.payloads('settings.change')).toEqual([{ reminders: { ...reminders, respectDoNotDisturb: false } }]);
    publish({ app: { ...aState().app, platform: 'darwin' } });
    expect(screen.queryByRole('switch', { name: 'Respect do not disturb' })).not.toBeInTheDocument();
    expect(screen.getByText('This system does this itself')).toBeVisible();
  });

  test('they are paused for a while, and resumed', async () => {
    const { bridge, user, publish } = await openSettings('Reminders');
    await user.click(screen.getByRole('button', { name: 'Pause: Not paused' }));
    await user.click(await screen.findByRole('menuitem', { name: 'For 1 hour' }));
    expect(bridge.payloads('reminders.pause')).toEqual([{ length: '1-hour' }]);
    publish({ reminders: { pausedUntil: new Date(Date.now() + 3_600_000).toISOString() } });
    expect(screen.getByText(/^Paused until /)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Resume' }));
    expect(bridge.payloads('reminders.resume')).toEqual([{}]);
  });

  test.each([
    [{ isShown: true, hasButtons: true }, 'Shown, with its buttons'],
    [{ isShown: true, hasButtons: false }, 'Shown, without buttons; a click opens the task'],
    [{ isShown: false, hasButtons: false }, 'This desktop did not show it. Are notifications switched on?'],
  ])('a test notification reports %j', async (result, text) => {
    const { user } = await openSettings('Reminders', {}, (fake) => fake.answer('reminders.test', result));
    await user.click(screen.getByRole('button', { name: 'Send a test' }));
    expect(screen.getByText(text)).toBeVisible();
  });

  test('a test on macOS says that only signed copies show notifications, because macOS reports no failure', async () => {
    const mac = { app: { ...aState().app, platform: 'darwin' } };
    const { user } = await openSettings('Reminders', mac, (fake) =>
      fake.answer('reminders.test', { isShown: true, hasButtons: true }),
    );
    await user.click(screen.getByRole('button', { name: 'Send a test' }));
    expect(screen.getByText(/^Shown, with its buttons Nothing appeared\? macOS shows .* signed copies/)).toBeVisible();
  });
});

describe('about', () => {
  const withUpdates = (updates: UpdateView) => ({ system: { ...aState().system, updates } });

  test('the version and its licence are shown; a development build has no updates', async () => {
    await openSettings('About');
    for (const text of ['1.2.3', 'MIT', 'Development build']) expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('switch')).not.toBeInTheDocument();
  });

  test('updates are checked for, installed, and switched off', async () => {
    const { bridge, user, publish } = await openSettings('About', withUpdates({ state: 'idle', checkedAt: null }));
    expect(screen.getByText('Not checked yet')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Check now' }));
    publish(withUpdates({ state: 'checking' }));
    expect(screen.getByText('Checking')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Check now' })).not.toBeInTheDocument();
    publish(withUpdates({ state: 'ready', version: '2.0.0', onQuit: true }));
    expect(screen.getByText('Version 2.0.0 is ready: restart to update')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restart' }));
    await user.click(flip('Check for updates'));
    expect(bridge.payloads('system.check-for-update')).toHaveLength(1);
    expect(bridge.payloads('system.install-update')).toHaveLength(1);
    expect(bridge.payloads('settings.change')).toEqual([{ updates: false }]);
    publish(withUpdates({ state: 'failed', why: 'damaged', at: new Date().toISOString() }));
    expect(screen.getByText('The download does not match the release. Nothing was installed.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check now' })).toBeVisible();
  });

  test('an installation that is rejected shows why', async () => {
    const { user } = await openSettings('About', withUpdates({ state: 'ready', version: '2', onQuit: false }), (fake) =>
      fake.fail('system.install-update'),
    );
    await user.click(screen.getByRole('button', { name: 'Restart' }));
    expect(screen.getByRole('alert')).toHaveTextContent('It did not work');
    // The error belongs to this tab.
    await user.click(screen.getByRole('tab', { name: 'General' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('diagnostics are shown, hidden and copied', async () => {
    const { bridge, user } = await openSettings('About', {}, (fake) =>
      fake.answer('system.diagnostics', 'Punchcard 1.2.3 on Linux'),
    );
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByRole('region', { name: 'Diagnostics' })).toHaveTextContent('Punchcard 1.2.3 on Linux');
    await user.click(screen.getByRole('button', { name: 'Hide' }));
    expect(screen.queryByRole('region', { name: 'Diagnostics' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Copy diagnostics' }));
    expect(screen.getByText('Copied')).toBeVisible();
    expect(bridge.payloads('system.copy-diagnostics')).toHaveLength(1);
  });
});
