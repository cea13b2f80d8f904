/** What a link from outside leads to: it is only ever shown, and does nothing by itself. */

import { messages } from '../../shared/i18n/generated/main.ts';
import { findTask } from '../../shared/tasks/filter-tasks.ts';
import { taskRef } from '../../shared/time/entry.ts';
import { parseDeepLink } from '../desktop/deep-link.ts';
import { createDeepLinkLimit } from '../desktop/deep-link-limit.ts';
import type { AccountService } from '../features/account/index.ts';
import type { TasksService } from '../features/tasks/index.ts';
import type { TimeService } from '../features/time/index.ts';
import type { AppContext } from './context.ts';
import type { Toasts } from './toasts.ts';
import type { WindowParts } from './windows.ts';

export interface LinksOptions {
  context: Pick<AppContext, 'monotonic'>;
  account: Pick<AccountService, 'id'>;
  time: Pick<TimeService, 'entries' | 'linkQuestions'>;
  tasks: Pick<TasksService, 'assigned' | 'findAtService'>;
  windows: Pick<WindowParts, 'popover' | 'quickAdd' | 'showTask'>;
  say: Toasts['say'];
}

/** Takes each link as it comes. */
export function setUpDeepLinks(options: LinksOptions): (text: string) => void {
  const { context, account, time, tasks, windows, say } = options;
  const { popover, quickAdd, showTask } = windows;
  const { linkQuestions } = time;

  async function followTo(accountId: string, name: string, does: 'start' | 'open'): Promise<void> {
    const found = findTask(name, [...time.entries.recent(accountId), ...tasks.assigned.view().tasks.map(taskRef)]);
    const task = found.is === 'none' ? await tasks.findAtService(name) : found.is === 'one' ? found.task : undefined;
    if (task !== undefined && does === 'open') {
      showTask(task);
      return;
    }
    if (task !== undefined) linkQuestions.askStart(accountId, task);
    else say(messages.app.linkNamesNone({ name }));
    popover.show();
  }

  async function follow(text: string): Promise<void> {
    const link = parseDeepLink(text);
    const id = account.id();
    if (link === null || id === undefined) popover.show();
    else if (link.do === 'add') quickAdd.show({ text: link.text, isFromLink: true });
    else if (link.do === 'stop') {
      if (!linkQuestions.askStop(id)) say(messages.app.linkStopsNothing);
      popover.show();
    } else if (link.task === undefined) popover.show();
    else await followTo(id, link.task, link.do);
  }

  return createDeepLinkLimit({
    follow: (text) => follow(text).catch((error: unknown) => console.error('a link:', error)),
    monotonic: context.monotonic,
    onTooMany: () => say(messages.app.tooManyLinks),
  });
}
