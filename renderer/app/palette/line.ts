import type { ReactElement } from 'react';
import type { PaletteView, State } from '../../../shared/contract/index.ts';
import { paletteMessages } from '../../../shared/i18n/generated/palette.ts';
import type { Searchable } from '../../../shared/palette/search.ts';
import type { ReadPriority } from '../../../shared/tasks/priority.ts';
import type { LineIcon } from './command-texts.ts';

export interface Line extends Searchable {
  icon: LineIcon | { priority: ReadPriority } | ReactElement | null;
  /** Whose task, entry or board it is, if several accounts are open. */
  accountId?: string | undefined;
  /** The present value. */
  isChosen?: boolean;
  /** At the right: when it is due, how long it took. */
  hint?: string;
  /** An Electron accelerator; on macOS `CommandOrControl` is Command. */
  keys?: string;
  /** The effect of Enter, as a verb in the footer. */
  verb: string;
  /** It opens something that takes the focus. */
  movesFocus?: boolean;
  /** Uses of it are not counted: it exists for this query only. */
  isPassing?: boolean;
  run: () => void;
  /** Enter shows its actions. */
  isMenu?: boolean;
  /** Further actions; absent if there is only one. */
  actions?: () => Line[];
  /** The same, if they are read first. */
  read?: () => Promise<Line[]>;
}

/** The items that the palette searches. */
export interface Sources {
  state: State;
  view: PaletteView;
  now: Date;
}

export const action = (
  id: string,
  title: string,
  icon: Line['icon'],
  run: () => void,
  more: Pick<Line, 'keys' | 'movesFocus' | 'hint' | 'isMenu' | 'isPassing' | 'isChosen' | 'actions' | 'read'> = {},
): Line => ({
  id,
  group: 'do',
  identifier: '',
  title,
  words: '',
  icon,
  verb: paletteMessages.verbs.do,
  run,
  ...more,
});
