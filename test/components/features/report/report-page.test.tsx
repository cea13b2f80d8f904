/** Where a report is set up: its period, its switches, what it comes to, and saving, printing and copying it. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { State } from '../../../../shared/contract/index.ts';
import type { TimesheetView } from '../../../../shared/contract/timesheet.ts';
import { DEFAULT_REPORT } from '../../../../shared/time/default-rules.ts';
import { local, MINUTE, timeEntry } from '../../../shared/time/entries.ts';
import type { FakeBridge } from '../../bridge.ts';
import { setClock } from '../../clock.ts';
import { openWindow } from '../../render.tsx';
import { aState, revised, timeOf } from '../../state.ts';
import { setWidth } from '../../width.ts';

/** A Thursday. */
const NOW = local(19, 14);
beforeEach(() => setClock(NOW));

const task = (taskId: string, projectId: string, projectName: string) => ({
  task: { taskId, identifier: taskId, title: taskId, projectId, projectName },
  labels: [],
});
const cell = (taskId: string, day: string, minutes: number) => ({ taskId, day, ms: minutes * MINUTE, entries: 1 });

const tracked = ({ from, to }: { from: string; to: string }): TimesheetView => ({
  from,
  to,
  tasks: [task('PAY-132', 'p1', 'Payments'), task('WEB-57', 'p2', 'Website')],
  cells: [cell('PAY-132', '2026-11-16', 133), cell('PAY-132', '2026-11-17', 92), cell('WEB-57', '2026-11-17', 47)],
  tracked: [],
});

const RULES: State['timeRules'] = {
  ...aState().timeRules,
  rounding: { mode: 'nearest', minutes: 15, per: 'task' },
  projects: {
    p1: { name: 'Payments', isBillable: true, rate: { amount: 85, currency: 'EUR' }, hue: null },
    p2: { name: 'Website', isBillable: false, rate: null, hue: null },
  },
};
const withReport = (switches: Partial<typeof DEFAULT_REPORT>, key = 'all'): State['timeRules'] => ({
  ...RULES,
  reports: { [key]: { ...DEFAULT_REPORT, ...switches } },
});

async function openReport(timeRules = RULES, prepare?: Parameters<typeof openWindow>[1], state: Partial<State> = {}) {
  const opened = await openWindow({ time: timeOf([], new Date(NOW)), timeRules, ...state }, (bridge) => {
    bridge.answer('timesheet.read', tracked);
    prepare?.(bridge);
  });
  await opened.show('time');
  await opened.user.click(await screen.findByRole('button', { name: 'Add and report' }));
  await opened.user.click(screen.getByRole('menuitem', { name: 'Report…' }));
  await screen.findByRole('heading', { name: 'Report' });
  return opened;
}
const savesAs = (bridge: FakeBridge, path: string) => {
  bridge.answer('report.save', { path, version: 'one' });
  bridge.answer('report.version', 'one');
};
const comesTo = (text: string) => screen.findByText(text);
const choose = async (
  { user }: Awaited<ReturnType<typeof openReport>>,
  what: RegExp,
  option: RegExp,
  role = 'menuitemradio',
) => {
  await user.click(screen.getByRole('button', { name: what }));
  await user.click(screen.getByRole(role, { name: option }));
};
const row = (name: string) => within(screen.getByText(name).parentElement ?? document.body);

describe('the period', () => {
  test('is the week that was on screen, and what the report comes to is shown', async () => {
    const { bridge } = await openReport();
    expect(await comesTo('4:30 · 3:45 billable · 3 entries on 2 days')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Period: Week 47, 16 – 22 Nov' })).toBeVisible();
    expect(bridge.payloads('timesheet.read')).toContainEqual({ from: '2026-11-16', to: '2026-11-22' });
  });

  test('is another week or month after choosing it', async () => {
    const opened = await openReport();
    await choose(opened, /^Period/, /^Last month/);
    expect(await screen.findByRole('button', { name: 'Period: October 2026' })).toBeVisible();
    expect(opened.bridge.payloads('timesheet.read').at(-1)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    await choose(opened, /^Period/, /^Last week/);
    expect(await screen.findByRole('button', { name: 'Period: Week 46, 9 – 15 Nov' })).toBeVisible();
  });

  test('is any other days that are typed, unless they make none', async () => {
    const opened = await openReport();
    await choose(opened, /^Period/, /^Choose days/);
    const [first, last] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')];
    fireEvent.change(last, { target: { value: '2026-11-01' } });
    fireEvent.blur(last);
    expect(screen.getByText('The last day is before the first.')).toBeVisible();
    fireEvent.change(first, { target: { value: '2024-11-01' } });
    expect(screen.getByText('At most 400 days.')).toBeVisible();
    fireEvent.change(first, { target: { value: '' } });
    expect(screen.getByText('Type two days.')).toBeVisible();
    fireEvent.change(first, { target: { value: '2026-10-05' } });
    fireEvent.blur(first);
    expect(await screen.findByRole('button', { name: 'Period: 5 Oct – 1 Nov' })).toBeVisible();
    expect(opened.bridge.payloads('timesheet.read').at(-1)).toEqual({ from: '2026-10-05', to: '2026-11-01' });
  });

  test('Tab leads from the first day to the last one, and Enter keeps the focus', async () => {
    const opened = await openReport();
    const { user, bridge } = opened;
    await choose(opened, /^Period/, /^Choose days/);
    const [first, last] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')];
    await user.click(first);
    fireEvent.change(first, { target: { value: '2026-11-10' } });
    await user.tab();
    expect(last).toHaveFocus();
    fireEvent.change(last, { target: { value: '2026-11-20' } });
    await user.keyboard('{Enter}');
    expect(last).toHaveFocus();
    expect(bridge.payloads('timesheet.read').at(-1)).toEqual({ from: '2026-11-10', to: '2026-11-20' });
  });

  test('is saved with the days that are still being typed', async () => {
    const opened = await openReport(RULES, (bridge) => savesAs(bridge, '/home/nora/report.pdf'));
    await choose(opened, /^Period/, /^Choose days/);
    const first = screen.getByLabelText('First day');
    first.focus();
    fireEvent.change(first, { target: { value: '2026-11-10' } });
    await opened.user.keyboard('{Control>}s{/Control}');
    expect(opened.bridge.payloads('report.save')).toMatchObject([{ from: '2026-11-10' }]);
  });

  test('says that the running timer is not in it', async () => {
    const time = timeOf([timeEntry('run', local(19, 13), null)], new Date(NOW));
    await openReport(RULES, undefined, { time });
    expect(screen.getByText('Without the timer that is running')).toBeVisible();
  });

  test('is read again when an entry of any week changes', async () => {
    const { bridge, publish } = await openReport();
    const before = bridge.payloads('timesheet.read').length;
    publish(revised(bridge.state, 'time'));
    expect(bridge.payloads('timesheet.read')).toHaveLength(before + 1);
  });

  test('says so of a week that ended while the timer ran, and not of one before it', async () => {
    const time = timeOf([timeEntry('run', local(15, 23), null)], new Date(NOW));
    const opened = await openReport(RULES, undefined, { time });
    await choose(opened, /^Period/, /^Last week/);
    expect(await screen.findByText('Without the timer that is running')).toBeVisible();
    await choose(opened, /^Period/, /^Last month/);
    expect(screen.queryByText('Without the timer that is running')).toBeNull();
  });
});

describe('what it shows', () => {
  test('One project can be chosen, whose switches are its own', async () => {
    const opened = await openReport(withReport({ signatures: true, sender: 'Ana Kovač' }, 'p1'));
    expect(screen.getByRole('switch', { name: 'Lines to sign' })).not.toBeChecked();
    await choose(opened, /^Projects/, /^Payments/);
    expect(await comesTo('3:45 · 2 entries on 2 days')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Lines to sign' })).toBeChecked();
    await opened.user.click(screen.getByRole('switch', { name: 'Notes of the entries' }));
    expect(opened.bridge.payloads('time-rules.set-report')).toEqual([
      { projectKey: 'p1', switches: { ...DEFAULT_REPORT, signatures: true, sender: 'Ana Kovač', notes: false } },
    ]);
  });

  test('Each switch is remembered', async () => {
    const { user, bridge } = await openReport();
    for (const name of ['Only billable', 'Rate and amount', 'Lines to sign'])
      await user.click(screen.getByRole('switch', { name }));
    expect(bridge.payloads('time-rules.set-report').map(({ projectKey, switches }) => [projectKey, switches])).toEqual([
      [null, { ...DEFAULT_REPORT, onlyBillable: true }],
      [null, { ...DEFAULT_REPORT, rate: true }],
      [null, { ...DEFAULT_REPORT, signatures: true }],
    ]);
  });

  test('Only billable says what it leaves out', async () => {
    await openReport(withReport({ onlyBillable: true }));
    expect(await screen.findByText('WEB-57 is left out')).toBeVisible();
    expect(await comesTo('3:45 · 2 entries on 2 days')).toBeVisible();
  });

  test('The amount is that of rounded billable hours, and the rate is named', async () => {
    await openReport(withReport({ rate: true }));
    expect(await comesTo('4:30, €318.75 · 3:45 billable · 3 entries on 2 days')).toBeVisible();
    expect(screen.getByText('€85 an hour, kept on this computer')).toBeVisible();
  });

  test('Without a rate it says so', async () => {
    await openReport({ ...RULES, projects: {} });
    expect(await screen.findByText('No rate is set')).toBeVisible();
    expect(screen.getByRole('switch', { name: 'Rate and amount' })).not.toBeChecked();
  });

  test('Rates lead to the rules for time, and back', async () => {
    const { user } = await openReport();
    await user.click(screen.getByRole('button', { name: 'Edit: Rate and amount' }));
    expect(await screen.findByRole('heading', { name: 'Time rules' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByRole('button', { name: 'Period: Week 47, 16 – 22 Nov' })).toBeVisible();
  });

  test('Hours are rounded by the rules, or exact', async () => {
    const opened = await openReport();
    expect(screen.getByText('To 15 min, nearest, per task and day')).toBeVisible();
    await choose(opened, /^Hours/, /^Exact/);
    const [sent] = opened.bridge.payloads('time-rules.set-report');
    expect(sent?.switches.hours).toBe('exact');
    opened.publish({ timeRules: withReport({ hours: 'exact' }) });
    expect(await comesTo('4:32 · 3:45 billable · 3 entries on 2 days')).toBeVisible();
    expect(screen.getByText('As measured, not rounded')).toBeVisible();
    const timeRules = withReport({ hours: 'rounded' });
    opened.publish({ timeRules: { ...timeRules, rounding: { ...timeRules.rounding, mode: 'none' } } });
    expect(await screen.findByText('No rounding is set')).toBeVisible();
  });

  test('The language of the report may differ from that of the app', async () => {
    const opened = await openReport();
    await choose(opened, /^Language: As in Punchcard/, /^Deutsch/);
    expect(opened.bridge.payloads('time-rules.set-report')[0]?.switches.language).toBe('de');
  });
});

describe('who it is for and from', () => {
  test('is typed in lines and kept when the field is left', async () => {
    const { user, bridge } = await openReport();
    expect(screen.getAllByText('Nobody yet')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Edit: For' }));
    await user.type(screen.getByRole('textbox', { name: 'For' }), 'Nordlicht GmbH{Enter}Elif Aydın');
    await user.click(screen.getByRole('button', { name: 'Done: For' }));
    expect(bridge.payloads('time-rules.set-report')).toEqual([
      { projectKey: null, switches: { ...DEFAULT_REPORT, recipient: 'Nordlicht GmbH\nElif Aydın' } },
    ]);
    expect(screen.queryByRole('textbox', { name: 'For' })).toBeNull();
  });

  test('is shown in one line; Escape leaves the field, not the page', async () => {
    const { user } = await openReport(withReport({ recipient: 'Nordlicht GmbH\n\nElif Aydın' }));
    expect(row('For').getByText('Nordlicht GmbH, Elif Aydın')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit: For' }));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Edit: For' })).toHaveFocus();
    expect(screen.getByRole('heading', { name: 'Report' })).toBeVisible();
  });
});

describe('saving, printing, copying', () => {
  const CHOICE = { from: '2026-11-16', to: '2026-11-22', projectKey: null };

  test('Each file is saved under its own name, and where it is is said', async () => {
    const { user, bridge } = await openReport(RULES, (bridge) => savesAs(bridge, '/home/nora/Documents/report.pdf'));
    await comesTo('4:30 · 3:45 billable · 3 entries on 2 days');
    for (const format of ['PDF', 'HTML', 'CSV']) {
      await user.click(screen.getByRole('radio', { name: format }));
      await user.click(screen.getByRole('button', { name: `Save as ${format}…` }));
      expect(screen.getByTitle('report.pdf is in ~/Documents')).toBeVisible();
    }
    expect(bridge.payloads('report.save')).toEqual(['pdf', 'html', 'csv'].map((format) => ({ ...CHOICE, format })));
  });

  test('A saved file is sent, shown or copied, until a note or a switch makes it another report', async () => {
    const { user, bridge, publish } = await openReport(RULES, (bridge) => {
      savesAs(bridge, '/home/nora/Invoices/Week 47.pdf');
      bridge.answer('report.email-file', false);
    });
    await comesTo('4:30 · 3:45 billable · 3 entries on 2 days');
    await user.click(screen.getByRole('button', { name: 'Save as PDF…' }));
    expect(screen.getByTitle('Week 47.pdf is in ~/Invoices')).toBeVisible();
    expect(screen.getByRole('button', { name: 'E-mail…' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Save as PDF…' })).toBeNull();
    await user.keyboard('{Enter}');
    expect(await screen.findByTitle('Attach the file to the e-mail yourself')).toBeVisible();
    bridge.answer('report.email-file', true);
    await user.keyboard('{Enter}');
    expect(await screen.findByTitle('Check in the e-mail that the file is attached')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show in folder' }));
    await user.click(screen.getByRole('button', { name: 'Copy file' }));
    expect(await screen.findByTitle('Copied')).toBeVisible();
    const sent = bridge.sent.map(({ name }) => name).filter((name) => name.endsWith('-file'));
    expect(sent).toEqual(['report.email-file', 'report.email-file', 'report.show-file', 'report.copy-file']);

    const reads = bridge.payloads('timesheet.read').length;
    publish(revised(bridge.state, 'time'));
    await waitFor(() => expect(bridge.payloads('timesheet.read').length).toBeGreaterThan(reads));
    expect(screen.getByRole('button', { name: 'E-mail…' })).toBeVisible();
    bridge.answer('report.version', 'other');
    publish(revised(bridge.state, 'time'));
    const save = await screen.findByRole('button', { name: 'Save as PDF…' });
    expect(screen.queryByRole('button', { name: 'E-mail…' })).toBeNull();
    bridge.answer('report.save', { path: '/home/nora/Week 47.pdf', version: 'other' });
    await user.click(save);
    expect(await screen.findByRole('button', { name: 'E-mail…' })).toHaveFocus();
  });

  test('Ctrl S saves, also again, and Ctrl P prints, but not what is empty', async () => {
    const opened = await openReport(RULES, (bridge) => {
      savesAs(bridge, '/home/nora/report.pdf');
      bridge.answer('report.print', true);
    });
    const { user, bridge } = opened;
    await comesTo('4:30 · 3:45 billable · 3 entries on 2 days');
    await user.keyboard('{Control>}s{/Control}');
    expect(await screen.findByRole('button', { name: 'E-mail…' })).toBeVisible();
    await user.keyboard('{Control>}s{/Control}{Control>}p{/Control}');
    expect(bridge.payloads('report.save')).toHaveLength(2);
    expect(await screen.findByTitle('Sent to the printer')).toBeVisible();
    bridge.answer('timesheet.read', ({ from, to }) => ({ from, to, tasks: [], cells: [], tracked: [] }));
    await choose(opened, /^Period/, /^Last month/);
    expect(await comesTo('Nothing tracked in this period')).toBeVisible();
    await user.keyboard('{Control>}s{/Control}');
    expect(bridge.payloads('report.save')).toHaveLength(2);
  });

  test('What Ctrl S keeps first is in the file, which can be sent', async () => {
    const { user, bridge, publish } = await openReport();
    await comesTo('4:30 · 3:45 billable · 3 entries on 2 days');
    const answer = bridge.hold('report.save');
    await user.click(screen.getByRole('button', { name: 'Edit: For' }));
    await user.type(screen.getByRole('textbox', { name: 'For' }), 'Nordlicht GmbH{Control>}s{/Control}');
    publish({ timeRules: withReport({ recipient: 'Nordlicht GmbH' }) });
    answer({ ok: true, value: { path: '/home/nora/report.pdf', version: 'one' } });
    expect(await screen.findByRole('button', { name: 'E-mail…' })).toBeVisible();
  });

  test('A report that changed while the dialog was open is saved somewhere, but not sent', async () => {
    const { user } = await openReport(RULES, (bridge) => {
      savesAs(bridge, '/home/nora/report.pdf');
      bridge.answer('report.version', 'other');
    });
    await comesTo('4:30 · 3:45 billable · 3 entries on 2 days');
    await user.click(screen.getByRole('button', { name: 'Save as PDF…' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'E-mail…' })).toBeNull());
    expect(screen.getByTitle('report.pdf is in ~')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save as PDF…' })).toBeEnabled();
  });

  test('Done leads back to saving it again', async () => {
    const { user } = await openReport(RULES, (bridge) => savesAs(bridge, '/home/nora/report.pdf'));
    await comesTo('4:30 · 3:45 billable · 3 entries on 2 days');
    await user.click(screen.getByRole('button', { name: 'Save as PDF…' }));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.getByRole('button', { name: 'Save as PDF…' })).toHaveFocus();
  });

  test('A cancelled dialog says nothing, a failure shows its error, and what was chosen stays', async () => {
    const { user, bridge } = await openReport(RULES, (bridge) => bridge.answer('report.save', null));
    await comesTo('4:30 · 3:45 billable · 3 entries on 2 days');
    await user.click(screen.getByRole('radio', { name: 'HTML' }));
    await user.click(screen.getByRole('button', { name: 'Save as HTML…' }));
    expect(screen.queryByTitle(/Written to| is in /)).toBeNull();
    bridge.fail('report.save', { title: 'The file was not written' });
    await user.click(screen.getByRole('button', { name: 'Save as HTML…' }));
    expect(await screen.findByRole('alert', { name: 'The file was not written' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'HTML' })).toBeChecked();
  });

  test('While it is saved or printed it is not begun again', async () => {
    const { user, bridge } = await openReport();
    await comesTo('4:30 · 3:45 billable · 3 entries on 2 days');
    const answer = bridge.hold('report.print');
    await user.click(screen.getByRole('button', { name: 'Print…' }));
    expect(screen.getByRole('button', { name: 'Print…' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Save as PDF…' })).toBeDisabled();
    answer({ ok: true, value: true });
    expect(await screen.findByTitle('Sent to the printer')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Print…' })).toBeEnabled();
  });

  test('It is copied as Markdown or plain text', async () => {
    const opened = await openReport();
    await comesTo('4:30 · 3:45 billable · 3 entries on 2 days');
    await choose(opened, /^Copy$/, /^As Markdown/, 'menuitem');
    await choose(opened, /^Copy$/, /^As plain text/, 'menuitem');
    expect(opened.bridge.payloads('report.copy').map(({ format }) => format)).toEqual(['markdown', 'text']);
    expect(await screen.findByTitle('Copied')).toBeVisible();
  });

  test('Without time in the period there is nothing to save', async () => {
    await openReport(RULES, (bridge) =>
      bridge.answer('timesheet.read', ({ from, to }) => ({ from, to, tasks: [], cells: [], tracked: [] })),
    );
    expect(await comesTo('Nothing tracked in this period')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save as PDF…' })).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  });

  test('Time that cannot be read can be read again', async () => {
    const { bridge, user } = await openReport(RULES, (bridge) => bridge.fail('timesheet.read'));
    bridge.answer('timesheet.read', tracked);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await comesTo('4:30 · 3:45 billable · 3 entries on 2 days')).toBeVisible();
  });
});

describe('the preview', () => {
  const frame = () => screen.getByTitle('The page as it is printed');
  const withPreview = (isWhole = true) => {
    let number = 0;
    return (bridge: FakeBridge) =>
      bridge.answer('report.preview', () => {
        number += 1;
        return { number, isWhole };
      });
  };

  test('stands beside the settings of a wide window, runs no script, and follows each switch', async () => {
    setWidth(1040);
    const { bridge, publish } = await openReport(RULES, withPreview());
    expect(await screen.findByRole('region', { name: 'Preview' })).toContainElement(frame());
    expect(frame()).toHaveAttribute('src', 'report-preview?1');
    expect(frame()).toHaveAttribute('sandbox', 'allow-same-origin');
    expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
    const before = frame();
    publish({ timeRules: withReport({ notes: false }), ...revised(bridge.state, 'timeRules') });
    await waitFor(() => expect(frame()).toHaveAttribute('src', 'report-preview?2'));
    // The old page stays until the new one is there.
    expect(frame()).toBe(before);
    expect(bridge.payloads('report.preview').at(-1)).toEqual({
      from: '2026-11-16',
      to: '2026-11-22',
      projectKey: null,
    });
  });

  test('takes the place of the settings in a narrow window; Escape turns back', async () => {
    const { user, bridge } = await openReport(RULES, withPreview());
    await comesTo('4:30 · 3:45 billable · 3 entries on 2 days');
    expect(bridge.payloads('report.preview')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Preview' }));
    expect(screen.getByRole('heading', { name: 'Preview' })).toBeVisible();
    expect(await screen.findByTitle('The page as it is printed')).toBeVisible();
    expect(screen.queryByRole('radio', { name: 'CSV' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Save as PDF…' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await user.keyboard('{Escape}{Escape}');
    expect(screen.getByRole('heading', { name: 'Report' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Preview' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(screen.getByRole('radio', { name: 'PDF' })).toBeVisible();
  });

  test('is shown in its actual size, and whole again', async () => {
    setWidth(720);
    const { user } = await openReport(RULES, withPreview());
    await user.click(await screen.findByRole('button', { name: 'Actual size' }));
    expect(frame().parentElement).toHaveAttribute('data-actual-size');
    await user.click(screen.getByRole('button', { name: 'Whole width' }));
    expect(frame().parentElement).not.toHaveAttribute('data-actual-size');
  });

  test('says what it does not show: the table of a CSV, and the rest of a long report', async () => {
    setWidth(720);
    const { user } = await openReport(RULES, withPreview(false));
    expect(await screen.findByText('The file goes on after this')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'CSV' }));
    expect(screen.getByText('The page as PDF or HTML; CSV has a row for each entry')).toBeVisible();
  });

  test('keeps the page while another period is read', async () => {
    setWidth(720);
    const opened = await openReport(RULES, withPreview());
    await screen.findByTitle('The page as it is printed');
    const answer = opened.bridge.hold('timesheet.read');
    await choose(opened, /^Period/, /^Last month/);
    expect(frame()).toHaveAttribute('src', 'report-preview?1');
    const cells = [cell('PAY-132', '2026-10-05', 60)];
    answer({ ok: true, value: { ...tracked({ from: '2026-10-01', to: '2026-10-31' }), cells } });
    await waitFor(() => expect(frame()).toHaveAttribute('src', 'report-preview?2'));
  });

  test('says that there is nothing, and what went wrong', async () => {
    setWidth(720);
    const { bridge, publish } = await openReport(RULES, (bridge) =>
      bridge.answer('timesheet.read', ({ from, to }) => ({ from, to, tasks: [], cells: [], tracked: [] })),
    );
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    expect(await preview.findByText('Nothing tracked in this period')).toBeVisible();
    expect(bridge.payloads('report.preview')).toEqual([]);
    bridge.answer('timesheet.read', tracked);
    bridge.fail('report.preview', { title: 'It did not work' });
    publish(revised(bridge.state, 'time'));
    expect(await preview.findByText(/It did not work/)).toBeVisible();
  });
});

test('Back leads to the Time tab', async () => {
  const { user } = await openReport();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('heading', { name: 'Today' })).toBeVisible();
});

test('The palette opens it for this week', async () => {
  const { user } = await openWindow({ time: timeOf([], new Date(NOW)), timeRules: RULES }, (bridge) =>
    bridge.answer('timesheet.read', tracked),
  );
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: /palette|search|do/i }), 'Report…');
  await user.click(await screen.findByRole('option', { name: /^Report…/ }));
  expect(await screen.findByRole('button', { name: 'Period: Week 47, 16 – 22 Nov' })).toBeVisible();
});

test('the line of the maker can be switched off', async () => {
  const { user, bridge } = await openReport();
  await user.click(screen.getByRole('switch', { name: 'Line “Made with Punchcard”' }));
  expect(bridge.payloads('time-rules.set-report')).toEqual([
    { projectKey: null, switches: { ...DEFAULT_REPORT, maker: false } },
  ]);
});

test('the palette opens the report of last week', async () => {
  const { user, bridge } = await openWindow({ time: timeOf([], new Date(NOW)), timeRules: RULES }, (bridge) =>
    bridge.answer('timesheet.read', tracked),
  );
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: /Command palette|Find/ }), 'report of last');
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Period: Week 46, 9 – 15 Nov' })).toBeVisible();
  expect(bridge.payloads('timesheet.read')).toContainEqual({ from: '2026-11-09', to: '2026-11-15' });
});

test('time counted twice and entries that are not sent are named above Save, and lead to what mends them', async () => {
  const twice = { from: local(17, 14, 20), to: local(17, 15) };
  const later = { from: local(18, 9), to: local(18, 9, 7) };
  const opened = await openReport(RULES, (bridge) => {
    bridge.answer('timesheet.review', { gaps: [], overlaps: [twice, later], unsent: ['a', 'b'], isRunning: false });
    bridge.answer('time.day', ({ day }) => ({ day, entries: [], week: timeOf().week }));
  });
  const { bridge, user } = opened;
  expect(await screen.findByText(/^47 min counted twice, Tue 17 Nov, .* and 1 more$/)).toBeVisible();
  expect(screen.getByText('2 entries not sent')).toBeVisible();
  await choose(opened, /^Projects/, /^Payments/);
  const asked = () => bridge.payloads('timesheet.review').map(({ projectKey }) => projectKey);
  await waitFor(() => expect(new Set(asked())).toEqual(new Set([null, 'p1'])));
  await user.click(screen.getByRole('button', { name: 'Fix…' }));
  expect(await screen.findByRole('heading', { name: 'Tuesday' })).toBeVisible();
});
