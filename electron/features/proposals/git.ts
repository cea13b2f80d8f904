/**
 * Reads commits and checkouts of the person with `git` itself. A repository may have a hostile configuration: every setting by which
 * these commands would run a program is overridden, and no command fetches, writes or takes a lock.
 */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Evidence } from '../../../shared/contract/evidence.ts';
import type { Span } from '../../../shared/time/day.ts';
import type { Problem, Reading, ReadSource } from './source.ts';

/** Levels of folders below a chosen one; folders looked into and repositories read in it; output (bytes) and time (ms) of a command. */
const LIMITS = {
  depth: 4,
  folders: 2_000,
  repositories: 100,
  commits: 2_000,
  checkouts: 5_000,
  output: 4e6,
  time: 5_000,
};
/** Repositories read at once. */
const AT_ONCE = 4;

/** Signatures are not shown, no protocol is allowed, and a folder is no repository for what lies in it. */
const OVERRIDES = [
  'core.fsmonitor=',
  'core.hooksPath=/dev/null',
  'gpg.program=false',
  'log.showSignature=false',
  'log.mailmap=false',
  'protocol.allow=never',
  'safe.bareRepository=explicit',
].flatMap((setting) => ['-c', setting]);

const LOG = 'log -z --no-show-signature --no-ext-diff --no-textconv --no-patch --no-color'.split(' ');

/** The variables by which git finds its programs and the person's configuration. `GIT_…` variables are not passed on. */
const FROM_ENVIRONMENT = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'SYSTEMROOT'];

/** @param folders the folders that the person chose */
export const createGit =
  (folders: readonly string[]): ReadSource =>
  async (span, signal) => {
    const found = await Promise.all(folders.map((folder) => findRepositories(folder, signal)));
    const repositories = [...new Set(found.flat())];
    const waiting = repositories.values();
    const readings: Reading[] = [];
    const work = async () => {
      for (const path of waiting) readings.push(await readRepository(path, span, signal));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const missing = folders.filter((_, at) => found[at]?.length === 0);
    for (const place of missing) readings.push({ place, problem: { kind: 'noRepository', place } });
    return readings;
  };

/** The repositories in a folder and below it, nearest first. Links are not followed. */
async function findRepositories(folder: string, signal: AbortSignal): Promise<string[]> {
  const found: string[] = [];
  let level = [folder];
  let left = LIMITS.folders;
  for (let depth = 0; depth <= LIMITS.depth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const path of level) {
      signal.throwIfAborted();
      if (left === 0 || found.length === LIMITS.repositories) return found;
      left -= 1;
      const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
      if (entries.some(({ name }) => name === '.git')) found.push(path);
      const inside = entries.filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name));
      next.push(...inside.map(({ name }) => join(path, name)));
    }
    level = next;
  }
  return found;
}

async function readRepository(path: string, span: Span, signal: AbortSignal): Promise<Reading> {
  const repository = basename(path);
  try {
    const email = (await git(path, ['config', '--get', 'user.email'], signal)).trim().toLowerCase();
    const remotes = await readRemotes(path, signal);
    const checkouts = await readCheckouts(path, signal);
    const evidence = branches(checkouts, span).map((one): Evidence => ({ kind: 'branch', repository, ...one }));
    for (const { at, author, source, refs, message } of await readCommits(path, email, span, signal)) {
      if (author.toLowerCase() !== email || at < span.from || at >= span.to) continue;
      const branch = branchAt(checkouts, at) ?? source.replace(/^refs\/(heads|remotes|tags)\//, '');
      const names = refs.split(', ').flatMap((name) => name.replace(/^(HEAD -> |tag: )/, '') || []);
      const optional = {
        ...(names.length > 0 && { refs: names.slice(0, 10) }),
        ...(remotes.length > 0 && { remotes }),
      };
      evidence.push({ kind: 'commit', from: at, to: at, repository, branch, message, ...optional });
    }
    return { place: path, evidence };
  } catch (error) {
    signal.throwIfAborted();
    return { place: path, problem: { kind: problemOf(error), place: repository } };
  }
}

/** Owner and name: `acme/api` of `https://TOKEN@github.com/acme/api.git` and of `git@github.com:acme/api.git`. */
async function readRemotes(path: string, signal: AbortSignal): Promise<string[]> {
  // It fails if there is none.
  const text = await git(path, ['config', '-z', '--get-regexp', '^remote\\..*\\.url$'], signal).catch(() => '');
  const names = text.split('\0').flatMap((one) => /[:/]([^/:@]+\/[^/:@]+?)(?:\.git)?\/?$/.exec(one)?.[1] ?? []);
  return [...new Set(names)].slice(0, 10);
}

interface Commit {
  /** When it was written first; a rebase keeps it (ms). */
  at: number;
  author: string;
  source: string;
  refs: string;
  message: string;
}

async function readCommits(path: string, email: string, { from }: Span, signal: AbortSignal): Promise<Commit[]> {
  const since = `--since=${Math.floor(from / 1000)}`;
  const format = '--format=%at%x00%ae%x00%S%x00%D%x00%s';
  const max = `--max-count=${LIMITS.commits}`;
  const own = ['--fixed-strings', '--regexp-ignore-case', `--author=<${email}>`];
  const text = await git(path, [...LOG, '--all', '--source', '--encoding=UTF-8', since, format, max, ...own], signal);
  return chunks(text, 5).map(([at, author = '', source = '', refs = '', message = '']) => {
    return { at: Number(at) * 1000, author, source, refs, message };
  });
}

interface Checkout {
  /** In ms. */
  at: number;
  left: string;
  branch: string;
}

/** By time. */
async function readCheckouts(path: string, signal: AbortSignal): Promise<Checkout[]> {
  const format = ['--date=unix', '--format=%gd%x00%gs', `--max-count=${LIMITS.checkouts}`];
  const text = await git(path, [...LOG, '-g', ...format], signal).catch((error: unknown) => {
    // A repository without a commit has no reflog.
    if (String(error).includes('does not have any commits yet')) return '';
    throw error;
  });
  const checkouts = chunks(text, 2).flatMap(([selector = '', subject = '']) => {
    const at = Number(/@\{(\d{1,12})\}$/.exec(selector)?.[1]) * 1000;
    const [, left, branch] = /^checkout: moving from (\S+) to (\S+)$/.exec(subject) ?? [];
    return left === undefined || branch === undefined || Number.isNaN(at) ? [] : [{ at, left, branch }];
  });
  return checkouts.toReversed();
}

/** The branch at a time; undefined if no checkout is known, or a commit without a branch was checked out. */
function branchAt(checkouts: readonly Checkout[], at: number): string | undefined {
  const branch = checkouts.findLast((one) => one.at <= at)?.branch ?? checkouts[0]?.left;
  return branch === undefined || /^[0-9a-f]{40,64}$/.test(branch) ? undefined : branch;
}

/** What was checked out in the span, from each checkout to the next; nothing of the future. */
function branches(checkouts: readonly Checkout[], span: Span): (Span & { branch: string })[] {
  const end = Math.min(span.to, Date.now());
  const inside = checkouts.filter(({ at }) => at > span.from && at < end).map(({ at }) => at);
  return [span.from, ...inside].flatMap((from, index) => {
    const branch = branchAt(checkouts, from);
    const to = inside[index] ?? end;
    return branch === undefined || to <= from ? [] : [{ branch, from, to }];
  });
}

/** Fields that end with NUL, in groups. */
function chunks(text: string, size: number): string[][] {
  const fields = text.split('\0');
  return Array.from({ length: Math.floor(fields.length / size) }, (_, at) => fields.slice(at * size, (at + 1) * size));
}

/** The output of a command; an error has git's own words. */
function git(path: string, args: readonly string[], signal: AbortSignal): Promise<string> {
  const own = Object.fromEntries(FROM_ENVIRONMENT.map((name) => [name, process.env[name]]));
  const env = {
    ...own,
    LC_ALL: 'C',
    // The only one that is allowed, and it does not exist.
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_CEILING_DIRECTORIES: dirname(path),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
  };
  const all = ['-C', path, '--no-optional-locks', '--no-pager', '--no-replace-objects', ...OVERRIDES, ...args];
  // Windows looks for the program in the working folder first.
  const cwd = dirname(process.execPath);
  const options = { cwd, env, signal, timeout: LIMITS.time, maxBuffer: LIMITS.output, windowsHide: true };
  return new Promise((resolve, reject) => {
    execFile('git', all, { ...options, killSignal: 'SIGKILL' }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(Object.assign(error, { message: stderr || error.message }));
    });
  });
}

function problemOf(error: unknown): Problem['kind'] {
  const { code, killed, message } = error as { code?: unknown; killed?: boolean; message: string };
  if (code === 'ENOENT') return 'noGit';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'tooLarge';
  if (killed === true) return 'slow';
  if (message.includes('dubious ownership')) return 'otherOwner';
  // `git config` found nothing.
  return code === 1 ? 'noAuthor' : 'other';
}
