/** A hint on a day without entries, in the middle of the visible hours, clear of the lines of now and of due tasks. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import styles from './day.module.css';
import { freePlace, positionOf, type Scale } from './hours.ts';

interface Props {
  isToday: boolean;
  /** In ms. */
  lines: readonly number[];
  scale: Scale;
  scroller: RefObject<HTMLElement | null>;
}

export function EmptyNote({ isToday, lines, scale, scroller }: Props) {
  const note = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useEffect(() => {
    const [view, own] = [scroller.current, note.current];
    if (view === null || own === null) return;
    const positions = lines.map((at) => positionOf(scale, at));
    // It is called once the hours were scrolled to their place, before they are painted.
    const observer = new ResizeObserver(() =>
      setTop(freePlace(positions, { top: view.scrollTop, height: view.clientHeight }, own.offsetHeight)),
    );
    observer.observe(view);
    return () => observer.disconnect();
  }, [lines, scale, scroller]);
  return (
    <div className={styles.empty} ref={note} style={{ top }}>
      <h2 className="lead">{isToday ? timePageMessages.empty : timePageMessages.emptyDay}</h2>
      <p>{isToday ? timePageMessages.emptyDrag : timePageMessages.emptyDayDrag}</p>
    </div>
  );
}
