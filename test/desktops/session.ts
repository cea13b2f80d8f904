/**
 * What every desktop stands on: a home folder, a session bus and a system bus of its own, an unlocked keyring. Nothing of the
 * machine's own session is used, and everything that was started is ended by its process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import dbus, { type MessageBus } from '@particle/dbus-next';
import { run } from '../../build/run.mjs';
import { stopProcess } from '../../build/stop-process.mjs';
import { BUS_NAME, searchFiles } from '../../electron/desktop/search/search-files.mjs';
import { applicationEntry } from '../../electron/desktop/system/desktop-entry.ts';
import { PATIENCE_MS } from '../until.ts';
import type { AppCommand } from './app.ts';

type Environment = Record<string, string>;

export interface SessionOptions {
  /** Must be short: the paths of its sockets stay under 108 bytes. */
  folder: string;
  env: Environment;
  /** D-Bus services that this desktop may start on demand, by the name of their file. All others stay away. */
  services: string[];
  command: AppCommand;
}

export interface Session {
  folder: string;
  home: string;
  /** Grows while the desktop comes up; whatever is started later gets all of it. */
  env: Environment;
  bus: MessageBus;
  /** Starts a part of the desktop; what it prints is kept in a file. */
  start(command: string, args?: string[], env?: Environment): ChildProcess;
  /** Runs a command to its end and gives what it printed; throws where it fails. */
  run(command: string, ...args: string[]): Promise<string>;
  /** Calls a method on the session bus. */
  call(destination: string, path: string, method: string, signature?: string, ...body: unknown[]): Promise<unknown[]>;
  /** Everything that the bus starts from now on gets this, too. */
  addToBus(env: Environment): Promise<void>;
  /** What a part of the desktop printed so far. */
  output(command: string): string;
  /** Run at the end, before the processes are ended. */
  onStop(step: () => Promise<unknown> | unknown): void;
  stop(): Promise<void>;
}

const busConfiguration = (type: 'session' | 'system', listen: string, services: string) => `<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>${type}</type>
  <listen>${listen}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${services}</servicedir>
  <policy context="default">
    <allow user="*"/>
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/** Starts a session and a desktop in it; where that does not come up, nothing of either stays. */
export async function startDesktop<T>(options: SessionOptions, bringUp: (session: Session) => Promise<T>): Promise<T> {
  const session = await startSession(options);
  try {
    return await bringUp(session);
  } catch (error) {
    await session.stop();
    throw error;
  }
}

async function startSession({ folder, env: base, services, command }: SessionOptions): Promise<Session> {
  const home = join(folder, 'home');
  const logs = join(folder, 'logs');
  const programs = join(home, 'bin');
  const punchcard = join(programs, 'punchcard');
  const env: Environment = {
    ...base,
    PATH: `${programs}:${base.PATH}`,
    XDG_DATA_DIRS: `${folder}/usr/share:/usr/local/share:/usr/share`,
    HOME: home,
    XDG_RUNTIME_DIR: join(folder, 'run'),
    TMPDIR: join(folder, 'tmp'),
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${join(folder, 'system-bus')}`,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'bus')}`,
    // There is no graphics card.
    LIBGL_ALWAYS_SOFTWARE: '1',
    // A person who wants no accessibility tools; the bridge would start services of its own.
    NO_AT_BRIDGE: '1',
    LANG: 'C.UTF-8',
    LANGUAGE: 'en',
  };
  const made = [
    home,
    programs,
    env.XDG_RUNTIME_DIR,
    env.TMPDIR,
    env.XDG_CONFIG_HOME,
    env.XDG_DATA_HOME,
    env.XDG_CACHE_HOME,
  ];
  for (const path of [...made, env.XDG_STATE_HOME, logs, join(folder, 'services'), join(folder, 'no-services')]) {
    mkdirSync(path ?? '', { recursive: true, mode: 0o700 });
  }
  // As a package installs them.
  const runs = `ELECTRON_RUN_AS_NODE=1 exec '${command.electron}' '${command.app}/out/main/command-line.js' "$@"`;
  writeFileSync(punchcard, `#!/bin/sh\n${runs}\n`, { mode: 0o755 });
  const entry = { [`/usr/share/applications/${BUS_NAME}.desktop`]: applicationEntry(punchcard) };
  for (const [place, text] of Object.entries({ ...searchFiles(punchcard), ...entry })) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), text);
  }

  const children: ChildProcess[] = [];
  const steps: (() => Promise<unknown> | unknown)[] = [];

  function start(command: string, args: string[] = [], more: Environment = {}): ChildProcess {
    const log = createWriteStream(join(logs, `${command.split('/').at(-1)}.log`), { flags: 'a' });
    // A group of its own: Ctrl-C in the terminal must not end the desktop under the app.
    const child = spawn(command, args, {
      cwd: home,
      env: { ...env, ...more },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    child.on('error', (error) => log.write(`${error}\n`));
    child.stdin?.on('error', () => undefined);
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    children.push(child);
    return child;
  }

  async function stop(): Promise<void> {
    for (const step of steps.reverse()) await Promise.resolve(step()).catch(() => undefined);
    for (const child of children.reverse()) await stopProcess(child);
  }

  const session = {
    folder,
    home,
    env,
    start,
    stop,
    onStop: (step: () => Promise<unknown> | unknown) => void steps.push(step),
    output: (command: string) => {
      const log = join(logs, `${command}.log`);
      return existsSync(log) ? readFileSync(log, 'utf8') : '';
    },
    async run(command: string, ...args: string[]) {
      const { code, output } = await run(command, args, { cwd: home, env, timeoutMs: PATIENCE_MS });
      if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code}): ${output.trim().slice(0, 500)}`);
      return output;
    },
  };

  try {
    for (const name of services) {
      const file = join('/usr/share/dbus-1/services', `${name}.service`);
      if (existsSync(file)) copyFileSync(file, join(folder, 'services', `${name}.service`));
    }
    startBus('session', 'bus', 'services');
    startBus('system', 'system-bus', 'no-services');
    await waitFor(() => ['bus', 'system-bus'].every((name) => existsSync(join(folder, name))), 'the D-Bus daemons');
    // Idle, lock, sleep and log-in sessions are logind's; a real one serves the real seat only.
    start('/usr/bin/python3', ['-m', 'dbusmock', '--system', '--template', 'logind']);

    const bus = dbus.sessionBus({ busAddress: env.DBUS_SESSION_BUS_ADDRESS ?? '' });
    bus.on('error', () => undefined);
    session.onStop(() => bus.disconnect());
    const keyring = start('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets']);
    keyring.stdin?.end('test\n');

    const whole: Session = {
      ...session,
      bus,
      call: (...call) => callOn(bus, ...call),
      async addToBus(more) {
        Object.assign(env, more);
        await callOn(bus, BUS, BUS_PATH, `${BUS}.UpdateActivationEnvironment`, 'a{ss}', more);
      },
    };
    await waitFor(() => hasOwner(whole, 'org.freedesktop.secrets'), 'the keyring');
    return whole;
  } catch (error) {
    await stop();
    throw error;
  }

  function startBus(type: 'session' | 'system', socket: string, servicesIn: string): void {
    const configuration = join(folder, `${socket}.conf`);
    writeFileSync(configuration, busConfiguration(type, `unix:path=${join(folder, socket)}`, join(folder, servicesIn)));
    start('dbus-daemon', [`--config-file=${configuration}`, '--nofork', '--nopidfile']);
  }
}

const BUS = 'org.freedesktop.DBus';
const BUS_PATH = '/org/freedesktop/DBus';

/** Plain calls: what Electron and some desktops offer cannot be introspected, so there is nothing to build a proxy from. */
async function callOn(
  bus: MessageBus,
  destination: string,
  path: string,
  method: string,
  signature = '',
  ...body: unknown[]
): Promise<unknown[]> {
  const [, face = '', member = ''] = /^(.*)\.(\w+)$/.exec(method) ?? [];
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`${destination} does not answer ${method}`)), PATIENCE_MS);
  });
  try {
    const call = bus.call(new dbus.Message({ destination, path, interface: face, member, signature, body }));
    return (await Promise.race([call, late]))?.body ?? [];
  } finally {
    clearTimeout(limit);
  }
}

export async function hasOwner(session: Pick<Session, 'call'>, name: string): Promise<boolean> {
  const [isOwned] = await session.call(BUS, BUS_PATH, `${BUS}.NameHasOwner`, 's', name);
  return isOwned === true;
}

export async function property(
  session: Pick<Session, 'call'>,
  destination: string,
  path: string,
  face: string,
  name: string,
): Promise<unknown> {
  const [value] = await session.call(destination, path, 'org.freedesktop.DBus.Properties.Get', 'ss', face, name);
  return value instanceof dbus.Variant ? value.value : undefined;
}

/** How much longer everything takes here than on the machine where the times in these files were tried. */
export const SLOWNESS = PATIENCE_MS / 60_000;

/** For what no desktop tells, such as that it has drawn everything. */
export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms * SLOWNESS));

/** Waits until something holds and gives it; throws with what it waited for. */
export async function waitFor<T>(
  look: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  what: string,
): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (performance.now() > end) throw new Error(`Not within ${PATIENCE_MS / 1000} s: ${what}`);
    await pause(100);
  }
}
