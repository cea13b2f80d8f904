/** What AI assistants did, day by day, to be undone. */
import { type MouseEvent, useState } from 'react';
import type { AssistantAction } from '../../../shared/contract/assistants.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, count, longDay } from '../../../shared/i18n/format-dates.ts';
import { assistantsPageMessages } from '../../../shared/i18n/generated/assistants-page.ts';
import { dayAfter, localDay } from '../../../shared/time/day.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { closePage } from '../../state/navigation.ts';
import { useRead } from '../../state/use-read.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Page } from '../../ui/header.tsx';
import settingRowStyles from '../../ui/setting-row.module.css';
import { useNow } from '../../ui/use-now.ts';
import { ReadSection } from '../../widgets/read-section.tsx';
import styles from './assistant-log.module.css';
import { changeSettings } from './bound-rows.tsx';

const PORTION = 100;

export default function AssistantLog() {
  const assistants = useAppState((state) => state.settings.assistants);
  const read = useRead('assistants.log', {});
  const texts = assistantsPageMessages;
  const pause = (
    <Button small kind="quiet" onClick={() => changeSettings({ assistants: { ...assistants, on: !assistants.on } })}>
      {assistants.on ? texts.pause : texts.resume}
    </Button>
  );
  return (
    <Page title={texts.title} onBack={closePage} actions={pause}>
      <ReadSection of={read}>
        {(actions) =>
          actions.length === 0 ? (
            <Empty title={texts.none} description={texts.noneHint} />
          ) : (
            <Actions actions={actions} />
          )
        }
      </ReadSection>
    </Page>
  );
}

function Actions({ actions }: { actions: AssistantAction[] }) {
  const now = useNow(MINUTE_MS);
  const [most, setMost] = useState(PORTION);
  const texts = assistantsPageMessages;
  const days = Object.entries(Object.groupBy(actions.slice(0, most), ({ at }) => localDay(Date.parse(at))));
  const today = localDay(now.getTime());
  const named: Partial<Record<string, string>> = { [today]: texts.today, [dayAfter(today, -1)]: texts.yesterday };
  return (
    <>
      {days.map(([day, shown = []]) => {
        const name = named[day] ?? longDay(shown[0]?.at ?? now, now);
        return (
          <section key={day}>
            <h2 className={settingRowStyles.boxTitle}>
              {name}{' '}
              <span className="faint">
                {count(actions.filter(({ at }) => localDay(Date.parse(at)) === day).length)}
              </span>
            </h2>
            <ul aria-label={name} tabIndex={-1}>
              {shown.map((action) => (
                <Action key={action.id} action={action} />
              ))}
            </ul>
          </section>
        );
      })}
      {actions.length > most && (
        <Button small kind="quiet" onClick={() => setMost(most + PORTION)}>
          {texts.more}
        </Button>
      )}
      <p className={settingRowStyles.note}>{texts.kept}</p>
    </>
  );
}

function Action({ action: { at, text, client, outcome, undoIds } }: { action: AssistantAction }) {
  const texts = assistantsPageMessages;
  const undo = (changes: number[], { currentTarget }: MouseEvent) => {
    // The button goes with what it undid.
    currentTarget.closest('ul')?.focus();
    void send('undo.undo-all', { undoIds: changes });
  };
  return (
    <li className={styles.action}>
      <time className="small tabular-numbers muted" dateTime={at}>
        {clock(at)}
      </time>
      <div className={styles.text}>
        <bdi>{outcome === 'undone' ? <del>{text}</del> : text}</bdi>
        <small className={styles.client} dir="auto">
          {client}
        </small>
      </div>
      <span className="small muted">
        {outcome !== 'done' && texts.outcomes[outcome]}
        {undoIds !== undefined && (
          <LinkButton
            className={styles.undo}
            aria-label={texts.undoWhat({ what: text })}
            onClick={(event) => undo(undoIds, event)}
          >
            {texts.undo}
          </LinkButton>
        )}
      </span>
    </li>
  );
}
