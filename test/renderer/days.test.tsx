/** A whole day is the same day in every view, reminder and write, west and east of Greenwich and across clock changes. */

import { addDays, format, subDays } from 'date-fns';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { readTasks } from '../../electron/cli/read-tasks.ts';
import { toICalendar } from '../../electron/local/icalendar.ts';
import { dueText } from '../../renderer/features/board/card.tsx';
import { dateChips } from '../../renderer/features/quick-add/chips.tsx';
import { groupTasks } from '../../renderer/features/tasks/list/group-by-due-date.ts';
import { DateProperty } from '../../renderer/features/tasks/page/date-properties.tsx';
import { usePublished } from '../../renderer/state/main-process.ts';

import { dateDraft, readDate } from '../../renderer/widgets/date-draft.ts';
import { longDay, shortDay } from '../../shared/i18n/format-dates.ts';
import { planReminders, type ReminderPlanInput } from '../../shared/reminders/planner.ts';
import { nextDayTurn, parseDue } from '../../shared/tasks/due-date.ts';
import { directory } from '../shared/quick-add/directory.ts';
import { SETTINGS } from '../shared/reminders/machine.ts';
import { taskView } from '../shared/tasks/tasks.ts';
import { inZone } from '../shared/tasks/zone.ts';

const text = (date: Date) => format(date, 'yyyy-MM-dd');
/** A number of days later, at that local time. */
const at = (day: Date, later: number, hour: number, minute = 0) =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + later, hour, minute);

/** Starts of local days: ordinary ones, and those around each clock change within 400 days. */
function days(): Date[] {
  const all = Array.from({ length: 400 }, (_, n) => new Date(2026, 10, 22 + n));
  const isNearChange = (day: Date) => subDays(day, 2).getTimezoneOffset() !== addDays(day, 2).getTimezoneOffset();
  return all.filter((day) => day.getDate() === 24 || isNearChange(day));
}

// Rendering to a string reads the store's initial state.
Object.assign(usePublished.getInitialState(), { state: { account: null, accounts: [], missingPermissions: [] } });

describe.each(['America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland'])('in %s', (zone) => {
  describe.each([
    ['as the web client writes it', (day: Date) => day.toISOString()],
    ['a plain date, which the service stores as midnight UTC', (day: Date) => `${text(day)}T00:00:00.000Z`],
  ])('%s', (_, write) => {
    test('in the list, on a card, on the page and in quick add', () => {
      inZone(zone);
      for (const day of days()) {
        const dueDate = write(day);
        const due = parseDue(dueDate);
        if (due === null) throw new Error(`${dueDate} is no due date.`);
        const evening = at(day, -1, 20, 30);
        const groupAt = (now: Date) => groupTasks([taskView('PAY-1', { dueDate })], now)[0]?.group;
        const lastMoment = new Date(at(day, 1, 0).getTime() - 1);
        expect([evening, day, lastMoment, at(day, 1, 0)].map(groupAt), text(day)).toEqual([
          'tomorrow',
          'today',
          'today',
          'overdue',
        ]);
        expect(nextDayTurn([dueDate], evening)).toEqual(day);
        expect([dueText(due, evening, false), dueText(due, evening, true)]).toEqual(['tomorrow', format(day, 'd MMM')]);
        expect(dateDraft(dueDate)).toEqual({ day: text(day), time: '' });
        const shown = taskView('PAY-1', { startDate: dueDate });
        const property = renderToStaticMarkup(<DateProperty field="startDate" task={shown} taskPage={null} />);
        const isThisYear = day.getFullYear() === new Date().getFullYear();
        expect(property).toContain(`>${isThisYear ? shortDay(day) : longDay(day, new Date())}<`);
        expect(dateChips({ startDate: dueDate, dueDate }, evening).map(({ value }) => value)).toEqual([
          'From tomorrow',
          'Tomorrow',
        ]);
      }
    });

    test('A task due on a whole day is reminded of the morning before, that morning, and as overdue the next', () => {
      inZone(zone);
      for (const day of days()) {
        const input: Omit<ReminderPlanInput, 'now'> = {
          tasks: [taskView('PAY-1', { dueDate: write(day) })],
          settings: SETTINGS,
          leadMinutes: new Map(),
          shownKinds: () => undefined,
          overdueDays: new Set(),
          snoozes: new Map(),
          notBefore: null,
          isInhibited: false,
        };
        const kindAt = (ms: number) => planReminders({ ...input, now: ms }).notification?.reminders[0]?.kind;
        const around = [-1, 0, 1].map((later) => at(day, later, 9).getTime()).map((ms) => [kindAt(ms - 1), kindAt(ms)]);
        expect(around, text(day)).toEqual([
          [undefined, 'before-1440'],
          ['before-1440', 'due'],
          ['due', 'overdue'],
        ]);
      }
    });

    test('a day in the calendars of the local workspace', () => {
      inZone(zone);
      const then = '2026-11-01T08:00:00.000Z';
      for (const day of days()) {
        const task = { id: 't', title: 'T', description: '', startDate: null, createdAt: then, updatedAt: then };
        const feed = toICalendar({ name: 'Work', timeZone: zone, tasks: [{ ...task, dueDate: write(day) }] });
        const [start, end] = [day, at(day, 1, 0)].map((one) => format(one, 'yyyyMMdd'));
        expect(feed).toContain(`DTSTART;VALUE=DATE:${start}\r\nDTEND;VALUE=DATE:${end}\r\n`);
      }
    });
  });

  test('chosen on the page or typed in quick add and on the command line, it is written like in the web client', async () => {
    inZone(zone);
    for (const day of days()) {
      expect(readDate({ day: text(day), time: '' })).toEqual({ date: day.toISOString() });
      // The window reads the line with the same parser.
      const read = await readTasks('Pay tomorrow #fin', directory({ now: at(day, -1, 20, 30) }));
      expect(read).toMatchObject({ ok: true, tasks: [{ dueDate: day.toISOString() }] });
    }
  });
});
