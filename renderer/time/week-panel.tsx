import { useRef } from 'react';
import { hoursMinutes } from '../../electron/words/en.ts';
import { setWeekBy, showDay, useApp, useTold } from '../store.ts';
import { Segments } from '../ui/segments.tsx';
import { longDay, shortWeekday } from '../words/clock.ts';
import { words } from '../words/en.ts';
import { oneLine } from '../words/text.ts';
import { dayBounds } from './day.ts';
import { type WeekView, weekView } from './week.ts';
import './week-panel.css';

const BY = (['days', 'projects'] as const).map((value) => ({ value, label: words.time.weekBys[value] }));

/** This week under the day: a bar for each day, or where the time went. */
export function WeekPanel({ shown, now }: { shown: string; now: number }) {
  const week = useTold((state) => state.time.week);
  const running = useTold((state) => state.time.running);
  const today = useTold((state) => state.time.day);
  const by = useApp((app) => app.weekBy);
  const view = weekView(week, running, now);
  return (
    <section className="week" aria-label={words.time.week}>
      <header className="th">
        <h2>{words.time.week}</h2>
        <Segments label={words.time.weekBy} options={BY} value={by} onChange={setWeekBy} />
        <span className="th-end tot">
          <span className="unseen">{words.time.total} </span>
          {hoursMinutes(view.totalMs)}
        </span>
      </header>
      {by === 'days' ? <Bars days={view.days} today={today} shown={shown} now={now} /> : <Shares week={view} />}
    </section>
  );
}

interface BarsProps {
  days: WeekView['days'];
  today: string;
  shown: string;
  now: number;
}

/** One stop for Tab; Left and Right move. A day to come has nothing to show. */
function Bars({ days, today, shown, now }: BarsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const stop = days.some(({ day }) => day === shown) ? shown : today;
  const onKeyDown = (event: React.KeyboardEvent) => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (move === undefined) return;
    const bars = [...(group.current?.querySelectorAll<HTMLElement>('.bar:enabled') ?? [])];
    event.preventDefault();
    bars[bars.indexOf(event.target as HTMLElement) + move]?.focus();
  };
  return (
    <fieldset className="bars" ref={group} onKeyDown={onKeyDown}>
      <legend className="unseen">{words.time.weekBys.days}</legend>
      {days.map(({ day, ms, height }) => {
        const { from } = dayBounds(day);
        const name = longDay(from, new Date(now));
        const time = hoursMinutes(ms);
        return (
          <button
            type="button"
            key={day}
            className={day === today ? 'bar today' : 'bar'}
            disabled={day > today}
            tabIndex={day === stop ? 0 : -1}
            aria-pressed={day === shown}
            onClick={() => showDay(day === today ? null : day)}
          >
            <span className="unseen">{ms > 0 ? words.time.bar(name, time) : words.time.barEmpty(name)}</span>
            <span className="v" aria-hidden="true">
              {ms > 0 ? time : words.time.noTime}
            </span>
            <span className="b" aria-hidden="true" style={{ height }} />
            <span className="d" aria-hidden="true">
              {shortWeekday(from)}
            </span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** Where the time went, longest first. */
function Shares({ week }: { week: WeekView }) {
  if (week.projects.length === 0) return <p className="shares none">{words.time.weekEmpty}</p>;
  return (
    <ul
      className="shares scroll-in"
      aria-label={words.time.weekBys.projects}
      tabIndex={week.projects.length > 4 ? 0 : -1}
    >
      {week.projects.map(({ name, ms, share, percent }) => (
        <li key={name}>
          <bdi className="trunc" title={name}>
            {oneLine(name, 120) || words.time.noProject}
          </bdi>
          <span className="track" aria-hidden="true">
            <i style={{ width: `${share * 100}%` }} />
          </span>
          <span className="pc">{words.time.share(percent)}</span>
          <span className="h">{hoursMinutes(ms)}</span>
        </li>
      ))}
    </ul>
  );
}
