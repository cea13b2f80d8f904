import { useState } from 'react';
import type { OutboxItemView } from '../../../shared/contract/index.ts';
import { SECOND_MS } from '../../../shared/dates/milliseconds.ts';
import { clockOrDay } from '../../../shared/i18n/format-clock.ts';
import { nextTryText } from '../../../shared/i18n/format-durations.ts';
import { unsentPageMessages } from '../../../shared/i18n/generated/unsent-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { findDay } from '../../../shared/time/find-entry.ts';
import { closePage, editEntry, request, send, showError, useApp, useAppState } from '../../state/store.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Empty } from '../../ui/empty.tsx';
import { Header } from '../../ui/header.tsx';
import { Icon } from '../../ui/icon.tsx';
import { UnsentIcon, WarnIcon } from '../../ui/icons.ts';
import { Spinner } from '../../ui/loading.tsx';
import { useNow } from '../../ui/use-now.ts';
import windowStyles from '../../ui/window.module.css';
import { TaskPicker } from '../../widgets/task-picker.tsx';
import { EntryQuestion } from './entry-question.tsx';
import styles from './unsent.module.css';

/** Changes that the service does not have yet, with their state. */
export default function Unsent() {
  const { items, total, isPaused, others } = useAppState((state) => state.unsent);
  const needsDecision = items.some(({ state }) => state === 'needs-you');
  const asked = items.find(({ question }) => question !== null);
  const now = useNow(items.some((item) => item.nextTryAt !== null) ? SECOND_MS : 0);
  return (
    <>
      <Header title={unsentPageMessages.title} onBack={closePage}>
        {items.length > 0 && !isPaused && (
          <Button small kind="primary" autoFocus onClick={() => void send('unsent.send-now', {})}>
            {unsentPageMessages.tryAll}
          </Button>
        )}
      </Header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard. */}
      <section className={windowStyles.page} aria-label={unsentPageMessages.title} tabIndex={0}>
        {others.map(({ accountId, server, person, total: count, needing, isSamePerson, isSameServer }) => (
          <div className={styles.otherAccount} key={accountId}>
            <p>
              {unsentPageMessages.others({ count, server, person: isSameServer ? person : null })}{' '}
              {needing > 0 && unsentPageMessages.othersNeeding({ count: needing })}{' '}
              {isSamePerson && unsentPageMessages.othersMoved}
            </p>
            {isSamePerson && (
              <Button small onClick={() => void send('unsent.transfer', { accountId })}>
                {unsentPageMessages.sendHere}
              </Button>
            )}
          </div>
        ))}
        {items.length === 0 && others.length === 0 && (
          <Empty title={unsentPageMessages.empty} description={unsentPageMessages.emptySays} />
        )}
        {asked?.question && <EntryQuestion key={asked.id} itemId={asked.id} question={asked.question} />}
        {items.length > 0 && (
          <>
            <p className={styles.introduction}>
              {unsentPageMessages.lead}{' '}
              {isPaused
                ? unsentPageMessages[needsDecision ? 'leadSignedOutNeedsYou' : 'leadSignedOut']
                : needsDecision
                  ? unsentPageMessages.leadNeedsYou
                  : unsentPageMessages.leadByThemselves}
            </p>
            <ul aria-label={unsentPageMessages.title}>
              {items.map((item) => (
                <Write key={item.id} item={item} now={now} isPaused={isPaused} />
              ))}
            </ul>
            {total > items.length && (
              <p className={styles.introduction}>{unsentPageMessages.more({ shown: items.length, total })}</p>
            )}
          </>
        )}
      </section>
    </>
  );
}

/** A write with its state and actions. */
function Write({ item, now, isPaused }: { item: OutboxItemView; now: Date; isPaused: boolean }) {
  const { id, entryId, isNewTask, hasText, state, attempts, createdAt, lastError, nextTryAt, question } = item;
  const [choosing, setChoosing] = useState(false);
  const seconds = nextTryAt === null ? null : Math.ceil((Date.parse(nextTryAt) - now.getTime()) / 1000);
  const { what } = item;
  const needsYou = state === 'needs-you';
  const tryNow = !isPaused && (
    <Button
      small
      kind={needsYou ? 'secondary' : 'quiet'}
      aria-label={unsentPageMessages.tryNowWhat({ what })}
      onClick={() => void send('unsent.send-now', { itemId: id })}
    >
      {messages.tryNow}
    </Button>
  );
  const editTask = isNewTask && (
    <Button
      small
      kind={needsYou ? 'secondary' : 'quiet'}
      aria-label={unsentPageMessages.editTask({ what })}
      onClick={() => void send('quick-add.edit', { itemId: id })}
    >
      {unsentPageMessages.edit}
    </Button>
  );
  return (
    <li className={styles.write}>
      <span className={classNames(styles.icon, needsYou && styles.attention)}>
        {state === 'sending' && <Spinner />}
        {state === 'waiting' && <Icon of={UnsentIcon} />}
        {needsYou && <Icon of={WarnIcon} />}
      </span>
      <span className={styles.description} dir="auto">
        {what}
      </span>
      {state === 'waiting' && (
        <span className={styles.now}>
          {editTask}
          {tryNow}
        </span>
      )}
      <span className={classNames('tabular-numbers', styles.state)}>
        {needsYou ? unsentPageMessages.needsYou : unsentPageMessages[state]}{' '}
        {unsentPageMessages.since({ when: clockOrDay(createdAt, now) })},{' '}
        {unsentPageMessages.attempts({ count: attempts })}
        {state === 'waiting' && seconds !== null && ` · ${nextTryText(seconds)}`}
      </span>
      {lastError !== null && <span className={classNames('selectable', styles.reason)}>{lastError}</span>}
      {needsYou && !choosing && question === null && (
        <fieldset className={styles.actions}>
          <legend className="visually-hidden">{unsentPageMessages.actions({ what })}</legend>
          {tryNow}
          {editTask}
          {hasText && (
            <Button
              small
              aria-label={unsentPageMessages.copyTextOf({ what })}
              onClick={() => void send('unsent.copy-text', { itemId: id })}
            >
              {unsentPageMessages.copyText}
            </Button>
          )}
          {entryId !== null && (
            <>
              <Button small aria-label={unsentPageMessages.otherTaskFor({ what })} onClick={() => setChoosing(true)}>
                {unsentPageMessages.otherTask}
              </Button>
              <Button
                small
                aria-label={unsentPageMessages.editWhat({ what })}
                onClick={() => void editEntryOfWrite(entryId, createdAt)}
              >
                {unsentPageMessages.edit}
              </Button>
            </>
          )}
          <Button
            small
            kind="quiet"
            aria-label={unsentPageMessages.removeWhat({ what })}
            onClick={() => void send('unsent.discard', { itemId: id })}
          >
            {unsentPageMessages.remove}
          </Button>
        </fieldset>
      )}
      {needsYou && choosing && (
        <div className={classNames(styles.actions, styles.picking)}>
          <TaskPicker
            exclude={null}
            onChoose={({ taskId }) => void send('unsent.change-task', { itemId: id, taskId })}
            onLeave={() => setChoosing(false)}
          />
        </div>
      )}
    </li>
  );
}

/** Opens the form of the entry that a write changes. */
async function editEntryOfWrite(entryId: string, createdAt: string): Promise<void> {
  const time = useApp.getState().state?.time;
  if (time === undefined) return;
  const today = { day: time.day, entries: time.today };
  const day = await findDay(entryId, today, createdAt, async (wanted) => {
    const answer = await request('time.day', { day: wanted });
    return answer.ok ? answer.value.entries : [];
  });
  if (day === null) showError({ kind: 'invalid', ...messages.entry.gone });
  else editEntry(entryId, day === time.day ? null : day);
}
