/**
 * A separate desktop session for tests and the demo (Linux): a virtual display, a private D-Bus, an unlocked keyring and an
 * empty home folder. It does not touch the person's own session and leaves nothing behind.
 *
 *     node build/desktop-session.mjs <command> [argument...]
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { watchDescendants } from './descendants.mjs';
import { holdingSignals, isMain, run, runInTerminal, runScript, StopError, testFolder } from './run.mjs';
import { stopMarkedProcesses, stopProcess } from './stop-process.mjs';
import { startVirtualDisplay } from './virtual-display.mjs';

/** Marks every process of a session, so that all of them can be found at its end. */
const mark = 'PUNCHCARD_SESSION';

/**
 * The variables a session inherits from its caller: paths of programs, the terminal, the time zone, and what the scripts in
 * build/ pass to the tests. Everything else is left out, because it may describe the person's own desktop
 * (display, buses, keyring, language, toolkit modules) or change how Node, Electron or a proxy behaves.
 */
const inherited =
  /^(PATH|LD_LIBRARY_PATH|SHELL|USER|LOGNAME|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|CI|TZ|ELECTRON_RUN_AS_NODE|ELECTRON_OVERRIDE_DIST_PATH|PUNCHCARD_ELECTRON|PUNCHCARD_PATIENCE_MS|(BENCH|COVERAGE|CRASH|HISTORY)_[A-Z]+)$/;

/** The interface font, which a desktop's settings usually name. Without this, fontconfig's order decides. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <alias binding="same"><family>system-ui</family><prefer><family>Inter</family></prefer></alias>
  <alias binding="same"><family>sans-serif</family><prefer><family>Inter</family></prefer></alias>
</fontconfig>
`;

/**
 * Starts a session. Call `stop` whatever happens.
 * @param {NodeJS.ProcessEnv} [base] the caller's environment; only what is in `inherited` is taken over
 * @returns {Promise<{ env: NodeJS.ProcessEnv, folder: string, stop: () => Promise<void> }>}
 */
export async function startDesktopSession(base = process.env) {
  if (process.platform !== 'linux') throw new StopError('A desktop session of its own can only be made on Linux.');
  const folder = await mkdtemp(join(testFolder(), 'punchcard-'));
  /** @type {(() => Promise<unknown>)[]} */
  const undo = [() => rm(folder, { recursive: true, force: true, maxRetries: 5 })];
  const stop = async () => {
    for (const step of undo.reverse()) await step();
  };
  try {
    const env = await makeEnvironment(folder, base);
    const display = await startVirtualDisplay();
    undo.push(display.stop);
    env.DISPLAY = display.display;
    const bus = await startBus(env, folder);
    undo.push(() => stopProcess(bus.daemon));
    env.DBUS_SESSION_BUS_ADDRESS = bus.address;
    undo.push(() => stopMarkedProcesses(mark, folder));
    await startKeyring(env);
    return { env, folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {string} folder
 * @param {NodeJS.ProcessEnv} base
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function makeEnvironment(folder, base) {
  const home = join(folder, 'home');
  const folders = {
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_DATA_HOME: join(home, '.local', 'share'),
    XDG_CACHE_HOME: join(home, '.cache'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    // Sockets live in these two; their paths must stay under 108 bytes.
    XDG_RUNTIME_DIR: join(folder, 'run'),
    TMPDIR: join(folder, 'tmp'),
  };
  for (const path of Object.values(folders)) await mkdir(path, { recursive: true, mode: 0o700 });
  await mkdir(join(folders.XDG_CONFIG_HOME, 'fontconfig'));
  await writeFile(join(folders.XDG_CONFIG_HOME, 'fontconfig', 'fonts.conf'), fontSettings);

  const locales = await run('locale', ['-a']);
  return {
    ...Object.fromEntries(Object.entries(base).filter(([name]) => inherited.test(name))),
    ...folders,
    [mark]: folder,
    LANG: /^en_GB\.utf-?8$/im.test(locales.output) ? 'en_GB.UTF-8' : 'C.UTF-8',
    XDG_SESSION_TYPE: 'x11',
    XDG_DATA_DIRS: await linkSharedData(join(folder, 'share')),
    // The system bus would report that the person's own screen is locked or that their computer goes to sleep.
    DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${join(folder, 'no-system-bus')}`,
    // GTK would otherwise start services for accessibility and settings that outlive the command by a moment.
    NO_AT_BRIDGE: '1',
    GSETTINGS_BACKEND: 'memory',
  };
}

/**
 * Links the system's icons, themes and the like into a folder, but not its applications: an installed Punchcard would open
 * the links that the tests open.
 * @param {string} folder
 * @returns {Promise<string>} the folder
 */
async function linkSharedData(folder) {
  await mkdir(folder);
  for (const name of ['glib-2.0', 'icons', 'mime', 'themes']) {
    await symlink(join('/usr/share', name), join(folder, name));
  }
  return folder;
}

/**
 * The bus of a session. Its service folder is its own and empty: the standard session configuration would start whatever
 * notification daemon or portal this machine has installed as soon as a program calls it by name.
 * @param {string} folder
 */
const busConfiguration = (folder) => `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir=${folder}</listen>
  <auth>EXTERNAL</auth>
  <servicedir>${join(folder, 'services')}</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;

/**
 * Starts the D-Bus daemon itself, not dbus-run-session: it stays a child of ours, so its end is certain.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder of the session
 * @returns {Promise<{ daemon: import('node:child_process').ChildProcess, address: string }>}
 */
async function startBus(env, folder) {
  await mkdir(join(folder, 'services'));
  const configuration = join(folder, 'bus.conf');
  await writeFile(configuration, busConfiguration(folder));
  return new Promise((resolve, reject) => {
    const daemon = spawn(
      'dbus-daemon',
      [`--config-file=${configuration}`, '--nofork', '--nopidfile', '--print-address=1'],
      {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: true,
      },
    );
    let address = '';
    let complaint = '';
    daemon.stdout.on('data', (chunk) => {
      address += chunk;
      if (address.endsWith('\n')) resolve({ daemon, address: address.trim() });
    });
    daemon.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    daemon.on('error', (error) => reject(new StopError(`Cannot start dbus-daemon: ${error.message}`)));
    daemon.on('exit', (code) =>
      reject(new StopError(`dbus-daemon ended at once (exit code ${code}):\n${complaint.trim()}`)),
    );
  });
}

/**
 * Creates the login keyring, unlocked, and waits until the Secret Service answers: a client that asks earlier would make
 * D-Bus start a second daemon.
 * @param {NodeJS.ProcessEnv} env
 */
async function startKeyring(env) {
  const daemon = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const failed = new Promise((_, reject) => {
    daemon.on('error', (error) => reject(new StopError(`Cannot start gnome-keyring-daemon: ${error.message}`)));
    daemon.on('exit', (code) => reject(new StopError(`gnome-keyring-daemon ended at once (exit code ${code}).`)));
  });
  failed.catch(() => {}); // It also "fails" when the session is stopped.
  daemon.stdin.on('error', () => {}); // The line above tells why.
  daemon.stdin.end('test\n');
  await Promise.race([failed, secretServiceAnswers(env)]);
}

/** @param {NodeJS.ProcessEnv} env */
async function secretServiceAnswers(env) {
  const question = ['--session', '--dest=org.freedesktop.DBus', '--print-reply', '/org/freedesktop/DBus'];
  const ask = [...question, 'org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'];
  const until = Date.now() + 10_000;
  while (Date.now() < until) {
    const { output } = await run('dbus-send', ask, { env });
    if (output.includes('boolean true')) return;
    await wait(20);
  }
  throw new StopError('gnome-keyring-daemon did not offer a Secret Service within 10 s.');
}

/**
 * Runs one command inside a session of its own; SIGINT, SIGTERM and SIGHUP reach the command.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [base]
 * @returns {Promise<number>} the command's exit code
 */
export function runInDesktopSession(command, args, base = process.env) {
  return runInDesktopSessions(1, command, args, base);
}

/**
 * Runs one command inside the first of several sessions. Where there are others, it can enter any of them, each given by what
 * its environment has of its own: PUNCHCARD_SESSIONS, a list in JSON.
 * @param {number} count
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [base]
 * @returns {Promise<number>} the command's exit code
 */
export function runInDesktopSessions(count, command, args, base = process.env) {
  return holdingSignals(async (stopped) => {
    /** @type {Awaited<ReturnType<typeof startDesktopSession>>[]} */
    const sessions = [];
    /** @type {ReturnType<typeof watchDescendants> | undefined} */
    let descendants;
    try {
      while (sessions.length < count) sessions.push(await startDesktopSession(base));
      const own = sessions.map(({ env }) =>
        Object.fromEntries(Object.entries(env).filter(([name, value]) => base[name] !== value)),
      );
      const env = { ...sessions[0]?.env, ...(count > 1 && { PUNCHCARD_SESSIONS: JSON.stringify(own) }) };
      const watch = (/** @type {number} */ pid) => {
        descendants = watchDescendants(pid);
      };
      return stopped() ?? (await runInTerminal(command, args, env, watch));
    } finally {
      await descendants?.endLeftBehind();
      for (const session of sessions) await session.stop();
    }
  });
}

if (isMain(import.meta.url)) {
  const [command, ...args] = process.argv.slice(2);
  await runScript(() => {
    if (!command) throw new StopError('Usage: node build/desktop-session.mjs <command> [argument...]');
    return runInDesktopSession(command, args);
  });
}
