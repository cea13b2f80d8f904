/** Proposals of a person whose sources are real: a folder for the database, and what the test puts into the options. */
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import {
  createProposals,
  type LazyProposals,
  type ProposalsOptions,
} from '../../../../electron/features/proposals/lazy-proposals.ts';
import type { ProposalsService } from '../../../../electron/features/proposals/proposals-service.ts';
import { openDatabase } from '../../../../electron/store/database.ts';
import { DEFAULT_PROPOSAL_SETTINGS, type ProposalSettings } from '../../../../shared/contract/proposals.ts';
import type { Span } from '../../../../shared/time/day.ts';
import type { Entry, TaskRef } from '../../../../shared/time/entry.ts';
import { PATIENCE_MS } from '../../../until.ts';
import { testContext } from '../context.ts';
import { CALENDAR_THREAD } from './calendar-thread.ts';

export const NOW = Date.UTC(2026, 10, 19, 18);
/** On the day of NOW. */
export const at = (hour: number, minute = 0): number => Date.UTC(2026, 10, 19, hour, minute);
export const NOON: Span = { from: at(12), to: at(13) };

export const task = (identifier: string, title: string): TaskRef => {
  return { taskId: identifier.toLowerCase(), identifier, title, projectName: 'Payments', projectId: 'pay' };
};
export const entry = (of: TaskRef, from: number, to: number): Entry => ({
  id: `${of.taskId} ${from}`,
  accountId: 'ana',
  task: of,
  startTime: new Date(from).toISOString(),
  endTime: new Date(to).toISOString(),
  note: '',
  discardedAt: null,
  createdAt: new Date(from).toISOString(),
});

/** A folder that the test deletes. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'proposals-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/**
 * Limits of time that are signals pass eight times as fast from ten seconds on, on a fast computer.
 * @returns how many times as slow this one is
 */
export function hurry(): number {
  const { timeout } = AbortSignal;
  const slowness = Math.max(1, PATIENCE_MS / 120_000);
  const spy = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => timeout(ms < 10_000 ? ms : Math.round((ms / 8) * slowness)));
  onTestFinished(() => spy.mockRestore());
  return slowness;
}

/** The methods of the service too, which open it. */
type Opened = {
  [K in keyof ProposalsService]: (
    ...args: Parameters<ProposalsService[K]>
  ) => Promise<Awaited<ReturnType<ProposalsService[K]>>>;
};
const withAll = (created: LazyProposals): LazyProposals & Opened =>
  new Proxy(created, {
    get: (target, name) =>
      Reflect.get(target, name) ??
      (async (...args: unknown[]) => Reflect.apply(Reflect.get(await target.open(), name), undefined, args)),
  }) as LazyProposals & Opened;

export function desk(settings: Partial<ProposalSettings> = {}, options: Partial<ProposalsOptions> = {}) {
  const state = { now: NOW, revisions: 0, requests: [] as string[] };
  const { database } = openDatabase(':memory:', new Date(NOW));
  const context = {
    ...testContext(database, () => state.now),
    readAgain: () => {
      state.revisions += 1;
    },
  };
  context.settings.writeValue('proposal-settings', { ...DEFAULT_PROPOSAL_SETTINGS, ...settings });
  const path = join(folder(), 'evidence.sqlite');
  const power = new EventEmitter();
  const start = () => {
    const created = createProposals(context, {
      path,
      tasks: () => [],
      entries: () => [],
      notWork: () => [],
      awayTimes: () => [],
      ownAddresses: () => [],
      power,
      transport: (url, init) => {
        state.requests.push(url);
        return fetch(url, init);
      },
      readTextFile: () => Promise.reject(new Error('No file')),
      chooseFolder: () => Promise.resolve(null),
      chooseCalendar: () => Promise.resolve(null),
      calendarWorker: CALENDAR_THREAD,
      ...options,
    });
    onTestFinished(created.part.stop);
    return withAll(created);
  };
  const proposals = start();
  const read = async () => (await proposals.evidence('2026-11-19')).map(({ evidence }) => evidence);
  const source = async (name: string) => {
    const { sources } = await proposals.settings();
    return sources.find((one) => one.source === name);
  };
  return { proposals, restart: start, context, power, path, state, read, source };
}
