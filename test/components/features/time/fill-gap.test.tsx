/** The panel that proposes what a gap was, and the review of a day’s gaps. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useNavigation } from '../../../../renderer/state/navigation.ts';
import { useShownTime } from '../../../../renderer/state/shown-time.ts';
import type { EntryView, State } from '../../../../shared/contract/index.ts';
import type { Feature, Proposal, ProposalTarget, Reason, SourceView } from '../../../../shared/contract/proposals.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { taskView } from '../../../shared/tasks/tasks.ts';
import { local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';
import { setClock } from '../../clock.ts';
import { openWindow, type Window } from '../../render.tsx';
import { revised, tasksOf, timeOf } from '../../state.ts';

/** A Thursday. */
const NOW = local(19, 14);
const MORNING = timeEntry('mail', local(19, 9), local(19, 12, 10));
const AFTERNOON = timeEntry('code', local(19, 12, 58), local(19, 13, 30));
const GAP = { from: local(19, 12, 10), to: local(19, 12, 58) };
const iso = (instant: number) => new Date(instant).toISOString();

beforeEach(() => setClock(NOW));

const PAY = { taskId: 'pay', identifier: 'PAY-134', title: 'Retry a card', projectName: 'Payments', projectId: 'p-1' };
const WEB = { taskId: 'web', identifier: 'WEB-57', title: 'Stand-ups', projectName: 'Website', accountId: 'other' };
const task = (of: typeof PAY | typeof WEB): ProposalTarget => ({ kind: 'task', task: of });

function proposal(target: ProposalTarget, changes: Partial<Proposal> = {}): Proposal {
  const parameters = { from: local(19, 9), to: GAP.from, count: 1, ms: 48 * MINUTE };
  const reasons: Reason[] = [{ kind: 'entry-before', parameters }];
  return { target, ...GAP, score: 0.5, reasons, features: [], ...changes };
}
const COMMITS: Reason = {
  kind: 'commit',
  parameters: { repository: 'api', branch: 'PAY-134', message: 'Retry', from: 0, to: 0, count: 3, ms: 0 },
};
const MEETING: Reason = {
  kind: 'event',
  parameters: {
    calendar: 'Work',
    title: '<b>Stand-up</b>',
    isAllDay: false,
    isFree: false,
    status: 'confirmed',
    response: 'accepted',
    from: local(19, 12, 10),
    to: local(19, 12, 25),
    count: 1,
    ms: 15 * MINUTE,
  },
};
const FEATURES: Feature[] = [
  { where: 'event', text: 'Stand-up' },
  { where: 'calendar', text: 'Work' },
];
const BY_COMMITS = proposal(task(PAY), { from: local(19, 12, 25), reasons: [COMMITS] });
const BY_MEETING = proposal(task(WEB), { to: local(19, 12, 25), reasons: [MEETING], features: FEATURES });
const PAUSE = proposal({ kind: 'not-work' }, { to: local(19, 12, 16) });

const source = (name: SourceView['source'], changes: Partial<SourceView> = {}): SourceView => ({
  source: name,
  isOn: true,
  isReading: false,
  lastRead: iso(NOW),
  problems: [],
  ...changes,
});

interface Opened extends Window {
  /** Sets the answer of `proposals.read`, and tells the window to read again. */
  propose(proposals: Proposal[], sources?: SourceView[]): void;
}

async function openGap(
  proposals: Proposal[],
  sources: SourceView[] = [source('git')],
  state: Partial<State> = {},
  entries: EntryView[] = [MORNING, AFTERNOON],
): Promise<Opened> {
  const opened = await openWindow({ time: timeOf(entries, new Date(NOW)), ...state }, (fake) => {
    fake.answer('proposals.read', { proposals, sources });
    fake.answer('time.add', 'new');
  });
  await opened.show('time');
  await opened.user.click(await screen.findByRole('radio', { name: 'Day' }));
  await opened.user.keyboard('f');
  await screen.findByRole('dialog');
  const propose = (next: Proposal[], now = sources) => {
    opened.bridge.answer('proposals.read', { proposals: next, sources: now });
    opened.publish(revised(opened.bridge.state, 'proposals'));
  };
  return { ...opened, propose };
}
const panel = () => screen.getByRole('dialog');
const options = () => within(panel()).getAllByRole('option');
const chosen = () => within(panel()).getByRole('option', { selected: true });
const field = (name: 'Start' | 'End') => within(panel()).getByRole('textbox', { name });
/** Main publishes the entries of the day. */
const track = ({ publish }: Window, ...entries: EntryView[]) =>
  publish({ time: timeOf([MORNING, AFTERNOON, ...entries], new Date(NOW)) });

test('reasons are put into words once, not again for each key and each answer of main', async () => {
  let reads = 0;
  const counted: Proposal = Object.defineProperty({ ...BY_COMMITS }, 'reasons', {
    enumerable: true,
    get: () => {
      reads += 1;
      return [COMMITS];
    },
  });
  const { propose, user } = await openGap([counted, BY_MEETING]);
  await waitFor(() => expect(screen.getByRole('listbox', { name: 'What it may have been' })).toHaveFocus());
  const before = reads;
  expect(before).toBeGreaterThan(0);
  await user.keyboard('{ArrowDown}');
  propose([BY_MEETING, PAUSE]);
  await waitFor(() => expect(options()).toHaveLength(3));
  expect(options()[0]).toHaveTextContent('3 commits on PAY-134');
  expect(reads).toBe(before);
});

test('F opens the panel with the proposals, their lengths and reasons, and the focus on the first', async () => {
  await openGap([BY_COMMITS, BY_MEETING, PAUSE]);
  expect(panel()).toHaveAccessibleName('Gap of 48 min');
  await waitFor(() => expect(screen.getByRole('listbox', { name: 'What it may have been' })).toHaveFocus());
  const meeting = `<b>Stand-up</b> ${clock(local(19, 12, 10))}–${clock(local(19, 12, 25))}, in your calendar`;
  const before = `The entry before it, until ${clock(GAP.from)}`;
  expect(options().map((one) => one.textContent)).toEqual([
    '1Retry a card PAY-134 0:33 3 commits on PAY-134',
    `2Stand-ups WEB-57 0:15 ${meeting}`,
    `3Not work  0:06 ${before}`,
  ]);
  expect(chosen()).toBe(options()[0]);
  expect(field('Start')).toHaveValue(clock(local(19, 12, 25)));
  expect(field('End')).toHaveValue(clock(GAP.to));
});

test('A reason that does not name the task says why it is meant', async () => {
  const parameters = { repository: 'api', branch: 'master', message: 'Retry', from: 0, to: 0, count: 3, ms: 0 };
  const reasons = (['name', 'link', 'words', 'commit', 'branch', 'meeting'] as const).map(
    (by): Reason => ({ kind: 'commit', parameters: { ...parameters, by } }),
  );
  await openGap([proposal(task(PAY), { reasons: [...reasons, COMMITS] })]);
  await waitFor(() => expect(options()).toHaveLength(1));
  for (const why of [
    'for PAY-134',
    'linked to PAY-134',
    'as in its title',
    'before a commit for PAY-134',
    'on the branch of PAY-134',
    'PAY-134 is for meetings',
  ])
    expect(screen.getByText(`3 commits on master, ${why}`)).toBeInTheDocument();
  expect(screen.getByText('3 commits on PAY-134')).toBeInTheDocument();
});

test('Arrows and digits choose; the Day view draws what would be added', async () => {
  const { user } = await openGap([BY_COMMITS, BY_MEETING, PAUSE]);
  await waitFor(() => expect(options()).toHaveLength(3));
  await user.keyboard('{ArrowDown}');
  expect(chosen()).toBe(options()[1]);
  await user.keyboard('3');
  expect(chosen()).toBe(options()[2]);
  await user.keyboard('5');
  expect(chosen()).toBe(options()[2]);
  await user.keyboard('1');
  expect(screen.getAllByText('Retry a card')).toHaveLength(2);
  await user.click(options()[1] as HTMLElement);
  expect(chosen()).toBe(options()[1]);
  expect(screen.getAllByText('Stand-ups')).toHaveLength(2);
});

test('Enter adds the entry once, and the panel goes on with what is left; then the focus is on the entry', async () => {
  const opened = await openGap([BY_COMMITS, BY_MEETING]);
  const { user, bridge } = opened;
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard('2{Enter}{Enter}');
  const added = { taskId: 'web', accountId: 'other', startTime: iso(GAP.from), endTime: iso(local(19, 12, 25)) };
  expect(bridge.payloads('time.add')).toEqual([{ ...added, note: '', allowLong: false }]);
  expect(bridge.payloads('proposals.answer')).toEqual([
    { target: BY_MEETING.target, features: FEATURES, answer: 'accepted' },
  ]);
  bridge.answer('proposals.read', { proposals: [BY_COMMITS], sources: [source('git')] });
  const entry = { ...timeEntry('new', GAP.from, local(19, 12, 25)), id: 'new' };
  track(opened, entry);
  expect(panel()).toHaveAccessibleName('33 min of the gap left');
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard('{Enter}');
  expect(bridge.payloads('time.add')).toHaveLength(2);
  track(opened, entry, timeEntry('rest', local(19, 12, 25), GAP.to));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: /^NEW new, / })).toHaveFocus();
});

test('What is undone may be answered again', async () => {
  const opened = await openGap([BY_COMMITS, BY_MEETING]);
  const { user, bridge, publish } = opened;
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard('2{Enter}');
  track(opened, timeEntry('new', GAP.from, local(19, 12, 25)));
  expect(panel()).toHaveAccessibleName('33 min of the gap left');
  const undo = { label: 'Undo', undoId: 7 };
  publish({ toast: { id: 1, text: 'Added', until: iso(NOW + 10_000), undo, openTaskId: null } });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(bridge.payloads('undo.undo')).toEqual([{ undoId: 7 }]);
  track(opened);
  expect(panel()).toHaveAccessibleName('Gap of 48 min');
  await screen.findByRole('button', { name: 'Add 0:15' });
  screen.getByRole('listbox').focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(bridge.payloads('time.add')).toHaveLength(2));
});

test('Enter does not add the time before again if what was left cannot be read', async () => {
  const opened = await openGap([BY_COMMITS, BY_MEETING]);
  const { user, bridge } = opened;
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard('2{Enter}');
  bridge.fail('proposals.read', { title: 'It cannot be read' });
  track(opened, timeEntry('new', GAP.from, local(19, 12, 25)));
  expect(await screen.findByText('It cannot be read')).toBeVisible();
  expect(screen.getByRole('listbox')).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(bridge.payloads('time.add')).toHaveLength(1);
});

test('Typed times apply to the chosen proposal, whose length follows', async () => {
  const { user, bridge } = await openGap([BY_COMMITS, BY_MEETING]);
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(field('Start')).toHaveFocus();
  await user.keyboard(clock(local(19, 12, 20)));
  expect(chosen()).toHaveTextContent('0:38');
  expect(screen.getByRole('button', { name: 'Add 0:38' })).toBeVisible();
  await user.clear(field('End'));
  await user.type(field('End'), 'soon');
  await user.keyboard('{Enter}');
  expect(screen.getByText('Enter an end time, such as 14:05.')).toBeVisible();
  expect(bridge.payloads('time.add')).toEqual([]);
  await user.clear(field('End'));
  await user.type(field('End'), `${clock(local(19, 13, 8))}{Enter}`);
  expect(bridge.payloads('time.add')).toMatchObject([
    { startTime: iso(local(19, 12, 20)), endTime: iso(local(19, 13, 8)) },
  ]);
  expect(screen.getByText('10 min counted twice')).toBeVisible();
});

test('Later proposals stand below, and nothing that is there moves or changes', async () => {
  const { propose } = await openGap([BY_MEETING]);
  await waitFor(() => expect(options()).toHaveLength(1));
  propose([BY_COMMITS, { ...BY_MEETING, to: GAP.to }, PAUSE]);
  await waitFor(() => expect(options()).toHaveLength(3));
  expect(options().map((one) => one.textContent?.slice(0, 10))).toEqual(['1Stand-ups', '2Retry a c', '3Not work ']);
  expect(options()[0]).toHaveTextContent('0:15');
  expect(chosen()).toBe(options()[0]);
});

test.each([true, false])('The place of later proposals is kept if a source is still read: %s', async (isReading) => {
  const { propose } = await openGap([BY_MEETING], [source('git', { isReading })]);
  await waitFor(() => expect(options()).toHaveLength(1));
  const isHeld = () => /held/.test(screen.getByRole('listbox').parentElement?.className ?? '');
  expect(isHeld()).toBe(isReading);
  propose([BY_COMMITS], [source('git')]);
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(isHeld()).toBe(isReading);
});

test('Proposals after an empty answer keep typed times, and a key chooses one', async () => {
  const { user, bridge, propose } = await openGap([], undefined, { tasks: TASKS });
  await screen.findByText('There is no hint of what you did then.');
  await user.clear(field('Start'));
  await user.type(field('Start'), clock(local(19, 12, 20)));
  propose([BY_MEETING, BY_COMMITS]);
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(within(panel()).queryByRole('option', { selected: true })).toBeNull();
  expect(screen.getByRole('listbox')).not.toHaveAttribute('aria-activedescendant');
  expect(field('Start')).toHaveValue(clock(local(19, 12, 20)));
  expect(field('End')).toHaveValue(clock(GAP.to));
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('combobox', { name: 'Search for a task…' })).toHaveFocus();
  expect(bridge.payloads('time.add')).toEqual([]);
  await user.keyboard('{Escape}');
  screen.getByRole('listbox').focus();
  await user.keyboard('{ArrowUp}');
  expect(chosen()).toBe(options()[1]);
  expect(field('Start')).toHaveValue(clock(local(19, 12, 25)));
});

test.each(['/', '{Enter}'])('Proposals that come while %s has the task picker open change no times', async (key) => {
  const { user, bridge, propose } = await openGap([], undefined, { tasks: TASKS });
  await screen.findByText('There is no hint of what you did then.');
  await user.keyboard(key);
  await screen.findByRole('combobox', { name: 'Search for a task…' });
  propose([BY_MEETING]);
  await waitFor(() => expect(screen.queryByText('There is no hint of what you did then.')).toBeNull());
  await user.keyboard('WEB{Enter}');
  expect(bridge.payloads('time.add')).toMatchObject([
    { taskId: TASKS.tasks[1]?.id, startTime: iso(GAP.from), endTime: iso(GAP.to) },
  ]);
});

test.each(['time', 'task'])('A %s that is chosen before the first answer is kept', async (what) => {
  const { user, bridge } = await openGap([], undefined, { tasks: TASKS });
  await user.keyboard('{Escape}');
  const answer = bridge.hold('proposals.read');
  await user.keyboard('f');
  if (what === 'time') {
    await user.clear(field('Start'));
    await user.type(field('Start'), clock(local(19, 12, 20)));
  } else await user.keyboard('/');
  answer({ ok: true, value: { proposals: [BY_MEETING], sources: [] } });
  await within(panel()).findByRole('option', { name: /Stand-ups/, hidden: true });
  expect(field('Start')).toHaveValue(clock(what === 'time' ? local(19, 12, 20) : GAP.from));
  expect(field('End')).toHaveValue(clock(GAP.to));
  expect(bridge.payloads('time.add')).toEqual([]);
});

test('The first proposals wait a moment for quick sources, and not for slow ones', async () => {
  const { bridge, user } = await openGap([BY_COMMITS]);
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard('{Escape}');
  bridge.hold('proposals.refresh');
  await user.keyboard('f');
  await waitFor(() => expect(options()).toHaveLength(1));
  const commands = bridge.sent.map(({ name }) => name).filter((name) => /^proposals\.re/.test(name));
  expect(commands[0]).toBe('proposals.refresh');
  expect(commands.at(-1)).toBe('proposals.read');
});

test('Sources that are still read, and those that cannot be, are named', async () => {
  const problem = 'ActivityWatch (127.0.0.1:5600) does not answer';
  const { user } = await openGap(
    [],
    [source('calendars', { isReading: true }), source('activityWatch', { problems: [problem] })],
  );
  expect(await screen.findByText('Still reading: calendars. More is added below')).toBeVisible();
  expect(screen.getByText('There is no hint of what you did then.')).toBeVisible();
  expect(screen.getByText(problem)).toBeVisible();
  await user.click(within(panel()).getByRole('button', { name: 'Settings' }));
  await waitFor(() => expect(useNavigation.getState().page).toEqual({ name: 'settings', tab: 'timer' }));
});

test('Without a source the panel says that nothing is read, and leads to the settings', async () => {
  const { user } = await openGap([], [source('git', { isOn: false }), source('punchcard', { isOn: false })]);
  expect(await screen.findByText(/^Nothing is read for suggestions yet/)).toBeVisible();
  expect(screen.queryByText('There is no hint of what you did then.')).toBeNull();
  expect(screen.getByRole('button', { name: /^Choose the task…/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Choose what it may read' }));
  await waitFor(() => expect(useNavigation.getState().page).toEqual({ name: 'settings', tab: 'timer' }));
});

test('What cannot be proposed says why, and can be tried again', async () => {
  const { bridge, user } = await openGap([]);
  bridge.fail('proposals.read', { title: 'It cannot be read' });
  await user.keyboard('{Escape}f');
  expect(await screen.findByText('It cannot be read')).toBeVisible();
  bridge.answer('proposals.read', { proposals: [BY_COMMITS], sources: [] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(options()).toHaveLength(1));
});

test('The menu of a proposal makes rules of its evidence, and the list is read again', async () => {
  const { bridge, user } = await openGap([BY_COMMITS, BY_MEETING]);
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard('2.');
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items).toEqual([
    'Always WEB-57 for…',
    'Always the project Website for…',
    'Always use one task for…',
    'Never suggest anything from this meeting',
    'Never suggest anything from this calendar',
    'Never suggest WEB-57',
    'What Punchcard reads…',
  ]);
  bridge.answer('proposals.read', { proposals: [PAUSE], sources: [source('git')] });
  await user.click(screen.getByRole('menuitem', { name: 'Never suggest anything from this meeting' }));
  await waitFor(() => expect(options()).toHaveLength(1));
  expect(bridge.payloads('proposals.add-rule')).toEqual([
    { rule: { where: 'event', contains: 'Stand-up', isExact: true, proposes: { kind: 'never' } } },
  ]);
  expect(bridge.payloads('proposals.answer')).toMatchObject([{ target: BY_MEETING.target, answer: 'refused' }]);
});

test('A right click opens the menu of that proposal; a rule can always propose its task', async () => {
  const { bridge, user } = await openGap([BY_COMMITS, BY_MEETING]);
  await waitFor(() => expect(options()).toHaveLength(2));
  fireEvent.contextMenu(options()[1] as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: 'Always WEB-57 for…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'The meeting “Stand-up”' }));
  expect(bridge.payloads('proposals.add-rule')).toEqual([
    { rule: { where: 'event', contains: 'Stand-up', isExact: true, proposes: BY_MEETING.target } },
  ]);
  expect(bridge.payloads('proposals.answer')).toEqual([]);
});

test('A rule may be made of a part of a title, and for the project of the task', async () => {
  const text = 'Landing page – Figma — Mozilla Firefox';
  const { bridge, user } = await openGap([{ ...BY_COMMITS, features: [{ where: 'title', text }] }]);
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard('.');
  await user.click(await screen.findByRole('menuitem', { name: 'Always the project Payments for…' }));
  await screen.findByRole('menuitem', { name: 'Windows with “Figma”' });
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([text, 'Landing page', 'Figma', 'Mozilla Firefox'].map((part) => `Windows with “${part}”`)),
  );
  await user.click(screen.getByRole('menuitem', { name: 'Windows with “Figma”' }));
  expect(bridge.payloads('proposals.add-rule')).toEqual([
    {
      rule: {
        where: 'title',
        contains: 'Figma',
        proposes: { kind: 'project', projectId: PAY.projectId, projectName: PAY.projectName },
      },
    },
  ]);
});

test('A rule may propose another task than the one that was suggested', async () => {
  const features: Feature[] = [{ where: 'title', text: 'Landing page – Figma' }];
  const { bridge, user } = await openGap([{ ...BY_MEETING, features }], undefined, { tasks: TASKS });
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard('.');
  await user.click(await screen.findByRole('menuitem', { name: 'Always use one task for…' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Windows with “Figma”' }));
  expect(await screen.findByRole('combobox', { name: 'Task for “Figma”…' })).toHaveFocus();
  await user.keyboard('PAY{Enter}');
  expect(bridge.payloads('proposals.add-rule')).toMatchObject([
    { rule: { where: 'title', contains: 'Figma', proposes: { kind: 'task', task: { identifier: 'PAY-1' } } } },
  ]);
  expect(bridge.payloads('time.add')).toEqual([]);
});

test('N answers not work for the chosen times, which counts against the chosen task', async () => {
  const { bridge, user } = await openGap([BY_MEETING, { ...PAUSE, features: [{ where: 'app', text: 'Music' }] }]);
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard('n');
  const [first] = bridge.payloads('time-rules.set-not-work');
  expect(first).toEqual({ from: iso(GAP.from), to: iso(local(19, 12, 25)), isNotWork: true });
  await waitFor(() =>
    expect(bridge.payloads('proposals.answer')).toEqual([
      { target: PAUSE.target, features: FEATURES, answer: 'accepted' },
      { target: BY_MEETING.target, features: FEATURES, answer: 'refused' },
    ]),
  );
  expect(bridge.payloads('time.add')).toEqual([]);
});

test('An answer for another part of the gap says nothing about the chosen suggestion', async () => {
  const { bridge, user } = await openGap([BY_MEETING]);
  await waitFor(() => expect(options()).toHaveLength(1));
  for (const [edge, instant] of [
    ['End', local(19, 12, 50)],
    ['Start', local(19, 12, 25)],
  ] as const) {
    await user.clear(field(edge));
    await user.type(field(edge), clock(instant));
  }
  await user.click(screen.getByRole('button', { name: 'Not work' }));
  expect(bridge.payloads('time-rules.set-not-work')).toMatchObject([{ from: iso(local(19, 12, 25)) }]);
  await user.click(field('Start'));
  expect(bridge.payloads('proposals.answer')).toEqual([]);
});

test('A pause is accepted like a task', async () => {
  const { bridge, user } = await openGap([{ ...PAUSE, features: [{ where: 'app', text: 'Music' }] }]);
  await user.click(await screen.findByRole('button', { name: 'Not work 0:06' }));
  expect(bridge.payloads('time-rules.set-not-work')).toMatchObject([{ to: iso(local(19, 12, 16)) }]);
  await waitFor(() => expect(bridge.payloads('proposals.answer')).toMatchObject([{ answer: 'accepted' }]));
});

const TASKS = tasksOf([
  taskView('PAY-1', { projectId: 'p-1', projectName: 'Payments' }),
  taskView('WEB-1', { projectId: 'p-2', projectName: 'Website' }),
]);

test('Another task is searched with / and added with the same times, which counts for it and against the first', async () => {
  const { bridge, user } = await openGap([{ ...BY_COMMITS, features: FEATURES }], undefined, { tasks: TASKS });
  await waitFor(() => expect(options()).toHaveLength(1));
  // As on a German keyboard.
  await user.keyboard('{Shift>}/{/Shift}');
  await user.keyboard('WEB{Enter}');
  expect(bridge.payloads('time.add')).toMatchObject([
    { taskId: TASKS.tasks[1]?.id, startTime: iso(local(19, 12, 25)), endTime: iso(GAP.to) },
  ]);
  await waitFor(() =>
    expect(bridge.payloads('proposals.answer')).toMatchObject([
      { target: { kind: 'task', task: { identifier: 'WEB-1' } }, features: FEATURES, answer: 'accepted' },
      { target: BY_COMMITS.target, features: FEATURES, answer: 'refused' },
    ]),
  );
});

test('A project is completed with one of its tasks, which counts for that', async () => {
  const target: ProposalTarget = { kind: 'project', projectId: 'p-1', projectName: 'Payments' };
  const { bridge, user } = await openGap([proposal(target, { features: FEATURES })], undefined, { tasks: TASKS });
  await waitFor(() => expect(chosen()).toHaveTextContent('A task of Payments'));
  await user.keyboard('{Enter}');
  await screen.findByRole('combobox', { name: 'Search for a task…' });
  expect(
    within(panel())
      .getAllByRole('option')
      .map((one) => one.textContent),
  ).toEqual([expect.stringContaining('PAY-1')]);
  await user.keyboard('{Enter}');
  expect(bridge.payloads('time.add')).toMatchObject([{ taskId: TASKS.tasks[0]?.id, startTime: iso(GAP.from) }]);
  await waitFor(() =>
    expect(bridge.payloads('proposals.answer')).toMatchObject([
      { target: { kind: 'task', task: { identifier: 'PAY-1' } }, answer: 'accepted' },
    ]),
  );
});

test('A task of another project with the same name counts against the proposed one', async () => {
  const target: ProposalTarget = { kind: 'project', projectId: 'p-9', projectName: 'Payments' };
  const { bridge, user } = await openGap([proposal(target, { features: FEATURES })], undefined, { tasks: TASKS });
  await waitFor(() => expect(chosen()).toHaveTextContent('A task of Payments'));
  await user.keyboard('{Enter}');
  await screen.findByRole('combobox', { name: 'Search for a task…' });
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(bridge.payloads('proposals.answer').map(({ answer }) => answer)).toEqual(['accepted', 'refused']),
  );
});

test('What main asks about first, such as a closed week, is asked in the panel', async () => {
  const { bridge, user } = await openGap([BY_COMMITS]);
  bridge.fail('time.add', { kind: 'needs-confirmation', title: 'The week is closed', confirmedBy: 'allowClosed' });
  await user.click(await screen.findByRole('button', { name: 'Add 0:33' }));
  bridge.answer('time.add', 'new');
  await user.click(await screen.findByRole('button', { name: 'Change it all the same' }));
  expect(bridge.payloads('time.add').at(-1)).toMatchObject({ taskId: 'pay', allowClosed: true });
});

test('A question is about the proposal that raised it', async () => {
  const { bridge, user } = await openGap([BY_COMMITS, BY_MEETING]);
  bridge.fail('time.add', { kind: 'needs-confirmation', title: 'The week is closed', confirmedBy: 'allowClosed' });
  await waitFor(() => expect(options()).toHaveLength(2));
  await user.keyboard('{Enter}');
  expect(await screen.findByText('The week is closed')).toBeVisible();
  await user.keyboard('{ArrowDown}');
  expect(screen.queryByText('The week is closed')).toBeNull();
});

test('Escape closes the panel and gives the focus back to the gap', async () => {
  const { user } = await openGap([BY_COMMITS]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: /^Gap of 48 min/ })).toHaveFocus();
});

test('The panel is German in a German window', async () => {
  const { publish } = await openGap([BY_COMMITS], [source('git', { isOn: false })]);
  publish({ language: 'de' });
  expect(await screen.findByRole('dialog', { name: 'Lücke von 48 min' })).toBeVisible();
  expect(await screen.findByText('3 Commits auf PAY-134')).toBeVisible();
  expect(screen.getByRole('button', { name: '0:33 hinzufügen' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Auswählen, was gelesen werden darf' })).toBeVisible();
});

const EARLY = timeEntry('early', local(19, 8), local(19, 8, 30));

test('A review walks through the gaps of the day with one key for each, and says when none is left', async () => {
  const opened = await openGap([proposal(task(PAY))], undefined, {}, [EARLY, MORNING, AFTERNOON]);
  const { user, bridge, show } = opened;
  bridge.answer('proposals.read', ({ from, to }) => ({
    proposals: [proposal(task(PAY), { from: Date.parse(from), to: Date.parse(to) })],
    sources: [],
  }));
  await show({ view: 'review', day: null });
  expect(await screen.findByRole('dialog', { name: 'Gap of 30 min 1 of 2' })).toBeVisible();
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard('{Enter}');
  const first = timeEntry('first', local(19, 8, 30), local(19, 9));
  opened.publish({ time: timeOf([EARLY, first, MORNING, AFTERNOON], new Date(NOW)) });
  expect(await screen.findByRole('dialog', { name: 'Gap of 48 min 2 of 2' })).toBeVisible();
  await waitFor(() => expect(field('End')).toHaveValue(clock(GAP.to)));
  await user.keyboard('n');
  expect(bridge.payloads('time-rules.set-not-work')).toHaveLength(1);
  const notWork = [{ from: iso(GAP.from), to: iso(GAP.to) }];
  opened.publish({ timeRules: { ...bridge.state.timeRules, notWork } });
  expect(await screen.findByRole('dialog', { name: 'No gaps left today' })).toBeVisible();
  await user.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('S skips a gap; the end says how many are left', async () => {
  const { user, bridge } = await openGap([BY_COMMITS], undefined, {}, [EARLY, MORNING, AFTERNOON]);
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Add and report' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Review the day’s gaps' }));
  expect(await screen.findByRole('dialog', { name: /1 of 2$/ })).toBeVisible();
  await user.keyboard('s');
  expect(await screen.findByRole('dialog', { name: /2 of 2$/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Skip' }));
  expect(await screen.findByRole('dialog', { name: '2 gaps are left' })).toBeVisible();
  expect(bridge.payloads('time.add')).toEqual([]);
});

test('S skips a part of a gap; the part behind an entry in it is next', async () => {
  const opened = await openGap([], undefined, {}, [MORNING, AFTERNOON]);
  await opened.show({ view: 'review', day: null });
  expect(await screen.findByRole('dialog', { name: 'Gap of 48 min 1 of 1' })).toBeVisible();
  track(opened, timeEntry('call', local(19, 12, 20), local(19, 12, 30)));
  expect(await screen.findByRole('dialog', { name: '10 min of the gap left 1 of 1' })).toBeVisible();
  await opened.user.click(screen.getByRole('button', { name: 'Skip' }));
  expect(await screen.findByRole('dialog', { name: 'Gap of 28 min 2 of 2' })).toBeVisible();
});

test('Without a gap a review says so at once', async () => {
  const { show } = await openWindow({ time: timeOf([MORNING], new Date(NOW)) });
  await show({ view: 'review', day: null });
  expect(await screen.findByRole('dialog', { name: 'No gaps left today' })).toBeVisible();
});

test('A review may be of an earlier day', async () => {
  const { show } = await openWindow({ time: timeOf([MORNING], new Date(NOW)) });
  await show({ view: 'review', day: '2026-11-18' });
  await waitFor(() => expect(useShownTime.getState().shownDay).toBe('2026-11-18'));
});

test('In the list a gap opens the same panel', async () => {
  const { user, bridge, show } = await openWindow({ time: timeOf([MORNING, AFTERNOON], new Date(NOW)) });
  bridge.answer('proposals.read', { proposals: [BY_COMMITS], sources: [] });
  await show('time');
  await user.click(await screen.findByRole('button', { name: /^Gap of 48 min/ }));
  expect(await screen.findByRole('dialog', { name: 'Gap of 48 min' })).toBeVisible();
});
