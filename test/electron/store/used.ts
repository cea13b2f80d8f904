/** A database after some use: accounts, entries, a running timer, unsent writes. */
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { backUp } from '../../../electron/store/backup.ts';
import { type Database, openDatabase, transaction } from '../../../electron/store/database.ts';

export const NOW = new Date('2026-11-21T12:00:00.000Z');
const at = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

const ACCOUNTS = ['ada', 'grace', 'local'];
const STATES = ['waiting', 'sending', 'unknown', 'needs-you', 'sent'];

/** A text that only this write contains. */
const markOf = (id: number): string => `mark-${String(id).padStart(5, '0')}-${(id * 7919).toString(36)}`;

export function fillUsed(database: Database): void {
  transaction(database, () => {
    const account = database.prepare(
      `INSERT INTO account (id, kind, base_url, client_id, web_url, user_id, user_name, user_email, workspaces, workspace_id, created_at)
       VALUES (?, ?, ?, 'service-cli', NULL, 'u1', 'Ada', 'ada@example.org', '[{"id":"w","name":"Work"}]', 'w', ?)`,
    );
    for (const id of ACCOUNTS) {
      account.run(id, id === 'local' ? 'local' : 'device', `https://${id}.example/api`, at(900_000));
    }
    const setting = database.prepare('INSERT INTO setting (key, value) VALUES (?, ?)');
    setting.run('current-account', '"ada"');
    setting.run('theme', '"dark"');
    const entry = database.prepare(
      `INSERT INTO time_entry (id, account_id, task_id, task_identifier, task_title, project_name, start_time, end_time, note, created_at)
       VALUES (?, ?, ?, 'PAY-1', 'Pay the bills', 'Payments', ?, ?, ?, ?)`,
    );
    const remote = database.prepare('INSERT INTO server_id (account_id, subject, server_id) VALUES (?, ?, ?)');
    for (let number = 0; number < 300; number += 1) {
      const account = ACCOUNTS[number % 3] ?? '';
      entry.run(
        `e${number}`,
        account,
        `t${number % 9}`,
        at(number * 90 + 60),
        at(number * 90),
        'n'.repeat(number % 80),
        at(number * 90 + 60),
      );
      remote.run(account, `e${number}`, `server-${number}`);
    }
    entry.run('running', 'ada', 't1', at(30), null, '', at(30));
    for (let id = 1; id <= 60; id += 1) addWrite(database, id);
    database
      .prepare('INSERT INTO workspace_directory (account_id, workspace_id, lists) VALUES (?, ?, ?)')
      .run('ada', 'w', '{}');
    database
      .prepare('INSERT INTO time_rule (account_id, name, value) VALUES (?, ?, ?)')
      .run('ada', 'rounding', '{"mode":"up","minutes":15,"per":"task"}');
    database
      .prepare('INSERT INTO closed_week (account_id, week_start, closed_at, tracked_ms, cells) VALUES (?, ?, ?, 0, ?)')
      .run('ada', '2026-11-09', at(0), '[]');
    database
      .prepare('INSERT INTO watched_board (account_id, project_id, name) VALUES (?, ?, ?)')
      .run('ada', 'p', 'Home');
    database
      .prepare('INSERT INTO dropped_task (account_id, task, created_at) VALUES (?, ?, ?)')
      .run('ada', '{}', at(1));
  });
}

/** The state depends on the id. Every tenth write is too long for one page of the file. */
function addWrite(database: Database, id: number): void {
  const state = STATES[id % STATES.length] ?? '';
  const note = id % 10 === 0 ? `${'long '.repeat(1_500)}` : 'short';
  const payload = { taskId: 't1', identifier: 'PAY-1', startTime: at(id), endTime: at(0), note, mark: markOf(id) };
  database
    .prepare(
      `INSERT INTO outbox (id, account_id, kind, subject, payload, state, created_at, not_before, attempts, sending_since)
       VALUES (?, ?, 'time-entry.create', ?, ?, ?, ?, ?, 1, ?)`,
    )
    .run(
      id,
      ACCOUNTS[id % 3] ?? '',
      `e${id}`,
      JSON.stringify(payload),
      state,
      at(id),
      at(0),
      state === 'waiting' ? null : at(1),
    );
}

/** A closed file, and one of a killed process whose last changes are in its log. Each has a backup without those changes. */
export async function makeUsed(folder: string): Promise<{ closed: string; killed: string }> {
  const closed = `${folder}/closed.sqlite`;
  const { database } = openDatabase(closed, NOW);
  fillUsed(database);
  await backUp(closed);
  database.close();
  const open = `${folder}/open.sqlite`;
  cpSync(closed, open);
  const running = openDatabase(open, NOW).database;
  for (let id = 61; id <= 90; id += 1) addWrite(running, id);
  running.exec(`UPDATE outbox SET state = 'sent' WHERE id IN (5, 10, 11, 12)`);
  const killed = `${folder}/killed.sqlite`;
  for (const suffix of ['', '-wal']) if (existsSync(open + suffix)) cpSync(open + suffix, killed + suffix);
  cpSync(`${closed}.backup`, `${killed}.backup`);
  running.close();
  return { closed, killed };
}

export interface Write {
  id: number;
  state: string;
  mark: string;
}

export function writesIn(database: Database): Write[] {
  return database
    .prepare('SELECT id, state, payload FROM outbox ORDER BY id')
    .all()
    .map(({ id, state, payload }) => ({
      id: Number(id),
      // At start, the outbox treats writes that were being sent as lost.
      state: state === 'sending' ? 'unknown' : String(state),
      mark: /mark-\d{5}-[a-z0-9]+/.exec(String(payload))?.[0] ?? '',
    }));
}

/** The file and its log. */
export function bytesOf(path: string): Buffer {
  return Buffer.concat(
    ['', '-wal'].map((suffix) => (existsSync(path + suffix) ? readFileSync(path + suffix) : Buffer.alloc(0))),
  );
}
