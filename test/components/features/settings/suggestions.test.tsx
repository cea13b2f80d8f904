/** Settings of suggestions for gaps: sources, how long evidence is kept, rules, counts of answers, and the list of evidence. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type {
  EvidenceView,
  ProposalSettingsView,
  SourceName,
  SourceView,
} from '../../../../shared/contract/proposals.ts';
import { dayAfter, localDay } from '../../../../shared/time/day.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { anError } from '../../bridge.ts';
import { openSettings } from '../../settings.ts';
import { NOTHING_READ, revised, tasksOf } from '../../state.ts';

const READ_AT = new Date(new Date().setHours(9, 41, 0, 0)).toISOString();
const TASK = { taskId: 't-1', identifier: 'PAY-134', title: 'Retry a <b>card</b>', projectName: 'Payments' };

/** These sources are on and were read. */
function viewOf(on: readonly SourceName[], changes: Partial<ProposalSettingsView> = {}): ProposalSettingsView {
  const sources = NOTHING_READ.sources.map((one) =>
    on.includes(one.source) ? { ...one, isOn: true, lastRead: READ_AT } : one,
  );
  return { ...NOTHING_READ, sources, ...changes };
}
const withSource = (
  view: ProposalSettingsView,
  of: SourceName,
  changes: Partial<SourceView>,
): ProposalSettingsView => ({
  ...view,
  sources: view.sources.map((one) => (one.source === of ? { ...one, ...changes } : one)),
});

async function openSuggestions(view: ProposalSettingsView) {
  const opened = await openSettings('Timer', {}, (bridge) => bridge.answer('proposals.settings', view));
  await screen.findByRole('heading', { name: 'Suggestions for gaps' });
  /** Main answers differently from now on, and says so. */
  const answer = (next: ProposalSettingsView) => {
    opened.bridge.answer('proposals.settings', next);
    opened.publish(revised(opened.bridge.state, 'proposals'));
  };
  return { ...opened, answer };
}
const flip = (name: string) => screen.getByRole('switch', { name });
const press = (name: string) => screen.getByRole('button', { name });

describe('the sources', () => {
  test('all are off at first, and each says what it reads and what is never used', async () => {
    await openSuggestions(NOTHING_READ);
    for (const name of ['Git folders', 'Calendars', 'ActivityWatch', 'Punchcard itself'])
      expect(flip(name)).not.toBeChecked();
    expect(screen.getByText('Everything is read on this computer and stays on it.')).toBeVisible();
    expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toHaveLength(8);
    expect(screen.getByText('files, other people’s commits, the network')).toBeVisible();
    expect(screen.getByText(/^the entries beside a gap, and what is usual at its hour; from now on:/)).toBeVisible();
    expect(screen.queryByText('Not read yet')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add folder…' })).not.toBeInTheDocument();
  });

  test('a switch changes one source, and what is on is read at once', async () => {
    const { bridge, user, answer } = await openSuggestions(viewOf(['punchcard']));
    await user.click(flip('Git folders'));
    expect(bridge.payloads('proposals.change')).toEqual([{ on: ['git', 'punchcard'] }]);
    await waitFor(() => expect(bridge.payloads('proposals.refresh')).toHaveLength(1));
    answer(withSource(viewOf(['git', 'punchcard']), 'git', { lastRead: null, isReading: true }));
    expect(await screen.findByText('Reading…')).toBeVisible();
    await user.click(flip('Punchcard itself'));
    expect(bridge.payloads('proposals.change').at(-1)).toEqual({ on: ['git'] });
  });

  test('a refused change reads nothing', async () => {
    const { bridge, user } = await openSuggestions(NOTHING_READ);
    bridge.fail('proposals.change');
    await user.click(flip('Git folders'));
    expect(await screen.findByText('It did not work')).toBeVisible();
    expect(bridge.payloads('proposals.refresh')).toEqual([]);
  });

  test('a source says when it was read, and each thing that went wrong once', async () => {
    const problems = ['api could not be read', 'api could not be read', 'Git is not installed'];
    const { bridge, user } = await openSuggestions(withSource(viewOf(['git', 'calendars']), 'git', { problems }));
    expect(screen.getByText(/^Last tried 0?9:41/)).toBeVisible();
    expect(screen.getByText(/^Last read 0?9:41/)).toBeVisible();
    for (const problem of ['api could not be read', 'Git is not installed'])
      expect(screen.getByText(problem, { exact: false })).toBeVisible();
    await user.click(press('Read again'));
    // So that what was just read does not count.
    expect(bridge.payloads('proposals.change')).toEqual([{}]);
    expect(bridge.payloads('proposals.refresh')).toHaveLength(1);
  });

  test('folders are added by a dialog and removed; the list has the focus then', async () => {
    const folder = '/home/ana/<i>work</i>';
    const { bridge, user } = await openSuggestions(viewOf(['git'], { folders: [folder, '/srv'] }));
    expect(screen.getByText('2 folders')).toBeVisible();
    expect(screen.getByText(folder)).toBeVisible();
    await user.click(press('Add folder…'));
    expect(bridge.payloads('proposals.add-folder')).toEqual([{}]);
    await user.click(press(`Remove ${folder}`));
    expect(bridge.payloads('proposals.remove')).toEqual([{ folder }]);
    await waitFor(() => expect(screen.getByRole('list', { name: 'Folders' })).toHaveFocus());
  });

  test('the twenty-first folder cannot be added', async () => {
    const folders = Array.from({ length: 20 }, (_, at) => `/work/${at}`);
    await openSuggestions(viewOf(['git'], { folders }));
    expect(screen.getByText('20 folders, the most that can be read')).toBeVisible();
    expect(press('Add folder…')).toBeDisabled();
    expect(screen.getByText('/work/19')).toBeVisible();
  });

  test('calendars are listed with their places, added as a file or an address, and removed', async () => {
    const calendars = [{ id: 'c-1', name: 'Work', place: '/home/ana/Work.ics' }];
    const { bridge, user } = await openSuggestions(viewOf(['calendars'], { calendars }));
    expect(screen.getByText('/home/ana/Work.ics')).toBeVisible();
    await user.click(press('Add file…'));
    expect(press('Add address')).toBeDisabled();
    const address = screen.getByRole('textbox', { name: 'Address of a calendar' });
    await user.type(address, ' webcal://cal.example/secret {Enter}');
    await waitFor(() => expect(address).toHaveValue(''));
    expect(bridge.payloads('proposals.add-calendar')).toEqual([
      { address: null },
      { address: 'webcal://cal.example/secret' },
    ]);
    expect(bridge.payloads('proposals.refresh')).toHaveLength(2);
    await user.click(press('Remove Work'));
    expect(bridge.payloads('proposals.remove')).toEqual([{ calendarId: 'c-1' }]);
  });

  test('a refused address stays, and says why', async () => {
    const { bridge, user } = await openSuggestions(viewOf(['calendars']));
    const refused = anError({
      title: 'Punchcard cannot read this address',
      explanation: 'Calendars are read over https.',
    });
    bridge.fail('proposals.add-calendar', refused);
    const address = screen.getByRole('textbox', { name: 'Address of a calendar' });
    await user.type(address, 'file:///etc/passwd{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Punchcard cannot read this address. Calendars are read over https.',
    );
    expect(address).toBeInvalid();
    expect(address).toHaveValue('file:///etc/passwd');
    expect(bridge.payloads('proposals.refresh')).toEqual([]);
  });

  test('a refused file says why, and reads nothing', async () => {
    const { bridge, user } = await openSuggestions(viewOf(['calendars']));
    bridge.fail('proposals.add-calendar', anError({ title: 'The file is too large' }));
    await user.click(press('Add file…'));
    expect(await screen.findByText('The file is too large')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Address of a calendar' })).toBeValid();
    expect(bridge.payloads('proposals.refresh')).toEqual([]);
  });

  test('own addresses are typed with commas, and checked', async () => {
    const { bridge, user } = await openSuggestions(viewOf(['calendars'], { ownAddresses: ['ana@a.example'] }));
    const own = screen.getByRole('textbox', { name: 'Your addresses' });
    expect(own).toHaveValue('ana@a.example');
    await user.clear(own);
    await user.type(own, 'ana{Enter}');
    expect(own).toBeInvalid();
    expect(screen.getByText('Type up to ten e-mail addresses, with commas between them.')).toBeVisible();
    await user.clear(own);
    await user.type(own, 'ana@a.example, a.b@c.example{Enter}');
    expect(bridge.payloads('proposals.change')).toEqual([{ ownAddresses: ['ana@a.example', 'a.b@c.example'] }]);
  });

  test('the port of ActivityWatch is checked', async () => {
    const { bridge, user } = await openSuggestions(viewOf(['activityWatch']));
    const port = screen.getByRole('textbox', { name: 'Port' });
    await user.clear(port);
    await user.type(port, '70000{Enter}');
    expect(port).toBeInvalid();
    await user.clear(port);
    await user.type(port, '5666{Enter}');
    expect(bridge.payloads('proposals.change')).toEqual([{ port: 5666 }]);
    await waitFor(() => expect(bridge.payloads('proposals.refresh')).toHaveLength(1));
  });
});

describe('what is kept', () => {
  test('for how many days', async () => {
    const { bridge, user } = await openSuggestions(NOTHING_READ);
    const days = screen.getByRole('textbox', { name: 'Keep what was read for' });
    expect(days).toHaveValue('14');
    for (const wrong of ['0', '91', 'a week']) {
      await user.clear(days);
      await user.type(days, `${wrong}{Enter}`);
      expect(days).toBeInvalid();
    }
    await user.clear(days);
    await user.type(days, '7{Enter}');
    expect(bridge.payloads('proposals.change')).toEqual([{ days: 7 }]);
  });

  test('it is erased after a question', async () => {
    const { bridge, user } = await openSuggestions(viewOf(['git']));
    await user.click(press('Erase now: Erase all that was read'));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(press('Erase now: Erase all that was read'));
    expect(bridge.payloads('proposals.erase')).toEqual([]);
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Erase now' }));
    expect(bridge.payloads('proposals.erase')).toEqual([{}]);
    expect(await screen.findByText('Everything that was read is erased.')).toBeVisible();
  });

  test('rules are sentences, and are removed one by one', async () => {
    const rules: ProposalSettingsView['rules'] = [
      { where: 'title', contains: '<img src=x>', proposes: { kind: 'task', task: TASK } },
      { where: 'repository', contains: 'shop', proposes: { kind: 'project', projectName: 'Shop' } },
      { where: 'event', contains: 'Lunch', proposes: { kind: 'not-work' } },
      { where: 'repository', contains: 'pay', isExact: true, proposes: { kind: 'not-work' } },
      { where: 'task', contains: 'WEB-7', proposes: { kind: 'never' } },
    ];
    const { bridge, user, answer } = await openSuggestions({ ...NOTHING_READ, rules });
    const list = screen.getByRole('list', { name: 'Rules, and what is never suggested' });
    expect(list).toBeEmptyDOMElement();
    await user.click(press('Show: Rules, and what is never suggested'));
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Windows with “<img src=x>”Suggests PAY-134 Retry a <b>card</b>Remove',
      'Repositories with “shop”Suggests the project ShopRemove',
      'Meetings with “Lunch”Suggests not workRemove',
      'The repository “pay”Suggests not workRemove',
      'Task WEB-7Never suggestedRemove',
    ]);
    await user.click(press('Remove Task WEB-7'));
    expect(bridge.payloads('proposals.remove')).toEqual([{ rule: rules[4] }]);
    answer({ ...NOTHING_READ, rules: rules.slice(0, 4) });
    await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(4));
    expect(list).toHaveFocus();
  });

  test('what was learned is listed, the latest first, and forgotten one by one or at once', async () => {
    const target = { kind: 'task', task: TASK } as const;
    const learned: ProposalSettingsView['learned'] = [
      { where: 'app', text: 'Figma', target, accepted: 1, refused: 0 },
      { where: 'title', text: 'Inbox', target: { kind: 'not-work' }, accepted: 0, refused: 3 },
    ];
    const { bridge, user } = await openSuggestions({ ...NOTHING_READ, learned });
    await user.click(press('Show: What was learned'));
    const list = screen.getByRole('list', { name: 'What was learned' });
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Window “Inbox”not work: accepted never, refused 3 timesForget',
      'Program “Figma”PAY-134 Retry a <b>card</b>: accepted once, refused neverForget',
    ]);
    await user.click(press('Forget Program “Figma”'));
    await user.click(press('Forget all: All that was learned'));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Forget all' }));
    expect(bridge.payloads('proposals.remove')).toEqual([{ learned: learned[0] }, { learned: null }]);
  });

  test('a long list comes in portions', async () => {
    const rules: ProposalSettingsView['rules'] = Array.from({ length: 150 }, (_, at) => {
      return { where: 'title', contains: `word ${at}`, proposes: { kind: 'never' } };
    });
    const { user } = await openSuggestions({ ...NOTHING_READ, rules });
    const list = screen.getByRole('list', { name: 'Rules, and what is never suggested' });
    await user.click(press('Show: Rules, and what is never suggested'));
    expect(within(list).getAllByRole('listitem')).toHaveLength(100);
    await user.click(press('Show 50 more: Rules, and what is never suggested'));
    expect(within(list).getAllByRole('listitem')).toHaveLength(150);
    expect(list).toHaveFocus();
  });
});

describe('the list of what was read', () => {
  const at = (hour: number, minute = 0) => new Date().setHours(hour, minute, 0, 0);
  const PIECES: EvidenceView[] = [
    {
      source: 'git',
      place: '/w/api',
      evidence: {
        kind: 'commit',
        from: at(9),
        to: at(9),
        repository: 'api',
        branch: 'main',
        message: '<b>Fix</b> #12',
        refs: ['v1'],
      },
    },
    {
      source: 'activityWatch',
      place: 'w',
      evidence: { kind: 'window', from: at(9, 5), to: at(9, 20), app: 'Code', title: '' },
    },
    {
      source: 'calendars',
      place: 'c',
      evidence: {
        kind: 'event',
        from: at(10),
        to: at(11),
        calendar: 'Work',
        title: 'none',
        isAllDay: true,
        isFree: false,
        status: 'cancelled',
        response: 'declined',
      },
    },
    {
      source: 'punchcard',
      place: '',
      evidence: { kind: 'task', from: at(12), to: at(12), taskId: 't-unknown', action: 'moved' },
    },
    {
      source: 'punchcard',
      place: '',
      evidence: { kind: 'task', from: at(12), to: at(12), taskId: 't-1', accountId: 'marl', action: 'opened' },
    },
    { source: 'punchcard', place: '', evidence: { kind: 'away', from: at(13), to: at(14), awayKind: 'lock' } },
  ];

  test('opens in its row, and goes from day to day', async () => {
    const { bridge, user, publish } = await openSuggestions(NOTHING_READ);
    const [ours, theirs] = ['own', 'marl'].map((accountId) =>
      taskView('X-1', { id: 't-1', title: accountId, accountId }),
    );
    publish({ tasks: tasksOf([ours, theirs].filter((one) => one !== undefined)) });
    const today = localDay(new Date());
    bridge.answer('proposals.evidence', ({ day }) => (day === today ? PIECES : []));
    await user.click(press('Show: All that was read today'));
    await screen.findByRole('list', { name: 'Git folders' });
    expect(screen.getByRole('button', { name: 'The day before' })).toHaveFocus();
    const linesOf = (name: string) =>
      within(screen.getByRole('list', { name }))
        .getAllByRole('listitem')
        .map((one) => one.firstElementChild?.firstElementChild?.textContent);
    expect(linesOf('Git folders')).toEqual(['<b>Fix</b> #12Commit · api · main · v1']);
    expect(linesOf('Calendars')).toEqual(['noneCalendar · Work · all day · cancelled · declined']);
    expect(linesOf('ActivityWatch')).toEqual(['CodeWindow']);
    expect(linesOf('Punchcard itself')).toEqual([
      't-unknownTask in Punchcard · moved',
      'marlTask in Punchcard · opened',
      'Screen lockedAway',
    ]);
    expect(screen.getByRole('button', { name: 'The day after' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'The day before' }));
    expect(await screen.findByText('Nothing was read of this day')).toBeVisible();
    expect(bridge.payloads('proposals.evidence').at(-1)).toEqual({ day: dayAfter(today, -1) });
    await user.click(screen.getByRole('button', { name: 'The day after' }));
    expect(await screen.findByRole('list', { name: 'Git folders' })).toBeVisible();
  });

  test('says what went wrong', async () => {
    const { bridge, user } = await openSuggestions(NOTHING_READ);
    bridge.fail('proposals.evidence');
    await user.click(press('Show: All that was read today'));
    expect(await screen.findByRole('alert')).toHaveTextContent('It did not work');
  });
});

test('in German', async () => {
  const learned: ProposalSettingsView['learned'] = [
    { where: 'calendar', text: 'Team', target: { kind: 'not-work' }, accepted: 2, refused: 1 },
  ];
  const { user, publish } = await openSuggestions(viewOf(['git'], { learned }));
  publish({ language: 'de' });
  // The settings begin with their first tab again.
  await user.click(await screen.findByRole('tab', { name: 'Timer', selected: false }));
  expect(await screen.findByRole('heading', { name: 'Vorschläge für Lücken' })).toBeVisible();
  expect(screen.getByText(/^Zuletzt gelesen: 0?9:41/)).toBeVisible();
  await user.click(press('Zeigen: Gelerntes'));
  expect(screen.getByText('Kalender „Team“')).toBeVisible();
  expect(screen.getByText('keine Arbeit: 2-mal angenommen, einmal abgelehnt')).toBeVisible();
});
