import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { nextHalfHour } from '../../../../shared/time/focus.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { openPage } from '../../../state/navigation.ts';
import { BackIcon, CheckIcon, Icon } from '../../../ui/icons.tsx';
import menuStyles from '../../../ui/menu.module.css';
import { PopoverButton } from '../../../ui/menu.tsx';
import { MORE_MINUTES } from './focus.tsx';

/** Lengths that are offered besides those of the settings (minutes). */
const USUAL = [
  { minutes: 25, breakMinutes: 5 },
  { minutes: 50, breakMinutes: 10 },
];

/** Starts a focus session, or continues the present one. Replaces the timer menu's content. */
export function FocusMenu({ now, close, back }: { now: Date; close: () => void; back: () => void }) {
  const { session, doneToday } = useAppState((state) => state.focus);
  const settings = useAppState((state) => state.settings.focus);
  const texts = timePageMessages.focusMenu;
  const { minutes, breakMinutes, rounds, holdReminders } = settings;
  const until = nextHalfHour(now.getTime());
  const start = (length: { minutes: number; breakMinutes: number }) => void send('focus.start', length);
  const choices: { label: string; hint?: string; run: () => void }[] =
    session === null
      ? [
          ...[
            { minutes, breakMinutes },
            ...USUAL.filter((one) => one.minutes !== minutes || one.breakMinutes !== breakMinutes),
          ].map((length) => ({
            label: texts.length(length),
            hint: clock(now.getTime() + length.minutes * MINUTE_MS),
            run: () => start(length),
          })),
          {
            label: texts.until({ time: clock(until) }),
            hint: hoursMinutes(until - now.getTime()),
            run: () => start({ minutes: Math.max(1, Math.round((until - Date.now()) / MINUTE_MS)), breakMinutes }),
          },
          {
            label: texts.own,
            hint: `${minutes} / ${breakMinutes}`,
            run: () => openPage({ name: 'settings', tab: 'timer' }),
          },
        ]
      : [
          {
            label: texts.breakNow({ minutes: session.breakMinutes }),
            run: () => void send('focus.break', {}),
          },
          {
            label: texts.more({ minutes: MORE_MINUTES }),
            hint: clock(Math.max(Date.parse(session.endsAt), now.getTime()) + MORE_MINUTES * MINUTE_MS),
            run: () => void send('focus.more', { minutes: MORE_MINUTES }),
          },
          { label: texts.end, run: () => void send('focus.end', {}) },
        ];
  return (
    <>
      <div className={menuStyles.caption}>
        <PopoverButton hint={texts.today({ done: doneToday, rounds })} onClick={back}>
          <Icon of={BackIcon} />
          {texts.back}
        </PopoverButton>
      </div>
      {choices.map(({ label, hint, run }, index) => (
        <PopoverButton
          key={label}
          autoFocus={index === 0}
          hint={hint}
          onClick={() => {
            close();
            run();
          }}
        >
          {label}
        </PopoverButton>
      ))}
      <hr />
      <PopoverButton
        aria-pressed={holdReminders}
        onClick={() => void send('settings.change', { focus: { ...settings, holdReminders: !holdReminders } })}
      >
        {texts.hold}
        {holdReminders && <Icon of={CheckIcon} className={menuStyles.mark} />}
      </PopoverButton>
    </>
  );
}
