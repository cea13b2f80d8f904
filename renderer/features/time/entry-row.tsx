import type { EntryView } from '../../../shared/contract/index.ts';
import { clock } from '../../../shared/i18n/format-clock.ts';
import { hoursMinutes } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { messages } from '../../../shared/i18n/window-messages.ts';
import { oneLine } from '../../../shared/one-line.ts';
import { lengthOf } from '../../../shared/time/day.ts';
import { openEntry, send, useIsLocal, useTimerBlockedReason } from '../../app/state/store.ts';

import { Icon } from '../../ui/icon.tsx';
import { UnsentIcon, WarnIcon } from '../../ui/icons.ts';
import { OverlapMark, PlayMark, StopMark } from '../../ui/marks.tsx';
import { FixMenu } from './fix-menu.tsx';
import type { TimelineItem } from './timeline.ts';
import '../../ui/play-button.css';

interface Props {
  item: TimelineItem;
  /** Which of the list's stops Tab comes to. */
  tabStop: string | undefined;
  /** The day on show ends before now, so that nothing reaches to "now". */
  isPast: boolean;
}

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
  const title = oneLine(entry.task.title) || messages.tasks.untitled;
  const project = oneLine(entry.task.projectName, 80);
  const note = oneLine(entry.note, 200);
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
    <li className={live ? 'entry live' : 'entry'}>
      <button
        type="button"
        className="entry-main"
        tabIndex={tabStop === entry.id ? 0 : -1}
        data-stop={entry.id}
        onClick={() => openEntry({ kind: 'edit', entryId: entry.id })}
      >
        <span className="unseen">{name}</span>
        <span className="clock" aria-hidden="true">
          <span>{clock(piece.from)}</span>
          <span>{until}</span>
        </span>
        <span className="t trunc" dir="auto" title={title} aria-hidden="true">
          {title}
        </span>
        <span className="dur" aria-hidden="true">
          <Unsent sync={sync} />
          {length}
        </span>
        <span className="m" aria-hidden="true">
          <span className="id">{entry.task.identifier}</span>
          <bdi className="trunc proj">{project}</bdi>
          {note !== '' && (
            <bdi className="trunc note-text" title={note}>
              {note}
            </bdi>
          )}
        </span>
      </button>
      <button
        type="button"
        className="play"
        tabIndex={-1}
        aria-label={live ? messages.tasks.stop(title) : messages.tasks.start(title)}
        aria-disabled={!live && mayNotTrack !== undefined}
        title={live ? messages.details.stop : (mayNotTrack ?? messages.details.start)}
        onClick={() => toggleTimer(entry)}
      >
        {live ? <StopMark /> : <PlayMark />}
      </button>
      {overlap && (
        <div className="why">
          <OverlapMark />
          {messages.time.overlaps(overlap.entry.task.identifier, formatDuration(overlap.ms))}
          <FixMenu entry={entry} other={overlap.entry} tabStop={tabStop} />
        </div>
      )}
      {entry.why !== null && <div className="why">{entry.why}</div>}
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
    <span className="wait-i" title={syncWords()[sync]}>
      <Icon of={sync === 'needs-you' ? WarnIcon : UnsentIcon} />
    </span>
  );
}
