/** The cost of the Time tab in main after each change, with years of entries. */
import { transaction } from '../../electron/store/database.ts';
import { readTimes } from './bare-acts.ts';
import { type Bench, type Figure, figure, timed, timesBare } from './figures.ts';
import { ACCOUNT, entryOf, openParts, taskNumber } from './parts.ts';

const ENTRIES = 100_000;
const TURNS = 15;
const MINUTE = 60_000;
/** For opening the Time tab with its totals, beside reading 100 kB of JSON. */
const GOAL = timesBare(100);

export const history: Bench = {
  name: 'history',
  async run(folder) {
    const figures: Figure[] = [];
    // A person with many tasks, and one with few.
    for (const tasks of [400, 6]) figures.push(...measure(`${folder}/${tasks}`, tasks));
    return figures;
  },
};

function measure(folder: string, tasks: number): Figure[] {
  const { database, outbox, entries } = openParts(folder);
  const now = Date.now();
  // Consecutive entries of twenty minutes, the last one running: about four working years.
  transaction(database, () => {
    const sent = database.prepare(
      `INSERT INTO outbox (account_id, kind, subject, payload, state, created_at, not_before)
       VALUES (?, 'time-entry.create', ?, '{}', 'sent', ?, ?)`,
    );
    for (let index = 0; index < ENTRIES; index += 1) {
      const start = now - (ENTRIES - index) * 20 * MINUTE;
      const id = `entry-${index}`;
      const entry = entryOf(id, taskNumber(index % tasks), start, index === ENTRIES - 1 ? null : start + 20 * MINUTE);
      entries.put(entry);
      sent.run(ACCOUNT, id, entry.startTime, entry.startTime);
      outbox.remember(ACCOUNT, id, `server-${index}`);
    }
  });
  const bare = readTimes();
  const times = (work: () => void) => Array.from({ length: TURNS }, () => timed(work));
  const measured = (what: string, values: number | number[]) =>
    figure(`history of ${ENTRIES.toLocaleString('en')}, ${tasks} tasks: ${what}`, {
      unit: 'ms',
      values,
      bare,
      goal: GOAL,
      how: `${Array.isArray(values) ? `${TURNS} readings` : 'One reading'} in main from a database on disk, with four working years of entries; beside reading 100 kB of JSON.`,
    });
  const figures = [
    measured(
      'first view',
      timed(() => entries.view(ACCOUNT, new Date(), outbox)),
    ),
    measured(
      'view',
      times(() => entries.view(ACCOUNT, new Date(), outbox)),
    ),
    measured(
      'recent tasks',
      times(() => entries.recent(ACCOUNT)),
    ),
    measured(
      'a day years ago',
      times(() => entries.day(ACCOUNT, '2024-02-14', outbox)),
    ),
  ];
  outbox.close();
  database.close();
  return figures;
}
