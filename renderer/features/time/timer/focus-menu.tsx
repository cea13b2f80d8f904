import { useEffect, useRef } from 'react';
import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock } from '../../../../shared/i18n/format-clock.ts';
import { hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { messages } from '../../../../shared/i18n/generated/window.ts';
import { nextHalfHour } from '../../../../shared/time/focus.ts';
import { openPage, send, useAppState } from '../../../app/state/store.ts';
import { Icon } from '../../../ui/icon.tsx';
import { BackIcon, CheckIcon } from '../../../ui/icons.ts';
import menuStyles from '../../../ui/menu.module.css';
import { MORE_MINUTES } from './focus.tsx';

/** Lengths that are offered besides those of the settings (minutes). */
const USUAL = [
  { minutes: 25, breakMinutes: 5 },
  { minutes: 50, breakMinutes: 10 },
];

/** Starts a focus session, or continues the present one. Replaces the timer menu's content. */
export function FocusMenu({ now, close, back }: { now: Date; close: () => void; back: () => void }) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { session, doneToday } = useAppState((state) => state.focus);
  const settings = useAppState((state) => state.settings.focus);
  const texts = messages.timer.focusMenu;
  const { minutes, breakMinutes, rounds, holdReminders } = settings;
  const isOwn = ({ minutes: one, breakMinutes: other }: (typeof USUAL)[number]) =>
    one === minutes && other === breakMinutes;
  const until = nextHalfHour(now.getTime());
  const start = (length: { minutes: number; breakMinutes: number }) => {
    close();
    void send('focus.start', length);
  };
  return (
    <>
      <div className={menuStyles.caption}>
        <button type="button" className={menuStyles.item} onClick={back}>
          <Icon of={BackIcon} />
          {texts.back}
          <span className={menuStyles.hint}>{texts.today({ done: doneToday, rounds })}</span>
        </button>
      </div>
      {session === null ? (
        <>
          {[{ minutes, breakMinutes }, ...USUAL.filter((length) => !isOwn(length))].map((length, index) => (
            <Item
              key={`${length.minutes} ${length.breakMinutes}`}
              focus={index === 0 ? first : undefined}
              label={texts.length(length)}
              hint={clock(now.getTime() + length.minutes * MINUTE_MS)}
              onChoose={() => start(length)}
            />
          ))}
          <Item
            label={texts.until({ time: clock(until) })}
            hint={hoursMinutes(until - now.getTime())}
            onChoose={() => start({ minutes: Math.max(1, Math.round((until - Date.now()) / MINUTE_MS)), breakMinutes })}
          />
          <Item
            label={texts.own}
            hint={`${minutes} / ${breakMinutes}`}
            onChoose={() => {
              close();
              openPage({ name: 'settings', tab: 'timer' });
            }}
          />
        </>
      ) : (
        <>
          <Item
            focus={first}
            label={texts.breakNow({ minutes: session.breakMinutes })}
            onChoose={() => {
              close();
              void send('focus.break', {});
            }}
          />
          <Item
            label={texts.more({ minutes: MORE_MINUTES })}
            hint={clock(Math.max(Date.parse(session.endsAt), now.getTime()) + MORE_MINUTES * MINUTE_MS)}
            onChoose={() => {
              close();
              void send('focus.more', { minutes: MORE_MINUTES });
            }}
          />
          <Item
            label={texts.end}
            onChoose={() => {
              close();
              void send('focus.end', {});
            }}
          />
        </>
      )}
      <hr />
      <button
        type="button"
        className={menuStyles.item}
        aria-pressed={holdReminders}
        onClick={() => void send('settings.change', { focus: { ...settings, holdReminders: !holdReminders } })}
      >
        {texts.hold}
        {holdReminders && <Icon of={CheckIcon} className={menuStyles.mark} />}
      </button>
    </>
  );
}

interface ItemProps {
  label: string;
  /** What comes of it. */
  hint?: string;
  /** For the item that takes the focus. */
  focus?: React.Ref<HTMLButtonElement> | undefined;
  onChoose: () => void;
}

const Item = ({ label, hint, focus, onChoose }: ItemProps) => (
  <button type="button" className={menuStyles.item} ref={focus} onClick={onChoose}>
    {label}
    {hint !== undefined && <span className={menuStyles.hint}>{hint}</span>}
  </button>
);
