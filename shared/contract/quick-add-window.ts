/** Messages from main to the quick-add window. */

import type { Language } from '../i18n/language.ts';
import type { TaskOfAccount } from '../quick-add/accounts.ts';

/** A message to the page. */
export type QuickAddMessage =
  /** `turn` counts how often it was shown. */
  | ({ do: 'show'; turn: number } & QuickAddOpening)
  /** The window is about to hide: the page empties itself and sends `quick-add.left`. */
  | { do: 'leave' }
  /** Text typed before the page was reloaded; shown the next time. */
  | { do: 'restore'; text: string }
  /** The workspace directory changed. */
  | { do: 'directory-changed' }
  /** The language changed. */
  | { do: 'set-language'; language: Language };

/** How the window is shown. */
export interface QuickAddOpening {
  /** Text for an empty line. */
  text?: string;
  /** The text does not come from the person, but from a link. */
  isFromLink?: boolean;
  /** The project, unless the line names another. */
  projectId?: string;
  /** The account, unless the line names a project of another. */
  accountId?: string;
  /** An unsent new task to edit; it replaces the content of the line. */
  edit?: { itemId: string; task: TaskOfAccount };
}
