import { words } from '../words/en.ts';

/** "Updated just now", "Updated 12 s ago", "Updated 3 min ago". */
export function agoWords(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 4) return words.status.updatedJustNow;
  if (seconds < 60) return words.status.updated(words.status.seconds(seconds));
  if (seconds < 3600) return words.status.updated(words.status.minutes(Math.floor(seconds / 60)));
  if (seconds < 86_400) return words.status.updated(words.status.hours(Math.floor(seconds / 3600)));
  return words.status.updated(words.status.days(Math.floor(seconds / 86_400)));
}
