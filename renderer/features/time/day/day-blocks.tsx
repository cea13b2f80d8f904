import { memo } from 'react';
import type { EntryView } from '../../../../shared/contract/index.ts';
import { clock, hoursMinutes, shortDay } from '../../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../../shared/i18n/format-durations.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { shorten } from '../../../../shared/tasks/clean-text.ts';
import { dayAfter, localDay } from '../../../../shared/time/day.ts';
import { shownDuration } from '../../../../shared/time/shown-times.ts';
import { useProjectHue, useServerOf } from '../../../state/main-process.ts';
import { openEntry } from '../../../state/shown-time.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Icon, WarnIcon } from '../../../ui/icons.tsx';
import { OverlapMark } from '../../../ui/marks.tsx';
import { useEntryMenu } from '../../../widgets/entry-menu.tsx';
import { AccountMark, isFilteredOut, useAccountFilter } from '../../../widgets/open-accounts.tsx';
import { MAX_NOTE, SyncMark, syncTexts, useShownSync } from '../entry-row.tsx';
import { gapTexts, openGap, useGapMenu } from '../gap-menu.tsx';
import { type Gap, gapStop } from '../timeline.ts';
import { type Block, inColumn } from './blocks.ts';
import type { Change } from './change-times.ts';
import styles from './day-blocks.module.css';
import { heightOf, positionOf, type Scale } from './hours.ts';

/** A lower gap has no text (px). */
const WITH_TEXT = 16;

interface Props extends Omit<Block, 'piece'> {
  entry: EntryView;
  day: string;
  /** The part on the day. */
  from: number;
  to: number;
  isPast: boolean;
  isTabStop: boolean;
  isSelected: boolean;
  /** It is hovered or focused. */
  isActive: boolean;
  /** How it is being changed; null if it is not. */
  change: Change | null;
  /** How much longer it gets (ms). */
  changedMs: number;
  /** Its form is open. */
  isOpened: boolean;
}

/** An entry to scale. Enter or a double click edits it. Only a changed block is rendered again. */
export const EntryBlock = memo(function EntryBlock(props: Props) {
  const { entry, from, to, top, height, column, columns, twiceMs, isOpenAbove, isOpenBelow, change, isOpened } = props;
  const isRunning = entry.endTime === null;
  const sync = useShownSync(entry);
  const server = useServerOf(entry.task);
  const accountId = useAccountFilter();
  const { events, menu } = useEntryMenu(entry, props.day);
  const title = entry.task.title || messages.tasks.untitled;
  const until = isRunning && !props.isPast ? timePageMessages.now : clock(to);
  const name = [
    `${entry.task.identifier} ${title}`,
    timePageMessages.span({ from: clock(from), to: until }),
    hoursMinutes(lengthOfEntry(entry, to)),
    otherDays(entry, from, isOpenAbove, isOpenBelow),
    entry.task.projectName,
    server ?? '',
    shorten(entry.note, MAX_NOTE),
    twiceMs > 0 ? timePageMessages.twice({ duration: hoursMinutes(twiceMs) }) : '',
    sync === 'sent' ? '' : syncTexts()[sync],
    entry.why ?? '',
    props.isSelected ? messages.tasks.selected : '',
  ];
  return (
    <li
      className={classNames(styles.item, props.isActive && styles.active)}
      style={{ ...inColumn(column, columns), top, height }}
      data-opened={isOpened || undefined}
    >
      <button
        type="button"
        className={classNames(
          styles.block,
          isRunning && styles.running,
          props.isSelected && styles.selected,
          change === 'move' && styles.moved,
        )}
        data-stop={entry.id}
        data-tint={useProjectHue(entry.task)}
        data-filtered-out={isFilteredOut(accountId, entry.task) || undefined}
        data-low={props.lines === 'none' || undefined}
        data-sync={sync === 'sent' ? undefined : sync}
        data-open={isOpenAbove ? 'above' : isOpenBelow ? 'below' : undefined}
        tabIndex={props.isTabStop ? 0 : -1}
        title={props.lines === 'none' ? title : undefined}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown Shift+ArrowUp Shift+ArrowDown Control+Shift+ArrowUp Control+Shift+ArrowDown"
        {...events}
        onClick={(event) => {
          const isPointer = event.detail > 0;
          if (!isPointer || (event.target as HTMLElement).closest('[data-edit]'))
            openEntry({ kind: 'edit', entryId: entry.id });
        }}
      >
        <span className="visually-hidden">{name.filter((part) => part !== '').join(', ')}</span>
        <Face {...props} sync={sync} lengthMs={lengthOfEntry(entry, to) + props.changedMs} />
        {props.isActive && change !== 'move' && (
          <>
            {!isOpenAbove && (
              <i className={styles.handle} data-handle="start" data-on={change === 'start' || undefined} />
            )}
            {!isOpenBelow && !isRunning && (
              <i className={styles.handle} data-handle="end" data-on={change === 'end' || undefined} />
            )}
          </>
        )}
      </button>
      {menu}
    </li>
  );
});

/** The whole length, also of the part on another day (ms). */
function lengthOfEntry({ startTime, endTime }: EntryView, to: number): number {
  return shownDuration(Date.parse(startTime), endTime === null ? to : Date.parse(endTime));
}

interface FaceProps
  extends Pick<Props, 'entry' | 'from' | 'lines' | 'columns' | 'twiceMs' | 'isOpenAbove' | 'isOpenBelow'> {
  sync: EntryView['sync'];
  lengthMs: number;
  changedMs: number;
}

/** What a block shows: as much as fits. */
export function Face(props: FaceProps) {
  const { entry, from, lines, columns, twiceMs, isOpenAbove, isOpenBelow, sync, lengthMs, changedMs } = props;
  if (lines === 'none') return <span className={styles.face} aria-hidden="true" />;
  const { task } = entry;
  const title = task.title || messages.tasks.untitled;
  const isStuck = sync === 'needs-you' && entry.why !== null;
  return (
    <span className={styles.face} data-lines={lines} aria-hidden="true">
      <span className={styles.first}>
        <span className={classNames(lines !== 'three' && 'truncate', styles.title)} dir="auto" title={title}>
          {title}
        </span>
        {!(isStuck && lines !== 'one') && <SyncMark sync={sync} size={14} className={styles.unsent} />}
        <AccountMark accountId={task.accountId} />
        <span className={classNames(styles.length, changedMs !== 0 && styles.changed)}>{hoursMinutes(lengthMs)}</span>
        {changedMs !== 0 && (
          <span className={styles.length}>
            {changedMs > 0
              ? timePageMessages.longer({ duration: formatDuration(changedMs) })
              : timePageMessages.shorter({ duration: formatDuration(-changedMs) })}
          </span>
        )}
      </span>
      {lines !== 'one' &&
        (isStuck ? (
          <span className={classNames(styles.second, styles.reason)}>
            <Icon of={WarnIcon} size={12} />
            <span className="truncate" title={entry.why ?? ''}>
              {entry.why}
            </span>
            <span className={classNames('link-button', styles.edit)} data-edit>
              {timePageMessages.openEntry}
            </span>
          </span>
        ) : (
          <span className={styles.second}>
            <span className={classNames('identifier', styles.identifier)}>{task.identifier}</span>
            {twiceMs > 0 && columns > 1 ? (
              <span className={styles.twice}>
                <OverlapMark />
                <span className="truncate">{timePageMessages.twice({ duration: hoursMinutes(twiceMs) })}</span>
              </span>
            ) : (
              <bdi className={classNames('truncate', styles.project)}>{task.projectName}</bdi>
            )}
            <span className={classNames('truncate', styles.days)}>
              {otherDays(entry, from, isOpenAbove, isOpenBelow)}
            </span>
            {entry.note !== '' && (
              <bdi className={classNames('truncate', styles.note)} title={shorten(entry.note, MAX_NOTE)}>
                {shorten(entry.note, MAX_NOTE)}
              </bdi>
            )}
          </span>
        ))}
    </span>
  );
}

/** "from 23:10 yesterday", "until 1:10 tomorrow"; empty for an entry of this day. `from`: where it begins on this day. */
function otherDays(
  { startTime, endTime }: EntryView,
  from: number,
  isOpenAbove: boolean,
  isOpenBelow: boolean,
): string {
  const { beganYesterday, beganOn, endsTomorrow, endsOn } = timePageMessages;
  const day = localDay(from);
  const parts: string[] = [];
  if (isOpenAbove) {
    const isYesterday = localDay(Date.parse(startTime)) === dayAfter(day, -1);
    parts.push((isYesterday ? beganYesterday : beganOn)({ day: shortDay(startTime), time: clock(startTime) }));
  }
  if (isOpenBelow && endTime !== null) {
    const isTomorrow = localDay(Date.parse(endTime)) === dayAfter(day, 1);
    parts.push((isTomorrow ? endsTomorrow : endsOn)({ day: shortDay(endTime), time: clock(endTime) }));
  }
  return parts.join(', ');
}

interface GapProps extends Gap {
  scale: Scale;
  isTabStop: boolean;
}

/** A gap, or time that is not work. A click fills it. */
export const GapBlock = memo(function GapBlock({ scale, isTabStop, ...gap }: GapProps) {
  const { from, to, isNotWork } = gap;
  const { onContextMenu, menu } = useGapMenu(gap);
  const height = heightOf(scale, to - from);
  const { length, name } = gapTexts(gap);
  return (
    <li className={styles.item} style={{ ...inColumn(0, 1), top: positionOf(scale, from), height }}>
      <button
        type="button"
        className={classNames(styles.gap, isNotWork && styles.notWork)}
        data-stop={gapStop(from)}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={name}
        onClick={() => openGap(gap)}
        onContextMenu={onContextMenu}
      >
        {height >= WITH_TEXT && (
          <>
            <span className={styles.gapLength}>{length}</span>
            <span className={classNames('link-button', styles.fill)}>{timePageMessages.fill}</span>
          </>
        )}
      </button>
      {menu}
    </li>
  );
});
