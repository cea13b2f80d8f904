/**
 * A private desktop session with a real gnome-keyring in a given state: its own D-Bus, home and display. It cannot reach the
 * session of the machine, and `stop` ends exactly the processes it started.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import dbus from '@particle/dbus-next';
import { startVirtualDisplay } from '../../../../build/virtual-display.mjs';
import { PATIENCE_MS, until } from '../../../until.ts';

const run = promisify(execFile);
const PROMPTER = '/usr/libexec/gcr-prompter';
/** The password of every keyring. */
export const KEYRING_PASSWORD = 'test';

/**
 * `unlocked`, `locked`: the keyring exists. `no-keyring`: the Secret Service runs, no keyring was ever made.
 * `no-service`: a D-Bus without a Secret Service. `no-bus`: DBUS_SESSION_BUS_ADDRESS points nowhere.
 */
type KeyringState = 'unlocked' | 'locked' | 'no-keyring' | 'no-service' | 'no-bus';

export interface KeyringSession {
  /** Overrides for process.env: DBUS_SESSION_BUS_ADDRESS, HOME, the XDG folders, DISPLAY. */
  env: Record<string, string>;
  /** The private home, deleted by `stop`. */
  home: string;
  stop(): Promise<void>;
}

export interface KeyringSessionOptions {
  state: KeyringState;
  /** Initial secrets by account (for `unlocked` and `locked`). */
  items?: Record<string, string>;
  /** The service attribute of the items. */
  service?: string;
  /** The X display for the keyring's own password window and the app; if undefined, the session gets one of its own. */
  display?: string | undefined;
}

/** @throws if a program is missing or does not come up. */
export async function startKeyringSession(options: KeyringSessionOptions): Promise<KeyringSession> {
  const { state, items = {}, service = 'Punchcard' } = options;
  // Short on purpose: the path of a Unix socket has at most 107 characters.
  const home = await mkdtemp(join(tmpdir(), 'pc-ring-'));
  const started: ChildProcess[] = [];
  let virtual: Awaited<ReturnType<typeof startVirtualDisplay>> | undefined;
  const startDisplay = async () => {
    virtual = await startVirtualDisplay();
    return virtual.display;
  };
  const stop = async () => {
    for (const child of started.reverse()) await end(child);
    await virtual?.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const runtimeDir = join(home, 'run');
    await mkdir(runtimeDir, { mode: 0o700 });
    const env: Record<string, string> = {
      HOME: home,
      XDG_RUNTIME_DIR: runtimeDir,
      XDG_DATA_HOME: join(home, 'data'),
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_CACHE_HOME: join(home, 'cache'),
      DISPLAY: options.display ?? (await startDisplay()),
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(runtimeDir, 'nowhere')}`,
    };
    if (state === 'no-bus') return { env, home, stop };
    env.DBUS_SESSION_BUS_ADDRESS = await startBus(home, env, started);
    if (state === 'no-service') return { env, home, stop };

    const keep = Object.entries(items);
    if (state === 'no-keyring') await startKeyring(home, env, started, { unlock: false });
    else {
      const first = await startKeyring(home, env, started, { unlock: true });
      for (const [account, secret] of keep) await store(env, service, account, secret);
      // The login keyring's file is written with the first item.
      if (state === 'locked' && keep.length === 0) await store(env, service, 'someone else', 'secret');
      if (state === 'locked') {
        await end(first);
        await startKeyring(home, env, started, { unlock: false });
      }
    }
    return { env, home, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The bus has only our own service folder, so it activates nothing (that of dbus-run-session would start a gnome-keyring) except
 * the keyring's password window, without which a locked keyring refuses instead of waiting.
 */
async function startBus(home: string, env: Record<string, string>, started: ChildProcess[]): Promise<string> {
  const services = join(home, 'services');
  await mkdir(services);
  if (existsSync(PROMPTER)) {
    const name = 'org.gnome.keyring.SystemPrompter';
    await writeFile(join(services, `${name}.service`), `[D-BUS Service]\nName=${name}\nExec=${PROMPTER}\n`);
  }
  const config = join(home, 'bus.conf');
  await writeFile(
    config,
    `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${join(home, 'run', 'bus')}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${services}</servicedir>
  <policy context="default"><allow send_destination="*"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
`,
  );
  const child = spawn('dbus-daemon', [`--config-file=${config}`, '--nofork', '--print-address=1'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.push(child);
  return await firstLine(child);
}

async function startKeyring(
  home: string,
  env: Record<string, string>,
  started: ChildProcess[],
  { unlock }: { unlock: boolean },
): Promise<ChildProcess> {
  const args = ['--foreground', '--components=secrets', `--control-directory=${join(home, 'run', 'keyring')}`];
  const child = spawn('gnome-keyring-daemon', unlock ? [...args, '--unlock'] : args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  started.push(child);
  child.stdin?.end(unlock ? KEYRING_PASSWORD : '');
  await owned(env.DBUS_SESSION_BUS_ADDRESS ?? '', 'org.freedesktop.secrets');
  return child;
}

/** Waits until a name is owned on a bus. */
async function owned(busAddress: string, name: string): Promise<void> {
  const bus = dbus.sessionBus({ busAddress });
  try {
    const call = new dbus.Message({
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'NameHasOwner',
      signature: 's',
      body: [name],
    });
    await until(
      () => bus.call(call),
      (reply) => reply?.body[0] === true,
    );
  } finally {
    bus.disconnect();
  }
}

/** Stores with keytar in a separate process, because libsecret reads its bus from the environment only once. */
async function store(env: Record<string, string>, service: string, account: string, secret: string): Promise<void> {
  const keytar = createRequire(import.meta.url).resolve('keytar');
  const script = 'const [, keytar, ...item] = process.argv; require(keytar).setPassword(...item)';
  await run(process.execPath, ['-e', script, keytar, service, account, secret], {
    env: { ...process.env, ...env, ELECTRON_RUN_AS_NODE: '1' },
    timeout: PATIENCE_MS,
  });
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('no output to read from');
  const lines = createInterface({ input: child.stdout });
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${child.spawnfile} did not come up`)), PATIENCE_MS);
    lines.once('line', (line) => {
      clearTimeout(timer);
      resolve(line.trim());
    });
    child.once('error', reject);
  });
}

/** SIGTERM, then after 2 s SIGKILL; resolves when it is gone. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  const timer = setTimeout(() => child.kill('SIGKILL'), 2_000);
  await gone;
  clearTimeout(timer);
}
