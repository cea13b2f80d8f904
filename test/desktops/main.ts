/** Run by build/desktops.mjs as an ordinary user, with its plan as JSON: brings up desktops, checks or keeps them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../build/run.mjs';
import { check } from './checks.ts';
import type { DesktopKind } from './desktop.ts';
import { hold } from './hold.ts';
import { kinds } from './kinds.ts';
import { type DesktopResult, hasFailed, renderPage, renderTable } from './table.ts';

export interface Plan {
  /** Electron's program. */
  electron: string;
  /** The folder of the app, built. */
  app: string;
  /** A folder for everything temporary. */
  work: string;
  pictures: string;
  /** Where the table goes; null: only printed. */
  table: string | null;
  only: string[] | null;
  hold: string | null;
}

const plan: Plan = JSON.parse(process.argv[2] ?? '');
const { ELECTRON_RUN_AS_NODE: _, ...inherited } = process.env;
const env = Object.fromEntries(
  Object.entries(inherited).filter((pair): pair is [string, string] => pair[1] !== undefined),
);

/** Whoever ends this run waits for everything to be tidied up. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
const stopped = new Promise<never>((_, reject) => {
  stopping.signal.addEventListener('abort', () => reject(new Error('stopped')));
});
stopped.catch(() => undefined);

const named = plan.hold === null ? plan.only : [plan.hold];
const unknown = named?.find((name) => !kinds.some((kind) => kind.name === name));
if (unknown !== undefined) {
  console.error(`There is no desktop “${unknown}”, but ${kinds.map(({ name }) => name).join(', ')}.`);
  process.exit(1);
}
const chosen = kinds.filter(({ name }) => named?.includes(name) ?? true);

async function withDesktop(
  kind: DesktopKind,
  index: number,
  work: (desktop: Awaited<ReturnType<DesktopKind['start']>>) => Promise<void>,
) {
  const folder = join(plan.work, `${index}`);
  mkdirSync(folder);
  try {
    const desktop = await Promise.race([kind.start({ folder, env, command: plan }), stopped]);
    try {
      await Promise.race([work(desktop), stopped]);
    } finally {
      await desktop.session.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (plan.hold !== null) {
  const [kind] = chosen;
  if (kind !== undefined) {
    await withDesktop(kind, 0, (desktop) => hold(desktop, plan)).catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error;
    });
  }
  process.exit();
}

const results: DesktopResult[] = [];
for (const [index, kind] of chosen.entries()) {
  if (stopping.signal.aborted) break;
  const from = performance.now();
  console.info(`\n${kind.title}`);
  try {
    await withDesktop(kind, index, async (desktop) => {
      results.push(
        await check(kind, desktop, plan, join(plan.pictures, kind.name), (line) => console.info(`  ${line}`)),
      );
    });
  } catch (error) {
    if (stopping.signal.aborted) break;
    const problem = error instanceof Error ? error.message : String(error);
    console.info(`  did not come up: ${problem}`);
    results.push({ title: kind.title, connection: null, problem, outcomes: {} });
  }
  console.info(`  ${Math.round((performance.now() - from) / 1000)} s`);
}
const isWhole = !stopping.signal.aborted && results.length === chosen.length;
const page = renderPage(results, await versions());
if (plan.table !== null && isWhole) writeFileSync(plan.table, page);
console.info(`\n${renderTable(results)}`);
process.exit(isWhole && !results.some(hasFailed) ? 0 : 1);

async function versions(): Promise<string[]> {
  const commands = new Map(chosen.map(({ version }) => [version.join(' '), version]));
  const said = [...commands.values()].map(async ([command = '', ...args]) => {
    const { output } = await run(command, args, { env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' } });
    return (
      output
        .split('\n')
        .find((line) => /\d+\.\d+/.test(line))
        ?.trim() ?? command
    );
  });
  return Promise.all(said);
}
