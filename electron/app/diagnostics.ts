/** Where diagnostics look: a little of every part, as numbers and states. */

import { readDesktop } from '../desktop/diagnostics-facts.ts';
import { diagnosticsText } from '../desktop/diagnostics-report.ts';
import type { Idle } from '../desktop/idle.ts';
import { hasTrayHost } from '../desktop/tray-host.ts';
import { readOrigin } from '../desktop/updater.ts';
import type { AccountService } from '../features/account/index.ts';
import type { TasksService } from '../features/tasks/index.ts';
import type { TimeService } from '../features/time/index.ts';
import { readCounts } from '../store/row-counts.ts';
import type { AppContext } from './context.ts';
import type { LiveUpdates } from './live-updates.ts';
import type { SystemParts } from './system.ts';
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
