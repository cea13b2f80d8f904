/** The focus session in the timer bar: what is left or over, and the line at the lower edge. */
import type { FocusSessionView } from '../../../../shared/contract/index.ts';
import { SECOND_MS } from '../../../../shared/dates/milliseconds.ts';
import { minutesSeconds } from '../../../../shared/i18n/format-dates.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { focusShare } from '../../../../shared/time/focus.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useNow } from '../../../ui/use-now.ts';
import styles from './focus.module.css';

/** The round that runs, or the one that comes after the break. */
export function useRound(): string {
  const { doneToday } = useAppState((state) => state.focus);
  const { rounds } = useAppState((state) => state.settings.focus);
  return messages.focus.round({ round: doneToday + 1, rounds: Math.max(rounds, doneToday + 1) });
}

/** The time left of a round or a break, or how long the round has been over. */
export function FocusTime({ session }: { session: FocusSessionView }) {
  const now = useNow(SECOND_MS, session.startedAt);
  const left = Date.parse(session.endsAt) - now.getTime();
  // An overrun break is shown in the title only, without a warning.
  const isOver = left < 0 && session.phase === 'focus';
  return (
    <span
      className={styles.left}
      role="timer"
      aria-label={isOver ? messages.focus.overLabel : messages.focus.leftLabel}
    >
      {isOver ? `+${minutesSeconds(Math.floor(-left / SECOND_MS) * SECOND_MS)}` : minutesSeconds(left)}{' '}
      <span className={styles.unit}>{isOver ? messages.focus.over : messages.focus.left}</span>
    </span>
  );
}

/** The second line of the bar: the round, and a button for the break once the round is over. */
export function FocusRound({ session }: { session: FocusSessionView }) {
  const round = useRound();
  const now = useNow(SECOND_MS, session.startedAt);
  return (
    <>
      <span className={styles.round}>{round}</span>
      {now.getTime() >= Date.parse(session.endsAt) && (
        <LinkButton onClick={() => void send('focus.break', {})}>{messages.focus.takeBreak}</LinkButton>
      )}
    </>
  );
}

/** 2 px at the bar's lower edge, as long as the part of the phase that has passed. */
export function FocusLine({ session }: { session: FocusSessionView }) {
  const now = useNow(SECOND_MS, session.startedAt);
  const { phase } = session;
  const span = { startedAt: Date.parse(session.startedAt), endsAt: Date.parse(session.endsAt) };
  return (
    <span className={classNames(styles.line, phase === 'break' && styles.breakLine)} aria-hidden="true">
      <span style={{ width: `${focusShare(span, now.getTime()) * 100}%` }} />
    </span>
  );
}
