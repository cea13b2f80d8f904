/** The package, started with variables and switches that would reveal its traffic or run other code. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { findTestedPackage } from '../../build/tested-package.mjs';
import { until } from '../until.ts';
import { makeDataFolder } from './app.ts';
import { programArgs, programEnv, startAndEnd } from './packaged.ts';

let program: string;
beforeAll(async () => {
  program = join(await findTestedPackage(), 'punchcard');
});

function temporaryFolder(): string {
  const folder = makeDataFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

test('Keys of connections are not written, certificates are checked, and no code is loaded from a cache', async () => {
  const dataFolder = temporaryFolder();
  const keys = join(dataFolder, 'keys.log');
  const cache = join(dataFolder, 'cache');
  const unsafe = { SSLKEYLOGFILE: keys, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_ENV: 'development' };
  // Programs that the app starts have its environment; this one makes it known.
  const programs = join(dataFolder, 'programs');
  mkdirSync(programs);
  const inherited = join(dataFolder, 'environment');
  writeFileSync(join(programs, 'xdg-mime'), `#!/bin/sh\nenv > ${inherited}.new\nmv ${inherited}.new ${inherited}\n`, {
    mode: 0o755,
  });
  const own = { PATH: `${programs}:${process.env.PATH}`, XDG_DATA_HOME: join(dataFolder, 'share') };
  const env = programEnv({ ...unsafe, ...own, NODE_COMPILE_CACHE: cache, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' });
  const app = spawn(program, programArgs(dataFolder), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  app.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ended = once(app, 'exit');
  // It answers the command line last.
  await until(
    () => existsSync(join(dataFolder, 'punchcard.sock')) && existsSync(inherited),
    (isStarted) => isStarted,
  );
  app.kill();
  await ended;
  const names = readFileSync(inherited, 'utf8')
    .split('\n')
    .map((line) => line.split('=')[0]);
  expect(names).toContain('NODE_DEBUG_NATIVE');
  expect(names.filter((name) => name !== undefined && name in unsafe)).toEqual([]);
  expect(existsSync(keys)).toBe(false);
  // Node has asked for the first file already when the program restarts without the variable.
  expect(output).toMatch(/reading cache .*main\.js/);
  expect(output).not.toMatch(/reading cache .*bootstrap/);
});

test.each(['--trace-startup=netlog', '--enable-tracing=netlog'])(
  'With %s, which records traffic, the program exits at once',
  async (given) => {
    const { code, output } = await startAndEnd(program, temporaryFolder(), [given]);
    expect(code).toBe(1);
    expect(output).toContain(`started with ${given.replace('=netlog', '')}, which lets other programs`);
  },
);
