/** The ledger of absences in a real file: through restarts, events that come twice or never, and clocks that jump. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { applyAwayAnswer } from '../../../../electron/features/idle/absences.ts';
import { createIdleStore, type IdleStore } from '../../../../electron/features/idle/idle-store.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import type { AwayKind } from '../../../../shared/contract/idle-view.ts';
import type { Entry } from '../../../../shared/time/entry.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const T0 = Date.UTC(2026, 10, 21, 9);
const ACCOUNT = 'a';
const iso = (ms: number) => new Date(ms).toISOString();

function entry(id: string, start = 0): Entry {
  return {
    id,
    accountId: ACCOUNT,
    task: { taskId: 't1', identifier: 'PAY-142', title: 'Retry a declined card once', projectName: 'Payments' },
    startTime: iso(T0 + start * MINUTE),
    endTime: null,
    note: '',
    discardedAt: null,
    createdAt: iso(T0 + start * MINUTE),
  };
}

/** A desk with one file, whose app can be started again; times in minutes after T0. */
function desk() {
  const folder = mkdtempSync(join(tmpdir(), 'punchcard-away-'));
  const path = join(folder, 'punchcard.sqlite');
  const entries = new Map<string, Entry>();
  const settings = { isOn: true, threshold: 10 };
  let clock = T0;
  const start = () => {
    const { database } = openDatabase(path, new Date(clock));
    database
      .prepare(
        `INSERT OR IGNORE INTO account (id, kind, base_url, client_id, user_id, user_name, workspaces, created_at)
         VALUES (?, 'local', 'local:', '', 'u', 'Nils', '[]', ?)`,
      )
      .run(ACCOUNT, iso(T0));
    const ledger = createIdleStore({
      database,
      now: () => clock,
      isOn: () => settings.isOn,
      thresholdMs: () => settings.threshold * MINUTE,
      find: (accountId, id) => (accountId === ACCOUNT ? entries.get(id) : undefined),
    });
    return { database, ledger };
  };
  let app = start();
  onTestFinished(() => {
    app.database.close();
    rmSync(folder, { recursive: true });
  });
  const put = (...changed: Entry[]) => {
    for (const each of changed) entries.set(each.id, each);
  };
  const running = () => [...entries.values()].find(({ endTime, discardedAt }) => endTime === null && !discardedAt);
  put(entry('e1'));
  return {
    settings,
    put,
    running,
    get ledger(): IdleStore {
      return app.ledger;
    },
    get database() {
      return app.database;
    },
    at(minute: number) {
      clock = T0 + minute * MINUTE;
      return clock;
    },
    open(kind: AwayKind, from: number, now = from) {
      this.at(now);
      const of = running();
      if (of) app.ledger.open(kind, T0 + from * MINUTE, of);
    },
    close(kind: AwayKind, to: number, now = to) {
      this.at(now);
      app.ledger.close(kind, T0 + to * MINUTE);
    },
    away(kind: AwayKind, from: number, to: number) {
      this.open(kind, from);
      this.close(kind, to);
    },
    restart(minute: number, recover = true) {
      app.database.close();
      clock = T0 + minute * MINUTE;
      app = start();
      if (recover) app.ledger.recover(clock, running());
    },
    /** [entry, from, to] */
    asked: () =>
      app.ledger
        .questions(ACCOUNT)
        .map(({ entryId, from, to }) => [
          entryId,
          (Date.parse(from) - T0) / MINUTE,
          to === null ? null : (Date.parse(to) - T0) / MINUTE,
        ]),
    segments: () => Number(app.database.prepare('SELECT count(*) AS n FROM away_segment').get()?.n),
  };
}

describe('recording', () => {
  test('an absence is asked about, and the second does not overwrite the first', () => {
    const d = desk();
    d.away('idle', 20, 50);
    expect(d.asked()).toEqual([['e1', 20, 50]]);
    d.away('idle', 70, 100);
    expect(d.asked()).toEqual([['e1', 20, 50], ['e1', 70, 100]]); // biome-ignore format: one row
    expect(d.ledger.view(ACCOUNT)).toMatchObject({ more: 1, question: { awayMs: 30 * MINUTE } });
  });

  test('while it lasts, too', () => {
    const d = desk();
    d.open('idle', 20, 30);
    expect(d.asked()).toEqual([['e1', 20, null]]);
  });

  test('a lock of seconds leaves nothing', () => {
    const d = desk();
    d.away('lock', 20, 20.3);
    expect(d.asked()).toEqual([]);
    d.away('lock', 40, 60);
    expect(d.segments()).toBe(1);
  });

  test('idle, lock and sleep are one absence, whose parts alone would be too short', () => {
    const d = desk();
    d.away('lock', 20, 26);
    d.away('sleep', 26.5, 33);
    d.away('idle', 33.5, 39);
    expect(d.asked()).toEqual([['e1', 20, 39]]);
  });

  test.each<[string, (d: ReturnType<typeof desk>) => void]>([
    ['suspend twice', (d) => d.open('sleep', 25)],
    ['resume twice', (d) => d.close('sleep', 19)],
    ['unlock without lock', (d) => d.close('lock', 19)],
  ])('%s changes nothing', (_, extra) => {
    const d = desk();
    if (_ !== 'suspend twice') extra(d);
    d.open('sleep', 20);
    if (_ === 'suspend twice') extra(d);
    d.close('sleep', 50);
    d.close('sleep', 60);
    expect(d.asked()).toEqual([['e1', 20, 50]]);
  });

  test('a begin learned late counts', () => {
    const d = desk();
    d.open('idle', 30);
    d.open('idle', 20, 31);
    d.close('idle', 50);
    expect(d.asked()).toEqual([['e1', 20, 50]]);
  });

  test('the clock set back: an end before the begin drops it', () => {
    const d = desk();
    d.open('sleep', 50);
    d.close('sleep', 30);
    expect([d.asked(), d.segments()]).toEqual([[], 0]);
  });

  test('a begin in the future is now, one before the entry is its start', () => {
    const d = desk();
    d.open('idle', 90, 20);
    d.close('idle', 40);
    d.open('lock', -30, 60);
    d.close('lock', 80);
    expect(d.asked()).toEqual([['e1', 0, 80]]);
  });

  test('each entry has its own, where another one started in between', () => {
    const d = desk();
    d.open('lock', 10);
    d.put({ ...entry('e1'), endTime: iso(T0 + 30 * MINUTE) }, entry('e2', 30));
    d.open('lock', 30);
    d.close('lock', 50);
    expect(d.asked()).toEqual([['e1', 10, 30], ['e2', 30, 50]]); // biome-ignore format: one row
  });

  test('the threshold counts that was chosen when it ended', () => {
    const d = desk();
    d.away('idle', 20, 50);
    d.settings.threshold = 60;
    d.away('idle', 60, 90);
    d.at(200);
    d.away('lock', 200, 201);
    expect(d.asked()).toEqual([['e1', 20, 50]]);
    d.settings.threshold = 5;
    expect(d.asked()).toEqual([['e1', 20, 50]]);
  });
});

describe('restarts', () => {
  test('what waits goes on waiting', () => {
    const d = desk();
    d.away('idle', 20, 50);
    d.away('sleep', 70, 100);
    const before = d.ledger.view(ACCOUNT);
    d.restart(101);
    d.restart(3 * 24 * 60, false);
    expect(d.ledger.view(ACCOUNT)).toEqual(before);
  });

  test('the time the app was not there is asked about', () => {
    const d = desk();
    d.ledger.heartbeat(d.at(20), 'e1');
    d.restart(60);
    expect(d.asked()).toEqual([['e1', 20, 60]]);
    expect(d.ledger.view(ACCOUNT)?.question.kind).toBe('shutdown');
  });

  test('a quick restart is not', () => {
    const d = desk();
    d.ledger.heartbeat(d.at(20), 'e1');
    d.restart(21);
    expect(d.asked()).toEqual([]);
  });

  test('an absence that lasted at the end of the app lasts until it is there again', () => {
    const d = desk();
    d.ledger.heartbeat(d.at(40), 'e1');
    d.open('idle', 25, 40);
    d.restart(60);
    expect(d.asked()).toEqual([['e1', 25, 60]]);
    expect(d.ledger.view(ACCOUNT)?.question.kind).toBe('idle');
  });

  test('of another entry: nothing is recorded, and what lasted ends when it was last seen', () => {
    const d = desk();
    d.open('idle', 20, 35);
    d.ledger.heartbeat(d.at(40), 'e1');
    d.put({ ...entry('e1'), endTime: iso(T0 + 55 * MINUTE) }, entry('e2', 55));
    d.restart(90);
    expect(d.asked()).toEqual([['e1', 20, 40]]);
  });

  test('recovering twice changes nothing', () => {
    const d = desk();
    d.ledger.heartbeat(d.at(20), 'e1');
    d.restart(60);
    const before = d.asked();
    d.restart(60);
    expect([d.asked(), d.segments()]).toEqual([before, 1]);
  });

  test('with the clock set back records nothing', () => {
    const d = desk();
    d.ledger.heartbeat(d.at(60), 'e1');
    d.restart(30);
    expect([d.asked(), d.segments()]).toEqual([[], 0]);
  });

  test('being alive is written at most once a minute, at once for another entry or where it is urgent', () => {
    const d = desk();
    const beat = () => Object.values(d.database.prepare('SELECT at, entry_id FROM away_heartbeat').get() ?? {});
    d.ledger.heartbeat(T0, 'e1');
    d.ledger.heartbeat(T0 + 59 * SECOND, 'e1');
    expect(beat()).toEqual([T0, 'e1']);
    d.ledger.heartbeat(T0 + 59 * SECOND, 'e1', true);
    expect(beat()).toEqual([T0 + 59 * SECOND, 'e1']);
    d.ledger.heartbeat(T0 + 60 * SECOND, 'e2');
    expect(beat()).toEqual([T0 + 60 * SECOND, 'e2']);
    d.ledger.heartbeat(T0 + 120 * SECOND, 'e2');
    expect(beat()).toEqual([T0 + 120 * SECOND, 'e2']);
    d.ledger.heartbeat(T0 - DAY, 'e2');
    expect(beat()).toEqual([T0 - DAY, 'e2']);
  });
});

describe('answers', () => {
  function answer(
    d: ReturnType<typeof desk>,
    what: 'keep' | 'discard' | 'discard-and-continue' | 'split',
    now: number,
  ) {
    const question = d.ledger.view(ACCOUNT)?.question;
    const of = question && d.running();
    if (!of) throw new Error('Nothing is asked');
    let made = 0;
    const put = applyAwayAnswer(of, question, what, d.at(now), () => `${of.id}+${++made}`);
    d.put(...put);
    d.ledger.answered(ACCOUNT, question, put);
    return { question, put, before: of };
  }

  test('keep: not asked again, not even where it is recorded again, and not after a restart', () => {
    const d = desk();
    d.away('idle', 20, 50);
    answer(d, 'keep', 51);
    expect(d.asked()).toEqual([]);
    d.away('sleep', 20, 50);
    d.open('idle', 20, 52);
    d.close('idle', 52);
    d.restart(53);
    expect(d.asked()).toEqual([]);
  });

  test('a later absence is asked about in the entry that went on', () => {
    const d = desk();
    d.away('idle', 20, 50);
    d.away('sleep', 70, 100);
    d.away('lock', 120, 150);
    answer(d, 'discard-and-continue', 160);
    expect(d.asked()).toEqual([['e1+1', 70, 100], ['e1+1', 120, 150]]); // biome-ignore format: one row
    const { question, before, put } = answer(d, 'split', 161);
    expect(d.asked()).toEqual([['e1+1+2', 120, 150]]);
    // Taken back.
    d.put(before, ...put.slice(1).map((made) => ({ ...made, discardedAt: iso(T0) })));
    d.ledger.reopen(ACCOUNT, question.id);
    expect(d.asked()).toEqual([['e1+1', 70, 100], ['e1+1', 120, 150]]); // biome-ignore format: one row
  });

  test('discard: what came after it is no longer in the entry', () => {
    const d = desk();
    d.away('idle', 20, 50);
    d.away('sleep', 70, 100);
    answer(d, 'discard', 110);
    expect(d.asked()).toEqual([]);
  });

  test('given while it lasts: only what follows is asked about', () => {
    const d = desk();
    d.open('lock', 20);
    d.at(40);
    answer(d, 'keep', 40);
    d.close('lock', 41);
    expect(d.asked()).toEqual([]);
    d.open('lock', 50);
    d.close('lock', 70);
    expect(d.asked()).toEqual([['e1', 50, 70]]);
  });

  test('kept time and a new absence right behind it stay apart', () => {
    const d = desk();
    d.away('idle', 20, 50);
    answer(d, 'keep', 50.2);
    d.away('lock', 50.5, 65);
    expect(d.asked()).toEqual([['e1', 50.5, 65]]);
  });

  test('taken back after others came', () => {
    const d = desk();
    d.away('idle', 20, 50);
    const { question } = answer(d, 'keep', 51);
    d.away('lock', 90, 91);
    d.away('lock', 120, 140);
    d.ledger.reopen(ACCOUNT, question.id);
    expect(d.asked()).toEqual([['e1', 20, 50], ['e1', 120, 140]]); // biome-ignore format: one row
  });

  test('an entry moved to another task takes its absences along', () => {
    const d = desk();
    d.away('idle', 20, 50);
    d.put({ ...entry('e1'), discardedAt: iso(T0) }, { ...entry('e2'), startTime: entry('e1').startTime });
    expect(d.asked()).toEqual([]);
    d.ledger.inherit('e1', 'e2');
    expect(d.asked()).toEqual([['e2', 20, 50]]);
  });

  test('what is long answered goes', () => {
    const d = desk();
    d.away('idle', 20, 50);
    answer(d, 'discard-and-continue', 51);
    d.away('idle', 100 * 24 * 60, 100 * 24 * 60 + 1);
    d.away('idle', 101 * 24 * 60, 101 * 24 * 60 + 1);
    const count = (table: string) => Number(d.database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
    expect([d.segments(), count('away_answer'), count('away_heir')]).toEqual([1, 0, 0]);
  });

  test('a day full of answered absences is read in no time', () => {
    const d = desk();
    for (let index = 0; index < 60; index += 1) {
      d.away('idle', index * 20 + 2, index * 20 + 15);
      answer(d, 'discard-and-continue', index * 20 + 16);
    }
    const took = Array.from({ length: 10 }, () => {
      const begun = performance.now();
      expect(d.asked()).toEqual([]);
      return performance.now() - begun;
    });
    // On a busy machine some of them wait.
    expect(Math.min(...took)).toBeLessThan(50);
  });

  test('what was never answered waits for as long as its entry is there', () => {
    const d = desk();
    d.away('idle', 20, 50);
    d.restart(100 * 24 * 60);
    d.away('idle', 100 * 24 * 60, 100 * 24 * 60 + 1);
    expect(d.asked()).toEqual([['e1', 20, 50]]);
  });
});

describe('switched off', () => {
  test('nothing is recorded, nothing asked, and what waited is gone for good', () => {
    const d = desk();
    d.away('idle', 20, 50);
    d.settings.isOn = false;
    expect(d.asked()).toEqual([]);
    d.ledger.forget();
    d.away('idle', 60, 90);
    d.ledger.heartbeat(d.at(91), 'e1');
    d.restart(200);
    d.settings.isOn = true;
    d.restart(300);
    expect([d.asked(), d.segments()]).toEqual([[], 0]);
  });

  test('while the app was not there: forgotten at the start', () => {
    const d = desk();
    d.away('idle', 20, 50);
    d.settings.isOn = false;
    d.restart(60);
    d.settings.isOn = true;
    expect(d.asked()).toEqual([]);
  });
});

test('whatever comes in whatever order: nothing overlaps, nothing exceeds the wall clock, restarts change nothing', () => {
  const kinds = fc.constantFrom<AwayKind>('idle', 'lock', 'sleep');
  const step = fc.oneof(
    fc.record({ what: fc.constant('open' as const), kind: kinds, back: fc.integer({ min: 0, max: 30 }) }),
    fc.record({ what: fc.constant('close' as const), kind: kinds, back: fc.integer({ min: 0, max: 5 }) }),
    fc.record({ what: fc.constant('beat' as const) }),
    fc.record({ what: fc.constant('restart' as const) }),
    fc.record({ what: fc.constant('clock' as const), by: fc.integer({ min: -20, max: 20 }) }),
    fc.record({ what: fc.constant('keep' as const) }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.integer({ min: 0, max: 25 })), { maxLength: 25 }), (steps) => {
      const d = desk();
      let now = 1;
      let latest = now;
      for (const [each, pass] of steps) {
        now += pass;
        if (each.what === 'open') d.open(each.kind, now - each.back, now);
        if (each.what === 'close') d.close(each.kind, now - each.back, now);
        if (each.what === 'beat') d.ledger.heartbeat(d.at(now), 'e1');
        if (each.what === 'restart') d.restart(now);
        if (each.what === 'clock') now = Math.max(1, now + each.by);
        d.at(now);
        if (each.what === 'keep') {
          const question = d.ledger.view(ACCOUNT)?.question;
          if (question) d.ledger.answered(ACCOUNT, question);
          if (question) expect(d.ledger.questions(ACCOUNT).map(({ id }) => id)).not.toContain(question.id);
        }
        latest = Math.max(latest, now);
        const spans = d.ledger.questions(ACCOUNT).map(({ from, to }) => ({
          from: (Date.parse(from) - T0) / MINUTE,
          to: to === null ? now : (Date.parse(to) - T0) / MINUTE,
        }));
        for (const [index, { from, to }] of spans.entries()) {
          expect(from).toBeGreaterThanOrEqual(Math.max(0, spans[index - 1]?.to ?? 0));
          expect(to - from).toBeGreaterThanOrEqual(10);
          expect(to).toBeLessThanOrEqual(latest);
        }
        expect(new Set(d.ledger.questions(ACCOUNT).map(({ id }) => id)).size).toBe(spans.length);
      }
      const before = d.ledger.questions(ACCOUNT);
      d.restart(now, false);
      expect(d.ledger.questions(ACCOUNT)).toEqual(before);
    }),
    { numRuns: 60 },
  );
});
