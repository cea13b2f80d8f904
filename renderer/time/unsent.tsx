import type { OutboxItemView } from '../../electron/bridge/contract.ts';
import { closePage, tell, useTold } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/empty.tsx';
import { Header } from '../ui/header.tsx';
import { Icon } from '../ui/icon.tsx';
import { UnsentIcon, WarnIcon } from '../ui/icons.ts';
import { Spinner } from '../ui/spinner.tsx';
import { SECOND, useNow } from '../ui/use-now.ts';
import { clockOrDay } from '../words/clock.ts';
import { words } from '../words/en.ts';
import { oneLine } from '../words/text.ts';
import './unsent.css';

/** What is on this computer and not at the service yet, and why. */
export function Unsent() {
  const { items, total } = useTold((state) => state.outbox);
  const now = useNow(items.some((item) => item.nextTryAt !== null) ? SECOND : 0);
  return (
    <>
      <Header title={words.outbox.title} onBack={closePage}>
        {items.length > 0 && (
          <Button small kind="primary" autoFocus onClick={() => void tell('outbox.try-now', {})}>
            {words.tryNow}
          </Button>
        )}
      </Header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard. */}
      <section className="body scroll" aria-label={words.outbox.title} tabIndex={0}>
        {items.length === 0 ? (
          <Empty title={words.outbox.empty} says={words.outbox.emptySays} />
        ) : (
          <>
            <p className="unsent-lead">{words.outbox.lead}</p>
            <ul aria-label={words.outbox.title}>
              {items.map((item) => (
                <Write key={item.id} item={item} now={now} />
              ))}
            </ul>
            {total > items.length && <p className="unsent-lead">{words.outbox.more(items.length, total)}</p>}
          </>
        )}
      </section>
    </>
  );
}

function Write({ item, now }: { item: OutboxItemView; now: Date }) {
  const { state, attempts, createdAt, lastError, nextTryAt } = item;
  const seconds = nextTryAt === null ? null : Math.ceil((Date.parse(nextTryAt) - now.getTime()) / 1000);
  const what = oneLine(item.what, 200);
  return (
    <li className="write">
      <span className={state === 'needs-you' ? 'write-icon warn' : 'write-icon'}>
        {state === 'sending' && <Spinner />}
        {state === 'waiting' && <Icon of={UnsentIcon} />}
        {state === 'needs-you' && <Icon of={WarnIcon} />}
      </span>
      <span className="write-what" dir="auto">
        {what}
      </span>
      {state === 'needs-you' && (
        <Button
          small
          aria-label={words.outbox.removeWhat(what)}
          onClick={() => void tell('outbox.remove', { itemId: item.id })}
        >
          {words.outbox.remove}
        </Button>
      )}
      <span className="write-state num">
        {state === 'needs-you' ? words.outbox.needsYou : words.outbox[state]}{' '}
        {words.outbox.since(clockOrDay(createdAt, now))}, {words.outbox.attempts(attempts)}
        {state === 'waiting' && seconds !== null && ` · ${words.status.nextTry(seconds)}`}
      </span>
      {lastError !== null && <span className="write-why selectable">{lastError}</span>}
    </li>
  );
}
