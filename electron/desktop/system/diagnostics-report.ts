/**
 * The diagnostics for a bug report: versions, the kind of desktop, states and numbers. No names, addresses, titles or secrets. Always in
 * English, because many people read reports. Pure.
 */
import type { PortalView } from '../../../shared/contract/shortcuts.ts';
import type { RowCounts } from '../../../shared/contract/system-view.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import type { IdleSource } from '../idle/idle.ts';

export interface DesktopFacts {
  version: string;
  electron: string;
  chrome: string;
  node: string;
  /** `development`, `appimage`, `deb`, `nsis` and so on. */
  package: string;
  system: string;
  /** Linux: `wayland`, `x11` or what the session says; elsewhere empty. */
  session: string;
  /** Linux: which desktop. */
  desktop: string;
  /** Linux: what windows are drawn on and why; elsewhere empty. */
  windows: string;
  locale: string;
}

export interface DiagnosticsFacts extends DesktopFacts {
  hasTrayHost: boolean;
  idle: IdleSource;
  account: { kind: string; status: string; tokenIn: string; error: string | null } | null;
  tasks: { shown: number; isFailing: boolean; error: string | null };
  isListening: boolean;
  isTimerRunning: boolean;
  shortcuts: readonly string[];
  /** Of the shortcuts; null: not asked, or none. */
  portal: PortalView | null;
  autostart: boolean | null;
  links: boolean | null;
  updates: string;
  /** Renderer pages that ended by themselves, in this run. */
  crashes: number;
  /** Whether each hidden window stays in memory, and why. */
  kept: readonly string[];
  /** How long this run has lasted (ms). */
  runMs: number;
  counts: RowCounts;
  /** Lines of the log, free of anything personal already. */
  log: string[];
}

const yesNo = (is: boolean | null) => (is === null ? 'not offered' : is ? 'yes' : 'no');
const listed = (numbers: Record<string, number>) =>
  Object.entries(numbers)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ') || 'none';

/** One fact per line, `name: value`. */
export function diagnosticsText(facts: DiagnosticsFacts): string {
  const { account, tasks, counts, log, portal } = facts;
  const lines: [name: string, value: string][] = [
    ['Punchcard', `${facts.version} (${facts.package})`],
    ['Electron', `${facts.electron}, Chromium ${facts.chrome}, Node ${facts.node}`],
    ['System', facts.system],
    ...(facts.session === '' ? [] : [['Session', `${facts.session} ${facts.desktop}`.trim()] as [string, string]]),
    ...(facts.windows === '' ? [] : [['Windows drawn on', facts.windows] as [string, string]]),
    ['Language', facts.locale],
    ['Tray', facts.hasTrayHost ? 'shown' : 'none on this desktop'],
    ['Idle time', facts.idle === 'none' ? 'not available' : facts.idle],
    ['Running for', `${Math.floor(facts.runMs / MINUTE_MS)} min`],
    [
      'Account',
      account === null
        ? 'none'
        : `${account.kind}, ${account.status}, token in ${account.tokenIn}${account.error === null ? '' : `, error: ${account.error}`}`,
    ],
    ['Tasks', `${tasks.shown} shown${tasks.isFailing ? `, failing: ${tasks.error ?? 'unknown'}` : ''}`],
    ['Realtime', facts.isListening ? 'listening' : 'no'],
    ['Timer', facts.isTimerRunning ? 'running' : 'none'],
    ['Shortcuts', facts.shortcuts.join(', ')],
    ['Shortcuts portal', portal === null ? 'none' : `version ${portal.version}, ${portal.backend ?? 'no backend'}`],
    ['Starts at log-in', yesNo(facts.autostart)],
    ['Opens links', yesNo(facts.links)],
    ['Updates', facts.updates],
    ['Windows that ended by themselves', String(facts.crashes)],
    ['Hidden windows kept', facts.kept.join(', ')],
    ['Database', `${(counts.bytes / 1024).toFixed(0)} KiB`],
    ['Rows', listed(counts.rows)],
    ['Writes', listed(counts.outbox)],
  ];
  const logLines = log.length === 0 ? ['Log: nothing in this run'] : ['Log:', ...log.map((line) => `  ${line}`)];
  return [...lines.map(([name, value]) => `${name}: ${value}`), ...logLines, ''].join('\n');
}
