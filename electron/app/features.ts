/**
 * The features of the app: what all accounts share (shared-features.ts), and those of each account (account-features.ts). What a feature
 * needs from one that is created later is a function, or an event that connect-features.ts connects.
 */
import { AppError } from '../../shared/errors/app-error.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { servePictures } from '../desktop/windows/app-protocol.ts';
import type { AccountPart } from '../features/account/index.ts';
import { FOCUS_NOTIFICATION } from '../features/focus/index.ts';
import { GAPS_NOTIFICATION } from '../features/reminders/index.ts';
import { createdTaskOf } from '../features/tasks/index.ts';
import type { OutboxItem } from '../outbox/write-kind.ts';
import { type AccountFeatures, createAccountFeatures, noticeOf } from './account-features.ts';
import type { BaseParts } from './context.ts';
import { createSharedFeatures } from './shared-features.ts';

/** What all accounts share, and the features of each. */
export type Features = ReturnType<typeof createFeatures>;

export function createFeatures(options: BaseParts) {
  const byAccount = new Map<string | null, AccountFeatures>();
  const listeners: ((features: AccountFeatures) => void)[] = [];
  const shared = createSharedFeatures(options, { of, inFront, each, ofTask, checkOpen, storeAnswer });
  const { accounts } = shared.account;

  function of(accountId: string | null): AccountFeatures {
    const known = byAccount.get(accountId);
    if (known !== undefined) return known;
    const features = createAccountFeatures(options, shared, accountId);
    byAccount.set(accountId, features);
    for (const listener of listeners) listener(features);
    return features;
  }

  function inFront(): AccountFeatures {
    return of(accounts.current()?.id ?? null);
  }

  /** Of the open accounts. */
  function each(): AccountFeatures[] {
    const ids = accounts.openIds();
    return ids.length === 0 ? [of(null)] : ids.map(of);
  }

  /** Throws AppError if the account is not open: an id from it may be that of something else in another one. */
  function checkOpen(accountId: string | null | undefined): void {
    if (accountId == null || accounts.find(accountId) !== undefined) return;
    const server = accounts.others().find(({ id }) => id === accountId)?.server ?? messages.account.someServer;
    throw new AppError({ kind: 'signed-out', ...messages.account.notThere({ server }) });
  }

  /**
   * Of the account that knows the task: the named one, else the one whose list has it, else the one with time on it; of several the one
   * in front.
   */
  function ofTask(taskId: string, accountId = ''): AccountFeatures {
    if (accounts.find(accountId) !== undefined) return of(accountId);
    const { entries } = shared.time;
    // A page and a board belong to the account in front, although another may know its task too.
    const front = inFront();
    const all = [front, ...each()];
    if (front.tasks.knows(taskId)) return front;
    if (front.accountId !== null && front.tasks.taskPage.find(front.accountId, taskId)) return front;
    return (
      all.find(({ tasks }) => tasks.assigned.find(taskId) !== undefined) ??
      all.find(({ tasks }) => tasks.knows(taskId)) ??
      all.find(({ accountId }) => accountId !== null && entries.taskOf(accountId, taskId) !== undefined) ??
      all.find(({ server }) => server.inbox.mentions(taskId)) ??
      inFront()
    );
  }

  /** Local data refers to a new task by its outbox subject until the service has given it an id. */
  function storeAnswer(item: OutboxItem, value: unknown): void {
    const { time } = shared;
    time.storeAnswer(item, value);
    const task = createdTaskOf(item, value);
    if (task === undefined) return;
    time.linkCreatedTask(item.accountId, item.subject, task);
    shared.focus.linkTask(item.subject, task);
    shared.proposals.linkTask(item.subject, task);
    of(item.accountId).reminders.reminders.replaceTaskId(item.accountId, item.subject, task.id);
  }

  servePictures(async (key) => {
    for (const { tasks, boards } of each()) {
      const picture = (await tasks.pictures.picture(key)) ?? (await boards.publicPictures.picture(key));
      if (picture !== null) return picture;
    }
    return null;
  });

  return {
    ...shared,
    of,
    inFront,
    each,
    ofTask,
    checkOpen,
    /** An action on a notification that an earlier run showed. A reminder of an older version does not tell its account. */
    actOnEarlierNotification(noticeId: string, action: string): void {
      if (noticeId === FOCUS_NOTIFICATION) shared.focus.act(action);
      // Their day is not known by then.
      else if (noticeId === GAPS_NOTIFICATION) options.requestedViews.show({ view: 'review', day: null });
      else {
        const one = each().find(({ accountId }) => noticeId.startsWith(noticeOf(accountId, ''))) ?? inFront();
        one.reminders.reminders.handleEarlierAction(noticeId.replace(noticeOf(one.accountId, ''), ''), action);
      }
    },
    /** What all accounts share first: when quitting, a write that is sent still affects data, so the outbox stops first. */
    allParts: (): AccountPart[] => [...shared.parts, ...each().flatMap(({ parts }) => parts)],
    /** `listener` gets the features of each account, those that are open already included. */
    onAccount(listener: (features: AccountFeatures) => void): void {
      listeners.push(listener);
      for (const features of byAccount.values()) listener(features);
    },
  };
}
