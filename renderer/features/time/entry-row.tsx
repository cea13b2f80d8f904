import type { EntryView } from '../../../shared/contract/index.ts';
import { clock, hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../shared/i18n/generated/window.ts';
import { shorten } from '../../../shared/tasks/clean-text.ts';
import { lengthOf } from '../../../shared/time/day.ts';
import { spanOf, subtractSpan } from '../../../shared/time/overlaps.ts';
import { send, useIsLocal, useServerOf, useTimerBlockedReason } from '../../state/main-process.ts';
import { openEntry } from '../../state/shown-time.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon, UnsentIcon, WarnIcon } from '../../ui/icons.tsx';
import { OverlapMark, PlayMark, SelectedMark, StopMark } from '../../ui/marks.tsx';
import { Menu } from '../../ui/menu.tsx';
import playButtonStyles from '../../ui/play-button.module.css';
import { toggleTimer, useEntryMenu } from '../../widgets/entry-menu.tsx';
import { AccountMark } from '../../widgets/open-accounts.tsx';
import styles from './entry-row.module.css';
import type { TimelineEntry } from './timeline.ts';

interface Props {
  item: TimelineEntry;
  /** The list's present Tab stop. */
  tabStop: string | undefined;
  /** The shown day. */
  day: string;
  /** It is over. */
  isPast: boolean;
  isSelected: boolean;
}

/** Maximum length of a note in a row and its tooltip (UTF-16 code units). */
export const MAX_NOTE = 200;

/** The status of an entry that differs at the service. */
export const syncTexts = () => ({
  waiting: timePageMessages.waiting,
  sending: timePageMessages.sending,
  'needs-you': timePageMessages.needsYou,
});

/** A time entry. A click edits it; the play button starts a timer on its task. */
export function EntryRow({ item, tabStop, day, isPast, isSelected }: Props) {
  const { piece, overlap } = item;
  const { entry } = piece;
  const live = entry.endTime === null;
  const title = entry.task.title || messages.tasks.untitled;
  const project = entry.task.projectName;
  const note = shorten(entry.note, MAX_NOTE);
  const until = live && !isPast ? timePageMessages.now : clock(piece.to);
  const length = hoursMinutes(lengthOf(piece));
  const sync = useShownSync(entry);
  const server = useServerOf(entry.task);
  const name = [
    `${entry.task.identifier} ${title}`,
    `${clock(piece.from)} – ${until}`,
    length,
    project,
    server ?? '',
    note,
    sync === 'sent' ? '' : syncTexts()[sync],
    isSelected ? messages.tasks.selected : '',
  ]
    .filter((part) => part !== '')
    .join(', ');
  const mayNotTrack = useTimerBlockedReason(entry.task.accountId);
  const { events, menu } = useEntryMenu(entry, day);
  return (
    <li className={classNames(styles.entry, live && styles.running, isSelected && styles.selected)}>
      <button
        type="button"
        className={styles.main}
        tabIndex={tabStop === entry.id ? 0 : -1}
        data-stop={entry.id}
        {...events}
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
        {isSelected && (
          <span className={styles.check}>
            <SelectedMark />
          </span>
        )}
        <span className={styles.duration} aria-hidden="true">
          <SyncMark sync={sync} className={styles.unsent} />
          {length}
        </span>
        <span className={styles.details} aria-hidden="true">
          <span className={classNames('identifier', styles.identifier)}>{entry.task.identifier}</span>
          <bdi className={classNames('truncate', styles.project)}>{project}</bdi>
          {note !== '' && (
            <bdi className="truncate muted" title={note}>
              {note}
            </bdi>
          )}
          <span className={styles.account}>
            <AccountMark accountId={entry.task.accountId} />
          </span>
        </span>
      </button>
      <button
        type="button"
        className={classNames(playButtonStyles.playButton, styles.play)}
        tabIndex={-1}
        aria-label={live ? messages.tasks.stop({ title }) : messages.tasks.start({ title })}
        aria-disabled={!live && mayNotTrack !== undefined}
        title={live ? messages.timerButton.stop : (mayNotTrack ?? messages.timerButton.start)}
        onClick={() => toggleTimer(entry)}
      >
        {live ? <StopMark /> : <PlayMark />}
      </button>
      {overlap && (
        <div className={styles.reason}>
          <OverlapMark />
          {timePageMessages.overlaps({
            identifier: overlap.entry.task.identifier,
            duration: formatDuration(overlap.ms),
          })}
          <FixMenu entry={entry} other={overlap.entry} tabStop={tabStop} />
        </div>
      )}
      {entry.why !== null && <div className={styles.reason}>{entry.why}</div>}
      {menu}
    </li>
  );
}

/** The local workspace has no pending writes to mark, only failed ones. */
export function useShownSync({ sync, task }: Pick<EntryView, 'sync' | 'task'>): EntryView['sync'] {
  const isLocal = useIsLocal(task.accountId);
  return isLocal && sync !== 'needs-you' ? 'sent' : sync;
}

interface SyncProps {
  sync: EntryView['sync'];
  size?: number;
  className: string | undefined;
}

/** Marks an entry that differs at the service. */
export function SyncMark({ sync, size = 16, className }: SyncProps) {
  if (sync === 'sent') return null;
  return (
    <span className={className} title={syncTexts()[sync]}>
      <Icon of={sync === 'needs-you' ? WarnIcon : UnsentIcon} size={size} />
    </span>
  );
}

/** Two ways to resolve an overlap, each with its result. */
function FixMenu({ entry, other, tabStop }: { entry: EntryView; other: EntryView; tabStop: string | undefined }) {
  const stop = `fix ${entry.id}`;
  const trim = (one: EntryView, by: EntryView, label: string) => ({
    label,
    result: fixText(fixOf(one, by, Date.now())),
    onChoose: () => void send('time.trim', { entryId: one.id, otherId: by.id }),
  });
  return (
    <Menu
      label={timePageMessages.fixOverlap({ identifier: entry.task.identifier, other: other.task.identifier })}
      className="link-button"
      stop={stop}
      tabIndex={tabStop === stop ? 0 : -1}
      entries={() => [
        trim(entry, other, timePageMessages.trimThis),
        trim(other, entry, timePageMessages.trimOther({ identifier: other.task.identifier })),
      ]}
    >
      {timePageMessages.fix}
    </Menu>
  );
}

function fixText(fix: Fix): string {
  if (fix.change === 'two') return timePageMessages.fixes.two;
  if (fix.change === 'nothing') return timePageMessages.fixes.nothing;
  return timePageMessages.fixes.moved({ from: clock(fix.from), to: clock(fix.to) });
}

type Fix =
  | { change: 'start' | 'end'; from: number; to: number }
  /** The entry extends beyond the other on both sides: two entries remain. */
  | { change: 'two' }
  /** The entry lies within the other: nothing remains. */
  | { change: 'nothing' };

/** Removes the time of `other` from `entry`. */
export function fixOf(entry: EntryView, other: EntryView, now: number): Fix {
  const span = spanOf(entry, now);
  const [first, second] = subtractSpan(span, spanOf(other, now));
  if (first === undefined) return { change: 'nothing' };
  if (second !== undefined) return { change: 'two' };
  return first.from === span.from
    ? { change: 'end', from: span.to, to: first.to }
    : { change: 'start', from: span.from, to: first.from };
}
