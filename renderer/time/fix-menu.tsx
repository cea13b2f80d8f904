import type { EntryView } from '../../electron/bridge/contract.ts';
import { tell } from '../store.ts';
import { Menu } from '../ui/menu.tsx';
import { clock } from '../words/clock.ts';
import { words } from '../words/index.ts';
import { type Fix, fixOf } from './fixes.ts';

interface Props {
  entry: EntryView;
  other: EntryView;
  tabStop: string | undefined;
}

/** Two ways to count the time once; each says what it leaves. */
export function FixMenu({ entry, other, tabStop }: Props) {
  const stop = `fix ${entry.id}`;
  const trim = (one: EntryView, by: EntryView, label: string) => ({
    label,
    result: fixWords(fixOf(one, by, Date.now())),
    onChoose: () => void tell('time.trim', { entryId: one.id, otherId: by.id }),
  });
  return (
    <Menu
      label={words.time.fixOverlap(entry.task.identifier, other.task.identifier)}
      className="lnk"
      stop={stop}
      tabIndex={tabStop === stop ? 0 : -1}
      items={() => [
        trim(entry, other, words.time.trimThis),
        trim(other, entry, words.time.trimOther(other.task.identifier)),
      ]}
    >
      {words.time.fix}
    </Menu>
  );
}

function fixWords(fix: Fix): string {
  if (fix.change === 'two') return words.time.fixes.two;
  if (fix.change === 'nothing') return words.time.fixes.nothing;
  return words.time.fixes.moved(clock(fix.from), clock(fix.to));
}
