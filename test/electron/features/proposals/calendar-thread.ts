/** The thread that reads calendars, in one file as in the app. Node needs 80 ms more to read it as TypeScript, in each thread again. */
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const SOURCE = fileURLToPath(new URL('../../../../electron/features/proposals/calendar-worker.ts', import.meta.url));

async function bundle(): Promise<URL> {
  const options = { configFile: false, logLevel: 'error', ssr: { noExternal: true } } as const;
  const built = await build({ ...options, build: { ssr: SOURCE, write: false } });
  const { output } = built as Rolldown.RolldownOutput;
  return new URL(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}

export const CALENDAR_THREAD = await bundle();
