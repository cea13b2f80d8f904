/** Messages from main to the quick-add window. */

import type { Language } from '../i18n/language.ts';
import type { NewTask } from './new-task.ts';

/** What the page is told. */
export type QuickAddMessage =
  /** `turn` counts how often it was shown. */
  | ({ do: 'show'; turn: number } & QuickAddOpening)
  /** Empty yourself, then say so (`quick-add.left`): the window goes, for the person is elsewhere. */
  | { do: 'leave' }
  /** What was typed before its page was made anew: there the next time it is shown. */
  | { do: 'keep'; text: string }
  /** What is known of the workspace changed. */
  | { do: 'known' }
  /** Draw in this language. */
  | { do: 'speak'; language: Language };

/** With what it is shown. */
export interface QuickAddOpening {
  /** Fills an empty line. */
  text?: string;
  /** Somebody else wrote the text. */
  isFromLink?: boolean;
  /** For a task of this project, unless the line names another. */
  projectId?: string;
  /** A new task that still waits, to be changed: it comes in the place of whatever stands in the line. */
  edit?: { itemId: string; task: NewTask };
}
