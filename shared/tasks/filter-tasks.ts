/** What the filter keeps: every word typed stands somewhere in the identifier, title, project or labels. Pure. */
import type { TaskView } from '../contract/index.ts';

/** Letters compared without case and accents. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

export function wordsOf(query: string): string[] {
  return folded(query).split(/\s+/u).filter(Boolean);
}

export function filterTasks(tasks: readonly TaskView[], query: string): readonly TaskView[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return tasks;
  return tasks.filter((task) => {
    const text = folded(
      [task.identifier, task.title, task.projectName, ...task.labels.map((label) => label.name)].join('\n'),
    );
    return wanted.every((word) => text.includes(word));
  });
}
