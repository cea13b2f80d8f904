/** Which task a text of evidence means: by its identifier, the number of a linked page, or the words of its title. Pure. */
import { folded } from '../tasks/filter-tasks.ts';
import type { TaskRef } from '../time/entry.ts';
import { foldedText } from './evidence.ts';

/** `links`: addresses of its external links. */
export type KnownTask = TaskRef & { links?: readonly string[] };

export interface FoundTask {
  task: TaskRef;
  by: 'identifier' | 'link' | 'words';
  /** How sure it is, 0 to 1. */
  strength: number;
}

/** A text that means more tasks than this lists them, as a board does, or wants to be found. */
const MAX_MEANT = 3;
const NAMED = 0.9;
/** Words must fit this much better than for any other task. */
const MARGIN = 1.2;
/** Longer words also fit inflected: the same beginning, and so many letters more or less. */
const STEM = 5;
const MAX_ENDING = 3;
const STOP_WORDS = new Set(
  'the and for with from into this that not are was one two new all out get its our your about before after again while when und der die das den dem des ein eine einen fur mit von zum zur auf aus bei ist nicht auch als oder wie wann uber nach vor noch neu neue mozilla firefox google chrome visual studio libreoffice microsoft'.split(
    ' ',
  ),
);

/** Folded words of three letters and more; a hyphen within a word does not divide it. */
export function meaningfulWords(text: string): string[] {
  const words =
    foldedText(text)
      .replace(/(?<=\p{L})[-‐‑](?=\p{L})/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.filter((word) => word.length > 2 && /\p{L}/u.test(word) && !STOP_WORDS.has(word)))];
}

/** The pages of a task's links: number and repository, such as `acme/payments-api` of `…/acme/payments-api/pull/412`. */
function linkedPages(links: readonly string[]): { number: string; repository: string }[] {
  return links.flatMap((link) => {
    const parts = URL.parse(link)?.pathname.split('/').filter(Boolean) ?? [];
    const number = parts.at(-1) ?? '';
    const [owner, name] = parts;
    return /^\d{1,9}$/.test(number) && name !== undefined && parts.length > 2
      ? [{ number, repository: folded(`${owner}/${name}`) }]
      : [];
  });
}

export interface TaskFinder {
  /** By identifier or link; empty if it means none or lists many. `repository`: where the text is from. */
  named: (text: string, repository?: string) => FoundTask[];
  /** By the words of titles; empty if several fit as well. `ignored`: words that say nothing here, such as the program's name. */
  byWords: (text: string, ignored?: string) => FoundTask[];
}

export function createTaskFinder(tasks: readonly KnownTask[]): TaskFinder {
  const byIdentifier = Map.groupBy(tasks, ({ identifier }) => folded(identifier));
  const pages = tasks.flatMap((task) => linkedPages(task.links ?? []).map((page) => ({ ...page, task })));
  const byNumber = Map.groupBy(pages, ({ number }) => number);
  const titles = tasks.map((task) => ({ task, words: meaningfulWords(task.title) }));
  const tasksOfWord = new Map<string, KnownTask[]>();
  for (const { task, words } of titles) {
    for (const word of words) tasksOfWord.set(word, [...(tasksOfWord.get(word) ?? []), task]);
  }
  const byStem = Map.groupBy(
    [...tasksOfWord.keys()].filter((word) => word.length >= STEM),
    (word) => word.slice(0, STEM),
  );
  /** Rare words weigh more. */
  const weight = (word: string): number => Math.log(1 + tasks.length / (tasksOfWord.get(word)?.length ?? 1));
  const weightOf = new Map(
    titles.map(({ task, words }) => [task, words.reduce((sum, word) => sum + weight(word), 0)] as const),
  );

  const found = (all: readonly KnownTask[], by: FoundTask['by']): FoundTask[] => {
    const unique = [...new Set(all)];
    return unique.length > MAX_MEANT ? [] : unique.map((task) => ({ task, by, strength: NAMED / unique.length }));
  };

  return {
    named(text, repository) {
      const plain = foldedText(text);
      const identified = identifiersIn(plain).flatMap((identifier) => byIdentifier.get(identifier) ?? []);
      if (identified.length > 0) return found(identified, 'identifier');
      const numbers = [...plain.matchAll(/[#!](\d{1,9})(?!\d)/g)].map(([, number = '']) => number);
      const linked = numbers
        .flatMap((number) => byNumber.get(number) ?? [])
        .filter((page) => page.repository.endsWith(`/${repository}`) || plain.includes(page.repository));
      return found(
        linked.map(({ task }) => task),
        'link',
      );
    },

    byWords(text, ignored = '') {
      const without = foldedText(ignored);
      const hits = new Map<KnownTask, Set<string>>();
      for (const word of meaningfulWords(text)) {
        if (without.includes(word)) continue;
        const alike = (byStem.get(word.slice(0, STEM)) ?? []).filter(
          (other) => Math.abs(other.length - word.length) <= MAX_ENDING,
        );
        for (const known of tasksOfWord.has(word) ? [word] : alike) {
          for (const task of tasksOfWord.get(known) ?? []) hits.set(task, (hits.get(task) ?? new Set()).add(known));
        }
      }
      const ranked = [...hits]
        .map(([task, words]) => ({
          task,
          count: words.size,
          sum: [...words].reduce((sum, word) => sum + weight(word), 0),
        }))
        .sort((a, b) => b.sum - a.sum);
      const [best, second] = ranked;
      if (best === undefined || ranked.filter(({ count }) => count > 1).length > MAX_MEANT) return [];
      if (second !== undefined && best.sum < MARGIN * second.sum) return [];
      const share = best.sum / (weightOf.get(best.task) ?? best.sum);
      const strength = best.count > 1 ? 0.4 + 0.4 * share : 0.1 + 0.5 * share;
      return [{ task: best.task, by: 'words', strength: Math.min(0.7, strength) }];
    },
  };
}

/** Everything in a folded text that may be an identifier: `pay-134` of `feature/fix_pay_134-retry`. */
function identifiersIn(plain: string): string[] {
  return [...plain.matchAll(/[-_](\d{1,9})(?![\p{L}\p{N}])/gu)].flatMap(({ index, 1: number = '' }) => {
    const [before = ''] = /[\p{L}\p{N}_-]*$/u.exec(plain.slice(Math.max(0, index - 60), index)) ?? [];
    const parts = before.split(/([-_])/);
    // From each word on: `fix_pay`, then `pay`.
    return parts.flatMap((_, at) => (at % 2 === 0 ? [`${parts.slice(at).join('')}-${number}`] : []));
  });
}
