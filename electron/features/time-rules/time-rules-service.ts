/**
 * The person's rules for tracked time, and the closed weeks, which all open accounts share; one of the accounts keeps them. Nothing of
 * this is sent to the service.
 */
import { splitKey, taskKey } from '../../../shared/accounts.ts';
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
import type { FirstAccount } from '../account/index.ts';
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
  account: Pick<FirstAccount, 'id' | 'required' | 'openIds'>,
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
    if (open.every((id) => kept[id] === keeper)) return keeper;
    const formerKeepers = new Set(open.map((id) => kept[id] ?? id).filter((id) => id !== keeper));
    const members = Object.keys(kept).filter((id) => formerKeepers.has(kept[id] ?? id));
    const now = Object.fromEntries([...open, ...formerKeepers, ...members].map((id) => [id, keeper]));
    const next = { ...kept, ...now };
    const change = (): void => {
      for (const formerId of formerKeepers) merge(formerId, keeper, Object.keys(next));
      settings.writeValue('rules-kept-by', next);
    };
    if (context.database.isTransaction) change();
    else transaction(context.database, change);
    loaded = null;
    return keeper;
  }

  /** Adds the rules and closed weeks of a former keeper to those of its successor, which win. */
  function merge(formerId: string, keeper: string, accountIds: readonly string[]): void {
    const today = new Date(context.now());
    const own = store.readRules(keeper, today);
    const former = store.readRules(formerId, today);
    const keyOf = (key: string): string => {
      if (key === ALL_PROJECTS) return key;
      const project = { accountId: formerId, ...splitKey(key, accountIds) };
      return project.accountId === keeper ? project.id : taskKey(project);
    };
    store.changeRules(keeper, {
      projects: { ...withKeys(former.projects, keyOf), ...own.projects },
      reports: { ...withKeys(former.reports, keyOf), ...own.reports },
      daysOff: { ...former.daysOff, ...own.daysOff },
      halfDays: { ...former.halfDays, ...own.halfDays },
      billableLabels: { ...former.billableLabels, ...own.billableLabels },
    });
    const closed = new Map(store.closedWeeks(keeper).map((week) => [week.weekStart, week]));
    for (const { weekStart, closedAt } of store.closedWeeks(formerId)) {
      const week = closed.get(weekStart);
      const ownCells = week === undefined ? [] : store.closedCells(keeper, weekStart);
      const cells = store.closedCells(formerId, weekStart)?.map((cell) => ({ accountId: formerId, ...cell }));
      // A week that cannot be read is moved as it is.
      if (cells === undefined || ownCells === null) continue;
      store.close(keeper, weekStart, week?.closedAt ?? closedAt, [...ownCells, ...cells]);
    }
    store.moveRows(formerId, keeper, 'UPDATE OR IGNORE');
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

  const stored = (): TimeRules => load(account.required().id).rules;

  /** `accountId`: of the project if its key does not name one. */
  const projectOf = (key: string, accountId: string) => ({
    accountId,
    ...splitKey(key, Object.keys(settings.readValue('rules-kept-by') ?? {})),
  });

  /** With the account of each project, if several are open (`taskKey`). */
  function shown({ projects, reports, ...rules }: TimeRules, keeper: string): TimeRules {
    const [only, another] = account.openIds();
    const shownKey = (key: string): string => {
      const project = projectOf(key, keeper);
      return another === undefined && project.accountId === only ? project.id : taskKey(project);
    };
    return {
      ...rules,
      projects: withKeys(projects, shownKey),
      reports: withKeys(reports, (key) => (key === ALL_PROJECTS ? key : shownKey(key))),
    };
  }

  /** Projects of the keeper are stored without it, so that a backup can be restored on a computer with other account ids. */
  function storedKey(key: string): string {
    const { id } = account.required();
    const keeper = keeperOf(id);
    const project = projectOf(key, id);
    return project.accountId === keeper ? project.id : taskKey(project);
  }

  const rules = (): TimeRules => shown(stored(), keeperOf(account.required().id));

  /** One step of undo. `toast`: says what was changed; without it the view shows that. */
  function change(fields: Fields, toast?: string): void {
    const accountId = account.required().id;
    const keeper = keeperOf(accountId);
    const names = Object.keys(fields) as (keyof TimeRules)[];
    const before = stored();
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
      isOfAll: true,
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
      return { ...shown(rules, keeperOf(accountId)), closedWeeks };
    },
    keeperOf,
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
    setProject(
      projectKey: string,
      name: string,
      fields: { [K in keyof ProjectRules]?: ProjectRules[K] | undefined },
    ): void {
      const { projects } = stored();
      const key = storedKey(projectKey);
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
      change({ reports: withKey(stored().reports, key === null ? ALL_PROJECTS : storedKey(key), switches) }),

    /** The latest first. */
    closedWeeks: (accountId: string): readonly ClosedWeekView[] => load(accountId).closedWeeks,
    /** What was tracked when the week was closed; null if it is open. */
    closedCells(openId: string, weekStart: string): (ClosedCell & { accountId: string })[] | null {
      const keeper = keeperOf(openId);
      const cells = store.closedCells(keeper, weekStart);
      return cells?.map(({ accountId = keeper, ...cell }) => ({ ...cell, accountId })) ?? null;
    },
    /** The keeper's own cells go without an account, so that a backup can be restored on a computer with other account ids. */
    close(openId: string, weekStart: string, cells: readonly ClosedCell[]): void {
      const keeper = keeperOf(openId);
      const stored = cells.map(({ accountId = keeper, ...cell }) =>
        accountId === keeper ? cell : { ...cell, accountId },
      );
      store.close(keeper, weekStart, toIsoInstant(context.now()), stored);
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

const withKeys = <T>(record: Readonly<Record<string, T>>, keyOf: (key: string) => string): Record<string, T> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [keyOf(key), value]));

/** The record with the key set; undefined removes it. */
function withKey<T>(record: Readonly<Record<string, T>>, key: string, value: T | undefined): Record<string, T> {
  const { [key]: _, ...others } = record;
  return value === undefined ? others : { ...others, [key]: value };
}
