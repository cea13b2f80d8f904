import { messages } from './window-messages.ts';

/** "12 s", "3 min", "2 h": in the largest whole unit. */
export function shortAgo(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return messages.status.seconds(seconds);
  if (seconds < 3600) return messages.status.minutes(Math.floor(seconds / 60));
  if (seconds < 86_400) return messages.status.hours(Math.floor(seconds / 3600));
  return messages.status.days(Math.floor(seconds / 86_400));
}

/** "Updated just now", "Updated 12 s ago", "Updated 3 min ago". */
export function agoText(ms: number): string {
  return ms < 4_000 ? messages.status.updatedJustNow : messages.status.updated(shortAgo(ms));
}
