import { useState } from 'react';
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { clock } from '../../../shared/i18n/format-dates.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { send } from '../../state/main-process.ts';
import { openEntry } from '../../state/shown-time.ts';
import { PopMenu } from '../../ui/menu.tsx';
import type { Gap } from './timeline.ts';

/** Says that the gap is not work, or takes that back. */
export const answerGap = ({ from, to, isNotWork }: Gap): void =>
  void send('time-rules.set-not-work', { from: toIsoInstant(from), to: toIsoInstant(to), isNotWork: !isNotWork });

/** Opens the form of an entry in place of the gap. */
export const openGap = ({ from, to }: Gap): void => openEntry({ kind: 'add', from, to, gap: from });

/** The menu that the right button and Shift F10 open. */
export function useGapMenu(gap: Gap) {
  const [at, setAt] = useState<DOMRect | null>(null);
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
          { label: timePageMessages.fill, result: 'F', movesFocus: true, onChoose: () => openGap(gap) },
          {
            label: gap.isNotWork ? timePageMessages.isWork : timePageMessages.notWork,
            result: 'N',
            onChoose: () => answerGap(gap),
          },
        ],
      }}
      onClose={() => setAt(null)}
    />
  );
  return { onContextMenu, menu };
}
