/** What notifications say of new tasks. Main's English, like en.ts. */
import { plural } from './en.ts';

const MOST_TITLE = 120;
/** A notification shows hardly more. */
const MOST_LINES = 4;

const cut = (text: string, most = MOST_TITLE): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

export const taskNoticeWords = {
  open: 'Open',
  undo: 'Undo',
  created: (identifier: string): string => `${identifier} created`,
  createdMany: (count: number): string => `${plural(count, 'task')} created`,
  title: (title: string): string => cut(title),
  titles: (titles: readonly string[]): string => {
    const lines = titles.slice(0, MOST_LINES).map((title) => cut(title, 60));
    return [...lines, ...(titles.length > lines.length ? [`and ${titles.length - lines.length} more`] : [])].join('\n');
  },
  refused: 'A task was not created',
  /** The window's status line has one line. */
  refusedInLine: (title: string, why: string): string => `“${cut(title, 60)}” was not created: ${why}`,
  refusedBody: (title: string, why: string): string => `“${cut(title)}” is kept under Unsent.\n${cut(why, 200)}`,
};
