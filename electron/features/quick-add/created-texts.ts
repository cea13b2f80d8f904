/** What notifications say of new tasks. */

import { messages } from '../../../shared/i18n/generated/main.ts';
import { shorten } from '../../../shared/tasks/clean-text.ts';

const MOST_TITLE = 120;
/** A notification shows hardly more. */
const MOST_LINES = 4;

export const createdTexts = {
  get undo(): string {
    return messages.tasks.undo;
  },
  get rejected(): string {
    return messages.tasks.notice.rejected;
  },
  created: (identifier: string): string => messages.tasks.created({ task: identifier }),
  createdMany: (count: number): string => messages.tasks.notice.created({ tasks: count }),
  title: (title: string): string => shorten(title, MOST_TITLE),
  titles: (titles: readonly string[]): string => {
    const lines = titles.slice(0, MOST_LINES).map((title) => shorten(title, 60));
    const others = titles.length - lines.length;
    return [...lines, ...(others > 0 ? [messages.tasks.notice.more({ tasks: others })] : [])].join('\n');
  },
  /** The window's status line has one line. */
  rejectedInLine: (title: string, why: string): string =>
    messages.tasks.notice.rejectedInLine({ title: shorten(title, 60), why }),
  rejectedBody: (title: string, why: string): string =>
    messages.tasks.notice.rejectedBody({ title: shorten(title, MOST_TITLE), why: shorten(why, 200) }),
};
