/** The texts of notifications about new tasks. */
import { messages } from '../../../shared/i18n/generated/main.ts';
import { shorten } from '../../../shared/tasks/clean-text.ts';

const MAX_TITLE = 120;
/** Few desktops show more lines. */
const MAX_LINES = 4;

export const createdTexts = {
  get undo(): string {
    return messages.tasks.undo;
  },
  get rejected(): string {
    return messages.tasks.notice.rejected;
  },
  created: (identifier: string): string => messages.tasks.created({ task: identifier }),
  createdMany: (count: number): string => messages.tasks.notice.created({ tasks: count }),
  title: (title: string): string => shorten(title, MAX_TITLE),
  titles: (titles: readonly string[]): string => {
    const lines = titles.slice(0, MAX_LINES).map((title) => shorten(title, 60));
    const others = titles.length - lines.length;
    return [...lines, ...(others > 0 ? [messages.tasks.notice.more({ tasks: others })] : [])].join('\n');
  },
  /** For the status line of the window. */
  rejectedInLine: (title: string, reason: string): string =>
    messages.tasks.notice.rejectedInLine({ title: shorten(title, 60), why: reason }),
  rejectedBody: (title: string, reason: string): string =>
    messages.tasks.notice.rejectedBody({ title: shorten(title, MAX_TITLE), why: shorten(reason, 200) }),
};
