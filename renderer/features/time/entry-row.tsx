import type { EntryView } from '../../../shared/contract/index.ts';
import { clock } from '../../../shared/i18n/format-clock.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { messages } from '../../../shared/i18n/window-messages.ts';
import { shorten } from '../../../shared/tasks/clean-text.ts';
import { lengthOf } from '../../../shared/time/day.ts';
import { openEntry, send, useIsLocal, useTimerBlockedReason } from '../../app/state/store.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { UnsentIcon, WarnIcon } from '../../ui/icons.ts';
import { OverlapMark, PlayMark, StopMark } from '../../ui/marks.tsx';
import playButtonStyles from '../../ui/play-button.module.css';
import styles from './entry-row.module.css';
import { FixMenu } from './fix-menu.tsx';
import type { TimelineItem } from './timeline.ts';

interface Props {
  item: TimelineItem;
  /** Which of the list's stops Tab comes to. */
  tabStop: string | undefined;
  /** The day on show ends before now, so that nothing reaches to "now". */
  isPast: boolean;
}

/** A row and its tooltip show no more of a note (UTF-16 code units). */
const MAX_NOTE = 200;

const syncWords = () => ({
  waiting: messages.time.waiting,
  sending: messages.time.sending,
  'needs-you': messages.time.needsYou,
});

/** One entry: opens to be edited; its play button goes on with its task. */
export function EntryRow({ item, tabStop, isPast }: Props) {
  const { piece, overlap } = item;
  const { entry } = piece;
  const live = entry.endTime === null;
  const title = entry.task.title || messages.tasks.untitled;
  const project = entry.task.projectName;
  const note = shorten(entry.note, MAX_NOTE);
  const until = live && !isPast ? messages.time.now : clock(piece.to);
  const length = hoursMinutes(lengthOf(piece));
  const sync = useShownSync(entry.sync);
  const name = [
    `${entry.task.identifier} ${title}`,
    `${clock(piece.from)} – ${until}`,
    length,
    project,
    note,
    sync === 'sent' ? '' : syncWords()[sync],
  ]
    .filter((part) => part !== '')
    .join(', ');
  const mayNotTrack = useTimerBlockedReason();
  return (
    <li className={classNames(styles.entry, live && styles.running)}>
      <button
        type="button"
        className={styles.main}
        tabIndex={tabStop === entry.id ? 0 : -1}
        data-stop={entry.id}
        onClick={() => openEntry({ kind: 'edit', entryId: entry.id })}
      >
        <span className="visually-hidden">{name}</span>
        <span className={styles.clock} aria-hidden="true">
          <span>{clock(piece.from)}</span>
          <span>{until}</span>
        </span>
        <span className={classNames('truncate', styles.title)} dir="auto" title={title} aria-hidden="true">
          {title}
        </span>
        <span className={styles.duration} aria-hidden="true">
          <Unsent sync={sync} />
          {length}
        </span>
        <span className={styles.details} aria-hidden="true">
          <span className={classNames('identifier', styles.identifier)}>{entry.task.identifier}</span>
          <bdi className={classNames('truncate', styles.project)}>{project}</bdi>
          {note !== '' && (
            <bdi className={classNames('truncate', styles.note)} title={note}>
              {note}
            </bdi>
          )}
        </span>
      </button>
      <button
        type="button"
        className={classNames(playButtonStyles.playButton, styles.play)}
        tabIndex={-1}
        aria-label={live ? messages.tasks.stop({ title }) : messages.tasks.start({ title })}
        aria-disabled={!live && mayNotTrack !== undefined}
        title={live ? messages.details.stop : (mayNotTrack ?? messages.details.start)}
        onClick={() => toggleTimer(entry)}
      >
        {live ? <StopMark /> : <PlayMark />}
      </button>
      {overlap && (
        <div className={styles.reason}>
          <OverlapMark />
          {messages.time.overlaps({ identifier: overlap.entry.task.identifier, duration: formatDuration(overlap.ms) })}
          <FixMenu entry={entry} other={overlap.entry} tabStop={tabStop} />
        </div>
      )}
      {entry.why !== null && <div className={styles.reason}>{entry.why}</div>}
    </li>
  );
}

/** Goes on with the task and the note of an entry, or stops the one that runs. */
export function toggleTimer(entry: EntryView): void {
  void (entry.endTime === null ? send('timer.stop', {}) : send('time.continue', { entryId: entry.id }));
}

/** In the local workspace nothing is on its way anywhere; only what went wrong is worth a mark. */
function useShownSync(sync: EntryView['sync']): EntryView['sync'] {
  const isLocal = useIsLocal();
  return isLocal && sync !== 'needs-you' ? 'sent' : sync;
}

function Unsent({ sync }: { sync: EntryView['sync'] }) {
  if (sync === 'sent') return null;
  return (
    <span className={styles.unsent} title={syncWords()[sync]}>
      <Icon of={sync === 'needs-you' ? WarnIcon : UnsentIcon} />
    </span>
  );
}
