/** Follows `punchcard://` links. Anyone can write one, so a link only shows something; changes wait for a confirmation. */
import { messages } from '../../shared/i18n/generated/main.ts';
import { findTask } from '../../shared/tasks/filter-tasks.ts';
import { taskRef } from '../../shared/time/entry.ts';
import { createDeepLinkLimit, parseDeepLink } from '../desktop/links/deep-link.ts';
import type { MainParts } from './context.ts';

/** Returns the function that follows a link. */
export function setUpDeepLinks({ featureContext, features, windows }: MainParts): (text: string) => void {
  const { account, time } = features;
  const { showToast } = featureContext;
  const { popover, quickAdd, showTask } = windows;
  const { linkQuestions } = time;

  async function followToTask(accountId: string, name: string, action: 'start' | 'open'): Promise<void> {
    const { tasks } = features.inFront();
    const found = findTask(name, [...time.entries.recent(accountId), ...tasks.assigned.view().tasks.map(taskRef)]);
    const task = found.is === 'none' ? await tasks.findAtService(name) : found.is === 'one' ? found.task : undefined;
    if (task !== undefined && action === 'open') {
      showTask(task);
      return;
    }
    if (task !== undefined) linkQuestions.askStart(accountId, task);
    else showToast(messages.app.linkNamesNone({ name }));
    popover.show();
  }

  async function follow(text: string): Promise<void> {
    const link = parseDeepLink(text);
    const id = account.shared.id();
    if (link === null || id === undefined) popover.show();
    else if (link.do === 'add') quickAdd.show({ text: link.text, isFromLink: true });
    else if (link.do === 'stop') {
      if (!linkQuestions.askStop(id)) showToast(messages.app.linkStopsNothing);
      popover.show();
    } else if (link.task === undefined) popover.show();
    else await followToTask(id, link.task, link.do);
  }

  return createDeepLinkLimit({
    follow: (text) => follow(text).catch((error: unknown) => console.error('Could not follow a link:', error)),
    monotonic: featureContext.monotonic,
    onTooMany: () => showToast(messages.app.tooManyLinks),
  });
}
