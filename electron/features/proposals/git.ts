/**
 * Reads commits and checkouts of the person with `git` itself. A repository may have a hostile configuration: every setting by which
 * these commands would run a program is overridden, and no command fetches, writes or takes a lock.
 */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Evidence } from '../../../shared/contract/evidence.ts';
import { MAX_REFS } from '../../../shared/limits.ts';
import type { Span } from '../../../shared/time/day.ts';
import { within } from '../../../shared/time/spans.ts';
import { LIMITS as ALL_LIMITS } from './limits.ts';
import { cutAt, type Problem, type Reading, type ReadSource, untilAborted } from './source.ts';

const { git: LIMITS } = ALL_LIMITS;
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

const LOG = 'log -z --encoding=UTF-8 --no-show-signature --no-ext-diff --no-textconv --no-patch --no-color'.split(' ');

/** The variables by which git finds its programs and the person's configuration. `GIT_…` variables are not passed on. */
const FROM_ENVIRONMENT = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'SYSTEMROOT'];

/** @param folders the folders that the person chose */
export const createGit =
  (folders: readonly string[]): ReadSource =>
  async (span, ended) => {
    const looking = AbortSignal.any([ended, AbortSignal.timeout(LIMITS.lookingMs)]);
    const found = await Promise.all(
      folders.map((folder) =>
        untilAborted(findRepositories(folder, looking), looking).catch(() => {
          return { paths: [], problem: { kind: 'slow', place: folder } as const };
        }),
      ),
    );
    ended.throwIfAborted();
    const reading = AbortSignal.any([ended, AbortSignal.timeout(LIMITS.readingMs)]);
    const repositories = [...new Set(found.flatMap(({ paths }) => paths))];
    const waiting = repositories.values();
    const readings: Reading[] = [];
    const work = async () => {
      for (const path of waiting) {
        readings.push(await readRepository(path, span, reading));
        if (reading.aborted) return;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    ended.throwIfAborted();
    const problems = found.flatMap(({ problem }) => problem ?? []);
    if (readings.length < repositories.length) problems.push({ kind: 'slow', place: null });
    return [...withoutCopies(readings), ...problems.map((problem) => ({ place: '', problem }))];
  };

/** Worktrees, clones and the reflog have the same commits, and a rebase copies some, but keeps when they were written. */
function withoutCopies(readings: readonly Reading[]): Reading[] {
  const seen = new Set<string>();
  const isNew = (one: Evidence): boolean =>
    one.kind !== 'commit' || seen.size < seen.add(`${one.from} ${one.message}`).size;
  const byPlace = readings.toSorted((a, b) => (a.place < b.place ? -1 : 1));
  return byPlace.map(({ evidence, ...reading }) => ({
    ...reading,
    ...(evidence && { evidence: evidence.filter(isNew) }),
  }));
}

/** The repositories in a folder and below it, nearest first. Links are not followed. */
async function findRepositories(folder: string, signal: AbortSignal): Promise<{ paths: string[]; problem?: Problem }> {
  const paths: string[] = [];
  let level = [folder];
  let left = LIMITS.folders;
  for (let depth = 0; depth <= LIMITS.depth && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const path of level) {
      signal.throwIfAborted();
      if (left === 0) return { paths, problem: cutAt(LIMITS.folders, 'folders', folder) };
      left -= 1;
      const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
      if (entries.some(({ name }) => name === '.git')) paths.push(path);
      if (paths.length > LIMITS.repositories)
        return { paths: paths.slice(0, -1), problem: cutAt(LIMITS.repositories, 'repositories', folder) };
      const inside = entries.filter((entry) => entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name));
      next.push(...inside.map(({ name }) => join(path, name)));
    }
    level = next;
  }
  return paths.length === 0 ? { paths, problem: { kind: 'noRepository', place: folder } } : { paths };
}

async function readRepository(path: string, span: Span, signal: AbortSignal): Promise<Reading> {
  const repository = basename(path);
  try {
    const email = (await git(path, ['config', '--get', 'user.email'], signal)).trim();
    const remotes = await readRemotes(path, signal);
    const { branches, lost, isCut } = await readReflog(path, email, span, signal);
    const commits = await readCommits(path, email, span, signal);
    const evidence = branches.flatMap(({ branch, from, to }): Evidence[] =>
      branch === ''
        ? []
        : within([{ from, to }], span).map((part) => ({
            kind: 'branch',
            repository,
            branch,
            ...part,
            checkedOut: from,
          })),
    );
    for (const [time, source = '', refs = '', message = ''] of [...commits.slice(0, LIMITS.commits), ...lost]) {
      const at = Number(time) * 1000;
      if (at < span.from || at >= span.to) continue;
      const branch = branches.findLast(({ from }) => from <= at)?.branch || source.replace(/^refs\/\w+\//, '');
      const names = refs.split(', ').flatMap((name) => name.replace(/^(HEAD -> |tag: )/, '') || []);
      const optional = {
        ...(names.length > 0 && { refs: names.slice(0, MAX_REFS) }),
        ...(remotes.length > 0 && { remotes }),
      };
      evidence.push({ kind: 'commit', from: at, to: at, repository, branch, message, ...optional });
    }
    if (commits.length > LIMITS.commits)
      return { place: path, evidence, problem: cutAt(LIMITS.commits, 'commits', repository) };
    return { place: path, evidence, ...(isCut && { problem: cutAt(LIMITS.checkouts, 'checkouts', repository) }) };
  } catch (error) {
    return { place: path, problem: { kind: signal.aborted ? 'slow' : problemOf(error), place: repository } };
  }
}

/** Owner and name: `acme/api` of `https://TOKEN@github.com/acme/api.git` and of `git@github.com:acme/api.git`. */
async function readRemotes(path: string, signal: AbortSignal): Promise<string[]> {
  // It fails if there is none.
  const text = await git(path, ['config', '-z', '--get-regexp', '^remote\\..*\\.url$'], signal).catch(() => '');
  const names = text.split('\0').flatMap((one) => /[:/]([^/:@]+\/[^/:@]+?)(?:\.git)?\/?$/.exec(one)?.[1] ?? []);
  return [...new Set(names)].slice(0, MAX_REFS);
}

/** When each commit was written first, which a rebase keeps (s), a ref that has it, all refs at it, and its first line. */
async function readCommits(path: string, email: string, { from }: Span, signal: AbortSignal): Promise<string[][]> {
  const since = `--since=${Math.floor(from / 1000)}`;
  // One more tells whether there are more.
  const max = `--max-count=${LIMITS.commits + 1}`;
  const own = ['--fixed-strings', '--regexp-ignore-case', `--author=<${email}>`];
  const format = '--format=%at%x00%S%x00%D%x00%s';
  return chunks(await git(path, [...LOG, '--all', '--source', since, format, max, ...own], signal), 4);
}

/**
 * What was checked out, from one checkout to the next; empty for a commit without a branch. The first is what was left first, since ever.
 * `lost`: own commits in the form of readCommits, also those that no branch has any more. `isCut`: earlier ones of the span are missing.
 */
async function readReflog(path: string, email: string, span: Span, signal: AbortSignal) {
  const format = ['--date=unix', '--format=%gd%x00%gs%x00%at%x00%ae%x00%s', `--max-count=${LIMITS.checkouts + 1}`];
  const text = await git(path, [...LOG, '-g', ...format], signal).catch((error: unknown) => {
    // A repository without a commit has no reflog.
    if (String(error).includes('does not have any commits yet')) return '';
    throw error;
  });
  const found = chunks(text, 5).map(([selector = '', subject = '', time = '', author = '', message = '']) => {
    const at = Number(/@\{(\d{1,12})\}$/.exec(selector)?.[1] ?? NaN) * 1000;
    return { at, subject, time, isOwn: author.toLowerCase() === email.toLowerCase(), message };
  });
  const lost = found.flatMap(({ at, subject, time, isOwn, message }) => {
    if (!isOwn || !/^commit\b/.test(subject)) return [];
    // An amended commit keeps the time of its first version.
    const when = subject.startsWith('commit (amend)') ? String(at / 1000) : time;
    return [[when, '', '', message]];
  });
  const starts = found
    .slice(0, LIMITS.checkouts)
    .toReversed()
    .flatMap(({ at, subject }) => {
      const [, left, branch] = /^checkout: moving from (\S+) to (\S+)$/.exec(subject) ?? [];
      return left === undefined || branch === undefined || Number.isNaN(at) ? [] : [{ at, left, branch }];
    });
  const [first] = starts;
  const all = first === undefined ? [] : [{ at: 0, branch: first.left }, ...starts];
  const branches = all.map(({ at, branch }, index) => {
    return { branch: /^[0-9a-f]{40,64}$/.test(branch) ? '' : branch, from: at, to: all[index + 1]?.at ?? Date.now() };
  });
  return { branches, lost, isCut: (found[LIMITS.checkouts]?.at ?? 0) > span.from };
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
  const options = { cwd, env, signal, timeout: LIMITS.commandMs, maxBuffer: LIMITS.bytes, windowsHide: true };
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
