/**
 * Reads commits and checkouts of the person with `git` itself. A repository may have a hostile configuration: every setting by which
 * these commands would run a program is overridden, and no command fetches, writes or takes a lock.
 */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Evidence } from '../../../shared/contract/evidence.ts';
import type { Span } from '../../../shared/time/day.ts';
import { cutAt, type Problem, type Reading, type ReadSource, untilAborted } from './source.ts';

/**
 * Levels of folders below a chosen one; folders looked into and repositories read in it; output (bytes) and time (ms) of a command, of
 * looking for repositories, and of reading all.
 */
const LIMITS = {
  depth: 4,
  folders: 2_000,
  repositories: 100,
  commits: 2_000,
  checkouts: 5_000,
  output: 4e6,
  time: 5_000,
  looking: 10_000,
  reading: 15_000,
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
  async (span, ended) => {
    const looking = AbortSignal.any([ended, AbortSignal.timeout(LIMITS.looking)]);
    const found = await Promise.all(
      folders.map((folder) => untilAborted(findRepositories(folder, looking), looking).catch(() => undefined)),
    );
    ended.throwIfAborted();
    const reading = AbortSignal.any([ended, AbortSignal.timeout(LIMITS.reading)]);
    const repositories = [...new Set(found.flatMap((one) => one?.paths ?? []))];
    const waiting = repositories.values();
    const readings: Reading[] = [];
    const hashes = new Map<Evidence, string>();
    const work = async () => {
      for (const path of waiting) {
        readings.push(await readRepository(path, span, reading, hashes));
        if (reading.aborted) return;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    ended.throwIfAborted();
    const problems = folders.flatMap((place, at): Problem[] => {
      const { paths, cut } = found[at] ?? {};
      if (paths === undefined) return [{ kind: 'slow', place }];
      if (cut !== undefined) return [cut];
      return paths.length === 0 ? [{ kind: 'noRepository', place }] : [];
    });
    if (readings.length < repositories.length) problems.push({ kind: 'slow', place: null });
    return [...withoutCopies(readings, hashes), ...problems.map((problem) => ({ place: '', problem }))];
  };

/** Worktrees and clones have the same commits, and a rebase copies some, but keeps when they were written. */
function withoutCopies(readings: readonly Reading[], hashes: ReadonlyMap<Evidence, string>): Reading[] {
  const seen = new Set<string>();
  const isNew = (one: Evidence, place: string): boolean => {
    if (one.kind !== 'commit') return true;
    const keys = [String(hashes.get(one)), [place, one.from, one.message].join('\n')];
    const isKnown = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return !isKnown;
  };
  return readings
    .toSorted((a, b) => (a.place < b.place ? -1 : 1))
    .map(({ evidence, ...reading }) =>
      evidence ? { ...reading, evidence: evidence.filter((one) => isNew(one, reading.place)) } : reading,
    );
}

/** The repositories in a folder and below it, nearest first. Links are not followed. */
async function findRepositories(folder: string, signal: AbortSignal): Promise<{ paths: string[]; cut?: Problem }> {
  const paths: string[] = [];
  let level = [folder];
  let left = LIMITS.folders;
  for (let depth = 0; depth <= LIMITS.depth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const path of level) {
      signal.throwIfAborted();
      if (left === 0) return { paths, cut: cutAt(LIMITS.folders, 'folders', folder) };
      left -= 1;
      const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
      if (entries.some(({ name }) => name === '.git')) paths.push(path);
      if (paths.length > LIMITS.repositories)
        return { paths: paths.slice(0, -1), cut: cutAt(LIMITS.repositories, 'repositories', folder) };
      const inside = entries.filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name));
      next.push(...inside.map(({ name }) => join(path, name)));
    }
    level = next;
  }
  return { paths };
}

/** @param hashes gets those of the commits */
async function readRepository(
  path: string,
  span: Span,
  signal: AbortSignal,
  hashes: Map<Evidence, string>,
): Promise<Reading> {
  const repository = basename(path);
  try {
    const email = (await git(path, ['config', '--get', 'user.email'], signal)).trim().toLowerCase();
    const remotes = await readRemotes(path, signal);
    const { checkouts, isCut } = await readCheckouts(path, span, signal);
    const commits = await readCommits(path, email, span, signal);
    const evidence = branches(checkouts, span).map((one): Evidence => ({ kind: 'branch', repository, ...one }));
    for (const { hash, at, author, source, refs, message } of commits.slice(0, LIMITS.commits)) {
      if (author.toLowerCase() !== email || at < span.from || at >= span.to) continue;
      const branch = branchAt(checkouts, at) ?? source.replace(/^refs\/(heads|remotes|tags)\//, '');
      const names = refs.split(', ').flatMap((name) => name.replace(/^(HEAD -> |tag: )/, '') || []);
      const optional = {
        ...(names.length > 0 && { refs: names.slice(0, 10) }),
        ...(remotes.length > 0 && { remotes }),
      };
      const one: Evidence = { kind: 'commit', from: at, to: at, repository, branch, message, ...optional };
      evidence.push(one);
      hashes.set(one, hash);
    }
    if (commits.length > LIMITS.commits)
      return { place: path, evidence, problem: cutAt(LIMITS.commits, 'commits', repository) };
    if (isCut) return { place: path, evidence, problem: cutAt(LIMITS.checkouts, 'checkouts', repository) };
    return { place: path, evidence };
  } catch (error) {
    return { place: path, problem: { kind: signal.aborted ? 'slow' : problemOf(error), place: repository } };
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
  hash: string;
  /** When it was written first; a rebase keeps it (ms). */
  at: number;
  author: string;
  source: string;
  refs: string;
  message: string;
}

async function readCommits(path: string, email: string, { from }: Span, signal: AbortSignal): Promise<Commit[]> {
  const since = `--since=${Math.floor(from / 1000)}`;
  const format = '--format=%H%x00%at%x00%ae%x00%S%x00%D%x00%s';
  // One more tells whether there are more.
  const max = `--max-count=${LIMITS.commits + 1}`;
  const own = ['--fixed-strings', '--regexp-ignore-case', `--author=<${email}>`];
  const text = await git(path, [...LOG, '--all', '--source', '--encoding=UTF-8', since, format, max, ...own], signal);
  return chunks(text, 6).map(([hash = '', at, author = '', source = '', refs = '', message = '']) => {
    return { hash, at: Number(at) * 1000, author, source, refs, message };
  });
}

interface Checkout {
  /** In ms. */
  at: number;
  left: string;
  branch: string;
}

/** By time. `isCut`: earlier ones of the span are missing. */
async function readCheckouts(path: string, { from }: Span, signal: AbortSignal) {
  const format = ['--date=unix', '--format=%gd%x00%gs', `--max-count=${LIMITS.checkouts}`];
  const text = await git(path, [...LOG, '-g', ...format], signal).catch((error: unknown) => {
    // A repository without a commit has no reflog.
    if (String(error).includes('does not have any commits yet')) return '';
    throw error;
  });
  const entries = chunks(text, 2).map(([selector = '', subject = '']) => {
    return { at: Number(/@\{(\d{1,12})\}$/.exec(selector)?.[1]) * 1000, subject };
  });
  const checkouts = entries.toReversed().flatMap(({ at, subject }): Checkout[] => {
    const [, left, branch] = /^checkout: moving from (\S+) to (\S+)$/.exec(subject) ?? [];
    return left === undefined || branch === undefined || Number.isNaN(at) ? [] : [{ at, left, branch }];
  });
  return { checkouts, isCut: entries.length === LIMITS.checkouts && (entries.at(-1)?.at ?? 0) > from };
}

/** The branch at a time; undefined if no checkout is known, or a commit without a branch was checked out. */
function branchAt(checkouts: readonly Checkout[], at: number): string | undefined {
  const branch = checkouts.findLast((one) => one.at <= at)?.branch ?? checkouts[0]?.left;
  return branch === undefined || /^[0-9a-f]{40,64}$/.test(branch) ? undefined : branch;
}

/** What was checked out in the span, from each checkout to the next; nothing of the future. */
function branches(checkouts: readonly Checkout[], span: Span): (Span & { branch: string; checkedOut: number })[] {
  const end = Math.min(span.to, Date.now());
  const inside = checkouts.filter(({ at }) => at > span.from && at < end).map(({ at }) => at);
  return [span.from, ...inside].flatMap((from, index) => {
    const branch = branchAt(checkouts, from);
    const checkedOut = checkouts.findLast(({ at }) => at <= from)?.at ?? 0;
    const to = inside[index] ?? end;
    return branch === undefined || to <= from ? [] : [{ branch, from, to, checkedOut }];
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
