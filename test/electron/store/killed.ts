/** A SQLite file of a killed process: its last commits are in the log. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Runs `sql` on an existing file in a process that is killed without closing it. */
export function writeAndDie(path: string, sql: string): void {
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    const database = new DatabaseSync(${JSON.stringify(path)});
    database.exec(${JSON.stringify(`PRAGMA journal_mode = WAL; ${sql}`)});
    process.kill(process.pid, 'SIGKILL');`;
  const { signal, status, stderr } = spawnSync(process.execPath, ['--input-type=commonjs', '--eval', script]);
  if (signal !== 'SIGKILL' && process.platform !== 'win32') throw new Error(`Not killed: ${status} ${stderr}`);
}

/** Digests of the file and of those that belong to it, by name. */
export function filesBeside(path: string): Record<string, string> {
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
  const digest = (name: string) => createHash('sha256').update(readFileSync(join(dirname(path), name)));
  return Object.fromEntries(names.toSorted().map((name) => [name, digest(name).digest('hex')]));
}
