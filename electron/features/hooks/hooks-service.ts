/**
 * Runs the person's hooks after events. Nothing waits for a hook. They run one after another, in the order of the events, so that a
 * hook for a start never overtakes that of the stop before it.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { access, constants } from 'node:fs/promises';
import { formatISO } from 'date-fns';
import { isSameTask } from '../../../shared/accounts.ts';
import {
  HOOK_EVENTS,
  type HookEvent,
  type HookRun,
  type Hooks,
  type HookView,
  type LoggedHookRun,
} from '../../../shared/contract/hooks.ts';
import type { TaskView } from '../../../shared/contract/task-view.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { createLogOnce } from '../../../shared/log-once.ts';
import type { Entry, TaskRef } from '../../../shared/time/entry.ts';
import { daysOfWeek } from '../../../shared/time/period.ts';
import { type AccountPart, nothing } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { TimeService } from '../time/index.ts';
import { runHook } from './run-hook.ts';

/** More events in this time run no hook, so that two programs which set each other off come to an end. It is also the longest queue. */
export const MAX_RUNS = 30;
const WITHIN_MS = 5 * MINUTE_MS;
/** How many runs the settings list. */
const MAX_LISTED = 50;

export interface HooksOptions {
  time: Pick<TimeService, 'running' | 'entries'>;
  /** Opens the system's dialog; null if the person cancels. */
  chooseFile: () => Promise<string | null>;
  /** Keeps how a run went, and its output. */
  writeLog: (text: string) => void;
}

export type HooksService = ReturnType<typeof createHooks>;

type Variables = Readonly<Record<string, string>>;

export function createHooks(context: FeatureContext, { time, chooseFile, writeLog }: HooksOptions) {
  const { settings, now, steady, runInBackground } = context;
  const lastRuns = new Map<HookEvent, { variables: Variables; run: HookRun | null }>();
  let runs: LoggedHookRun[] = [];
  const stopping = new AbortController();
  /** When the last runs were asked for. */
  let asked: number[] = [];
  let queue: Promise<void> = Promise.resolve();
  let running: Entry | undefined;
  const logOnce = createLogOnce('Hooks');
  const ownRequest = new AsyncLocalStorage<{ isOpen: boolean }>();

  const hooks = (): Hooks => settings.readValue('hooks') ?? {};

  /** Resolves when it has ended. */
  function run(event: HookEvent, path: string, variables: Variables): Promise<void> {
    queue = queue.then(async () => {
      if (stopping.signal.aborted) return;
      const at = toIsoInstant(now());
      const began = steady();
      lastRuns.set(event, { variables, run: lastRuns.get(event)?.run ?? null });
      const { result, output } = await runHook(path, variables, stopping.signal);
      const done: HookRun = { at, ms: steady() - began, ...result };
      lastRuns.set(event, { variables, run: done });
      runs = [{ event, ...done }, ...runs].slice(0, MAX_LISTED);
      log(event, done, output);
    });
    return queue;
  }

  function log(event: HookEvent, { at, ms, ...result }: HookRun, output: string): void {
    if (result.outcome !== 'done') console.warn(`The hook for ${event} failed: ${result.outcome}`);
    const text = `${at} ${event} ${(ms / SECOND_MS).toFixed(1)} s ${JSON.stringify(result)}\n${output}`;
    try {
      writeLog(text.endsWith('\n') ? text : `${text}\n`);
    } catch (error) {
      console.warn('The output of a hook was not kept:', error);
    }
  }

  function happened(event: HookEvent, variables: Variables): void {
    const hook = hooks()[event];
    if (!hook?.on || ownRequest.getStore()?.isOpen) return;
    asked = asked.filter((at) => at > steady() - WITHIN_MS);
    if (asked.length >= MAX_RUNS) {
      logOnce('too many in five minutes, so the others did not run');
      return;
    }
    asked.push(steady());
    runInBackground(() => run(event, hook.path, { PUNCHCARD_EVENT: event, ...variables }));
  }

  function change(event: HookEvent, hook: Hooks[HookEvent]): void {
    const { [event]: _, ...others } = hooks();
    settings.writeValue('hooks', hook === undefined ? others : { ...others, [event]: hook });
  }

  const part: AccountPart = {
    /** A timer that ran before the start, or before the account was opened, is no event. */
    load: () => {
      running = time.running();
    },
    start: nothing,
    transfer: nothing,
    stop: () => stopping.abort(),
  };

  return {
    part,
    /** What a hook's own command changes runs no hook; otherwise two hooks could set each other off for ever. */
    fromHook<T>(work: () => Promise<T>): Promise<T> {
      const request = { isOpen: true };
      const close = () => {
        request.isOpen = false;
      };
      // An alarm that the work sets inherits the mark and may ring hours later. Once the listeners of its changes were told, it is over.
      return ownRequest.run(request, work).finally(() => setImmediate(close));
    },

    /** Call when entries changed. */
    timerChanged(): void {
      const before = running;
      running = time.running();
      if (before?.id === running?.id) return;
      if (running === undefined && before !== undefined) {
        // What the person threw away ends now.
        const ended = time.entries.find(before.accountId, before.id)?.endTime ?? toIsoInstant(now());
        happened('stopped', { ...ofEntry(before), PUNCHCARD_END: formatISO(ended) });
      } else if (running !== undefined && before === undefined) happened('started', ofEntry(running));
      // A note or time away can end an entry while the timer goes on.
      else if (running !== undefined && before !== undefined && !isSameTask(taskOf(running), taskOf(before)))
        happened('switched', { ...ofEntry(running), PUNCHCARD_BEFORE: before.task.identifier });
    },
    /** Call with the tasks whose due date was reached. */
    due(tasks: readonly TaskView[]): void {
      for (const task of tasks) happened('due', { ...ofTask(task), PUNCHCARD_DUE: task.dueDate ?? '' });
    },
    weekClosed(weekStart: string): void {
      happened('week-closed', { PUNCHCARD_FROM: weekStart, PUNCHCARD_TO: daysOfWeek(weekStart).at(-1) ?? '' });
    },

    read: (): Promise<HookView[]> =>
      Promise.all(
        HOOK_EVENTS.map(async (event) => {
          const { path = null, on = false } = hooks()[event] ?? {};
          const problem = path === null ? null : await problemOf(path);
          return { event, path, on, problem, last: lastRuns.get(event)?.run ?? null };
        }),
      ),
    runs: (): LoggedHookRun[] => runs,
    async choose(event: HookEvent): Promise<void> {
      const path = await chooseFile();
      if (path === null) return;
      lastRuns.delete(event);
      change(event, { path, on: true });
    },
    switch(event: HookEvent, on: boolean): void {
      const hook = hooks()[event];
      if (hook) change(event, { ...hook, on });
    },
    remove: (event: HookEvent): void => change(event, undefined),
    async runAgain(event: HookEvent): Promise<void> {
      const [hook, last] = [hooks()[event], lastRuns.get(event)];
      if (hook && last) await run(event, hook.path, last.variables);
    },
  };
}

const taskOf = ({ task, accountId }: Entry) => ({ ...task, accountId });

const ofTask = ({ identifier, title, projectName }: Pick<TaskRef, 'identifier' | 'title' | 'projectName'>) => ({
  PUNCHCARD_TASK: identifier,
  PUNCHCARD_TITLE: title,
  PUNCHCARD_PROJECT: projectName,
});

const ofEntry = ({ task, startTime }: Entry) => ({
  ...ofTask(task),
  PUNCHCARD_START: formatISO(startTime),
});

async function problemOf(path: string): Promise<HookView['problem']> {
  try {
    await access(path, constants.X_OK);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'not-executable' : 'missing';
  }
}
