import { MINUTE_MS } from '../../../../shared/dates/milliseconds.ts';
import { clock, hoursMinutes } from '../../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../../shared/i18n/generated/time-page.ts';
import { MORE_MINUTES, nextHalfHour } from '../../../../shared/time/focus.ts';
import { send, useAppState } from '../../../state/main-process.ts';
import { openPage } from '../../../state/navigation.ts';
import { type MenuEntry, MenuNote, type MenuPage } from '../../../ui/menu-pages.tsx';

/** Lengths that are offered besides those of the settings (minutes). */
const USUAL = [
  { minutes: 25, breakMinutes: 5 },
  { minutes: 50, breakMinutes: 10 },
];

/** The page of the timer menu that starts a focus session, or continues the present one. */
export function useFocusPage(now: Date): MenuPage {
  const { session, doneToday } = useAppState((state) => state.focus);
  const settings = useAppState((state) => state.settings.focus);
  const texts = timePageMessages.focusMenu;
  const { minutes, breakMinutes, rounds, holdReminders } = settings;
  const until = nextHalfHour(now.getTime());
  const lengths = [{ minutes, breakMinutes }, ...USUAL].filter(
    (one, at) => at === 0 || one.minutes !== minutes || one.breakMinutes !== breakMinutes,
  );
  const choices: MenuEntry[] =
    session === null
      ? [
          ...lengths.map((length) => ({
            label: texts.length(length),
            result: clock(now.getTime() + length.minutes * MINUTE_MS),
            onChoose: () => void send('focus.start', length),
          })),
          {
            label: texts.until({ time: clock(until) }),
            result: hoursMinutes(until - now.getTime()),
            onChoose() {
              const left = Math.max(1, Math.round((until - Date.now()) / MINUTE_MS));
              void send('focus.start', { minutes: left, breakMinutes });
            },
          },
          {
            label: texts.own,
            result: `${minutes} / ${breakMinutes}`,
            movesFocus: true,
            onChoose: () => openPage({ name: 'settings', tab: 'timer' }),
          },
        ]
      : [
          {
            label: texts.breakNow({ minutes: session.breakMinutes }),
            onChoose: () => void send('focus.break', {}),
          },
          {
            ...moreTime(),
            result: clock(Math.max(Date.parse(session.endsAt), now.getTime()) + MORE_MINUTES * MINUTE_MS),
          },
          endSession(),
        ];
  const hold: MenuEntry = {
    label: texts.hold,
    apart: true,
    stays: true,
    checked: holdReminders,
    onChoose: () => void send('settings.change', { focus: { ...settings, holdReminders: !holdReminders } }),
  };
  return {
    content: <MenuNote>{texts.today({ done: doneToday, rounds })}</MenuNote>,
    entries: [...choices, hold],
    isCommands: true,
  };
}

export const moreTime = (): MenuEntry => ({
  label: timePageMessages.focusMenu.more({ minutes: MORE_MINUTES }),
  onChoose: () => void send('focus.more', { minutes: MORE_MINUTES }),
});

export const endSession = (): MenuEntry => ({
  label: timePageMessages.focusMenu.end,
  onChoose: () => void send('focus.end', {}),
});
