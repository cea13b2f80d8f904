/** A change of the timer from the call until it is on disk, alternating with a plain insert in the same folder. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Bench, figure, quantile, timed } from './figures.ts';
import { openParts, taskNumber } from './parts.ts';

const TURNS = 2000;

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
      const change = timed(() => timer.setNote('account-1', `note ${turn}`));
      // Warm-up.
      if (turn < 0) continue;
      inserts.push(base);
      changes.push(change);
    }
    outbox.close();
    database.close();
    bare.close();
    const beside = (share: number) => {
      const value = quantile(changes, share);
      return [value, 'ms', { ratio: value / quantile(inserts, share), goal: 4 }] as const;
    };
    return [
      figure('bare insert, p50', quantile(inserts, 0.5), 'ms'),
      figure('bare insert, p99', quantile(inserts, 0.99), 'ms'),
      figure('timer change on disk, p50', ...beside(0.5)),
      figure('timer change on disk, p99', ...beside(0.99)),
    ];
  },
};
