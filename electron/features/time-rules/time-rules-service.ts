/**
 * The person's rules for tracked time, and the closed weeks, which all open accounts share; one of the accounts keeps them. Nothing of
 * this is sent to the service.
 */
import {
  type ClosedWeekView,
  MAX_DAYS_OFF,
  MAX_NOT_WORK,
  type ProjectRules,
  type ReportSwitches,
  type TimeRules,
  type TimeRulesView,
} from '../../../shared/contract/time-rules.ts';
import type { ClosedCell } from '../../../shared/contract/timesheet.ts';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { projectRules } from '../../../shared/time/billable.ts';
import { dayAfter, type Span } from '../../../shared/time/day.ts';
import { ALL_PROJECTS, DEFAULT_TIME_RULES } from '../../../shared/time/default-rules.ts';
import { daysBetween } from '../../../shared/time/period.ts';
import { subtract, union } from '../../../shared/time/spans.ts';
import { transaction } from '../../store/database.ts';
import type { SharedAccount } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { createRulesStore, type StoredRules } from './rules-store.ts';

export type TimeRulesService = ReturnType<typeof createTimeRules>;

type Fields = { [K in keyof TimeRules]?: TimeRules[K] | undefined };

interface Loaded {
  accountId: string;
  rules: TimeRules;
  closedWeeks: ClosedWeekView[];
}

export function createTimeRules(
  context: Pick<FeatureContext, 'database' | 'settings' | 'now' | 'invalidate' | 'readAgain' | 'undo' | 'showToast'>,
  account: Pick<SharedAccount, 'id' | 'required' | 'openIds'>,
) {
  const { settings } = context;
  const store = createRulesStore(context.database);
  /** As on disk, which only the app writes. */
  let loaded: Loaded | null = null;

  /**
   * The account that keeps the rules of an open one. It stays when the accounts change places, and when it is signed out of itself; only
   * one without rules gives way to one that has some.
   */
  function keeperOf(accountId: string): string {
    const open = account.openIds();
    if (!open.includes(accountId)) return accountId;
    const kept = settings.readValue('rules-kept-by') ?? {};
    const candidates = [...open.flatMap((id) => kept[id] ?? []), ...open];
    const keeper = candidates.find(store.hasAny) ?? candidates[0] ?? accountId;
    const now = Object.fromEntries(open.map((id) => [id, keeper]));
    if (open.some((id) => kept[id] !== keeper)) settings.writeValue('rules-kept-by', { ...kept, ...now });
    return keeper;
  }

  function load(openId: string): Loaded {
    const accountId = keeperOf(openId);
    if (loaded?.accountId === accountId) return loaded;
    const rules = store.readRules(accountId, new Date(context.now()));
    loaded = { accountId, rules, closedWeeks: store.closedWeeks(accountId) };
    return loaded;
  }

  function changed(): void {
    loaded = null;
    context.invalidate('timeRules');
    context.readAgain('timeRules');
  }

  const rules = (): TimeRules => load(account.required().id).rules;

  /** One step of undo. `toast`: says what was changed; without it the view shows that. */
  function change(fields: Fields, toast?: string): void {
    const accountId = account.required().id;
    const keeper = keeperOf(accountId);
    const names = Object.keys(fields) as (keyof TimeRules)[];
    const before = rules();
    const set = (to: Fields) => {
      store.changeRules(keeper, Object.fromEntries(names.map((name) => [name, to[name]])));
      changed();
    };
    set(fields);
    const offer = context.undo.offer({
      accountId,
      text: toast ?? messages.timeRules.changed,
      label: messages.time.undo,
      subjects: names.map((name) => `time-rules:${name}`),
      undo: () => set(before),
      redo: () => set(fields),
    });
    if (toast !== undefined) context.showToast(toast, offer);
  }

  return {
    view(): TimeRulesView {
      const accountId = account.id();
      if (accountId === undefined) return { ...DEFAULT_TIME_RULES, closedWeeks: [] };
      const { rules, closedWeeks } = load(accountId);
      return { ...rules, closedWeeks };
    },
    rules,
    change,
    linkTask: (accountId: string, localId: string, task: { id: string; identifier: string }): void =>
      store.linkTask(keeperOf(accountId), localId, task),
    /** Of both, the rules that apply are kept. */
    transfer(fromId: string, toId: string): void {
      store.transfer(fromId, toId, keeperOf(toId));
      const kept = Object.entries(settings.readValue('rules-kept-by') ?? {});
      const now = kept.map(([id, keeper]) => [id, keeper === fromId ? toId : keeper]);
      settings.writeValue('rules-kept-by', Object.fromEntries(now));
      changed();
    },

    setNotWork(span: Span, isNotWork: boolean): void {
      const before = rules().notWork.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
      const spans = isNotWork ? union([...before, span]) : subtract(before, [span]);
      const notWork = spans.map(({ from, to }) => ({ from: toIsoInstant(from), to: toIsoInstant(to) }));
      change({ notWork: notWork.slice(-MAX_NOT_WORK) }, messages.timeRules[isNotWork ? 'notWork' : 'isWork']);
    },
    /** `name`: null makes them working days again. Throws ValidationError for too many days, or an end before the start. */
    setDaysOff(from: string, to: string, name: string | null): void {
      if (to < from || to > dayAfter(from, MAX_DAYS_OFF - 1))
        throw new ValidationError(messages.timeRules.wrongRange({ count: MAX_DAYS_OFF }));
      const days = daysBetween(from, to);
      change({ daysOff: days.reduce((all, day) => withKey(all, day, name ?? undefined), rules().daysOff) });
    },
    /** `until`: minutes since midnight; null makes it a whole day again. */
    setHalfDay: (day: string, until: number | null): void =>
      change({ halfDays: withKey(rules().halfDays, day, until ?? undefined) }),
    setHoliday(day: string, isOff: boolean): void {
      const { holidays } = rules();
      const holiday = holidays?.days[day];
      if (holidays === null || holiday === undefined) return;
      change({ holidays: { ...holidays, days: withKey(holidays.days, day, { ...holiday, isOff }) } });
    },
    /** `isBillable`: null removes the rule. */
    setLabel: (label: string, isBillable: boolean | null): void =>
      change({ billableLabels: withKey(rules().billableLabels, label, isBillable ?? undefined) }),
    setProject(key: string, name: string, fields: { [K in keyof ProjectRules]?: ProjectRules[K] | undefined }): void {
      const { projects } = rules();
      const { isBillable, rate, hue } = projectRules(key, { projects });
      const next = {
        name,
        isBillable: fields.isBillable ?? isBillable,
        rate: fields.rate === undefined ? rate : fields.rate,
        hue: fields.hue === undefined ? hue : fields.hue,
      };
      change({ projects: withKey(projects, key, next) });
    },
    /** `key`: null for reports of all projects. */
    setReport: (key: string | null, switches: ReportSwitches): void =>
      change({ reports: withKey(rules().reports, key ?? ALL_PROJECTS, switches) }),

    /** The latest first. */
    closedWeeks: (accountId: string): readonly ClosedWeekView[] => load(accountId).closedWeeks,
    /** What was tracked when the week was closed; null if it is open. */
    closedCells: (accountId: string, weekStart: string): ClosedCell[] | null =>
      store.closedCells(keeperOf(accountId), weekStart),
    close(accountId: string, weekStart: string, cells: readonly ClosedCell[]): void {
      store.close(keeperOf(accountId), weekStart, toIsoInstant(context.now()), cells);
      changed();
    },
    reopen(accountId: string, weekStart: string): void {
      store.reopen(keeperOf(accountId), weekStart);
      changed();
    },

    /** All that is stored. A closed week is left out if what was tracked then cannot be read. */
    stored(accountId: string): StoredRules {
      const { rules, closedWeeks } = load(accountId);
      const readable = closedWeeks.flatMap(({ weekStart, closedAt }) => {
        const cells = store.closedCells(keeperOf(accountId), weekStart);
        return cells === null ? [] : [{ weekStart, closedAt, cells }];
      });
      return { ...rules, closedWeeks: readable };
    },
    /** Replaces all that is stored, or nothing if it throws. */
    replace(openId: string, { closedWeeks, ...rules }: StoredRules): void {
      const accountId = keeperOf(openId);
      transaction(context.database, () => {
        store.changeRules(accountId, rules);
        store.reopenAll(accountId);
        for (const { weekStart, closedAt, cells } of closedWeeks) store.close(accountId, weekStart, closedAt, cells);
      });
      changed();
    },
  };
}

/** The record with the key set; undefined removes it. */
function withKey<T>(record: Readonly<Record<string, T>>, key: string, value: T | undefined): Record<string, T> {
  const { [key]: _, ...others } = record;
  return value === undefined ? others : { ...others, [key]: value };
}
