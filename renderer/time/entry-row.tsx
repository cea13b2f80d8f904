import type { EntryView } from '../../electron/bridge/contract.ts';
import { hoursMinutes } from '../../electron/words/en.ts';
import { tell } from '../store.ts';
import { Icon } from '../ui/icon.tsx';
import { UnsentIcon, WarnIcon } from '../ui/icons.ts';
import { OverlapMark, PlayMark, StopMark } from '../ui/marks.tsx';
import { clock } from '../words/clock.ts';
import { words } from '../words/en.ts';
import { oneLine } from '../words/text.ts';
import { lengthOf } from './day.ts';
import type { TimelineItem } from './timeline.ts';

interface Props {
  item: TimelineItem;
  isTabStop: boolean;
  onFocus: () => void;
}

export function EntryRow({ item, isTabStop, onFocus }: Props) {
  const { piece, gapBefore, overlap } = item;
  const { entry } = piece;
  const live = entry.endTime === null;
  const title = oneLine(entry.task.title) || words.tasks.untitled;
  const note = oneLine(entry.note, 200);
  return (
    <>
      {gapBefore !== null && (
        <li className="gap">
          <span className="num">{words.time.gap(words.time.duration(gapBefore))}</span>
          <span className="ln" />
        </li>
      )}
      <li className={live ? 'entry live' : 'entry'}>
        <span className="clock">
          <span>{clock(piece.from)}</span>
          <span>{live ? words.time.now : clock(piece.to)}</span>
        </span>
        <button
          type="button"
          className="play"
          tabIndex={isTabStop ? 0 : -1}
          aria-label={live ? words.tasks.stop(title) : words.tasks.start(title)}
          title={live ? words.details.stop : words.details.start}
          onFocus={onFocus}
          onClick={() => void (live ? tell('timer.stop', {}) : tell('timer.start', { taskId: entry.task.taskId }))}
        >
          {live ? <StopMark /> : <PlayMark />}
        </button>
        <span className="t trunc" dir="auto" title={title}>
          {title}
        </span>
        <span className="dur">
          <Unsent sync={entry.sync} />
          {hoursMinutes(lengthOf(piece))}
        </span>
        <span className="m">
          <span className="id">{entry.task.identifier}</span>
          <bdi className="trunc proj">{oneLine(entry.task.projectName, 80)}</bdi>
          {note !== '' && (
            <bdi className="trunc note-text" title={note}>
              {note}
            </bdi>
          )}
        </span>
        {overlap && (
          <span className="why">
            <OverlapMark />
            {words.time.overlaps(overlap.entry.task.identifier, words.time.duration(overlap.ms))}
          </span>
        )}
        {entry.why !== null && <span className="why">{entry.why}</span>}
      </li>
    </>
  );
}

const SYNC = { waiting: words.time.waiting, sending: words.time.sending, 'needs-you': words.time.needsYou };

function Unsent({ sync }: { sync: EntryView['sync'] }) {
  if (sync === 'sent') return null;
  return (
    <span className="wait-i" role="img" aria-label={SYNC[sync]} title={SYNC[sync]}>
      <Icon of={sync === 'needs-you' ? WarnIcon : UnsentIcon} />
    </span>
  );
}
