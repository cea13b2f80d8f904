import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { EventView, TaskPageView } from '../../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clockOrDay } from '../../../../shared/i18n/format-dates.ts';
import { taskPageMessages } from '../../../../shared/i18n/generated/task-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { request, send } from '../../../state/main-process.ts';
import { closePage } from '../../../state/navigation.ts';
import { useAnswerKeys } from '../../../ui/answers.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorBox } from '../../../ui/error-box.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { agoText, personName } from '../../../widgets/activity-text.ts';
import { useAnswerHint } from '../../../widgets/use-answer-hint.ts';
import { type Block, compareTexts, mergeBlocks, type Piece } from './compare-texts.ts';
import styles from './description-conflict.module.css';
import { inField } from './drafts.ts';

interface Versions {
  mine: string;
  theirs: string;
  /** When the service's text was last replaced while it was shown. */
  changedAt: string | null;
}

interface Props {
  taskPage: TaskPageView;
  /** `before`: the service's text, as it was shown. */
  onEdit: (before: string, text: string) => void;
  onUse: (before: string, text: string) => void;
  /** The service's text, shown while the versions cannot be compared. */
  children: ReactNode;
}

/** The description that was written here and the one that the service has, to choose between them. */
export default function DescriptionConflict({ taskPage, onEdit, onUse, children }: Props) {
  const { task, description, rejectedDescription } = taskPage;
  /** undefined until they are read; null if they cannot be. */
  const [versions, setVersions] = useState<Versions | null>();
  const [attempts, setAttempts] = useState(0);
  const blocks = useMemo(
    () => (versions ? compareTexts(inField(versions.mine), inField(versions.theirs)) : []),
    [versions],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the description changed, or on demand.
  useEffect(() => {
    let isLeft = false;
    void request('tasks.edit-description', { taskId: task.id }).then((answer) => {
      if (isLeft) return;
      const mine = answer.ok ? answer.value.rejected : null;
      if (!answer.ok || mine === null) return setVersions((shown) => shown ?? null);
      const theirs = answer.value.text;
      setVersions((shown) => {
        const isChanged = shown != null && shown.theirs !== theirs;
        return { mine, theirs, changedAt: isChanged ? new Date().toISOString() : (shown?.changedAt ?? null) };
      });
    });
    return () => {
      isLeft = true;
    };
  }, [task.id, description.text, rejectedDescription, attempts]);
  const texts = taskPageMessages.conflict;
  if (versions === undefined) return children;
  if (versions === null) {
    const error = { kind: 'rejected' as const, ...taskPageMessages.descriptionRejected };
    return (
      <>
        <ErrorBox error={{ ...error, explanation: rejectedDescription ?? '' }}>
          <Button onClick={() => setAttempts(attempts + 1)}>{messages.tryAgain}</Button>
        </ErrorBox>
        {children}
      </>
    );
  }
  const { mine, theirs } = versions;
  return (
    <section className={styles.conflict} aria-label={taskPageMessages.descriptionRejected.title}>
      <p>
        <b className={styles.title}>{taskPageMessages.descriptionRejected.title}.</b> {rejectedDescription}
      </p>
      <div className={styles.sides}>
        <Side title={texts.mine} blocks={blocks} side="mine" note={texts.notSaved} />
        <Side
          title={texts.servers}
          blocks={blocks}
          side="theirs"
          note={<ServersNote taskPage={taskPage} changedAt={versions.changedAt} />}
        />
      </div>
      <p className={styles.legend}>
        <mark className={styles.own}>{texts.marked}</mark> {texts.markedHint}
      </p>
      <Answers
        answers={[
          { label: taskPageMessages.useOwn, run: () => onUse(theirs, mine) },
          {
            label: taskPageMessages.useServers,
            run: () => void send('tasks.drop-description', { taskId: task.id }),
          },
          { label: texts.editBoth, run: () => onEdit(theirs, mergeBlocks(blocks)) },
        ]}
      />
    </section>
  );
}

/** The last one keeps both. */
function Answers({ answers }: { answers: readonly { label: string; run: () => void }[] }) {
  useAnswerKeys(answers, ({ run }) => run());
  useAnswerHint(taskPageMessages.conflict.asked);
  return (
    <div className={styles.actions}>
      {answers.map(({ label, run }, at) => (
        <Button
          key={label}
          kind={at === answers.length - 1 ? 'primary' : 'secondary'}
          aria-keyshortcuts={String(at + 1)}
          onClick={run}
        >
          {label}
          <span aria-hidden="true">
            <kbd>{at + 1}</kbd>
          </span>
        </Button>
      ))}
      <Button kind="quiet" className={styles.later} onClick={closePage}>
        {taskPageMessages.conflict.later}
      </Button>
    </div>
  );
}

/** Who changed it and when, and whether it changed again since. */
function ServersNote({ taskPage, changedAt }: { taskPage: TaskPageView; changedAt: string | null }) {
  const now = useNow(MINUTE_MS);
  const change = taskPage.history.items.findLast(
    (item): item is EventView & { kind: 'event' } =>
      item.kind === 'event' && item.type === 'description_changed' && !item.isMine,
  );
  return (
    <>
      {change?.createdAt != null && `${personName(change)}, ${clockOrDay(change.createdAt, now)} `}
      <span role="status">
        {changedAt !== null && taskPageMessages.conflict.changedAgain({ when: agoText(changedAt, now) })}
      </span>
    </>
  );
}

interface SideProps {
  title: string;
  note: ReactNode;
  blocks: readonly Block[];
  side: 'mine' | 'theirs';
}

function Side({ title, note, blocks, side }: SideProps) {
  return (
    <section className={styles.side} aria-label={title}>
      <h4>
        {title} <small>{note}</small>
      </h4>
      {/* Blocks have no identity but their place. */}
      {blocks.map((block, at) =>
        'same' in block ? (
          <details key={String(at)}>
            <summary>{taskPageMessages.conflict.same({ count: block.same.length })}</summary>
            {block.same.map((text, index) => (
              <Paragraph key={String(index)} pieces={[{ text, isOwn: false }]} />
            ))}
          </details>
        ) : (
          block[side].map((pieces, index) => <Paragraph key={`${String(at)} ${String(index)}`} pieces={pieces} />)
        ),
      )}
    </section>
  );
}

function Paragraph({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <p dir="auto">
      {pieces.map(({ text, isOwn }, at) =>
        isOwn ? (
          <Fragment key={String(at)}>
            {/^\s*/.exec(text)?.[0]}
            <mark className={styles.own}>{withCode(text.trimStart())}</mark>
          </Fragment>
        ) : (
          <Fragment key={String(at)}>{withCode(text)}</Fragment>
        ),
      )}
    </p>
  );
}

/** Code in backticks, which is each second part, looks like code. */
const withCode = (text: string): ReactNode[] =>
  text.split(/`([^`\n]+)`/).map((part, at) => (at % 2 === 0 ? part : <code key={String(at)}>{part}</code>));
