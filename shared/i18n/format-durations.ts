/** Formats durations in the current language. */
import { MINUTE_MS } from '../dates/milliseconds.ts';
import { messages } from './generated/window.ts';

const SECONDS_PER = { minute: 60, hour: 3600, day: 86_400 };

/** "12 s", "3 min", "2 h": in the largest whole unit. */
export function shortAgo(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < SECONDS_PER.minute) return messages.status.seconds({ count: seconds });
  if (seconds < SECONDS_PER.hour) return messages.status.minutes({ count: Math.floor(seconds / SECONDS_PER.minute) });
  if (seconds < SECONDS_PER.day) return messages.status.hours({ count: Math.floor(seconds / SECONDS_PER.hour) });
  return messages.status.days({ count: Math.floor(seconds / SECONDS_PER.day) });
}

/** "Updated just now", "Updated 12 s ago", "Updated 3 min ago". */
export function agoText(ms: number): string {
  return ms < 4_000 ? messages.status.updatedJustNow : messages.status.updated({ ago: shortAgo(ms) });
}

/** "next try in 12 s", "next try in 3 min", "trying now". */
export function nextTryText(seconds: number): string {
  if (seconds <= 0) return messages.status.tryingNow;
  return messages.status.nextTry({
    duration:
      seconds < SECONDS_PER.minute
        ? messages.status.seconds({ count: seconds })
        : messages.status.minutes({ count: Math.ceil(seconds / SECONDS_PER.minute) }),
  });
}

/** "42 min", "1 h 5 min", rounded down to the minute as everywhere; at least a minute. */
export function formatDuration(ms: number): string {
  const total = Math.max(1, Math.floor(ms / MINUTE_MS));
  const [hours, minutes] = [Math.floor(total / 60), total % 60];
  if (hours === 0) return messages.status.minutes({ count: minutes });
  return minutes === 0 ? messages.status.hours({ count: hours }) : messages.status.hoursMinutes({ hours, minutes });
}
