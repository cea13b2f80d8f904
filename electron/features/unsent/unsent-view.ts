/** The view of the outbox. */
import type { OutboxItemView, OutboxView } from '../../../shared/contract/unsent-view.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { isKnownAbsent, type OutboxState } from '../../outbox/write-kind.ts';
import { TASK_CREATE } from '../tasks/index.ts';

/** Another account on this computer. */
interface OtherAccount {
  id: string;
  server: string;
  isSamePerson: boolean;
}

/** `isEntry`: the subject is a time entry that can be edited. `others`: the other accounts. */
export function outboxView(
  outbox: Pick<Outbox, 'list' | 'count' | 'describe' | 'text' | 'nextTry' | 'isPaused'>,
  accountId: string,
  isEntry: (subject: string) => boolean,
  others: readonly OtherAccount[] = [],
): OutboxView {
  const items = outbox.list(accountId).map((item) => {
    const nextTry = outbox.nextTry(item);
    return {
      id: String(item.id),
      subject: item.subject,
      entryId: isEntry(item.subject) ? item.subject : null,
      isNewTask: item.kind === TASK_CREATE && isKnownAbsent(item),
      what: outbox.describe(item),
      hasText: outbox.text(item) !== undefined,
      state: shownState(item.state),
      createdAt: item.createdAt,
      attempts: item.attempts,
      lastError: item.lastError,
      nextTryAt: nextTry === null ? null : new Date(nextTry).toISOString(),
    };
  });
  return {
    items,
    total: outbox.count(accountId),
    isPaused: outbox.isPaused(accountId),
    others: others
      .map(({ id, ...other }) => ({ ...other, accountId: id, total: outbox.count(id) }))
      .filter(({ total }) => total > 0),
  };
}

/** A write whose answer was lost is shown as waiting. */
function shownState(state: OutboxState): OutboxItemView['state'] {
  return state === 'sending' || state === 'needs-you' ? state : 'waiting';
}
