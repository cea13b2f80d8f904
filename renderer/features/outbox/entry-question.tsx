import { useEffect, useId, useRef } from 'react';
import type { OutboxQuestion, QuestionedEntry } from '../../../shared/contract/outbox-view.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, clockOrDay, hoursMinutes, hoursMinutesSeconds, shortDay } from '../../../shared/i18n/format-dates.ts';
import { outboxPageMessages } from '../../../shared/i18n/generated/outbox-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { shownDuration } from '../../../shared/time/shown-times.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { closePage } from '../../state/navigation.ts';
import { Answers, type AnswerTexts } from '../../ui/answers.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useAnswerHint } from '../../widgets/use-answer-hint.ts';
import styles from './entry-question.module.css';

type Answer = 'yes' | 'no' | 'later';
const ANSWERS: readonly Answer[] = ['yes', 'no', 'later'];

interface Props {
  itemId: string;
  question: OutboxQuestion;
  /** Of how many questions it is the first. */
  of: number;
}

/** Shows what this computer and what the service has, and asks whether both are one entry, or which version stays. */
export function EntryQuestion({ itemId, question, of }: Props) {
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  // The page has just been opened, or the question before answered.
  useEffect(() => {
    if (document.activeElement === document.body) section.current?.querySelector('button')?.focus();
  }, []);
  const count = useAppState(({ outbox }) => outbox.items.filter(({ state }) => state === 'needs-you').length);
  useAnswerHint(messages.status.needsYouCount({ count }));
  const now = useNow(MINUTE_MS);
  const text = outboxPageMessages.question;
  const { mine, theirs } = question;
  const [title, lead] = {
    'same-entry': [text.same, text.sameLead],
    'duplicate-entry': [text.duplicate, text.duplicateLead],
    'changed-entry': [text.changed, theirs === null ? text.unreadableLead : text.changedLead],
  }[question.is];
  const choose = (answer: Answer) => {
    if (answer === 'later') closePage();
    else void send('outbox.answer', { itemId, answer });
  };
  return (
    <section className={styles.question} ref={section} aria-labelledby={titleId}>
      <h2 id={titleId} className="lead">
        {title}
      </h2>
      {of > 1 && <span className={styles.count}>{messages.filter.count({ hits: 1, of })}</span>}
      <p>{lead}</p>
      {theirs === null ? (
        <p>{text.unreadable}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">
                {text.mine} <small>{text.mineWhere}</small>
              </th>
              <th scope="col">
                {text.theirs}{' '}
                {theirs.createdAt !== null && <small>{text.since({ when: clockOrDay(theirs.createdAt, now) })}</small>}
              </th>
            </tr>
          </thead>
          <tbody>
            <Row name={text.task} values={[question.task, question.task]} />
            {rows(mine, theirs).map(([name, ...values]) => (
              <Row key={name} name={name} values={values} />
            ))}
          </tbody>
        </table>
      )}
      <Answers
        label={text.answers}
        answers={ANSWERS}
        textsOf={(answer) => answerTexts(answer, question)}
        onChoose={choose}
      />
    </section>
  );
}

function Row({ name, values: [mine, theirs] }: { name: string; values: [mine: string, theirs: string] }) {
  return (
    <tr className={mine === theirs ? undefined : styles.differs}>
      <th scope="row">{name}</th>
      <td dir="auto">{mine}</td>
      <td dir="auto">{theirs}</td>
    </tr>
  );
}

/** Cut to seconds, which no difference is smaller than; seconds are shown where they differ. */
function rows(mine: QuestionedEntry, theirs: QuestionedEntry): [name: string, mine: string, theirs: string][] {
  const text = outboxPageMessages.question;
  const bothOf = (of: (entry: QuestionedEntry) => string): [string, string] => [of(mine), of(theirs)];
  const second = (instant: string) => Math.floor(Date.parse(instant) / 1000) * 1000;
  const withSeconds = [mine, theirs].some(
    ({ startTime, endTime }) =>
      second(startTime) % MINUTE_MS !== 0 || (endTime !== null && second(endTime) % MINUTE_MS !== 0),
  );
  const time = (instant: string | null): string => {
    if (instant === null) return text.running;
    const at = second(instant);
    const seconds = String(new Date(at).getSeconds()).padStart(2, '0');
    return withSeconds ? clock(at).replace(/\d\d(?!.*\d)/, `$&:${seconds}`) : clock(at);
  };
  const length = (entry: QuestionedEntry): string => {
    const ms = lengthOf(entry);
    if (ms === null) return text.running;
    return withSeconds ? hoursMinutesSeconds(ms) : hoursMinutes(ms);
  };
  return [
    [text.day, ...bothOf(({ startTime }) => shortDay(second(startTime)))],
    [text.start, ...bothOf(({ startTime }) => time(startTime))],
    [text.end, ...bothOf(({ endTime }) => time(endTime))],
    [text.length, ...bothOf(length)],
    [text.note, ...bothOf(({ note }) => (note === '' ? text.none : note))],
  ];
}

/** null while it runs (ms). */
function lengthOf({ startTime, endTime }: QuestionedEntry): number | null {
  return endTime === null ? null : Date.parse(endTime) - Date.parse(startTime);
}

/** As lists show it. */
function shownLengthOf({ startTime, endTime }: QuestionedEntry): number | null {
  return endTime === null ? null : shownDuration(Date.parse(startTime), Date.parse(endTime));
}

function answerTexts(answer: Answer, { is, mine, theirs }: OutboxQuestion): AnswerTexts {
  const text = outboxPageMessages.question;
  const [own, other] = [shownLengthOf(mine), theirs && shownLengthOf(theirs)];
  if (answer === 'later') return { title: text.later, description: text.laterHint };
  if (is === 'changed-entry') {
    const [title, description] =
      answer === 'yes' ? [text.useMine, text.useMineHint] : [text.useTheirs, text.useTheirsHint];
    return { title, description };
  }
  const one = { result: text.entries({ count: 1 }), ...(other !== null && { after: hoursMinutes(other) }) };
  if (answer === 'yes') {
    const description = is === 'duplicate-entry' ? text.yesDuplicateHint : text.yesSameHint;
    return { title: text.yesSame, description, ...one };
  }
  return {
    title: is === 'duplicate-entry' ? text.noDuplicate : text.noSame,
    description: own === null ? text.noSameOpenHint : text.noSameHint({ duration: hoursMinutes(own) }),
    result: text.entries({ count: 2 }),
    ...(own !== null && other !== null && { after: hoursMinutes(own + other) }),
  };
}
