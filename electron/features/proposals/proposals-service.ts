/**
 * Proposals for gaps, and what they are made from. The engine, the sources and the database of evidence are loaded when the first gap is
 * opened. A source reads whole local days, so that a reading replaces the one before. Times in ms since 1970.
 */
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { AwayKind } from '../../../shared/contract/idle-view.ts';
import {
  DEFAULT_PROPOSAL_SETTINGS,
  type Evidence,
  type EvidenceView,
  type Feature,
  Learned,
  MAX_PLACES,
  MAX_RULES,
  type ProposalRule,
  type ProposalSettings,
  type ProposalSettingsView,
  type ProposalsView,
  type ProposalTarget,
  SOURCES,
  type SourceName,
  type SourceView,
} from '../../../shared/contract/proposals.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { KnownTask } from '../../../shared/proposals/find-tasks.ts';
import { dayBounds, localDay, type Span } from '../../../shared/time/day.ts';
import type { Entry } from '../../../shared/time/entry.ts';
import type { Transport } from '../../../shared/transport.ts';
import { type AccountPart, nothing } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import type { EvidenceStore } from './evidence-store.ts';
import type { ReadSource } from './source.ts';
import { actionsOf, type TaskAction } from './task-actions.ts';

/** Evidence this far from a gap still says something about it (ms). */
const AROUND_MS = 4 * HOUR_MS;
/** Days before a gap that say what is usual (ms). */
const BEFORE_MS = 29 * DAY_MS;
/** The beginning of a longer span is read (ms). */
const MAX_SPAN_MS = 2 * DAY_MS;
/** For all places of a source together (ms). */
const READ_MS = 30 * SECOND_MS;
/** A source that was read for the same days is not read again so soon (ms). */
const AGAIN_MS = 20 * SECOND_MS;
/** How often old evidence is erased (ms). */
const ERASE_MS = 6 * HOUR_MS;

const Read = z.object({ at: z.number(), problems: z.array(z.string()) });

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

export type ProposalsService = ReturnType<typeof createProposals>;

export function createProposals(context: FeatureContext, options: ProposalsOptions) {
  const { settings, now, steady, readAgain, runInBackground } = context;
  let opening: Promise<EvidenceStore> | null = null;
  let opened: EvidenceStore | null = null;
  let isStopped = false;
  /** What is read now, and for which days a source was read last. A change of what may be read makes both invalid. */
  let running = new Map<SourceName, Promise<void>>();
  let lastRead = new Map<SourceName, Span & { at: number }>();
  let abort = new AbortController();

  const chosen = (): ProposalSettings => settings.readValue('proposal-settings') ?? DEFAULT_PROPOSAL_SETTINGS;
  const rules = (): ProposalRule[] => settings.readValue('proposal-rules') ?? [];
  const isOn = (source: SourceName): boolean => chosen().on.includes(source);

  async function load(): Promise<EvidenceStore> {
    const { openEvidenceStore } = await import('./evidence-store.ts');
    if (isStopped) throw new Error('Punchcard is closing.');
    opened = openEvidenceStore(options.path);
    opened.eraseUntil(now() - chosen().days * DAY_MS);
    return opened;
  }
  function store(): Promise<EvidenceStore> {
    opening ??= load().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  /** Files of earlier runs are erased in time, too. */
  const erasing = setInterval(
    () =>
      runInBackground(async () => {
        if (opened !== null || existsSync(options.path)) (await store()).eraseUntil(now() - chosen().days * DAY_MS);
      }),
    ERASE_MS,
  );
  erasing.unref();

  async function readerOf(source: SourceName): Promise<ReadSource> {
    const { folders, port, calendars, ownAddresses } = chosen();
    const { transport, readTextFile, calendarWorker: worker } = options;
    if (source === 'git') return (await import('./git.ts')).createGit(folders);
    if (source === 'activityWatch') return (await import('./activity-watch.ts')).createActivityWatch(transport, port);
    if (source === 'punchcard') return readAwayTimes;
    const own = [...ownAddresses, ...options.ownAddresses()].map((address) => address.toLowerCase());
    const { createCalendars } = await import('./calendars.ts');
    return createCalendars({
      calendars,
      ownAddresses: own,
      store: await store(),
      transport,
      readTextFile,
      worker,
      now,
    });
  }

  /** Added one by one, because the idle feature keeps them for a few days only. */
  async function readAwayTimes(): Promise<[]> {
    for (const { kind: awayKind, from, to } of options.awayTimes()) await add({ kind: 'away', awayKind, from, to });
    return [];
  }
  const add = async (one: Evidence): Promise<void> => (await store()).add('punchcard', '', one);

  /** Never rejects, and ends in time whatever the source does. */
  async function readSource(source: SourceName, span: Span, ended: AbortSignal): Promise<void> {
    const limit = AbortSignal.any([ended, AbortSignal.timeout(READ_MS)]);
    const problems: string[] = [];
    try {
      const read = await readerOf(source);
      const tooLong = Promise.withResolvers<never>();
      limit.addEventListener('abort', () => tooLong.reject(limit.reason), { once: true });
      const readings = await Promise.race([read(span, limit), tooLong.promise]);
      const evidence = await store();
      if (ended.aborted) return;
      for (const { place, evidence: found, problem } of readings) {
        if (found !== undefined) evidence.replace(source, place, span, found);
        if (problem !== undefined) problems.push(problem);
      }
      if (problems.length === 0) lastRead.set(source, { ...span, at: steady() });
    } catch (error) {
      const place = messages.proposals.sources[source];
      problems.push(limit.aborted ? messages.proposals.slow({ place }) : messages.proposals.unreadable({ place }));
      // The text of an error may contain a path or a title.
      if (!limit.aborted) console.error(`Evidence could not be read: ${source}, ${(error as Error).name}`);
    }
    if (!ended.aborted) (await store()).write(`${source} read`, { at: now(), problems } satisfies z.infer<typeof Read>);
  }

  async function refresh(asked: Span): Promise<void> {
    const to = Math.min(asked.to, asked.from + MAX_SPAN_MS);
    const days = { from: localDay(asked.from - AROUND_MS), to: localDay(Math.min(to + AROUND_MS, now())) };
    const span = { from: dayBounds(days.from).from, to: dayBounds(days.to).to };
    const { signal } = abort;
    const [all, done] = [running, lastRead];
    const isFresh = (source: SourceName): boolean => {
      const last = done.get(source);
      return last !== undefined && steady() - last.at < AGAIN_MS && last.from <= span.from && last.to >= span.to;
    };
    const stale = chosen().on.filter((source) => !isFresh(source));
    const reading = stale.map((source) => {
      const before = all.get(source) ?? Promise.resolve();
      const work = before
        .then(() => (isFresh(source) ? undefined : readSource(source, span, signal)))
        .finally(() => {
          if (all.get(source) === work) all.delete(source);
          if (!signal.aborted) readAgain('proposals');
        });
      all.set(source, work);
      return work;
    });
    if (reading.length > 0) readAgain('proposals');
    await Promise.all(reading);
  }

  function sourceViews(evidence: EvidenceStore): SourceView[] {
    return SOURCES.map((source) => {
      const read = evidence.read(`${source} read`, Read);
      return {
        source,
        isOn: isOn(source),
        isReading: running.has(source),
        lastRead: read === undefined ? null : toIsoInstant(read.at),
        problems: isOn(source) ? (read?.problems ?? []) : [],
      };
    });
  }

  /** What is running is given up: it reads what may no longer be read. */
  function giveUp(): void {
    abort.abort();
    abort = new AbortController();
    running = new Map();
    lastRead = new Map();
  }

  async function change(changed: { [K in keyof ProposalSettings]?: ProposalSettings[K] | undefined }): Promise<void> {
    const before = chosen();
    const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
    const next: ProposalSettings = { ...before, ...given };
    settings.writeValue('proposal-settings', next);
    giveUp();
    const changes: Record<SourceName, boolean> = {
      punchcard: false,
      git: !isDeepStrictEqual(before.folders, next.folders),
      calendars: !isDeepStrictEqual(before.calendars, next.calendars),
      activityWatch: before.port !== next.port,
    };
    const evidence = await store();
    for (const source of SOURCES) if (!next.on.includes(source) || changes[source]) evidence.erase(source);
    evidence.eraseUntil(now() - next.days * DAY_MS);
    readAgain('proposals');
  }

  const learned = (evidence: EvidenceStore): Learned[] => evidence.read('learned', z.array(Learned)) ?? [];

  const withoutRule = (rule: ProposalRule): ProposalRule[] => rules().filter((one) => !isDeepStrictEqual(one, rule));
  function setRules(next: ProposalRule[]): void {
    settings.writeValue('proposal-rules', next);
    readAgain('proposals');
  }

  /** While the screen is locked or the computer asleep. */
  function watchAway(awayKind: 'lock' | 'sleep', leaves: string, returns: string): void {
    let from: number | null = null;
    options.power.on(leaves, () => {
      from ??= isOn('punchcard') ? now() : null;
    });
    options.power.on(returns, () => {
      const since = from;
      from = null;
      if (since === null || !isOn('punchcard') || now() - since < MINUTE_MS) return;
      runInBackground(() => add({ kind: 'away', awayKind, from: since, to: now() }));
    });
  }
  watchAway('lock', 'lock-screen', 'unlock-screen');
  watchAway('sleep', 'suspend', 'resume');

  function did(taskId: string, action: TaskAction): void {
    const at = now();
    if (isOn('punchcard') && !isStopped) runInBackground(() => add({ kind: 'task', taskId, action, from: at, to: at }));
  }

  const part: AccountPart = {
    load: nothing,
    start: nothing,
    transfer: nothing,
    stop() {
      isStopped = true;
      clearInterval(erasing);
      abort.abort();
      opened?.close();
      opened = null;
    },
  };

  return {
    /** The person acted on a task. */
    did,
    /** The window sent a command. */
    record(command: string, payload: unknown): void {
      for (const { taskId, action } of actionsOf(command, payload)) did(taskId, action);
    },

    async read(gap: Span): Promise<ProposalsView> {
      const [evidence, { propose }] = await Promise.all([store(), import('../../../shared/proposals/propose.ts')]);
      const around = { from: gap.from - AROUND_MS, to: Math.min(gap.to, gap.from + MAX_SPAN_MS) + AROUND_MS };
      const notWork = options.notWork().map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
      const entries = options.entries({ from: gap.from - BEFORE_MS, to: around.to });
      const tasks = [...entries.map(({ task }) => task), ...options.tasks()].map(
        (task) => [task.taskId, task] as const,
      );
      const proposals = propose({
        gap,
        evidence: evidence.between(around).map((one) => one.evidence),
        tasks: [...new Map(tasks).values()],
        entries,
        notWork: notWork.filter(({ to }) => to > gap.from - BEFORE_MS),
        rules: rules(),
        learned: learned(evidence),
        now: now(),
      });
      return { proposals, sources: sourceViews(evidence) };
    },
    refresh,

    async answer(target: ProposalTarget, features: readonly Feature[], answer: 'accepted' | 'refused'): Promise<void> {
      const [evidence, { learn }] = await Promise.all([store(), import('../../../shared/proposals/learned.ts')]);
      evidence.write('learned', learn(learned(evidence), features, target, answer));
      readAgain('proposals');
    },

    async settings(): Promise<ProposalSettingsView> {
      const evidence = await store();
      const { on: _, calendars, ...others } = chosen();
      return {
        ...others,
        sources: sourceViews(evidence),
        calendars: calendars.map(({ id, name, location }) => {
          return { id, name, place: /^https?:/.test(location) ? new URL(location).host : location };
        }),
        rules: rules(),
        learned: learned(evidence),
      };
    },
    change,
    async addFolder(): Promise<void> {
      const folder = await options.chooseFolder();
      if (folder !== null) await change({ folders: [...new Set([...chosen().folders, folder])].slice(-MAX_PLACES) });
    },
    removeFolder: (folder: string): Promise<void> =>
      change({ folders: chosen().folders.filter((one) => one !== folder) }),
    /** null asks for a file. Throws ValidationError if the address may not be read. */
    async addCalendar(address: string | null): Promise<void> {
      const location = address === null ? await options.chooseCalendar() : address.replace(/^webcals?:/i, 'https:');
      if (location === null) return;
      const { isAllowed } = await import('./calendars.ts');
      if (address !== null && !isAllowed(location)) throw new ValidationError(messages.proposals.wrongAddress);
      const name = address === null ? basename(location, '.ics') : new URL(location).host;
      const others = chosen().calendars.filter((one) => one.location !== location);
      await change({ calendars: [...others, { id: crypto.randomUUID(), name, location }].slice(-MAX_PLACES) });
    },
    removeCalendar: (id: string): Promise<void> =>
      change({ calendars: chosen().calendars.filter((one) => one.id !== id) }),

    addRule: (rule: ProposalRule): void => setRules([rule, ...withoutRule(rule)].slice(0, MAX_RULES)),
    removeRule: (rule: ProposalRule): void => setRules(withoutRule(rule)),
    async forget(one: Learned | null): Promise<void> {
      const evidence = await store();
      evidence.write(
        'learned',
        one === null ? [] : learned(evidence).filter((other) => !isDeepStrictEqual(other, one)),
      );
      readAgain('proposals');
    },
    async erase(): Promise<void> {
      giveUp();
      const evidence = await store();
      for (const source of SOURCES) evidence.erase(source);
      readAgain('proposals');
    },
    evidence: async (day: string): Promise<EvidenceView[]> => (await store()).between(dayBounds(day)),

    part,
  };
}
