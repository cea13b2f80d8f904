/** A change of the timer from the call until it is on disk, alternating with a plain insert in the same folder. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Bench, figure, timed, timesBare } from './figures.ts';
import { openParts, taskNumber } from './parts.ts';

const TURNS = 1000;

export const commit: Bench = {
  name: 'commit',
  async run(folder) {
    const { database, outbox, timer } = openParts(folder);
    timer.start('account-1', taskNumber(1), Date.now() - 3_600_000);
    const bare = new DatabaseSync(join(folder, 'bare.sqlite'));
    bare.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (id INTEGER PRIMARY KEY, what TEXT)',
    );
    const insert = bare.prepare('INSERT INTO t (what) VALUES (?)');
    const text = 'x'.repeat(300);

    const changes: number[] = [];
    const inserts: number[] = [];
    for (let turn = -50; turn < TURNS; turn += 1) {
      const base = timed(() => insert.run(text));
      const own = timed(() => timer.setNote('account-1', `note ${turn}`));
      // Warm-up.
      if (turn < 0) continue;
      inserts.push(base);
      changes.push(own);
    }
    outbox.close();
    database.close();
    bare.close();
    const change = {
      unit: 'ms',
      values: changes,
      bare: inserts,
      goal: timesBare(4),
      how: `${TURNS} changes of a timer’s note from the call until it is on disk, alternating with a plain insert in the same folder.`,
    } as const;
    return [figure('timer change on disk', change), figure('timer change on disk, p99', { ...change, share: 0.99 })];
  },
};
