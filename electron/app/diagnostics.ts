/** What a person can copy to report a problem: the diagnostics of the app, and why records could not be read. */
import { type UnreadableRecordsView, VIEWS, type ViewName } from '../../shared/contract/unreadable.ts';
import { readDesktop } from '../desktop/system/diagnostics-facts.ts';
import { diagnosticsText } from '../desktop/system/diagnostics-report.ts';
import { hasTrayHost } from '../desktop/tray/tray-host.ts';
import { readOrigin } from '../desktop/updates/updater.ts';
import { mergeUnreadable, type UnreadableRecords, unreadableText } from '../service/records.ts';
import { readCounts } from '../store/row-counts.ts';
import type { MainParts } from './context.ts';

/** Numbers and states of every part, without names and titles. */
export async function readDiagnostics({ context, features, windows, integration }: MainParts): Promise<string> {
  const { account, time, idleTime } = features;
  const { tasks, live } = features.inFront();
  const { list: shortcuts, portal } = windows.shortcuts.view();
  const current = account.accounts.view();
  const { total, failingSince, error } = tasks.assigned.view();
  const { autostart, links, updates } = integration.view();
  return diagnosticsText({
    ...readDesktop(readOrigin()),
    hasTrayHost: await hasTrayHost(),
    idle: await idleTime.find(),
    account: current && { ...current, error: current.error?.kind ?? null },
    tasks: { shown: total, isFailing: failingSince !== null, error: error?.kind ?? null },
    isListening: live.realtime.isLive(),
    isTimerRunning: time.running() !== undefined,
    shortcuts: Object.entries(shortcuts).map(([name, { state }]) => `${name} ${state}`),
    portal,
    autostart,
    links,
    updates: updates.state,
    crashes: windows.crashes(),
    kept: Object.entries(windows.kept()).map(([name, { isKept, why }]) => `${name} ${isKept ? 'yes' : 'no'} (${why})`),
    runMs: context.monotonic(),
    counts: readCounts(context.database),
    log: context.log.last(),
  });
}

export type Unreadable = ReturnType<typeof createUnreadable>;

/** One list of all open accounts, unless the person shows them one by one. The timesheet always has them all. */
const LISTS: ReadonlySet<ViewName> = new Set(['tasks', 'notifications']);

type Account = { accountId: string | null };

/** Unreadable records by account and view: the view shows how many there are, and the reasons can be copied. */
export function createUnreadable(
  onChange: () => void,
  accounts: { each: () => readonly Account[]; inFront: () => Account },
  accountsTogether: () => boolean,
) {
  const kept = new Map<string, UnreadableRecords>();
  const keyOf = (view: ViewName, accountId: string | null): string => `${view} ${accountId}`;
  const find = (view: ViewName): UnreadableRecords | undefined =>
    (view === 'time' || (LISTS.has(view) && accountsTogether()) ? accounts.each() : [accounts.inFront()])
      .map(({ accountId }) => kept.get(keyOf(view, accountId)))
      .reduce(mergeUnreadable, undefined);
  return {
    /** Call after each answer for the view; undefined if everything could be read. */
    set(view: ViewName, unreadable: UnreadableRecords | undefined, accountId: string | null): void {
      const key = keyOf(view, accountId);
      if (unreadable === undefined && !kept.has(key)) return;
      if (unreadable === undefined) kept.delete(key);
      else kept.set(key, unreadable);
      onChange();
    },
    view: (): UnreadableRecordsView =>
      Object.fromEntries(
        VIEWS.map((view) => [view, find(view)?.dropped ?? {}] as const).filter(
          ([, dropped]) => Object.keys(dropped).length > 0,
        ),
      ),
    /** The reasons; empty if everything could be read. */
    text(view: ViewName): string {
      const unreadable = find(view);
      return unreadable === undefined ? '' : unreadableText(unreadable);
    },
  };
}
