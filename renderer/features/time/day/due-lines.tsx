import { type RefObject, useEffect, useMemo, useState } from 'react';
import { taskKey } from '../../../../shared/accounts.ts';
import { wholeDay } from '../../../../shared/dates/calendar-day.ts';
import { clock } from '../../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { useAppState } from '../../../state/main-process.ts';
import { openPage, pageOf } from '../../../state/navigation.ts';
import { BellIcon, DownIcon, Icon, UpIcon } from '../../../ui/icons.tsx';
import { useTaskMenu } from '../../../widgets/task-menu.tsx';
import styles from './due-lines.module.css';
import { positionOf, type Scale } from './hours.ts';

export interface Due {
  taskId: string;
  accountId?: string | undefined;
  identifier: string;
  title: string;
  /** In ms. */
  at: number;
}

/** The person's tasks that are due at a moment of this day, by that moment. */
export function useDueTasks({ bounds }: Scale): Due[] {
  const tasks = useAppState((state) => state.tasks.tasks);
  return useMemo(
    () =>
      tasks
        .flatMap(({ id, accountId, identifier, title, dueDate }) => {
          const date = new Date(dueDate ?? Number.NaN);
          const at = date.getTime();
          const isIn = at >= bounds.from && at < bounds.to && wholeDay(date) === null;
          return isIn ? [{ taskId: id, accountId, identifier, title, at }] : [];
        })
        .sort((one, other) => one.at - other.at),
    [tasks, bounds],
  );
}

const dueText = ({ identifier, at }: Due): string => timePageMessages.due({ identifier, time: clock(at) });

/** A dashed line where each task is due. */
export function DueLines({ dues, scale }: { dues: readonly Due[]; scale: Scale }) {
  return dues.map((due) => <DueLine key={taskKey(due)} due={due} top={positionOf(scale, due.at)} />);
}

function DueLine({ due, top }: { due: Due; top: number }) {
  const { taskId: id, accountId, title } = due;
  const { events, menu } = useTaskMenu({ ...due, id });
  return (
    <div className={styles.line} style={{ top }} data-due={taskKey(due)}>
      <button
        type="button"
        className={styles.label}
        title={title}
        {...events}
        onClick={() => openPage(pageOf({ id, accountId }))}
      >
        <Icon of={BellIcon} size={12} />
        {dueText(due)}
      </button>
      {menu}
    </div>
  );
}

interface PinProps {
  dues: readonly Due[];
  scale: Scale;
  scroller: RefObject<HTMLElement | null>;
}

/** Due tasks above and below the visible hours, at their edges. A click scrolls to the line. */
export function DuePins({ dues, scale, scroller }: PinProps) {
  const [outside, setOutside] = useState({ above: 0, below: 0 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null || dues.length === 0) return;
    const look = () => {
      const { scrollTop, clientHeight } = element;
      const above = dues.filter(({ at }) => positionOf(scale, at) < scrollTop).length;
      const below = dues.filter(({ at }) => positionOf(scale, at) > scrollTop + clientHeight).length;
      setOutside((before) => (before.above === above && before.below === below ? before : { above, below }));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [dues, scale, scroller]);
  const above = dues.slice(0, outside.above);
  const below = dues.slice(dues.length - outside.below);
  const show = (due: Due) => {
    const element = scroller.current;
    element?.scrollTo({ top: positionOf(scale, due.at) - element.clientHeight / 2 });
    element
      ?.querySelector<HTMLElement>(`[data-due="${CSS.escape(taskKey(due))}"] button`)
      ?.focus({ preventScroll: true });
  };
  const pin = (due: Due | undefined, more: number, edge: 'above' | 'below') =>
    due && (
      <button type="button" className={styles.pin} data-edge={edge} title={due.title} onClick={() => show(due)}>
        <Icon of={BellIcon} size={12} />
        <span className="truncate grow">
          {more > 0
            ? timePageMessages.dueMore({ identifier: due.identifier, time: clock(due.at), count: more })
            : dueText(due)}
        </span>
        <Icon of={edge === 'above' ? UpIcon : DownIcon} size={12} />
      </button>
    );
  return (
    <>
      {pin(above.at(-1), above.length - 1, 'above')}
      {pin(below[0], below.length - 1, 'below')}
    </>
  );
}
