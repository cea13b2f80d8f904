/**
 * The part of proposals that every start loads: it notes what the person does, if that is switched on, and opens the rest with the first
 * gap. Times in ms since 1970.
 */
import { existsSync } from 'node:fs';
import type { Evidence } from '../../../shared/contract/evidence.ts';
import type { AwayKind } from '../../../shared/contract/idle-view.ts';
import {
  DEFAULT_PROPOSAL_SETTINGS,
  type MeetingView,
  type ProposalRule,
  type SourceName,
} from '../../../shared/contract/proposals.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import type { KnownTask } from '../../../shared/proposals/find-tasks.ts';
import type { Span } from '../../../shared/time/day.ts';
import type { Entry } from '../../../shared/time/entry.ts';
import type { Transport } from '../../../shared/transport.ts';
import { type AccountPart, nothing } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { ProposalsService } from './proposals-service.ts';
import { type ActedOn, actionsOf, type CreatedTask, linked, type TaskAction } from './task-actions.ts';

/** How often old evidence is erased (ms). */
const ERASE_MS = HOUR_MS / 2;

export interface ProposalsOptions {
  /** Of the evidence; its folder exists. */
  path: string;
  /** Tasks of the open accounts that can be recognised. */
  tasks: () => readonly KnownTask[];
  /** Of the open accounts, by start, the running one included. */
  entries: (span: Span) => readonly Entry[];
  /** Answers "not work". */
  notWork: () => readonly { from: string; to: string }[];
  /** Time away that the idle feature recorded. */
  awayTimes: () => readonly (Span & { kind: AwayKind })[];
  /** Of the person, at the servers of the open accounts. */
  ownAddresses: () => readonly string[];
  power: Pick<NodeJS.EventEmitter, 'on'>;
  transport: Transport;
  readTextFile: (path: string, maxBytes: number) => Promise<string>;
  /** Dialogs; null if the person cancels. */
  chooseFolder: () => Promise<string | null>;
  chooseCalendar: () => Promise<string | null>;
  /** Of calendar-worker, as a file. */
  calendarWorker: string | URL;
}

export type LazyProposals = ReturnType<typeof createProposals>;

export function createProposals(context: FeatureContext, options: ProposalsOptions) {
  const { settings, now, runInBackground } = context;
  let opening: Promise<ProposalsService> | null = null;
  let opened: ProposalsService | null = null;
  let isStopped = false;

  async function load(): Promise<ProposalsService> {
    const { openProposals } = await import('./proposals-service.ts');
    if (isStopped) throw new Error('Punchcard is closing.');
    opened = openProposals(context, options);
    return opened;
  }
  function open(): Promise<ProposalsService> {
    opening ??= load().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  /** Evidence of earlier runs is erased in time, too. */
  const erasing = setInterval(
    () =>
      runInBackground(async () => {
        if (existsSync(options.path)) (await open()).eraseOld();
      }),
    ERASE_MS,
  );
  erasing.unref();

  const isOn = (source: SourceName): boolean =>
    !isStopped && (settings.readValue('proposal-settings') ?? DEFAULT_PROPOSAL_SETTINGS).on.includes(source);
  const add = (one: Evidence): void => runInBackground(async () => (await open()).add(one));

  /** While the screen is locked or the computer asleep. */
  function watchAway(awayKind: 'lock' | 'sleep', leaves: string, returns: string): void {
    let since: number | null = null;
    options.power.on(leaves, () => {
      since ??= isOn('punchcard') ? now() : null;
    });
    options.power.on(returns, () => {
      const from = since;
      since = null;
      if (from !== null && isOn('punchcard') && now() - from >= MINUTE_MS)
        add({ kind: 'away', awayKind, from, to: now() });
    });
  }
  watchAway('lock', 'lock-screen', 'unlock-screen');
  watchAway('sleep', 'suspend', 'resume');

  /** The person acted on a task. */
  function did({ taskId, accountId }: ActedOn, action: TaskAction): void {
    const task = { taskId, ...(accountId !== undefined && { accountId }) };
    if (isOn('punchcard')) add({ kind: 'task', ...task, action, from: now(), to: now() });
  }

  /** A task that was created here has got the id and the identifier that the service gave it. */
  function linkTask(localId: string, task: CreatedTask): void {
    const rules = settings.readValue('proposal-rules') ?? [];
    const isOf = ({ proposes }: ProposalRule): boolean => linked(proposes, localId, task) !== proposes;
    if (rules.some(isOf))
      settings.writeValue(
        'proposal-rules',
        rules.map((rule) => ({ ...rule, proposes: linked(rule.proposes, localId, task) })),
      );
    if (!isStopped && existsSync(options.path)) runInBackground(async () => (await open()).linkTask(localId, task));
  }

  const part: AccountPart = {
    load: nothing,
    start: nothing,
    transfer: nothing,
    stop() {
      isStopped = true;
      clearInterval(erasing);
      opened?.close();
      opened = null;
    },
  };

  return {
    open,
    did,
    linkTask,
    /** Opens nothing while calendars are off. */
    meetings: async (day: string): Promise<MeetingView[]> => (isOn('calendars') ? (await open()).meetings(day) : []),
    /** The window sent a command. */
    record(command: string, payload: unknown): void {
      for (const { action, ...task } of actionsOf(command, payload)) did(task, action);
    },
    part,
  };
}
