import { type Ref, useState } from 'react';
import type { OtherOutboxView, OutboxItemView } from '../../../shared/contract/index.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clockOrDay } from '../../../shared/i18n/format-dates.ts';
import { nextTryText } from '../../../shared/i18n/format-durations.ts';
import { entryMessages } from '../../../shared/i18n/generated/entry.ts';
import { outboxPageMessages } from '../../../shared/i18n/generated/outbox-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { findDay } from '../../../shared/time/find-entry.ts';
import { request, send, useAppState, usePublished } from '../../state/main-process.ts';
import { addAccount, closePage } from '../../state/navigation.ts';
import { showError } from '../../state/notices.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/header.tsx';
import { Icon, UnsentIcon, WarnIcon } from '../../ui/icons.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { useInPlace } from '../../ui/use-in-place.ts';
import { useNow } from '../../ui/use-now.ts';
import { showEntryForm } from '../../widgets/entry-menu.tsx';
import { AccountMark } from '../../widgets/open-accounts.tsx';
import { useBusy } from '../../widgets/read-section.tsx';
import { TaskPicker } from '../../widgets/task-picker.tsx';
import { EntryQuestion } from './entry-question.tsx';
import styles from './outbox.module.css';

/** Changes that the service does not have yet, with their state. */
export default function OutboxPage() {
  const { items, total, isPaused, others } = useAppState((state) => state.outbox);
  const needsDecision = items.some(({ state }) => state === 'needs-you');
  const asked = items.filter(({ question }) => question !== null);
  const [first] = asked;
  const now = useNow(items.some((item) => item.nextTryAt !== null) ? SECOND_MS : 0);
  return (
    <Page
      title={outboxPageMessages.title}
      onBack={closePage}
      actions={
        items.length > asked.length &&
        !isPaused && (
          <Button
            small
            kind={first === undefined ? 'primary' : 'secondary'}
            autoFocus={first === undefined}
            onClick={() => void send('outbox.send-now', {})}
          >
            {outboxPageMessages.tryAll}
          </Button>
        )
      }
    >
      {others.map((other) => (
        <OtherAccount key={other.accountId} other={other} />
      ))}
      {items.length === 0 && others.length === 0 && (
        <Empty title={outboxPageMessages.empty} description={outboxPageMessages.emptyHint} />
      )}
      {first?.question && (
        <EntryQuestion key={first.id} itemId={first.id} question={first.question} of={asked.length} />
      )}
      {items.length > 0 && (
        <>
          <p className={styles.introduction}>
            {outboxPageMessages.lead}{' '}
            {isPaused
              ? outboxPageMessages[needsDecision ? 'leadSignedOutNeedsYou' : 'leadSignedOut']
              : needsDecision
                ? outboxPageMessages.leadNeedsYou
                : outboxPageMessages.leadByThemselves}
          </p>
          <ul aria-label={outboxPageMessages.title}>
            {items.map((item) => (
              <Write key={item.id} item={item} now={now} isPaused={isPaused} />
            ))}
          </ul>
          {total > items.length && (
            <p className={styles.introduction}>{outboxPageMessages.more({ shown: items.length, total })}</p>
          )}
        </>
      )}
    </Page>
  );
}

/** The changes of a signed-out account stay until they are sent, or the person discards them. */
function OtherAccount({ other }: { other: OtherOutboxView }) {
  const { accountId, server, person, total: count, needing, isSamePerson, isSameServer, openFrom } = other;
  const [isAsked, setAsked] = useState(false);
  // A request that is running is waited for.
  const [isMoving, transfer] = useBusy(() => send('outbox.transfer', { accountId }));
  const texts = outboxPageMessages;
  return (
    <div className={styles.otherAccount}>
      <p>
        {openFrom === null
          ? texts.others({ count, server, person: isSameServer ? person : null })
          : texts.othersClosed({ count, server })}{' '}
        {needing > 0 && texts.othersNeeding({ count: needing })} {isSamePerson && texts.othersMoved}{' '}
        {isAsked && texts.othersDiscard({ count })}
      </p>
      {isAsked ? (
        <>
          <Button small autoFocus onClick={() => void send('outbox.discard-others', { accountId })}>
            {texts.discardAll}
          </Button>
          <Button small kind="quiet" onClick={() => setAsked(false)}>
            {texts.keep}
          </Button>
        </>
      ) : (
        <>
          {isSamePerson && (
            <Button small disabled={isMoving} onClick={() => void transfer()}>
              {isMoving ? texts.sending : texts.sendHere}
            </Button>
          )}
          {openFrom === null ? (
            <Button small kind="quiet" onClick={() => addAccount()}>
              {texts.signIn}
            </Button>
          ) : (
            <Button small onClick={() => void send('account.open-workspace', openFrom)}>
              {texts.openWorkspace}
            </Button>
          )}
          <Button small kind="quiet" onClick={() => void send('outbox.save-others', { accountId })}>
            {texts.saveAsText}
          </Button>
          <Button small kind="quiet" onClick={() => setAsked(true)}>
            {texts.discardAllAsk}
          </Button>
        </>
      )}
    </div>
  );
}

interface ActProps {
  kind?: 'secondary' | 'quiet';
  /** What it does, and with which write. */
  name: string;
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
  children: string;
}

const Act = ({ name, ...button }: ActProps) => <Button small aria-label={name} {...button} />;

function Write({ item, now, isPaused }: { item: OutboxItemView; now: Date; isPaused: boolean }) {
  const { id, entryId, isNewTask, hasText, state, attempts, createdAt, lastError, nextTryAt, question } = item;
  const choosing = useInPlace();
  const seconds = nextTryAt === null ? null : Math.ceil((Date.parse(nextTryAt) - now.getTime()) / 1000);
  const { what, accountId } = item;
  const needsYou = state === 'needs-you';
  const texts = outboxPageMessages;
  const kind = needsYou ? 'secondary' : 'quiet';
  const tryNow = !isPaused && (
    <Act kind={kind} name={texts.tryNowWhat({ what })} onClick={() => void send('outbox.send-now', { itemId: id })}>
      {messages.tryNow}
    </Act>
  );
  const editTask = isNewTask && (
    <Act kind={kind} name={texts.editTask({ what })} onClick={() => void send('quick-add.edit', { itemId: id })}>
      {texts.edit}
    </Act>
  );
  return (
    <li className={styles.write}>
      <span className={classNames(styles.icon, needsYou && styles.attention)}>
        {state === 'sending' && <Spinner />}
        {state === 'waiting' && <Icon of={UnsentIcon} />}
        {needsYou && <Icon of={WarnIcon} />}
      </span>
      <span className={styles.description} dir="auto">
        {what} <AccountMark accountId={accountId} isSaid />
      </span>
      {state === 'waiting' && (
        <span className={styles.now}>
          {editTask}
          {tryNow}
        </span>
      )}
      <span className={classNames('tabular-numbers', styles.state)}>
        {needsYou ? texts.needsYou : texts[state]} {texts.since({ when: clockOrDay(createdAt, now) })},{' '}
        {texts.attempts({ count: attempts })}
        {state === 'waiting' && seconds !== null && ` · ${nextTryText(seconds)}`}
      </span>
      {lastError !== null && <span className={classNames('selectable', styles.reason)}>{lastError}</span>}
      {needsYou && !choosing.isOpen && question === null && (
        <fieldset className={styles.actions}>
          <legend className="visually-hidden">{texts.actions({ what })}</legend>
          {tryNow}
          {editTask}
          {hasText && (
            <Act name={texts.copyTextOf({ what })} onClick={() => void send('outbox.copy-text', { itemId: id })}>
              {texts.copyText}
            </Act>
          )}
          {entryId !== null && (
            <>
              <Act ref={choosing.button} name={texts.otherTaskFor({ what })} onClick={choosing.open}>
                {texts.otherTask}
              </Act>
              <Act name={texts.editWhat({ what })} onClick={() => void editEntryOfWrite(entryId, createdAt)}>
                {texts.edit}
              </Act>
            </>
          )}
          <Act
            kind="quiet"
            name={texts.removeWhat({ what })}
            onClick={() => void send('outbox.discard', { itemId: id })}
          >
            {texts.remove}
          </Act>
        </fieldset>
      )}
      {needsYou && choosing.isOpen && (
        <div className={classNames(styles.actions, styles.picking)}>
          <TaskPicker
            exclude={null}
            onChoose={({ taskId, accountId }) => void send('outbox.change-task', { itemId: id, taskId, accountId })}
            onLeave={choosing.close}
          />
        </div>
      )}
    </li>
  );
}

async function editEntryOfWrite(entryId: string, createdAt: string): Promise<void> {
  const time = usePublished.getState().state?.time;
  if (time === undefined) return;
  const today = { day: time.day, entries: time.today };
  const day = await findDay(entryId, today, createdAt, async (wanted) => {
    const answer = await request('time.day', { day: wanted });
    return answer.ok ? answer.value.entries : [];
  });
  if (day === null) showError({ kind: 'invalid', ...entryMessages.gone });
  else showEntryForm(day, { kind: 'edit', entryId });
}
