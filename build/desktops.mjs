/**
 * `npm run test:desktops`: starts the app on real desktops (XFCE, GNOME, sway, KDE) without a screen and checks its behaviour from
 * outside. Separate from `npm test`; runs as an ordinary user with Chromium's sandbox on. Linux only.
 *
 *     npm run test:desktops                             every desktop; writes docs/desktops.md
 *     npm run test:desktops -- --only xfce,sway         some of them
 *     npm run test:desktops -- --out DIR                where the pictures go (default: a new folder, which it names)
 *     npm run test:desktops -- --hold sway --project DIR    brings one up and keeps it until Ctrl-C; DIR: whose build to run
 *     node build/desktops.mjs --in FOLDER …             in a desktop that is kept: see `--in FOLDER help`
 */
import { access, chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildApp } from './build.mjs';
import { watchDescendants } from './descendants.mjs';
import { ensureDesktopPackages } from './desktop-packages.mjs';
import { enterDesktop } from './desktops-in.mjs';
import { chooseElectron, executableIn } from './electron-runtime.mjs';
import { measureMachine } from './machine-speed.mjs';
import { createUser, removeUser } from './ordinary-user.mjs';
import { holdingSignals, root, run, runInTerminal, runScript, StopError } from './run.mjs';

const isRoot = process.getuid?.() === 0;

/** @typedef {import('./ordinary-user.mjs').User} User whom everything runs as */

await runScript(async () => {
  if (process.platform !== 'linux') throw new StopError('Desktops are brought up on Linux only.');
  if (process.argv[2] === '--in') return enterDesktop(process.argv[3] ?? '', process.argv.slice(4));
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      out: { type: 'string' },
      hold: { type: 'string' },
      project: { type: 'string', default: root },
    },
  });
  const project = resolve(values.project);
  const runtime = await chooseElectron();
  await ensureDesktopPackages(runtime.executable);
  if (project === root) await buildApp();
  return holdingSignals(async (stopped) => {
    const folder = await mkdtemp(join(tmpdir(), 'pc-desktops-'));
    /** @type {User | undefined} */
    let user;
    /** @type {ReturnType<typeof watchDescendants> | undefined} */
    let descendants;
    try {
      await chmod(folder, 0o755);
      // X servers create their sockets here; only root can create the folder with the right permissions.
      if (isRoot) await makeSocketFolder();
      user = isRoot
        ? await createUser(`pc-desktops-${process.pid}`, ['--no-create-home', '--home-dir', folder])
        : ownUser();
      const dist = await readableCopy(runtime.dist, executableIn(runtime.dist), join(folder, 'electron'), user);
      await checkSandbox(dist, user);
      const codeProbe = join(root, 'node_modules', 'playwright-core', 'package.json');
      const code = await readableCopy(root, codeProbe, join(folder, 'code'), user);
      const appProbe = join(project, 'out', 'main', 'main.js');
      await access(appProbe).catch(() => {
        throw new StopError(`${project} has no build. Run \`npm run build\` there first.`);
      });
      const app = project === root ? code : await readableCopy(project, appProbe, join(folder, 'app'), user);
      const work = join(folder, 'd');
      const pictures = join(folder, 'pictures');
      for (const made of [work, pictures]) await makeFor(made, user);
      const config = {
        electron: executableIn(dist),
        app,
        work,
        pictures,
        table: values.only === undefined ? join(work, 'desktops.md') : null,
        only: values.only?.split(',') ?? null,
        hold: values.hold ?? null,
      };
      const { patienceMs } = await measureMachine(runtime.executable);
      const env = {
        ...plainEnvironment(),
        ELECTRON_RUN_AS_NODE: '1',
        TMPDIR: work,
        HOME: work,
        PUNCHCARD_PATIENCE_MS: String(patienceMs),
      };
      const command = [executableIn(dist), join(code, 'test', 'desktops', 'main.ts'), JSON.stringify(config)];
      const [program = '', ...args] = asUser(user, command);
      if (values.hold !== undefined) await writeHelper(folder, user);
      const watch = (/** @type {number} */ pid) => {
        descendants = watchDescendants(pid);
      };
      const exit = stopped() ?? (await runInTerminal(program, args, env, watch));
      if (values.hold === undefined) {
        const out = resolve(values.out ?? (await mkdtemp(join(tmpdir(), 'punchcard-desktops-'))));
        await cp(pictures, out, { recursive: true });
        console.info(`Pictures: ${out}`);
        const table = config.table === null ? null : await readFile(config.table, 'utf8').catch(() => null);
        if (table !== null) await writeFile(join(root, 'docs', 'desktops.md'), table);
      }
      return exit;
    } finally {
      await descendants?.endLeftBehind();
      if (isRoot && user !== undefined) await removeUser(user).catch(({ message }) => console.error(message));
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});

async function makeSocketFolder() {
  const sockets = '/tmp/.X11-unix';
  await mkdir(sockets).then(
    () => chmod(sockets, 0o1777),
    () => {}, // It is there.
  );
}

/**
 * Chromium's sandbox needs one of two rights from the system; without it the app would end at once.
 * @param {string} dist
 * @param {User} user
 */
async function checkSandbox(dist, user) {
  const [program = '', ...args] = asUser(user, ['unshare', '--user', '--net', 'true']);
  if ((await run(program, args)).code === 0) return;
  const helper = await stat(join(dist, 'chrome-sandbox')).catch(() => undefined);
  if (helper !== undefined && helper.uid === 0 && (helper.mode & 0o4001) === 0o4001) return;
  throw new StopError(
    'Chromium cannot build its sandbox here: an ordinary user may not create user namespaces, and chrome-sandbox has no setuid bit.',
  );
}

/** The part of our environment that an ordinary user's session also has. */
function plainEnvironment() {
  const kept = ['PATH', 'TERM', 'TZ'];
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.includes(name)));
}

/** @returns {User} */
function ownUser() {
  const { username, uid, gid } = userInfo();
  return { name: username, uid, gid };
}

/**
 * @param {User} user
 * @param {string[]} command
 */
function asUser({ uid, gid }, command) {
  if (!isRoot) return command;
  // Ends with this process in any case.
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--init-groups', '--pdeathsig=TERM', '--', ...command];
}

/**
 * The folder itself where the user can read it, else a copy: a cache below /root is closed to everyone else.
 * @param {string} folder
 * @param {string} probe a file in it
 * @param {string} copy
 * @param {User} user
 */
async function readableCopy(folder, probe, copy, user) {
  if (!isRoot) return folder;
  const [program = '', ...args] = asUser(user, ['test', '-r', probe]);
  if ((await run(program, args)).code === 0) return folder;
  // Links take no time and no room; they need the same file system.
  const linked = await run('cp', ['-al', folder, copy]);
  if (linked.code !== 0) {
    await rm(copy, { recursive: true, force: true });
    const copied = await run('cp', ['-a', folder, copy]);
    if (copied.code !== 0) throw new StopError(`Cannot copy ${folder}: ${copied.output.trim()}`);
  }
  return copy;
}

/**
 * @param {string} folder
 * @param {User} user
 */
async function makeFor(folder, { uid, gid }) {
  await mkdir(folder, { mode: 0o755 });
  if (isRoot) await run('chown', [`${uid}:${gid}`, folder]);
}

/**
 * Writes a script next to a held desktop that runs commands in it.
 * @param {string} folder
 * @param {User} user
 */
async function writeHelper(folder, user) {
  const script = join(folder, 'in');
  const self = join(root, 'build', 'desktops.mjs');
  await writeFile(join(folder, 'user.json'), JSON.stringify(user));
  await writeFile(script, `#!/bin/sh\nexec "${process.execPath}" "${self}" --in "${folder}" "$@"\n`, { mode: 0o755 });
}
