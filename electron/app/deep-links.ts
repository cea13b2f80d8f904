/** Follows `punchcard://` links. Anyone can write one, so a link only shows something; changes wait for a confirmation. */
import { accountNamed, accountsNamed } from '../../shared/accounts.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { findTask, oneOfTasks } from '../../shared/tasks/filter-tasks.ts';
import { taskRef } from '../../shared/time/entry.ts';
import { createDeepLinkLimit, parseDeepLink } from '../desktop/links/deep-link.ts';
import type { MainParts } from './context.ts';
import { allTasks, closedAccounts, findAtServices, openAccounts } from './open-accounts.ts';

/** A question offers no more. */
const MOST_TASKS = 5;

/** Returns the function that follows a link. */
export function setUpDeepLinks({ featureContext, features, windows, act }: MainParts): (text: string) => void {
  const { account, time } = features;
  const { showToast } = featureContext;
  const { popover, quickAdd, showTask } = windows;
  const { linkQuestions } = time;

  /** `only`: in these accounts. */
  async function followToTask(name: string, action: 'start' | 'open', only: string[] | undefined): Promise<void> {
    const accountId = account.first.required().id;
    const tasks = [...time.entries.recent(accountId), ...allTasks(features).tasks.map(taskRef)];
    const local = findTask(
      name,
      tasks.filter((task) => only?.includes(task.accountId ?? accountId) ?? true),
    );
    const found = local.is === 'none' ? oneOfTasks(await findAtServices(features, name, only)) : local;
    if (found.is === 'one' && action === 'open') {
      showTask(found.task);
      return;
    }
    const meant = found.is === 'several' ? found.tasks.slice(0, MOST_TASKS) : found.is === 'one' ? [found.task] : [];
    if (meant.length === 0) showToast(messages.app.linkNamesNone({ name }));
    else if (action === 'start') linkQuestions.askStart(accountId, meant);
    else linkQuestions.askWhichToOpen(accountId, meant, showTask);
    popover.show();
  }

  async function follow(text: string): Promise<void> {
    const link = parseDeepLink(text);
    const id = account.first.id();
    if (link === null || id === undefined) {
      popover.show();
      return;
    }
    const named = 'account' in link ? link.account : undefined;
    const meant = named === undefined ? undefined : accountsNamed(named, openAccounts(features));
    const only = meant?.map((one) => one.id);
    if (named !== undefined && only?.length === 0) {
      const [closed] = accountsNamed(named, closedAccounts(features));
      if (closed === undefined) showToast(messages.app.linkNamesNoAccount({ name: named }));
      else showToast(messages.account.notThere({ server: closed.server }).title);
      popover.show();
    } else if (link.do === 'add') {
      // Quick add shows whose of two it is, and the person may name the other.
      const into = accountNamed(named ?? '', meant ?? []) ?? meant?.[0];
      quickAdd.show({ text: link.text, isFromLink: true, ...(into && { accountId: into.id }) });
    } else if (link.do === 'stop') {
      if (!linkQuestions.askStop(id)) showToast(messages.app.linkStopsNothing);
      popover.show();
    } else if (link.task === undefined) popover.show();
    else await followToTask(link.task, link.do, only);
  }

  return createDeepLinkLimit({
    follow: (text) => act(() => follow(text)),
    monotonic: featureContext.monotonic,
    onTooMany: () => showToast(messages.app.tooManyLinks),
  });
}
