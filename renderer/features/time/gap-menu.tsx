import { useState } from 'react';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { clock } from '../../../shared/i18n/format-dates.ts';
import { formatDuration } from '../../../shared/i18n/format-durations.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { send, useAppState } from '../../state/main-process.ts';
import { openEntry } from '../../state/shown-time.ts';
import { PopMenu } from '../../ui/menu.tsx';
import { keyedFor } from '../../widgets/keys-of.ts';
import type { Gap } from './timeline.ts';

/** Says that the gap is not work, or takes that back. */
export const answerGap = ({ from, to, isNotWork }: Gap): void =>
  void send('time-rules.set-not-work', { from: toIsoInstant(from), to: toIsoInstant(to), isNotWork: !isNotWork });

/** Proposes what the gap was; time that is not work gets the form of an entry in its place. */
export const openGap = ({ from, to, isNotWork }: Gap): void =>
  openEntry(isNotWork ? { kind: 'add', from, to, gap: from } : { kind: 'fill', from, to, review: null });

/** Fills the gap at this time, else the next one, else the last. False if there is none. */
export function fillFrom(from: number, gaps: readonly Gap[]): boolean {
  const open = gaps.filter(({ isNotWork }) => !isNotWork);
  const gap = open.find((one) => one.from >= from) ?? open.at(-1);
  if (gap) openGap(gap);
  return gap !== undefined;
}

/** What a gap says; `name` is read out. */
export function gapTexts({ from, to, isNotWork }: Gap) {
  const text = { duration: formatDuration(to - from), from: clock(from), to: clock(to) };
  return isNotWork
    ? { length: timePageMessages.notWorkLength(text), name: timePageMessages.notWorkName(text) }
    : { length: timePageMessages.gap(text), name: timePageMessages.gapName(text) };
}

/** The menu that the right button and Shift F10 open. */
export function useGapMenu(gap: Gap) {
  const [at, setAt] = useState<DOMRect | null>(null);
  const keyed = keyedFor(useAppState((state) => state.app.platform));
  const onContextMenu = (event: React.MouseEvent<HTMLElement>) => {
    event.preventDefault();
    setAt(event.currentTarget.getBoundingClientRect());
  };
  const menu = at && (
    <PopMenu
      label={timePageMessages.span({ from: clock(gap.from), to: clock(gap.to) })}
      at={at}
      page={{
        isCommands: true,
        entries: [
          keyed('F', { label: timePageMessages.fill, movesFocus: true, onChoose: () => openGap(gap) }),
          keyed('N', {
            label: gap.isNotWork ? timePageMessages.isWork : timePageMessages.notWork,
            onChoose: () => answerGap(gap),
          }),
        ],
      }}
      onClose={() => setAt(null)}
    />
  );
  return { onContextMenu, menu };
}
