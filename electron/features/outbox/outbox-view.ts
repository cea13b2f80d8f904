/** The view of the outbox. */
import type {
  OtherOutboxView,
  OutboxItemView,
  OutboxQuestion,
  OutboxView,
} from '../../../shared/contract/outbox-view.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { isUnsentOrRejected, type OutboxState, type WriteQuestion } from '../../outbox/write-kind.ts';
import type { OtherAccount } from '../account/index.ts';
import { TASK_CREATE } from '../tasks/index.ts';

/** `accountId`: undefined while nobody is signed in. `entryTitle`: the title of the task of a time entry that can be edited. */
export function outboxView(
  outbox: Pick<Outbox, 'list' | 'count' | 'describe' | 'text' | 'nextTry' | 'isStopped' | 'question'>,
  accountId: string | undefined,
  entryTitle: (subject: string) => string | undefined,
): Omit<OutboxView, 'others'> {
  const items = (accountId === undefined ? [] : outbox.list(accountId)).map((item) => {
    const nextTry = outbox.nextTry(item);
    return {
      id: String(item.id),
      accountId: item.accountId,
      subject: item.subject,
      entryId: entryTitle(item.subject) === undefined ? null : item.subject,
      isNewTask: item.kind === TASK_CREATE && isUnsentOrRejected(item),
      what: outbox.describe(item),
      hasText: outbox.text(item) !== undefined,
      state: shownState(item.state),
      createdAt: item.createdAt,
      attempts: item.attempts,
      lastError: item.lastError,
      nextTryAt: nextTry === null ? null : new Date(nextTry).toISOString(),
      question: questionView(outbox.question(item), entryTitle(item.subject)),
    };
  });
  return {
    items,
    total: accountId === undefined ? 0 : outbox.count(accountId),
    isPaused: accountId === undefined || outbox.isStopped(accountId),
  };
}

/** What signed-out accounts have left unsent. */
export function unsentOfOthers(
  outbox: Pick<Outbox, 'count' | 'countNeeding'>,
  others: readonly OtherAccount[],
): OtherOutboxView[] {
  return others.flatMap(({ id, ...other }) => {
    const total = outbox.count(id);
    return total > 0 ? [{ ...other, accountId: id, total, needing: outbox.countNeeding(id) }] : [];
  });
}

function questionView(question: WriteQuestion | undefined, title = ''): OutboxQuestion | null {
  if (question === undefined) return null;
  const { is, identifier, mine, theirs } = question;
  const { startTime, endTime, note, createdAt } = theirs;
  const readable = startTime === null ? null : { startTime, endTime, note, createdAt };
  return { is, task: `${identifier} ${title}`.trim(), mine, theirs: readable };
}

/** A write whose answer was lost is shown as waiting. */
function shownState(state: OutboxState): OutboxItemView['state'] {
  return state === 'sending' || state === 'needs-you' ? state : 'waiting';
}

/** All unsent changes of an account, for a person who keeps them as text: when each was made, what it does, and its whole text. */
export function unsentText(
  outbox: Pick<Outbox, 'list' | 'describe' | 'text'>,
  accountId: string,
  server: string,
): string {
  const changes = outbox.list(accountId, -1).map((item) => {
    const text = outbox.text(item);
    return [`${item.createdAt}  ${outbox.describe(item)}`, ...(text === undefined ? [] : [text])].join('\n');
  });
  return `${messages.outbox.othersTitle({ server })}\n\n${changes.join('\n\n')}\n`;
}
