import type { AwayQuestion, Payload, TaskRef } from '../../../shared/contract/index.ts';
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import { clock, clockOrDay, hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { questionsMessages } from '../../../shared/i18n/generated/questions.ts';
import { send } from '../../state/main-process.ts';
import { Answers, type AnswerTexts } from '../../ui/answers.tsx';
import { Button } from '../../ui/button.tsx';
import questionStyles from '../../ui/question.module.css';
import { Question } from '../../ui/question.tsx';
import { useGuard } from '../../ui/use-guard.ts';
import { useInPlace } from '../../ui/use-in-place.ts';
import { useNow } from '../../ui/use-now.ts';
import { TaskPicker } from '../../widgets/task-picker.tsx';
import styles from './away-question.module.css';

/** Asks what to do with time away during a running timer. Stays until it is answered. */
export function AwayQuestionCard({ question, more }: { question: AwayQuestion; more: number }) {
  const splitting = useInPlace();
  const isGuarded = useGuard(question.to === null);
  const now = useNow(MINUTE_MS / 4);
  const facts = awayFacts(question, now.getTime());
  const sendAnswer = (answer: AwayAnswer, task?: TaskRef) =>
    void send('away-time.answer', {
      id: question.id,
      answer,
      ...(task && { taskId: task.taskId, accountId: task.accountId }),
    });
  const choose = (answer: AwayAnswer) => (answer === 'split' ? splitting.open() : sendAnswer(answer));

  const at = (instant: number) => clockOrDay(instant, now);
  const away = formatDuration(facts.awayMs);
  return (
    <Question
      title={
        splitting.isOpen
          ? questionsMessages.away.splitTitle({ away })
          : questionsMessages.away.title({ duration: away, isBack: facts.isBack })
      }
      end={more > 0 && <span className={styles.more}>{questionsMessages.away.more({ count: more })}</span>}
    >
      {splitting.isOpen ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: only handles blur and Escape.
        <div
          className={styles.split}
          onBlur={({ currentTarget, relatedTarget }) => {
            if (!currentTarget.contains(relatedTarget)) splitting.close(false);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            splitting.close(true);
          }}
        >
          <TaskPicker exclude={null} onChoose={(task) => sendAnswer('split', task)} />
          {/* Without this the list closes on mouse down, and the buttons move away from under the pointer. */}
          {/* biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is. */}
          <div className={questionStyles.actions} onMouseDown={(event) => event.preventDefault()}>
            <Button small onClick={() => sendAnswer('split')}>
              {questionsMessages.away.splitSame({ identifier: question.identifier })}
            </Button>
            <Button small kind="quiet" onClick={() => splitting.close(true)}>
              {questionsMessages.away.otherAnswers}
            </Button>
          </div>
        </div>
      ) : (
        <>
          <p>
            {`${questionsMessages.away.reason[question.kind]}. `}
            {questionsMessages.away.ran({
              identifier: question.identifier,
              from: at(facts.from),
              to: at(facts.to),
              isRunning: facts.isRunning,
            })}
          </p>
          <TimeChart facts={facts} />
          <Answers
            label={questionsMessages.away.answers}
            answers={facts.answers}
            isGuarded={isGuarded}
            refs={{ split: splitting.button }}
            textsOf={(answer) => answerTexts(answer, facts, away)}
            onChoose={choose}
          />
        </>
      )}
    </Question>
  );
}

function TimeChart({ facts }: { facts: AwayFacts }) {
  const { start, from, to } = facts;
  const share = awayShare(facts);
  // Near an edge the middle label would overlap the outer one, which is hidden.
  const tight = share < 0.2 ? 'left' : share > 0.8 ? 'right' : undefined;
  return (
    <div
      className={styles.picture}
      role="img"
      aria-label={questionsMessages.away.picture({ start: clock(start), from: clock(from), to: clock(to) })}
    >
      <div className={styles.track}>
        <i className={styles.worked} style={{ flexGrow: share }} />
        <i className={styles.away} style={{ flexGrow: 1 - share }} />
      </div>
      <div className={styles.labels} data-near={tight}>
        <span className={styles.first}>{clock(start)}</span>
        <span className={styles.middle} style={{ left: `${share * 100}%`, translate: `${-100 * share}%` }}>
          {clock(from)}
        </span>
        <span className={styles.last}>{clock(to)}</span>
      </div>
    </div>
  );
}

function answerTexts(answer: AwayAnswer, facts: AwayFacts, away: string): AnswerTexts {
  const { workedMs, awayMs, restMs, isRunning, isBack, from, to } = facts;
  const text = questionsMessages.away;
  const whole = hoursMinutes(workedMs + awayMs + restMs);
  const worked = hoursMinutes(workedMs);
  switch (answer) {
    case 'keep':
      return {
        title: text.keep,
        description: text.keepDescription({ away, isRunning }),
        result: whole,
        after: isRunning ? text.running : text.stopped,
      };
    case 'discard':
      return {
        title: text.discard,
        description: text.discardDescription({ at: clock(from) }),
        result: worked,
        after: text.stopped,
      };
    case 'discard-and-continue':
      return {
        title: text.goOn,
        description: text.goOnDescription({ at: clock(from), backAt: isBack ? clock(to) : null }),
        result: worked,
        after: isRunning ? text.thenRunning : `+ ${hoursMinutes(restMs)}`,
      };
    case 'split':
      return {
        title: text.split,
        description: text.splitDescription({ away }),
        result: worked,
        after: `+ ${hoursMinutes(awayMs)}`,
      };
  }
}

type AwayAnswer = Payload<'away-time.answer'>['answer'];

type AwayFacts = ReturnType<typeof awayFacts>;

/** What the answers to "You were away" depend on. Pure; times in ms. */
export function awayFacts(question: AwayQuestion, now: number) {
  const { workedMs, entryEnd } = question;
  const from = Date.parse(question.from);
  const isBack = question.to !== null;
  const to = question.to === null ? Math.max(from, now) : Date.parse(question.to);
  const end = entryEnd === null ? Math.max(now, to) : Date.parse(entryEnd);
  const restMs = Math.max(0, end - to);
  const isRunning = entryEnd === null;
  // "Discard and continue" needs time after the return.
  const goOn = isRunning || restMs > 0 ? (['discard-and-continue'] as const) : [];
  return {
    start: from - workedMs,
    from,
    /** When the user returned; now while they are away. */
    to,
    isBack,
    workedMs,
    awayMs: isBack ? question.awayMs : to - from,
    /** From the return to the entry's end or to now. */
    restMs,
    isRunning,
    /** In the order of their keys, 1 to 4. */
    answers: ['keep', 'discard', ...goOn, 'split'] as AwayAnswer[],
  };
}

/** The share of worked time in the chart, 0 to 1, limited so that both parts stay visible. */
export function awayShare({ workedMs, awayMs }: Pick<AwayFacts, 'workedMs' | 'awayMs'>): number {
  const all = workedMs + awayMs;
  return all <= 0 ? 0.5 : Math.min(0.96, Math.max(0.04, workedMs / all));
}
