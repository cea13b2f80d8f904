/**
 * Proposals for gaps, and what they are made from. A source reads whole local days, so that a reading replaces the one before. Times in
 * ms since 1970.
 */
import { basename } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { taskKey } from '../../../shared/accounts.ts';
import type { Evidence } from '../../../shared/contract/evidence.ts';
import type { Payload } from '../../../shared/contract/index.ts';
import {
  DEFAULT_PROPOSAL_SETTINGS,
  type EvidenceView,
  type Feature,
  Learned,
  MAX_RULES,
  type MeetingView,
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
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { MAX_PLACES } from '../../../shared/limits.ts';
import { isMeeting } from '../../../shared/proposals/claims.ts';
import { AROUND_MS, MAX_GAP_MS } from '../../../shared/proposals/evidence.ts';
import { learn } from '../../../shared/proposals/learned.ts';
import { propose } from '../../../shared/proposals/propose.ts';
import { dayAfter, dayBounds, localDay, type Span } from '../../../shared/time/day.ts';
import type { FeatureContext } from '../context.ts';
import { createActivityWatch } from './activity-watch.ts';
import { createCalendars, isAllowed } from './calendars.ts';
import { openEvidenceStore } from './evidence-store.ts';
import { createGit } from './git.ts';
import type { ProposalsOptions } from './lazy-proposals.ts';
import { LIMITS } from './limits.ts';
import { cutAt, type Problem, type ReadSource, untilAborted } from './source.ts';
import { type CreatedTask, linked } from './task-actions.ts';

/** Days before a gap that say what is usual (ms). */
const BEFORE_MS = 29 * DAY_MS;
/** A source that was read for the same days is not read again so soon, and calendars not unless that failed (ms). */
const AGAIN_MS = 20 * SECOND_MS;
const CALENDARS_AGAIN_MS = 15 * MINUTE_MS;

const Read = z.object({ at: z.number(), problems: z.array(z.custom<Problem>()) });

export type ProposalsService = ReturnType<typeof openProposals>;

/** Throws errors of the file system. */
export function openProposals(context: FeatureContext, options: ProposalsOptions) {
  const { settings, now, steady, readAgain, runInBackground } = context;
  const store = openEvidenceStore(options.path);
  /** What is read now, and for which days and until when the last reading of a source counts. */
  const begin = () => ({
    abort: new AbortController(),
    running: new Map<SourceName, Promise<void>>(),
    /** By the names of readings. */
    lastRead: new Map<string, Span & { until: number }>(),
  });
  let reading = begin();

  const chosen = (): ProposalSettings => settings.readValue('proposal-settings') ?? DEFAULT_PROPOSAL_SETTINGS;
  const rules = (): ProposalRule[] => settings.readValue('proposal-rules') ?? [];
  const isOn = (source: SourceName): boolean => chosen().on.includes(source);

  const keptSince = (): number => now() - chosen().days * DAY_MS;
  const eraseOld = (): void => store.eraseUntil(keptSince());
  eraseOld();

  function readerOf(source: SourceName): ReadSource {
    const { folders, port, calendars, ownAddresses } = chosen();
    if (source === 'git') return createGit(folders);
    if (source === 'activityWatch') return createActivityWatch(options.transport, port);
    if (source === 'punchcard') return readAwayTimes;
    const own = [...ownAddresses, ...options.ownAddresses()].map((address) => address.toLowerCase());
    return createCalendars({ ...options, calendars, ownAddresses: own, rename });
  }
  function rename(id: string, name: string): void {
    const calendars = chosen().calendars.map((one) => (one.id === id ? { ...one, name } : one));
    settings.writeValue('proposal-settings', { ...chosen(), calendars });
  }

  const add = (one: Evidence): void => store.add('punchcard', '', one);
  /** Added one by one, because the idle feature keeps them for a few days only. */
  async function readAwayTimes(): Promise<[]> {
    for (const { kind: awayKind, from, to } of options.awayTimes())
      if (to >= keptSince()) add({ kind: 'away', awayKind, from, to });
    return [];
  }

  /** Never rejects, and ends in time whatever the source does. */
  async function readSource(source: SourceName, asked: Span, { abort, lastRead }: typeof reading): Promise<void> {
    const { name, span } = readingFor(source, asked);
    const { signal: ended } = abort;
    if (ended.aborted) return;
    const limit = AbortSignal.any([ended, AbortSignal.timeout(LIMITS.sourceMs)]);
    const problems: Problem[] = [];
    try {
      const readings = await untilAborted(readerOf(source)(span, limit), limit);
      for (const { place, evidence: found, problem } of readings) {
        if (ended.aborted) return;
        if (found !== undefined) store.replace(source, place, span, found);
        if (problem !== undefined) problems.push(problem);
        if (found !== undefined && found.length > LIMITS.pieces) problems.push(cutAt(LIMITS.pieces, 'pieces', place));
        // Storing one takes tens of milliseconds: other work of main runs between them.
        await nextTurn();
      }
    } catch (error) {
      problems.push({ kind: limit.aborted ? 'slow' : 'other', place: null });
      // The text of an error may contain a path or a title.
      if (!limit.aborted) console.error(`Evidence could not be read: ${source}, ${(error as Error).name}`);
    }
    if (ended.aborted) return;
    const isLong = source === 'calendars' && problems.every(({ kind }) => kind === 'cut');
    lastRead.set(name, { ...span, until: steady() + (isLong ? CALENDARS_AGAIN_MS : AGAIN_MS) });
    store.write(`${name} read`, { at: now(), problems } satisfies z.infer<typeof Read>);
  }

  /**
   * Calendars are read for all days of which evidence is kept, and for tomorrow, for a morning without a network; earlier days alone,
   * because a long span exceeds the limits, which leave out its latest events. `name`: theirs differs, because they say nothing about
   * the kept days; it begins with the source, with which it is erased.
   */
  function readingFor(source: SourceName, asked: Span): { name: string; span: Span } {
    if (source !== 'calendars') return { name: source, span: asked };
    const today = localDay(now());
    const kept = { from: dayBounds(dayAfter(today, -chosen().days)).from, to: dayBounds(dayAfter(today, 1)).to };
    if (asked.to <= kept.from) return { name: 'calendars-earlier', span: asked };
    return { name: source, span: { from: Math.min(asked.from, kept.from), to: Math.max(asked.to, kept.to) } };
  }

  /** The local days that are read for a gap. */
  function daysFor(gap: Span): Span {
    const to = Math.min(gap.to, gap.from + MAX_GAP_MS);
    const days = { from: localDay(gap.from - AROUND_MS), to: localDay(Math.min(to + AROUND_MS, now())) };
    return { from: dayBounds(days.from).from, to: dayBounds(days.to).to };
  }

  async function refresh(gap: Span, sources = chosen().on): Promise<void> {
    const span = daysFor(gap);
    if (!(span.to > span.from)) return;
    const own = reading;
    const { abort, running, lastRead } = own;
    const isFresh = (source: SourceName): boolean => {
      const last = lastRead.get(readingFor(source, span).name);
      return last !== undefined && steady() < last.until && last.from <= span.from && last.to >= span.to;
    };
    const works = sources
      .filter((source) => !isFresh(source))
      .map((source) => {
        const work = (running.get(source) ?? Promise.resolve())
          .then(() => (isFresh(source) ? undefined : readSource(source, span, own)))
          .finally(() => {
            if (running.get(source) === work) running.delete(source);
            if (!abort.signal.aborted) readAgain('proposals');
          });
        running.set(source, work);
        return work;
      });
    if (works.length > 0) readAgain('proposals');
    await Promise.all(works);
  }

  /** `days`: of a gap, whose calendars may have been read alone. */
  function sourceViews(days?: Span): SourceView[] {
    return SOURCES.map((source) => {
      const name = days === undefined ? source : readingFor(source, days).name;
      const { at, problems } = store.read(`${name} read`, Read) ?? { at: null, problems: [] };
      const { problem, sources } = messages.proposals;
      return {
        source,
        isOn: isOn(source),
        isReading: reading.running.has(source),
        lastRead: at === null ? null : toIsoInstant(at),
        problems: isOn(source)
          ? problems.map(({ place, what = 'other', limit = 0, ...one }) =>
              problem({ ...one, place: place ?? sources[source], what, limit }),
            )
          : [],
      };
    });
  }

  /** What is running is given up, because it reads what may no longer be read, and nothing counts as read. */
  function giveUp(): void {
    reading.abort.abort();
    reading = begin();
  }

  function change(changed: { [K in keyof ProposalSettings]?: ProposalSettings[K] | undefined }): void {
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
    for (const source of SOURCES) if (!next.on.includes(source) || changes[source]) store.erase(source);
    eraseOld();
    readAgain('proposals');
  }

  let counts: Learned[] | undefined;
  /** Read once: five hundred counts take as long as all the rest of a first answer. */
  const learned = (): Learned[] => (counts ??= store.read('learned', z.array(Learned)) ?? []);
  function setLearned(next: Learned[]): void {
    store.write('learned', next);
    counts = next;
    readAgain('proposals');
  }

  const withoutRule = (rule: ProposalRule): ProposalRule[] => rules().filter((one) => !isDeepStrictEqual(one, rule));
  function setRules(next: ProposalRule[]): void {
    settings.writeValue('proposal-rules', next);
    readAgain('proposals');
  }

  return {
    add,
    eraseOld,

    read(gap: Span): ProposalsView {
      const around = { from: gap.from - AROUND_MS, to: Math.min(gap.to, gap.from + MAX_GAP_MS) + AROUND_MS };
      const notWork = options.notWork().map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
      const entries = options.entries({ from: gap.from - BEFORE_MS, to: around.to });
      const tasks = [...entries.map(({ task }) => task), ...options.tasks()].map(
        (task) => [taskKey(task), task] as const,
      );
      const proposals = propose({
        gap,
        evidence: store.near(gap, around),
        tasks: [...new Map(tasks).values()],
        entries,
        notWork: notWork.filter(({ to }) => to > gap.from - BEFORE_MS),
        rules: rules(),
        learned: learned(),
        usesOwnEvidence: isOn('punchcard'),
        now: now(),
      });
      return { proposals, sources: sourceViews(daysFor(gap)) };
    },
    refresh,

    answer(target: ProposalTarget, features: readonly Feature[], answer: 'accepted' | 'refused'): void {
      setLearned(learn(learned(), features, target, answer));
    },

    linkTask(localId: string, task: CreatedTask): void {
      if (learned().some(({ target }) => linked(target, localId, task) !== target))
        setLearned(learned().map((one) => ({ ...one, target: linked(one.target, localId, task) })));
      store.linkTask(localId, task.id);
    },

    settings(): ProposalSettingsView {
      const { on: _, calendars, ...others } = chosen();
      return {
        ...others,
        sources: sourceViews(),
        calendars: calendars.map(({ id, name, location }) => {
          return { id, name, place: /^https?:/i.test(location) ? new URL(location).host : location };
        }),
        rules: rules(),
        learned: learned(),
      };
    },
    change,
    async addFolder(): Promise<void> {
      const folder = await options.chooseFolder();
      if (folder !== null) change({ folders: [...new Set([...chosen().folders, folder])].slice(-MAX_PLACES) });
    },
    /** null asks for a file. Throws ValidationError if the address may not be read. */
    async addCalendar(address: string | null): Promise<void> {
      const typed = address === null ? await options.chooseCalendar() : address.replace(/^webcals?:/i, 'https:');
      if (typed === null) return;
      if (address !== null && !isAllowed(typed)) throw new ValidationError(messages.proposals.wrongAddress);
      // `HTTPS:host/a.ics` is an address, too.
      const location = address === null ? typed : new URL(typed).href;
      const name = address === null ? basename(location, '.ics') : new URL(location).host;
      const others = chosen().calendars.filter((one) => one.location !== location);
      change({ calendars: [...others, { id: crypto.randomUUID(), name, location }].slice(-MAX_PLACES) });
    },

    addRule: (rule: ProposalRule): void => setRules([rule, ...withoutRule(rule)].slice(0, MAX_RULES)),
    remove({ folder, calendarId, rule, learned: counted }: Payload<'proposals.remove'>): void {
      const { folders, calendars } = chosen();
      if (folder !== undefined) change({ folders: folders.filter((one) => one !== folder) });
      if (calendarId !== undefined) change({ calendars: calendars.filter(({ id }) => id !== calendarId) });
      if (rule !== undefined) setRules(withoutRule(rule));
      if (counted !== undefined)
        setLearned(counted === null ? [] : learned().filter((one) => !isDeepStrictEqual(one, counted)));
    },
    erase(): void {
      giveUp();
      for (const source of SOURCES) store.erase(source);
      readAgain('proposals');
    },
    evidence: (day: string): EvidenceView[] => store.of(dayBounds(day)),
    meetings(day: string): MeetingView[] {
      // The window asks again whenever a reading begins or ends.
      if (!reading.running.has('calendars')) runInBackground(() => refresh(dayBounds(day), ['calendars']));
      const meetings = store
        .of(dayBounds(day))
        .flatMap(({ evidence: one }) =>
          one.kind === 'event' && isMeeting(one) ? { from: one.from, to: one.to, title: one.title } : [],
        );
      // One that is in two calendars is the same.
      return [...new Map(meetings.map((one) => [JSON.stringify(one), one])).values()];
    },
    /** Ends what is read. */
    close(): void {
      reading.abort.abort();
      store.close();
    },
  };
}
