/** What a link from outside leads to: it is only ever shown, and does nothing by itself. */
import type { Notices } from '../bridge/notices.ts';
import { parseDeepLink } from '../desktop/deep-link.ts';
import { findTask } from '../tasks/find-task.ts';
import { taskRef } from '../tasks/task-view.ts';
import { words } from '../words/index.ts';
import type { AccountParts } from './account.ts';
import type { ListParts } from './lists.ts';
import type { TaskParts } from './tasks.ts';
import type { TimeParts } from './time.ts';
import type { WindowParts } from './windows.ts';

export interface LinksOptions {
  account: Pick<AccountParts, 'id'>;
  time: Pick<TimeParts, 'entries' | 'linkQuestions'>;
  tasks: Pick<TaskParts, 'lookUp'>;
  lists: Pick<ListParts, 'assigned'>;
  windows: Pick<WindowParts, 'popover' | 'quickAdd' | 'showTask'>;
  say: Notices['say'];
}

/** Follows one link. */
export function composeLinks({ account, time, tasks, lists, windows, say }: LinksOptions): (text: string) => void {
  const { popover, quickAdd, showTask } = windows;
  const { linkQuestions } = time;

  async function followTo(accountId: string, name: string, does: 'start' | 'open'): Promise<void> {
    const found = findTask(name, [...time.entries.recent(accountId), ...lists.assigned.view().tasks.map(taskRef)]);
    const task = found.is === 'none' ? await tasks.lookUp(name) : found.is === 'one' ? found.task : undefined;
    if (task !== undefined && does === 'open') {
      showTask(task);
      return;
    }
    if (task !== undefined) linkQuestions.askStart(accountId, task);
    else say(words.app.linkNamesNone(name));
    popover.show();
  }

  return (text) => {
    const link = parseDeepLink(text);
    const id = account.id();
    if (link === null || id === undefined) popover.show();
    else if (link.do === 'add') quickAdd.show({ text: link.text, isFromLink: true });
    else if (link.do === 'stop') {
      if (!linkQuestions.askStop(id)) say(words.app.linkStopsNothing);
      popover.show();
    } else if (link.task === undefined) popover.show();
    else void followTo(id, link.task, link.do);
  };
}
