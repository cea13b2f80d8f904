import type { EntryView } from '../../../shared/contract/index.ts';
import { clock } from '../../../shared/i18n/format-clock.ts';
import { timePageMessages } from '../../../shared/i18n/generated/time-page.ts';
import { send } from '../../state/main-process.ts';
import { Menu } from '../../ui/menu.tsx';
import { type Fix, fixOf } from './fixes.ts';

interface Props {
  entry: EntryView;
  other: EntryView;
  tabStop: string | undefined;
}

/** Two ways to resolve an overlap, each with its result. */
export function FixMenu({ entry, other, tabStop }: Props) {
  const stop = `fix ${entry.id}`;
  const trim = (one: EntryView, by: EntryView, label: string) => ({
    label,
    result: fixText(fixOf(one, by, Date.now())),
    onChoose: () => void send('time.trim', { entryId: one.id, otherId: by.id }),
  });
  return (
    <Menu
      label={timePageMessages.fixOverlap({ identifier: entry.task.identifier, other: other.task.identifier })}
      className="link-button"
      stop={stop}
      tabIndex={tabStop === stop ? 0 : -1}
      entries={() => [
        trim(entry, other, timePageMessages.trimThis),
        trim(other, entry, timePageMessages.trimOther({ identifier: other.task.identifier })),
      ]}
    >
      {timePageMessages.fix}
    </Menu>
  );
}

function fixText(fix: Fix): string {
  if (fix.change === 'two') return timePageMessages.fixes.two;
  if (fix.change === 'nothing') return timePageMessages.fixes.nothing;
  return timePageMessages.fixes.moved({ from: clock(fix.from), to: clock(fix.to) });
}
