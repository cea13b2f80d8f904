/** What was changed in this session, to be undone and redone step by step. */
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { ChangeView } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clockOrDay } from '../../../shared/i18n/format-dates.ts';
import { outboxPageMessages } from '../../../shared/i18n/generated/outbox-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { send } from '../../state/main-process.ts';
import { closePage } from '../../state/navigation.ts';
import { useRead } from '../../state/use-read.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/header.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ReadSection } from '../../widgets/read-section.tsx';
import styles from './recent-changes.module.css';

export default function RecentChangesPage() {
  const read = useRead('undo.changes', {});
  const now = useNow(MINUTE_MS);
  return (
    <Page title={messages.status.recentChanges} onBack={closePage}>
      <ReadSection of={read}>
        {(changes) =>
          changes.length === 0 ? (
            <Empty title={outboxPageMessages.noChanges} description={outboxPageMessages.noChangesHint} />
          ) : (
            <Changes changes={changes} now={now} />
          )
        }
      </ReadSection>
    </Page>
  );
}

/** The arrow keys go from button to button, U presses the focused one. */
function Changes({ changes, now }: { changes: ChangeView[]; now: Date }) {
  const list = useRef<HTMLUListElement>(null);
  const buttons = () => [...(list.current?.querySelectorAll('button') ?? [])];
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    const at = buttons().indexOf(document.activeElement as HTMLButtonElement);
    if (event.altKey || event.ctrlKey || event.metaKey || at < 0) return;
    if (key === 'u') buttons()[at]?.click();
    else if (key === 'ArrowDown') buttons()[at + 1]?.focus();
    else if (key === 'ArrowUp') buttons()[at - 1]?.focus();
    else return;
    event.preventDefault();
  }
  return (
    <ul ref={list} aria-label={messages.status.recentChanges} onKeyDown={onKeyDown}>
      {changes.map((change) => (
        <Change key={change.undoId} change={change} now={now} />
      ))}
    </ul>
  );
}

function Change({ change, now }: { change: ChangeView; now: Date }) {
  const { undoId, at, text, label, state, isPossible, obstacle } = change;
  const isUndone = state === 'undone';
  const action = isUndone ? messages.status.redo : label;
  return (
    <li className={styles.change}>
      <time className="small tabular-numbers muted" dateTime={at}>
        {clockOrDay(at, now)}
      </time>
      <span className={styles.text} dir="auto">
        {isUndone ? <del>{text}</del> : text}
      </span>
      <span className={styles.state}>
        {isUndone && outboxPageMessages.undone}
        {obstacle}
        {isPossible && (
          <LinkButton
            className={styles.action}
            aria-label={outboxPageMessages.actionOn({ action, what: text })}
            onClick={() => void send(isUndone ? 'undo.redo' : 'undo.undo', { undoId })}
          >
            {action}
          </LinkButton>
        )}
      </span>
    </li>
  );
}
