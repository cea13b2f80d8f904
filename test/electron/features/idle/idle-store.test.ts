/** Away times in a real file, with restarts, repeated and missing events, and clock changes. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { applyAwayAnswer } from '../../../../electron/features/idle/away-times.ts';
import { createIdleStore, type IdleStore } from '../../../../electron/features/idle/idle-store.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import type { AwayKind } from '../../../../shared/contract/idle-view.ts';
import type { Entry } from '../../../../shared/time/entry.ts';
import { cases } from '../../../properties.ts';

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

/** A store on one file that survives restarts. Times in minutes after T0. */
function setUp(together?: (accountId: string) => string[]) {
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
    const store = createIdleStore({
      database,
      now: () => clock,
      isOn: () => settings.isOn,
      thresholdMs: () => settings.threshold * MINUTE,
      find: (accountId, id) => (accountId === ACCOUNT ? entries.get(id) : undefined),
      ...(together && { together }),
    });
    return { database, store };
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
    get store(): IdleStore {
      return app.store;
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
      if (of) app.store.openSegment(kind, T0 + from * MINUTE, of);
    },
    close(kind: AwayKind, to: number, now = to) {
      this.at(now);
      app.store.closeSegment(kind, T0 + to * MINUTE);
    },
    awayTime(kind: AwayKind, from: number, to: number) {
      this.open(kind, from);
      this.close(kind, to);
    },
    restart(minute: number, recover = true) {
      app.database.close();
      clock = T0 + minute * MINUTE;
      app = start();
      if (recover) app.store.recover(clock, running());
    },
    /** [entry, from, to] */
    questions: () =>
      app.store
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
  test('Each away time has its question', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    expect(d.questions()).toEqual([['e1', 20, 50]]);
    d.awayTime('idle', 70, 100);
    expect(d.questions()).toEqual([['e1', 20, 50], ['e1', 70, 100]]); // biome-ignore format: one row
    expect(d.store.view(ACCOUNT)).toMatchObject({ more: 1, question: { awayMs: 30 * MINUTE } });
  });

  test('An open away time has a question', () => {
    const d = setUp();
    d.open('idle', 20, 30);
    expect(d.questions()).toEqual([['e1', 20, null]]);
  });

  test('A lock of seconds is deleted', () => {
    const d = setUp();
    d.awayTime('lock', 20, 20.3);
    expect(d.questions()).toEqual([]);
    d.awayTime('lock', 40, 60);
    expect(d.segments()).toBe(1);
  });

  test('Adjacent idle time, lock and sleep are one away time, even if each is too short', () => {
    const d = setUp();
    d.awayTime('lock', 20, 26);
    d.awayTime('sleep', 26.5, 33);
    d.awayTime('idle', 33.5, 39);
    expect(d.questions()).toEqual([['e1', 20, 39]]);
  });

  test.each<[string, (d: ReturnType<typeof setUp>) => void]>([
    ['suspend twice', (d) => d.open('sleep', 25)],
    ['resume twice', (d) => d.close('sleep', 19)],
    ['unlock without lock', (d) => d.close('lock', 19)],
  ])('“%s” changes nothing', (_, extra) => {
    const d = setUp();
    if (_ !== 'suspend twice') extra(d);
    d.open('sleep', 20);
    if (_ === 'suspend twice') extra(d);
    d.close('sleep', 50);
    d.close('sleep', 60);
    expect(d.questions()).toEqual([['e1', 20, 50]]);
  });

  test('An earlier start that is reported late counts', () => {
    const d = setUp();
    d.open('idle', 30);
    d.open('idle', 20, 31);
    d.close('idle', 50);
    expect(d.questions()).toEqual([['e1', 20, 50]]);
  });

  test('An away time that would end before it began is deleted', () => {
    const d = setUp();
    d.open('sleep', 50);
    d.close('sleep', 30);
    expect([d.questions(), d.segments()]).toEqual([[], 0]);
  });

  test('A start in the future becomes now, one before the entry becomes its start', () => {
    const d = setUp();
    d.open('idle', 90, 20);
    d.close('idle', 40);
    d.open('lock', -30, 60);
    d.close('lock', 80);
    expect(d.questions()).toEqual([['e1', 0, 80]]);
  });

  test('An away time across two entries has a question for each', () => {
    const d = setUp();
    d.open('lock', 10);
    d.put({ ...entry('e1'), endTime: iso(T0 + 30 * MINUTE) }, entry('e2', 30));
    d.open('lock', 30);
    d.close('lock', 50);
    expect(d.questions()).toEqual([['e1', 10, 30], ['e2', 30, 50]]); // biome-ignore format: one row
  });

  test('The threshold at the end of the away time counts', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    d.settings.threshold = 60;
    d.awayTime('idle', 60, 90);
    d.at(200);
    d.awayTime('lock', 200, 201);
    expect(d.questions()).toEqual([['e1', 20, 50]]);
    d.settings.threshold = 5;
    expect(d.questions()).toEqual([['e1', 20, 50]]);
  });
});

describe('restarts', () => {
  test('Questions stay open', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    d.awayTime('sleep', 70, 100);
    const before = d.store.view(ACCOUNT);
    d.restart(101);
    d.restart(3 * 24 * 60, false);
    expect(d.store.view(ACCOUNT)).toEqual(before);
  });

  test('The time in which the app did not run has a question', () => {
    const d = setUp();
    d.store.heartbeat(d.at(20), 'e1');
    d.restart(60);
    expect(d.questions()).toEqual([['e1', 20, 60]]);
    expect(d.store.view(ACCOUNT)?.question.kind).toBe('shutdown');
  });

  test('A quick restart has no question', () => {
    const d = setUp();
    d.store.heartbeat(d.at(20), 'e1');
    d.restart(21);
    expect(d.questions()).toEqual([]);
  });

  test('An away time that was open at the end of the app lasts until its restart', () => {
    const d = setUp();
    d.store.heartbeat(d.at(40), 'e1');
    d.open('idle', 25, 40);
    d.restart(60);
    expect(d.questions()).toEqual([['e1', 25, 60]]);
    expect(d.store.view(ACCOUNT)?.question.kind).toBe('idle');
  });

  test('With another running entry the open away time ends at the last heartbeat', () => {
    const d = setUp();
    d.open('idle', 20, 35);
    d.store.heartbeat(d.at(40), 'e1');
    d.put({ ...entry('e1'), endTime: iso(T0 + 55 * MINUTE) }, entry('e2', 55));
    d.restart(90);
    expect(d.questions()).toEqual([['e1', 20, 40]]);
  });

  test('A second recovery changes nothing', () => {
    const d = setUp();
    d.store.heartbeat(d.at(20), 'e1');
    d.restart(60);
    const before = d.questions();
    d.restart(60);
    expect([d.questions(), d.segments()]).toEqual([before, 1]);
  });

  test('A clock set back records nothing', () => {
    const d = setUp();
    d.store.heartbeat(d.at(60), 'e1');
    d.restart(30);
    expect([d.questions(), d.segments()]).toEqual([[], 0]);
  });

  test('The heartbeat is saved once a minute, and at once for another entry or when urgent', () => {
    const d = setUp();
    const beat = () => Object.values(d.database.prepare('SELECT at, entry_id FROM away_heartbeat').get() ?? {});
    d.store.heartbeat(T0, 'e1');
    d.store.heartbeat(T0 + 59 * SECOND, 'e1');
    expect(beat()).toEqual([T0, 'e1']);
    d.store.heartbeat(T0 + 59 * SECOND, 'e1', true);
    expect(beat()).toEqual([T0 + 59 * SECOND, 'e1']);
    d.store.heartbeat(T0 + 60 * SECOND, 'e2');
    expect(beat()).toEqual([T0 + 60 * SECOND, 'e2']);
    d.store.heartbeat(T0 + 120 * SECOND, 'e2');
    expect(beat()).toEqual([T0 + 120 * SECOND, 'e2']);
    d.store.heartbeat(T0 - DAY, 'e2');
    expect(beat()).toEqual([T0 - DAY, 'e2']);
  });
});

describe('answers', () => {
  function answer(
    d: ReturnType<typeof setUp>,
    what: 'keep' | 'discard' | 'discard-and-continue' | 'split',
    now: number,
  ) {
    const question = d.store.view(ACCOUNT)?.question;
    const of = question && d.running();
    if (!of) throw new Error('No question is open');
    let made = 0;
    const put = applyAwayAnswer(of, question, what, d.at(now), () => `${of.id}+${++made}`);
    d.put(...put);
    d.store.saveAnswer(ACCOUNT, question, put);
    return { question, put, before: of };
  }

  test('“Keep” closes the question, also when the away time is reported again and after a restart', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    answer(d, 'keep', 51);
    expect(d.questions()).toEqual([]);
    d.awayTime('sleep', 20, 50);
    d.open('idle', 20, 52);
    d.close('idle', 52);
    d.restart(53);
    expect(d.questions()).toEqual([]);
  });

  test('An answer about the same time in another account leaves the question open', () => {
    const d = setUp();
    d.database.exec(
      `INSERT INTO account (id, kind, base_url, client_id, user_id, user_name, workspaces, created_at)
       VALUES ('other', 'local', 'other:', '', 'u', 'Nils', '[]', '')`,
    );
    d.awayTime('idle', 20, 50);
    const question = d.store.view(ACCOUNT)?.question;
    if (question === undefined) throw new Error('No question is open');
    d.store.saveAnswer('other', question);
    expect(d.questions()).toEqual([['e1', 20, 50]]);
  });

  test('The first of the open accounts asks about the timer of another, and its answer counts for both', () => {
    const d = setUp(() => ['first', ACCOUNT]);
    d.awayTime('idle', 20, 50);
    const question = d.store.view('first')?.question;
    if (question === undefined) throw new Error('No question is open');
    d.store.saveAnswer(ACCOUNT, question);
    expect([d.store.view('first'), d.store.view(ACCOUNT)]).toEqual([null, null]);
    d.store.reopen(ACCOUNT, question.id);
    expect(d.store.view('first')?.question).toEqual(question);
  });

  test('A later away time has its question about the entry that continues', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    d.awayTime('sleep', 70, 100);
    d.awayTime('lock', 120, 150);
    answer(d, 'discard-and-continue', 160);
    expect(d.questions()).toEqual([['e1+1', 70, 100], ['e1+1', 120, 150]]); // biome-ignore format: one row
    const { question, before, put } = answer(d, 'split', 161);
    expect(d.questions()).toEqual([['e1+1+2', 120, 150]]);
    // Undo.
    d.put(before, ...put.slice(1).map((saved) => ({ ...saved, discardedAt: iso(T0) })));
    d.store.reopen(ACCOUNT, question.id);
    expect(d.questions()).toEqual([['e1+1', 70, 100], ['e1+1', 120, 150]]); // biome-ignore format: one row
  });

  test('“Discard” closes the questions about later time', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    d.awayTime('sleep', 70, 100);
    answer(d, 'discard', 110);
    expect(d.questions()).toEqual([]);
  });

  test('An answer during an away time covers the time until now', () => {
    const d = setUp();
    d.open('lock', 20);
    d.at(40);
    answer(d, 'keep', 40);
    d.close('lock', 41);
    expect(d.questions()).toEqual([]);
    d.open('lock', 50);
    d.close('lock', 70);
    expect(d.questions()).toEqual([['e1', 50, 70]]);
  });

  test('A new away time right after an answered one is separate', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    answer(d, 'keep', 50.2);
    d.awayTime('lock', 50.5, 65);
    expect(d.questions()).toEqual([['e1', 50.5, 65]]);
  });

  test('An undone answer reopens the question after later away times', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    const { question } = answer(d, 'keep', 51);
    d.awayTime('lock', 90, 91);
    d.awayTime('lock', 120, 140);
    d.store.reopen(ACCOUNT, question.id);
    expect(d.questions()).toEqual([['e1', 20, 50], ['e1', 120, 140]]); // biome-ignore format: one row
  });

  test('An entry that moves to another task keeps its away times', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    d.put({ ...entry('e1'), discardedAt: iso(T0) }, { ...entry('e2'), startTime: entry('e1').startTime });
    expect(d.questions()).toEqual([]);
    d.store.addSuccessor('e1', 'e2');
    expect(d.questions()).toEqual([['e2', 20, 50]]);
  });

  test('Old answered away times are deleted', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    answer(d, 'discard-and-continue', 51);
    d.awayTime('idle', 100 * 24 * 60, 100 * 24 * 60 + 1);
    d.awayTime('idle', 101 * 24 * 60, 101 * 24 * 60 + 1);
    const count = (table: string) => Number(d.database.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);
    expect([d.segments(), count('away_answer'), count('entry_successor')]).toEqual([1, 0, 0]);
  });

  test('A day full of answered away times is read with two queries', () => {
    const d = setUp();
    for (let index = 0; index < 60; index += 1) {
      d.awayTime('idle', index * 20 + 2, index * 20 + 15);
      answer(d, 'discard-and-continue', index * 20 + 16);
    }
    const queries = vi.spyOn(StatementSync.prototype, 'all');
    onTestFinished(() => queries.mockRestore());
    expect(d.questions()).toEqual([]);
    // The answers and the away times, but not the entries that each away time would lie in now.
    expect(queries).toHaveBeenCalledTimes(2);
  });

  test('An unanswered question stays open for as long as its entry exists', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    d.restart(100 * 24 * 60);
    d.awayTime('idle', 100 * 24 * 60, 100 * 24 * 60 + 1);
    expect(d.questions()).toEqual([['e1', 20, 50]]);
  });
});

describe('switched off', () => {
  test('Switching off deletes all away times and records none', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    d.settings.isOn = false;
    expect(d.questions()).toEqual([]);
    d.store.forget();
    d.awayTime('idle', 60, 90);
    d.store.heartbeat(d.at(91), 'e1');
    d.restart(200);
    d.settings.isOn = true;
    d.restart(300);
    expect([d.questions(), d.segments()]).toEqual([[], 0]);
  });

  test('A start with asking switched off deletes all away times', () => {
    const d = setUp();
    d.awayTime('idle', 20, 50);
    d.settings.isOn = false;
    d.restart(60);
    d.settings.isOn = true;
    expect(d.questions()).toEqual([]);
  });
});

test('Questions never overlap or exceed the time passed, and restarts do not change them', () => {
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
      const d = setUp();
      let now = 1;
      let latest = now;
      for (const [each, pass] of steps) {
        now += pass;
        if (each.what === 'open') d.open(each.kind, now - each.back, now);
        if (each.what === 'close') d.close(each.kind, now - each.back, now);
        if (each.what === 'beat') d.store.heartbeat(d.at(now), 'e1');
        if (each.what === 'restart') d.restart(now);
        if (each.what === 'clock') now = Math.max(1, now + each.by);
        d.at(now);
        if (each.what === 'keep') {
          const question = d.store.view(ACCOUNT)?.question;
          if (question) d.store.saveAnswer(ACCOUNT, question);
          if (question) expect(d.store.questions(ACCOUNT).map(({ id }) => id)).not.toContain(question.id);
        }
        latest = Math.max(latest, now);
        const spans = d.store.questions(ACCOUNT).map(({ from, to }) => ({
          from: (Date.parse(from) - T0) / MINUTE,
          to: to === null ? now : (Date.parse(to) - T0) / MINUTE,
        }));
        for (const [index, { from, to }] of spans.entries()) {
          expect(from).toBeGreaterThanOrEqual(Math.max(0, spans[index - 1]?.to ?? 0));
          expect(to - from).toBeGreaterThanOrEqual(10);
          expect(to).toBeLessThanOrEqual(latest);
        }
        expect(new Set(d.store.questions(ACCOUNT).map(({ id }) => id)).size).toBe(spans.length);
      }
      const before = d.store.questions(ACCOUNT);
      d.restart(now, false);
      expect(d.store.questions(ACCOUNT)).toEqual(before);
    }),
    { numRuns: cases(60) },
  );
});
