/** The words of priorities. Pure. */
import type { Priority } from '../../electron/service/records.ts';

/** Most urgent first: `!1` is the most urgent, as P1 is wherever priorities have numbers. `!none` takes one back. */
export const PRIORITY_WORDS: readonly { priority: Priority; word: string; number: string }[] = [
  { priority: 'urgent', word: 'urgent', number: '1' },
  { priority: 'high', word: 'high', number: '2' },
  { priority: 'medium', word: 'medium', number: '3' },
  { priority: 'low', word: 'low', number: '4' },
  { priority: 'no-priority', word: 'none', number: '' },
];
