/**
 * A desktop like a person's own, to check that a program does not touch it: a display, a bus with all installed services, an
 * unlocked keyring with a secret in it, a notification service and a panel.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import dbus from '@particle/dbus-next';
import { startDesktopSession } from './desktop-session.mjs';
import { run, StopError } from './run.mjs';

/** Programs to start if they are installed. */
const programs = [['dunst'], ['xfce4-panel', '--disable-wm-check']];
const services = '/usr/share/dbus-1/services';
/** After this time without a change, the desktop has started (ms). */
const SETTLED_MS = 3_000;
const secret = { service: 'Punchcard', account: 'of the outer desktop', password: 'kept' };

/**
 * @typedef {object} OuterDesktop
 * @property {NodeJS.ProcessEnv} env for a program inside
 * @property {string} what runs there
 * @property {() => Promise<string[]>} endWatch what happened to the desktop since it was started; empty if nothing did
 * @property {() => Promise<void>} stop
 */

/** @returns {Promise<OuterDesktop>} */
export async function startOuterDesktop() {
  const session = await startDesktopSession();
  try {
    for (const file of await readdir(services).catch(() => [])) {
      await copyFile(join(services, file), join(session.folder, 'services', file));
    }
    /** @type {NodeJS.ProcessEnv} */
    const own = {
      ...session.env,
      XDG_CURRENT_DESKTOP: 'XFCE',
      XDG_SESSION_DESKTOP: 'xfce',
      DESKTOP_SESSION: 'xfce',
      XDG_MENU_PREFIX: 'xfce-',
      XDG_DATA_DIRS: '/usr/local/share:/usr/share',
      XDG_CONFIG_DIRS: '/etc/xdg',
      GTK_MODULES: 'gail:atk-bridge',
      GNOME_KEYRING_CONTROL: join(session.env.XDG_RUNTIME_DIR ?? '', 'keyring'),
    };
    const reload = ['--dest=org.freedesktop.DBus', '--print-reply', '/', 'org.freedesktop.DBus.ReloadConfig'];
    await run('dbus-send', ['--session', ...reload], { env: own });
    /** @type {import('node:child_process').ChildProcess[]} */
    const running = [];
    for (const [command = '', ...args] of programs) {
      const child = spawn(command, args, { env: own, stdio: 'ignore', detached: true });
      const isStarted = await new Promise((resolve) => {
        child.once('spawn', () => resolve(true));
        child.once('error', () => resolve(false));
      });
      if (isStarted) running.push(child);
    }
    await keytar(own, 'setPassword', secret.service, secret.account, secret.password);
    const bus = await watchBus(own, session.folder);
    const display = watchDisplay(own.DISPLAY ?? '');
    await Promise.all([bus.settled(), display.settled()]);
    for (const child of running) {
      if (child.exitCode !== null)
        throw new StopError(`${child.spawnfile} ended at once (exit code ${child.exitCode}).`);
    }
    const home = await digestsOf(own.HOME ?? '');
    // Without the mark, because the program is not part of this desktop; without its TMPDIR, because socket paths would be too long.
    const { PUNCHCARD_SESSION: _, TMPDIR: __, ...env } = own;
    return {
      env,
      what: ['gnome-keyring-daemon', ...running.map(({ spawnfile }) => spawnfile)].join(', '),
      async endWatch() {
        const seen = [...(await bus.end()), ...(await display.end())];
        for (const child of running) if (child.exitCode !== null) seen.push(`${child.spawnfile} ended`);
        const after = await digestsOf(own.HOME ?? '');
        for (const path of new Set([...home.keys(), ...after.keys()])) {
          if (home.get(path) !== after.get(path)) seen.push(`${path} changed in the home folder`);
        }
        const kept = await keytar(own, 'findCredentials', secret.service);
        const { account, password } = secret;
        if (kept !== JSON.stringify([{ account, password }])) seen.push(`the keyring holds ${kept}`);
        return seen;
      },
      stop: session.stop,
    };
  } catch (error) {
    await session.stop();
    throw error;
  }
}

/**
 * Calls keytar in a separate process: libsecret reads its bus from the environment only once.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} call the function and its arguments
 * @returns {Promise<string>} its result, in JSON
 */
async function keytar(env, ...call) {
  const path = createRequire(import.meta.url).resolve('keytar');
  const script = `const [, path, name, ...args] = process.argv;
    require(path)[name](...args).then((result) => console.log(JSON.stringify(result ?? null)))`;
  const { code, output } = await run(process.execPath, ['-e', script, path, ...call], { env, timeoutMs: 10_000 });
  if (code !== 0) throw new StopError(`The keyring of the outer desktop does not answer:\n${output.trim()}`);
  return output.trim();
}

/**
 * Records every program that connects to the bus and is not part of this desktop.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} folder of the desktop's session, the mark of its programs
 */
async function watchBus(env, folder) {
  const bus = dbus.sessionBus({ busAddress: env.DBUS_SESSION_BUS_ADDRESS ?? '' });
  /** @param {string} member @param {string} argument */
  const ask = (member, argument) =>
    bus.call(
      new dbus.Message({
        destination: 'org.freedesktop.DBus',
        path: '/org/freedesktop/DBus',
        interface: 'org.freedesktop.DBus',
        member,
        signature: 's',
        body: [argument],
      }),
    );
  /** @type {Promise<string | undefined>[]} */
  const looks = [];
  let last = Date.now();
  /** @param {string} name */
  const look = async (name) => {
    const reply = await ask('GetConnectionUnixProcessID', name).catch(() => undefined);
    const environment = await readFile(`/proc/${reply?.body[0]}/environ`, 'latin1').catch(() => '');
    if (environment.includes(`PUNCHCARD_SESSION=${folder}`)) return undefined;
    const command = await readFile(`/proc/${reply?.body[0]}/cmdline`, 'utf8').catch(
      () => 'a program that ended at once',
    );
    return `on the bus: ${command.replaceAll('\0', ' ').trim()}`;
  };
  bus.on('error', () => {}); // The desktop was stopped before the watch.
  bus.on('message', ({ member, body: [name, before] }) => {
    if (member !== 'NameOwnerChanged') return;
    last = Date.now();
    if (name.startsWith(':') && before === '') looks.push(look(name));
  });
  await ask('AddMatch', "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged'");
  return {
    async settled() {
      while (Date.now() - last < SETTLED_MS) await wait(100);
      looks.length = 0;
    },
    async end() {
      const seen = (await Promise.all(looks)).filter((one) => one !== undefined);
      bus.disconnect();
      return seen;
    },
  };
}

/**
 * Records whether more programs are connected to a display than after start-up.
 * @param {string} display such as ":99"
 */
function watchDisplay(display) {
  let settledCount = 0;
  let most = 0;
  let now = 0;
  let last = Date.now();
  const look = async () => {
    const sockets = await readFile('/proc/net/unix', 'latin1');
    const count = sockets.split('\n').filter((line) => line.endsWith(`/tmp/.X11-unix/X${display.slice(1)}`)).length;
    if (count !== now) last = Date.now();
    now = count;
    most = Math.max(most, count);
  };
  const timer = setInterval(look, 100).unref();
  return {
    async settled() {
      while (Date.now() - last < SETTLED_MS) await wait(100);
      settledCount = most = now;
    },
    async end() {
      clearInterval(timer);
      await look();
      return most > settledCount ? [`${most - settledCount} more programs at once on the display`] : [];
    },
  };
}

/**
 * @param {string} folder
 * @returns {Promise<Map<string, string>>} what each file holds, by its path; without caches, npm's and the panel's own files
 */
async function digestsOf(folder) {
  /** @type {Map<string, string>} */
  const digests = new Map();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || ['.cache', '.npm', '.config/xfce4'].some((own) => path.startsWith(join(folder, own))))
      continue;
    const content = await readFile(path).catch(() => '');
    digests.set(path.slice(folder.length + 1), createHash('sha256').update(content).digest('hex'));
  }
  return digests;
}
