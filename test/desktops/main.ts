/** Run by build/desktops.mjs as an ordinary user, with its plan as JSON: brings up desktops, checks or keeps them. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DesktopKind } from './desktop.ts';
import { hold } from './hold.ts';
import { kinds } from './kinds.ts';

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
const env = Object.fromEntries(
  ['PATH', 'TERM', 'TZ'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
);

/** Whoever ends this run waits for everything to be tidied up. */
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

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
    const desktop = await kind.start({ folder, env });
    try {
      await work(desktop);
    } finally {
      await desktop.session.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

const [kept] = chosen;
if (plan.hold !== null && kept !== undefined) {
  await withDesktop(kept, 0, (desktop) => hold(desktop, plan, stopping.signal));
}
process.exit();
