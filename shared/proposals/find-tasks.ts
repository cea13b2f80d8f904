/** Which task a text of evidence means: by its identifier or address, the number of a linked page, or words of its title. Pure. */
import { isSameTask } from '../accounts.ts';
import type { MeantBy, ProposalTarget } from '../contract/proposals.ts';
import { folded } from '../tasks/filter-tasks.ts';
import type { TaskRef } from '../time/entry.ts';
import { foldedText } from './evidence.ts';

/** `links`: the addresses of its external links. */
export type KnownTask = TaskRef & { links?: readonly string[] };

/** What a piece of evidence means. */
export interface Meaning {
  target: ProposalTarget;
  /** How sure it is, 0 to 1. */
  strength: number;
  by?: MeantBy;
  /** Less sure than a name, and refusals count. */
  isByWords?: boolean;
}

/** A text that means more tasks lists them, as a board does, or wants to be found. */
const MAX_MEANT = 3;
const NAMED = 0.9;
/** Only such a text may name a task; most titles are none. */
const NUMBERED = /[-_#!]\d|\/task\//;
/** Words must fit this much better than those of any other task. */
const MARGIN = 1.2;
/** Words of more tasks say nothing. */
const MAX_COMMON = 20;
/** Words are compared by so many letters, so that inflected ones are alike. */
const STEM = 7;
const STOP_WORDS = new Set(
  `the and for with from into this that not are was one two new all out get its our your about before after again while when und der die
  das den dem des ein eine einen fur mit von zum zur auf aus bei ist nicht auch als oder wie wann uber nach vor noch neu neue mozilla
  firefox google chrome visual studio libreoffice microsoft`.split(/\s+/),
);

/** Folded words of three letters and more. A hyphen within a word does not divide it. */
export function meaningfulWords(text: string): string[] {
  const words =
    foldedText(text)
      .replace(/(?<=\p{L})[-‐‑](?=\p{L})/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length > 2 && /\p{L}/u.test(word) && !STOP_WORDS.has(word)))];
}

export function taskTarget({ taskId, identifier, title, projectId, projectName, accountId }: TaskRef): ProposalTarget {
  const optional = { ...(projectId !== undefined && { projectId }), ...(accountId !== undefined && { accountId }) };
  return { kind: 'task', task: { taskId, identifier, title, projectName, ...optional } };
}

/** Finds a task that was stored while other accounts may have been open. */
export function createStoredTaskFinder(tasks: readonly KnownTask[]) {
  const byId = Map.groupBy(tasks, ({ taskId }) => taskId);
  return (stored: Pick<TaskRef, 'taskId' | 'accountId'>): KnownTask | undefined =>
    byId.get(stored.taskId)?.find((one) => isSameTask(one, stored));
}

export function createTaskFinder(tasks: readonly KnownTask[]) {
  const byIdentifier = Map.groupBy(tasks, ({ identifier }) => folded(identifier));
  const byNumber = Map.groupBy(tasks.flatMap(linkedPages), ({ number }) => number);
  const stemsOf = (words: readonly string[]): Set<string> => new Set(words.map((word) => word.slice(0, STEM)));
  const wordsOf = new Map(tasks.map((task) => [task, meaningfulWords(task.title)]));
  const stems = [...wordsOf].flatMap(([task, words]) => [...stemsOf(words)].map((stem) => ({ stem, task })));
  const byStem = Map.groupBy(stems, ({ stem }) => stem);
  /** Rare words weigh more. */
  const weigh = (of: Set<string>): number =>
    [...of].reduce((sum, stem) => sum + Math.log(1 + tasks.length / (byStem.get(stem)?.length ?? 1)), 0);
  const meant = (found: readonly KnownTask[], by: MeantBy): Meaning[] => {
    const unique = [...new Set(found)];
    if (unique.length > MAX_MEANT) return [];
    return unique.map((task) => ({ target: taskTarget(task), by, strength: NAMED / unique.length }));
  };

  return {
    /**
     * By identifier, its address at the service, or link; empty if the text lists many. `repository`, `remotes`: where the text is from,
     * folded.
     */
    named(text: string, repository?: string, remotes: readonly string[] = []): Meaning[] {
      const plain = foldedText(text);
      if (!NUMBERED.test(plain)) return [];
      const addressed = [...plain.matchAll(/\/task\/([\w-]+)/g)].flatMap(([, id]) =>
        tasks.filter(({ taskId }) => folded(taskId) === id),
      );
      const identifiers = identifiersIn(plain).flatMap((identifier) => byIdentifier.get(identifier) ?? []);
      const identified = [...addressed, ...identifiers];
      if (identified.length > 0) return meant(identified, 'name');
      const numbers = [...plain.matchAll(/[#!](\d{1,9})(?!\d)/g)];
      const pages = numbers.flatMap(([, number = '']) => byNumber.get(number) ?? []);
      const isHere = (path: string): boolean =>
        remotes.length > 0 ? remotes.includes(path) : path.endsWith(`/${repository}`);
      const ofPlace = pages.filter(({ path }) => isHere(path) || plain.includes(path));
      return meant(
        ofPlace.map(({ task }) => task),
        'link',
      );
    },

    /** The first with such a word in its title. */
    withWord: (words: RegExp): KnownTask | undefined =>
      tasks.find((task) => wordsOf.get(task)?.some((word) => words.test(word))),

    /** By words; empty if another task fits as well. `ignored`: words that say nothing here, such as the program's name. */
    byWords(text: string, ignored: (word: string) => boolean): Meaning[] {
      const hits = new Map<KnownTask, Set<string>>();
      for (const word of meaningfulWords(text)) {
        const stem = word.slice(0, STEM);
        const found = ignored(word) ? [] : (byStem.get(stem) ?? []);
        if (found.length > MAX_COMMON) continue;
        for (const { task } of found) hits.set(task, (hits.get(task) ?? new Set()).add(stem));
      }
      const ranked = [...hits].map(([task, words]) => ({ task, count: words.size, sum: weigh(words) }));
      const [best, second] = ranked.sort((a, b) => b.sum - a.sum);
      const isList = ranked.filter(({ count }) => count > 1).length > MAX_MEANT;
      if (best === undefined || isList || best.sum < MARGIN * (second?.sum ?? 0)) return [];
      const share = best.sum / weigh(stemsOf(wordsOf.get(best.task) ?? []));
      const strength = best.count > 1 ? Math.min(0.7, 0.4 + 0.4 * share) : 0.1 + 0.5 * share;
      return [{ target: taskTarget(best.task), by: 'words', isByWords: true, strength }];
    },
  };
}

/** The pages of its links that have a number: `acme/payments-api` and 412 of `…/acme/payments-api/pull/412`. */
function linkedPages(task: KnownTask): { task: KnownTask; path: string; number: string }[] {
  return (task.links ?? []).flatMap((link) => {
    const [owner, name, ...rest] = URL.parse(link)?.pathname.split('/').filter(Boolean) ?? [];
    const number = rest.at(-1) ?? '';
    return /^\d{1,9}$/.test(number) ? [{ task, path: folded(`${owner}/${name}`), number }] : [];
  });
}

/** Everything in a folded text that may be an identifier: `fix_pay-134` and `pay-134` of `feature/fix_pay_134-retry`. */
function identifiersIn(plain: string): string[] {
  return [...plain.matchAll(/[-_](\d{1,9})(?![\p{L}\p{N}])/gu)].flatMap(({ index, 1: number }) => {
    const parts = (/[\p{L}\p{N}_-]*$/u.exec(plain.slice(Math.max(0, index - 60), index))?.[0] ?? '').split(/([-_])/);
    return parts.flatMap((_, at) => (at % 2 === 0 ? [`${parts.slice(at).join('')}-${number}`] : []));
  });
}
