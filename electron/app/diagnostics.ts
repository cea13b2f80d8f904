/** Where diagnostics look: a little of every part, as numbers and states. */

import type { UnreadableRecordsView, ViewName } from '../../shared/contract/unreadable.ts';
import { readDesktop } from '../desktop/diagnostics-facts.ts';
import { diagnosticsText } from '../desktop/diagnostics-report.ts';
import type { Idle } from '../desktop/idle.ts';
import { hasTrayHost } from '../desktop/tray-host.ts';
import { readOrigin } from '../desktop/updater.ts';
import type { AccountService } from '../features/account/index.ts';
import type { TasksService } from '../features/tasks/index.ts';
import type { TimeService } from '../features/time/index.ts';
import { type UnreadableRecords, unreadableText } from '../service/records.ts';
import { readCounts } from '../store/row-counts.ts';
import type { AppContext } from './context.ts';
import type { SystemParts } from './desktop-integration.ts';
import type { LiveUpdates } from './live-updates.ts';
import type { WindowParts } from './windows.ts';

export interface DiagnosticsOptions {
  context: Pick<AppContext, 'database' | 'log' | 'monotonic'>;
  account: Pick<AccountService, 'accounts'>;
  time: Pick<TimeService, 'running'>;
  idleTime: Pick<Idle, 'find'>;
  tasks: Pick<TasksService, 'assigned'>;
  live: Pick<LiveUpdates, 'realtime'>;
  windows: Pick<WindowParts, 'shortcut' | 'crashes'>;
  system: Pick<SystemParts, 'view'>;
}

export function setUpDiagnostics(options: DiagnosticsOptions): () => Promise<string> {
  const { context, account, time, idleTime, tasks, live, windows, system } = options;
  return async () => {
    const origin = readOrigin();
    const current = account.accounts.view();
    const { total, failingSince, error } = tasks.assigned.view();
    const { autostart, links, updates } = system.view();
    return diagnosticsText({
      ...readDesktop(origin),
      hasTrayHost: await hasTrayHost(),
      idle: await idleTime.find(),
      account: current && { ...current, error: current.error?.kind ?? null },
      tasks: { shown: total, isFailing: failingSince !== null, error: error?.kind ?? null },
      isListening: live.realtime.isLive(),
      isTimerRunning: time.running() !== undefined,
      shortcut: windows.shortcut.view().state,
      autostart,
      links,
      updates: updates.state,
      crashes: windows.crashes(),
      runMs: context.monotonic(),
      counts: readCounts(context.database),
      log: context.log.last(),
    });
  };
}

export type Unreadable = ReturnType<typeof createUnreadable>;

export function createUnreadable(onChange: () => void) {
  const byView = new Map<ViewName, UnreadableRecords>();
  return {
    /** The view was read again, or shows nothing now. */
    set(view: ViewName, unreadable: UnreadableRecords | undefined): void {
      // So it is with almost every answer.
      if (unreadable === undefined && !byView.has(view)) return;
      if (unreadable === undefined) byView.delete(view);
      else byView.set(view, unreadable);
      onChange();
    },
    view: (): UnreadableRecordsView =>
      Object.fromEntries(
        [...byView]
          .filter(([, { dropped }]) => Object.keys(dropped).length > 0)
          .map(([view, { dropped }]) => [view, dropped]),
      ),
    /** The reasons; empty where everything could be read. */
    text(view: ViewName): string {
      const unreadable = byView.get(view);
      return unreadable === undefined ? '' : unreadableText(unreadable);
    },
  };
}
