/** The break, in place of the timer. Loaded when there is one, with the menu. */
import type { FocusSessionView } from '../../../../shared/contract/index.ts';
import { SECOND_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { send } from '../../../state/main-process.ts';
import { classNames } from '../../../ui/class-names.ts';
import { DownIcon, Icon } from '../../../ui/icons.tsx';
import { PlayMark } from '../../../ui/marks.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { useNow } from '../../../ui/use-now.ts';
import styles from './focus.module.css';
import { FocusTime, useRound } from './focus.tsx';
import { endSession, moreTime } from './focus-menu.tsx';
import timerBarStyles from './timer-bar.module.css';

export default function Break({ session }: { session: FocusSessionView }) {
  const { focusBreak: texts } = timePageMessages;
  const { endsAt, task, breakTask } = session;
  const now = useNow(SECOND_MS, session.startedAt);
  const round = useRound();
  const isOver = now.getTime() >= Date.parse(endsAt);
  const title = isOver ? texts.ready : texts.until({ time: clock(endsAt) });
  return (
    <>
      <div className={timerBarStyles.task}>
        <span className={classNames('truncate', timerBarStyles.title)} title={title}>
          {title}
        </span>
        <span className={timerBarStyles.details}>
          {isOver ? (
            <>
              <span className="identifier">{task.identifier}</span>
              <span className={styles.round}>{round}</span>
            </>
          ) : (
            <span className="truncate">{texts.thenAgain({ task: task.identifier })}</span>
          )}
        </span>
      </div>
      <span className={timerBarStyles.time}>
        <FocusTime session={session} />
        <span className={timerBarStyles.below}>
          {breakTask === null ? texts.running : texts.loggedOn({ task: breakTask.identifier })}
        </span>
      </span>
      <button type="button" className={styles.next} title={texts.next} onClick={() => void send('focus.next', {})}>
        <PlayMark size={16} />
      </button>
      <Menu
        className={classNames(timerBarStyles.menuButton, styles.breakMenu)}
        label={texts.menu}
        isIcon
        entries={() => [
          { label: texts.next, onChoose: () => void send('focus.next', {}) },
          moreTime(),
          { ...endSession(), apart: true },
        ]}
      >
        <Icon of={DownIcon} />
      </Menu>
    </>
  );
}
