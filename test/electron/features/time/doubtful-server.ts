/** A server that changes what it stores or answers with other records, and a person who answers questions. */
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { QuestionAnswer, WriteQuestion } from '../../../../electron/outbox/write-kind.ts';
import type { TimeEntry } from '../../../../electron/service/records.ts';
import type { TaskRef } from '../../../../shared/time/entry.ts';
import { seedIds } from '../../../seeded-ids.ts';
import { ACCOUNT, boot, HOUR, json, type Machine, MINUTE, type Run, SECOND } from '../../outbox/machine.ts';
import { addAccount } from '../account/account-row.ts';

/** When an added or changed entry is sent. */
export const LEAVES = 11 * SECOND;

interface Values {
  startTime: string;
  endTime?: string;
  description?: string;
}

export interface Behaviour {
  /** Changes start and end as it stores them. */
  times?: (ms: number) => number;
  /** Changes a record as it answers with it. */
  answers?: (entry: TimeEntry) => object;
  /** Loses the answers to the first POST requests. */
  lose?: number;
}

/** Every entry that is written is changed like this. */
export function behave(
  { server, local }: Machine,
  { times = (ms) => ms, answers = (entry) => entry, lose = 0 }: Behaviour,
): void {
  let left = lose;
  server.intercept = async (request) => {
    if (!request.url.includes('/time-entry')) return undefined;
    const { url, method, headers } = request;
    if (method === 'GET') {
      const answer = (await (await local.workspace.fetch(request)).json()) as TimeEntry | TimeEntry[];
      return json(Array.isArray(answer) ? answer.map(answers) : answers(answer));
    }
    const { startTime, endTime, ...values } = (await request.json()) as Values;
    const change = (instant: string) => new Date(times(Date.parse(instant))).toISOString();
    const body = JSON.stringify({
      ...values,
      startTime: change(startTime),
      ...(endTime && { endTime: change(endTime) }),
    });
    const answer = await local.workspace.fetch(new Request(url, { method, headers, body }));
    if (method === 'POST' && left > 0) {
      left -= 1;
      return 'drop';
    }
    return json(answers((await answer.json()) as TimeEntry), answer.status);
  };
}

/** Answers the first request of that method with `answer`, after the service has acted or without that. */
export function answerFirst(
  { server, local }: Machine,
  method: 'POST' | 'PUT',
  answer: () => Response | Promise<Response>,
  acts = true,
): void {
  let isFirst = true;
  server.intercept = async (request) => {
    if (!isFirst || request.method !== method || !request.url.includes('/time-entry')) return undefined;
    isFirst = false;
    if (acts) await local.workspace.fetch(request);
    return answer();
  };
}

/** Loses the first POST; what `meanwhile` does at the service comes in between. */
export function loseFirst(
  { server, local }: Machine,
  acts: boolean,
  meanwhile: () => Promise<unknown> = async () => undefined,
): void {
  let isFirst = true;
  server.intercept = async (request) => {
    if (!isFirst || request.method !== 'POST') return undefined;
    isFirst = false;
    if (acts) await local.workspace.fetch(request);
    await meanwhile();
    return 'drop';
  };
}

/** Loses the first POST, which reaches the service when the returned function is called. */
export function holdFirst({ server, local }: Machine): () => Promise<void> {
  let held: Request | undefined;
  server.intercept = (request) => {
    if (held !== undefined || request.method !== 'POST') return undefined;
    held = request.clone();
    return 'drop';
  };
  return async () => {
    if (held) await local.workspace.fetch(held);
  };
}

/** An entry that the person creates on another device. */
export async function elsewhere(
  { local, task }: Machine,
  fields: { startTime: string; endTime?: string; description?: string },
  on: TaskRef = task,
): Promise<TimeEntry> {
  return (await local.call('POST', '/time-entry', { taskId: on.taskId, ...fields })).json as TimeEntry;
}

/** Changes an entry at the service. */
export const changeThere = (
  { local }: Machine,
  entry: Pick<TimeEntry, 'id' | 'startTime'>,
  fields: { startTime?: string; endTime?: string; description?: string },
) => local.call('PUT', `/time-entry/${entry.id}`, { startTime: entry.startTime, ...fields });

export async function passMinutes(machine: Machine, minutes = 5): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) await machine.pass(MINUTE);
}

/** The open questions, in the order of the writes. */
export const questions = ({ items, outbox }: Machine): WriteQuestion[] =>
  items().flatMap((item) => outbox.question(item) ?? []);

/** Answers the open questions; nothing is sent yet if the machine is offline. */
export async function reply({ items, outbox }: Machine, answer: QuestionAnswer): Promise<void> {
  for (const item of items()) if (outbox.question(item)) outbox.answer(ACCOUNT, item.id, answer);
  await outbox.idle();
}

/** Start and end at the service, by start. */
export const spansAt = async (machine: Machine, of?: TaskRef) =>
  (await machine.atService(of))
    .map(({ startTime, endTime }) => [startTime, endTime ?? null] as const)
    .toSorted(([one], [other]) => one.localeCompare(other));

/** The service's ids of the entries that this computer has; `unknown` for one without. */
export const linked = ({ run }: Machine | { run: Run }, { taskId }: TaskRef): string[] =>
  run.entries.ofTask(ACCOUNT, taskId).map(({ id }) => run.outbox.serverId(id) ?? 'unknown');

/** Another computer of the same person. Ids follow from a seed: one random pair in a thousand has the same fingerprint. */
export function secondDevice(machine: Machine): Run {
  onTestFinished(seedIds(1));
  const run = boot(`${machine.path}-second`, machine);
  addAccount(run.database, ACCOUNT, machine.local.userId);
  run.outbox.startSending(machine.sender);
  onTestFinished(async () => {
    run.outbox.close();
    await run.outbox.idle();
    run.database.close();
  });
  return run;
}

/** The server stores an entry on the other task, so that what it does to times is known; the person confirms a changed one. */
export async function confirm(machine: Machine): Promise<void> {
  const start = Math.floor(machine.clock.ms / HOUR) * HOUR - 9 * HOUR;
  machine.edit.add(ACCOUNT, machine.otherTask, { start, end: start + MINUTE, note: '' }, {});
  await machine.pass(LEAVES);
  await passMinutes(machine, 2);
  await reply(machine, 'yes');
  machine.writes.length = 0;
}

/** Copies the data folder; the returned function puts the copy back while the app is closed. */
export function backUp({ path }: Pick<Machine, 'path'>): () => void {
  const copies = ['', '-wal'].filter((suffix) => existsSync(path + suffix));
  for (const suffix of copies) copyFileSync(path + suffix, join(`${path}.backup${suffix}`));
  return () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    for (const suffix of copies) copyFileSync(`${path}.backup${suffix}`, path + suffix);
  };
}
