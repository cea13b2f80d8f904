/** Git as a source: a real git in temporary folders, and repositories that would run programs if git let them. */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { messages as german } from '../../../../shared/i18n/generated/de/main.ts';
import { activeMessages } from '../../../../shared/i18n/language.ts';
import { at, desk, folder, hurry, NOON, task } from './desk.ts';

/** The person's own configuration. */
beforeEach(() => {
  const home = folder();
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n\tname = Ana\n\temail = ana@example.org\n[init]\n\tdefaultBranch = main\n',
  );
  vi.stubEnv('HOME', home);
  vi.stubEnv('XDG_CONFIG_HOME', home);
  return () => void vi.unstubAllEnvs();
});

function git(path: string, when: number, ...args: string[]): string {
  const date = `${Math.floor(when / 1000)} +0000`;
  const env = { ...process.env, GIT_COMMITTER_DATE: date, GIT_AUTHOR_DATE: date, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', ['-C', path, ...args], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}
function repository(path: string): string {
  mkdirSync(path, { recursive: true });
  git(path, at(8), 'init', '--quiet');
  commit(path, at(8), 'Begin');
  return path;
}
const commit = (path: string, when: number, message: string, ...more: string[]): string =>
  git(path, when, 'commit', '--quiet', '--allow-empty', '--message', message, ...more);

const CARD = task('PAY-134', 'Retry a declined card once');

test('commits of the person and checkouts become evidence, and a proposal', async () => {
  const home = folder();
  const path = repository(join(home, 'work', 'payments-api'));
  git(path, at(12, 5), 'checkout', '--quiet', '-b', 'feature/pay-134-retry');
  commit(path, at(12, 50), 'Retry once\n\nA long text that is not read');
  commit(path, at(12, 55), 'Of a colleague', '--author=Ben <ben@example.org>');
  git(path, at(14), 'checkout', '--quiet', 'main');
  const { proposals, read, source } = desk({ on: ['git'], folders: [home] }, { tasks: () => [CARD] });
  await proposals.refresh(NOON);
  const evidence = await read();
  expect(evidence.filter(({ kind }) => kind === 'commit')).toEqual([
    {
      kind: 'commit',
      from: at(8),
      to: at(8),
      repository: 'payments-api',
      branch: 'main',
      message: 'Begin',
      refs: ['main'],
    },
    {
      kind: 'commit',
      from: at(12, 50),
      to: at(12, 50),
      repository: 'payments-api',
      branch: 'feature/pay-134-retry',
      message: 'Retry once',
    },
  ]);
  expect(evidence.filter(({ kind }) => kind === 'branch').slice(0, 2)).toMatchObject([
    { branch: 'main', to: at(12, 5), checkedOut: 0 },
    { branch: 'feature/pay-134-retry', from: at(12, 5), to: at(14), checkedOut: at(12, 5) },
  ]);
  expect(JSON.stringify(evidence)).not.toMatch(/long text|colleague/);
  expect((await proposals.read(NOON)).proposals[0]?.target).toMatchObject({ task: { identifier: 'PAY-134' } });
  expect(await source('git')).toMatchObject({ isOn: true, isReading: false, problems: [] });
});

test('a number means the task whose link leads to a remote of the repository', async () => {
  const path = repository(join(folder(), 'api'));
  git(path, at(8), 'remote', 'add', 'origin', 'https://ana:SECRET@github.com/Acme/payments-api.git');
  git(path, at(8), 'remote', 'add', 'fork', 'git@github.com:ana/payments-api');
  git(path, at(8), 'remote', 'add', 'host', 'https://SECRET@example.org/api');
  commit(path, at(12, 30), 'Fixes #412');
  const linked = { ...CARD, links: ['https://github.com/acme/payments-api/issues/412'] };
  const elsewhere = { ...task('WEB-57', 'Hero'), links: ['https://github.com/acme/api/pull/412'] };
  const { proposals, read } = desk({ on: ['git'], folders: [path] }, { tasks: () => [linked, elsewhere] });
  await proposals.refresh(NOON);
  const evidence = await read();
  expect(evidence.find(({ kind, from }) => kind === 'commit' && from === at(12, 30))).toMatchObject({
    remotes: ['Acme/payments-api', 'ana/payments-api'],
  });
  expect(JSON.stringify(evidence)).not.toContain('SECRET');
  const { proposals: found } = await proposals.read(NOON);
  expect(found.map(({ target }) => target.kind === 'task' && target.task.identifier)).toEqual(['PAY-134']);
});

test('reading again replaces what was read, and keeps what a vanished repository said', async () => {
  const path = repository(join(folder(), 'api'));
  const { proposals, read, source, state } = desk({ on: ['git'], folders: [path] });
  await proposals.refresh(NOON);
  const before = (await read()).length;
  commit(path, at(13), 'More');
  state.now += 60_000;
  await proposals.refresh(NOON);
  expect((await read()).filter(({ kind }) => kind === 'commit')).toHaveLength(2);
  expect((await read()).length).toBe(before + 1);
  rmSync(path, { recursive: true });
  state.now += 60_000;
  await proposals.refresh(NOON);
  expect((await source('git'))?.problems).toEqual([`There is no repository in ${path}`]);
  activeMessages.set({ main: german });
  onTestFinished(() => activeMessages.set({}));
  expect((await source('git'))?.problems).toEqual([`In ${path} ist kein Repository`]);
  expect((await read()).length).toBe(before + 1);
});

test('a commit is read once from two worktrees and a rebased copy', async () => {
  const root = folder();
  const path = repository(join(root, 'api'));
  git(path, at(9), 'worktree', 'add', '--quiet', '-b', 'pay-134', join(root, 'second'));
  commit(join(root, 'second'), at(12, 30), 'Retry');
  git(path, at(12, 40), 'branch', 'copy', 'pay-134');
  commit(path, at(12, 45), 'Other');
  git(join(root, 'second'), at(12, 50), 'rebase', '--quiet', git(path, at(12), 'rev-parse', 'HEAD').trim());
  const { proposals, read } = desk({ on: ['git'], folders: [root] });
  await proposals.refresh(NOON);
  const commits = (await read()).flatMap((one) => (one.kind === 'commit' ? `${one.repository}: ${one.message}` : []));
  expect(commits.sort()).toEqual(['api: Begin', 'api: Other', 'api: Retry']);
});

test('commits that no branch has any more are found in the reflog', async () => {
  const path = repository(join(folder(), 'api'));
  git(path, at(12), 'checkout', '--quiet', '-b', 'pay-134');
  commit(path, at(12, 20), 'Retry');
  commit(path, at(12, 30), 'Retry once', '--amend');
  commit(path, at(12, 40), 'Of a colleague', '--author=Ben <ben@example.org>');
  commit(path, at(12, 50), 'Test it');
  git(path, at(13), 'checkout', '--quiet', 'main');
  git(path, at(13), 'branch', '--quiet', '-D', 'pay-134');
  const { proposals, read, source } = desk({ on: ['git'], folders: [path] });
  await proposals.refresh(NOON);
  const commits = (await read()).flatMap((one) =>
    one.kind === 'commit' ? [[one.from, `${one.branch}: ${one.message}`] as const] : [],
  );
  expect(commits.toSorted(([one], [other]) => one - other)).toEqual([
    [at(8), 'main: Begin'],
    [at(12, 20), 'pay-134: Retry'],
    [at(12, 30), 'pay-134: Retry once'],
    [at(12, 50), 'pay-134: Test it'],
  ]);
  expect((await source('git'))?.problems).toEqual([]);
});

test('repositories are looked for a few levels deep, not in hidden folders, packages or links', async () => {
  const home = folder();
  for (const path of ['a', 'b/c/d', 'b/c/d/e/f/g', '.cache/x', 'node_modules/y'])
    commit(repository(join(home, path)), at(9), path);
  const { proposals } = desk({ on: ['git'], folders: [home] });
  await proposals.refresh(NOON);
  const places = (await proposals.evidence('2026-11-19')).map(({ place }) => place.slice(home.length + 1));
  expect([...new Set(places)].sort()).toEqual(['a', 'b/c/d']);
});

test('says what is wrong in plain words', async () => {
  const home = folder();
  const { proposals, source } = desk({ on: ['git'], folders: [home] });
  await proposals.refresh(NOON);
  expect((await source('git'))?.problems).toEqual([`There is no repository in ${home}`]);

  writeFileSync(join(process.env.HOME ?? '', '.gitconfig'), '');
  const nameless = join(home, 'nameless');
  mkdirSync(nameless);
  git(nameless, at(8), 'init', '--quiet');
  mkdirSync(join(home, 'broken', '.git'), { recursive: true });
  const other = desk({ on: ['git'], folders: [home] });
  await other.proposals.refresh(NOON);
  expect((await other.source('git'))?.problems.sort()).toEqual([
    'Git does not know your email address in broken (user.email)',
    'Git does not know your email address in nameless (user.email)',
  ]);

  vi.stubEnv('PATH', folder());
  const without = desk({ on: ['git'], folders: [home] });
  await without.proposals.refresh(NOON);
  expect((await without.source('git'))?.problems).toContain('Git is not installed');
});

test.each([
  [2_001, 'folders', ''],
  [101, 'repositories', '.git'],
])('of a folder with %i %s it is said that there are more than are read', async (count, what, inside) => {
  const home = folder();
  for (let number = 0; number < count; number += 1) mkdirSync(join(home, String(number), inside), { recursive: true });
  vi.stubEnv('PATH', folder());
  const { proposals, source } = desk({ on: ['git'], folders: [home] });
  await proposals.refresh(NOON);
  const most = (count - 1).toLocaleString('en');
  expect((await source('git'))?.problems).toContain(`Only ${most} ${what} of ${home} were read; there are more`);
});

test('of a repository with more commits than are read it is said so, and the latest are read', async () => {
  const path = repository(join(folder(), 'api'));
  const commits = Array.from({ length: 2_001 }, (_, number) => {
    const message = `Commit ${number}`;
    const committer = `committer Ana <ana@example.org> ${at(12) / 1_000 + number} +0000`;
    return `commit refs/heads/fast\n${committer}\ndata ${message.length}\n${message}\n`;
  });
  execFileSync('git', ['-C', path, 'fast-import', '--quiet'], { input: commits.join('') });
  const { proposals, source } = desk({ on: ['git'], folders: [path] });
  await proposals.refresh(NOON);
  expect((await source('git'))?.problems).toContain('Only 2,000 commits of api were read; there are more');
});

test.each([
  [5_000, []],
  [5_001, ['Only 5,000 checkouts of api were read; there are more']],
])(
  'of a repository with %i checkouts in the days that are read it is said if some are missing',
  async (count, problems) => {
    const path = repository(join(folder(), 'api'));
    const hash = git(path, at(8), 'rev-parse', 'HEAD').trim();
    const lines = Array.from({ length: count }, (_, number) => {
      const [left, branch] = number % 2 === 0 ? ['main', 'pay-134'] : ['pay-134', 'main'];
      const when = at(9) / 1_000 + number;
      return `${hash} ${hash} Ana <ana@example.org> ${when} +0000\tcheckout: moving from ${left} to ${branch}\n`;
    });
    writeFileSync(join(path, '.git', 'logs', 'HEAD'), lines.join(''));
    const { proposals, source } = desk({ on: ['git'], folders: [path] });
    await proposals.refresh(NOON);
    const said = (await source('git'))?.problems ?? [];
    expect(said.filter((one) => one.includes('checkouts'))).toEqual(problems);
  },
);

test('a repository without a commit has no evidence and no problem', async () => {
  const path = folder();
  git(path, at(8), 'init', '--quiet');
  const { proposals, read, source } = desk({ on: ['git'], folders: [path] });
  await proposals.refresh(NOON);
  expect(await read()).toEqual([]);
  expect((await source('git'))?.problems).toEqual([]);
});

test('a git that hangs is ended, and is said to be slow', async () => {
  const bin = folder();
  writeFileSync(join(bin, 'git'), '#!/bin/sh\nexec /bin/sleep 600\n');
  chmodSync(join(bin, 'git'), 0o755);
  const path = repository(join(folder(), 'api'));
  vi.stubEnv('PATH', bin);
  const { proposals, source } = desk({ on: ['git'], folders: [path] });
  await proposals.refresh(NOON);
  expect((await source('git'))?.problems).toEqual(['api took too long to read']);
});

test.each([
  ['says too much', 'exec yes', ['api was left out, because it is too large']],
  [
    'distrusts the owner of a folder',
    'echo "fatal: detected dubious ownership in repository" >&2; exit 128',
    ['Git does not read api, because the folder belongs to another user (safe.directory)'],
  ],
  ['fails', 'exit 3', ['api could not be read']],
  ['answers something else', 'printf "\\0\\377<html>\\0%s" "$*"', ['api could not be read']],
])('a git that %s is a problem in words, and what was read before stays', async (_, script, problems) => {
  const path = repository(join(folder(), 'api'));
  const { proposals, read, source, state } = desk({ on: ['git'], folders: [path] });
  await proposals.refresh(NOON);
  const commits = async () => (await read()).filter(({ kind }) => kind === 'commit').length;
  expect(await commits()).toBe(1);
  const bin = folder();
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'git'), 0o755);
  vi.stubEnv('PATH', `${bin}:/usr/bin:/bin`);
  state.now += 60_000;
  await proposals.refresh(NOON);
  expect((await source('git'))?.problems).toEqual(problems);
  expect(await commits()).toBe(1);
});

test('slow repositories are named, and take no other away', async () => {
  hurry();
  const home = folder();
  commit(repository(join(home, 'api')), at(12), 'Work');
  for (const name of ['slow-1', 'slow-2', 'slow-3']) repository(join(home, name));
  const bin = folder();
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
  writeFileSync(join(bin, 'git'), `#!/bin/sh\ncase "$2" in *slow*) exec /bin/sleep 600;; esac\nexec ${real} "$@"\n`);
  chmodSync(join(bin, 'git'), 0o755);
  vi.stubEnv('PATH', bin);
  const { proposals, read, source } = desk({ on: ['git'], folders: [home] });
  await proposals.refresh(NOON);
  expect((await source('git'))?.problems.sort()).toEqual(
    ['slow-1', 'slow-2', 'slow-3'].map((name) => `${name} took too long to read`),
  );
  expect((await read()).filter(({ kind }) => kind === 'commit')).toMatchObject([
    { message: 'Begin' },
    { message: 'Work' },
  ]);
});

/** Every file with its content and time. */
const everything = (path: string): string[] =>
  readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .map((file) => (statSync(file).isFile() ? `${file} ${statSync(file).mtimeMs} ${readFileSync(file, 'hex')}` : file))
    .sort();

test('a repository with a hostile configuration runs nothing, and is not touched', async () => {
  const home = folder();
  const canary = join(home, 'canary');
  const evil = join(home, 'evil');
  writeFileSync(evil, `#!/bin/sh\necho "$0 $@" >> ${canary}\n`);
  chmodSync(evil, 0o755);
  const path = repository(join(home, 'api'));
  commit(path, at(12), 'Work');
  for (const name of readdirSync(join(path, '.git', 'hooks'))) writeFileSync(join(path, '.git', 'hooks', name), '');
  for (const name of [
    'post-checkout',
    'post-index-change',
    'reference-transaction',
    'pre-commit',
    'fsmonitor-watchman',
  ]) {
    writeFileSync(join(path, '.git', 'hooks', name), `#!/bin/sh\n${evil} ${name}\n`);
    chmodSync(join(path, '.git', 'hooks', name), 0o755);
  }
  // A signed commit, so that showing signatures would start a program, and one that is missing from a partial clone.
  const tree = git(path, at(12), 'write-tree').trim();
  const parent = git(path, at(12), 'rev-parse', 'HEAD').trim();
  const person = `Ana <ana@example.org> ${at(12, 30) / 1000} +0000`;
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n eA==\n -----END PGP SIGNATURE-----';
  const signed = `tree ${tree}\nparent ${parent}\nauthor ${person}\ncommitter ${person}\n${signature}\n\nSigned\n`;
  const hash = execFileSync('git', ['-C', path, 'hash-object', '-t', 'commit', '-w', '--stdin'], { input: signed });
  git(path, at(12), 'update-ref', 'refs/heads/main', hash.toString().trim());
  const included = join(home, 'included');
  writeFileSync(included, `[core]\n\tpager = ${evil} included\n[log]\n\tshowSignature = true\n`);
  writeFileSync(join(path, '.gitattributes'), '* diff=evil filter=evil\n');
  const config = `
[core]
	fsmonitor = ${evil} fsmonitor
	hooksPath = ${join(path, '.git', 'hooks')}
	pager = ${evil} pager
	editor = ${evil} editor
	sshCommand = ${evil} ssh
	askPass = ${evil}
	alternateRefsCommand = ${evil} alternates
	gitProxy = ${evil} proxy
	repositoryformatversion = 1
[extensions]
	partialClone = origin
[remote "origin"]
	url = ssh://evil.invalid/x
	promisor = true
	partialclonefilter = blob:none
	uploadpack = ${evil} uploadpack
[protocol]
	allow = always
[protocol "ssh"]
	allow = always
[protocol "ext"]
	allow = always
[pager]
	log = ${evil} pager-log
	config = ${evil} pager-config
[alias]
	log = !${evil} alias
	config = !${evil} alias
[log]
	showSignature = true
	mailmap = true
[gpg]
	program = ${evil}
[gpg "ssh"]
	program = ${evil}
[diff]
	external = ${evil} external
[diff "evil"]
	textconv = ${evil} textconv
	command = ${evil} command
[filter "evil"]
	clean = ${evil} clean
	smudge = ${evil} smudge
	process = ${evil} process
[credential]
	helper = !${evil} credential
[include]
	path = ${included}
[includeIf "gitdir:${home}/"]
	path = ${included}
[trace2]
	eventTarget = ${canary}
[user]
	email = ana@example.org
`;
  const own = readFileSync(join(path, '.git', 'config'), 'utf8').replace(/repositoryformatversion = 0/, '');
  writeFileSync(join(path, '.git', 'config'), own + config);

  // The trap works: git by itself runs it.
  vi.stubEnv('GIT_PAGER', `${evil} environment`);
  try {
    git(path, at(12), 'log', '--all');
  } catch {
    // It may fail afterwards.
  }
  expect(existsSync(canary)).toBe(true);
  rmSync(canary);

  const before = everything(path);
  const { proposals, read, source } = desk({ on: ['git'], folders: [home] });
  await proposals.refresh(NOON);
  expect((await source('git'))?.problems).toEqual([]);
  expect((await read()).filter(({ kind }) => kind === 'commit')).toHaveLength(3);
  expect(existsSync(canary) ? readFileSync(canary, 'utf8') : 'nothing ran').toBe('nothing ran');
  expect(everything(path)).toEqual(before);

  // An object that is missing from a partial clone is not fetched.
  const object = join(path, '.git', 'objects', parent.slice(0, 2), parent.slice(2));
  rmSync(object, { force: true });
  const again = desk({ on: ['git'], folders: [home] });
  await again.proposals.refresh(NOON);
  expect((await again.source('git'))?.problems).toEqual(['api could not be read']);
  expect(existsSync(canary) ? readFileSync(canary, 'utf8') : 'nothing ran').toBe('nothing ran');
});
