/**
 * A person's day with the windows, played through the policy that keeps hidden pages (keeping.ts): which openings find their page in
 * memory, and how long each page is there. `days/` holds days in the form of a record: local times of day.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { keeping, quickAddKeeping, withUse } from '../../electron/desktop/windows/keeping.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../shared/dates/milliseconds.ts';
import { atMost, type Bench, type Figure, figure } from './figures.ts';

const Time = z.string().regex(/^\d\d:\d\d$/);
const Day = z.object({ window: z.array(Time), quickAdd: z.array(Time), locked: z.array(z.tuple([Time, Time])) });
export type Day = z.infer<typeof Day>;

export const DAYS = ['busy', 'calm', 'morning-only'] as const;
export const readDay = (name: (typeof DAYS)[number]): Day =>
  Day.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'days', `${name}.json`), 'utf8')));

export interface Played {
  openings: number;
  /** Those whose page was in memory. */
  warm: number;
  /** The share of 24 hours in which at least one page was in memory. */
  inMemory: number;
}

/** How long a window is on screen (ms), and how often the app asks whether it is kept. */
const [SHOWN_MS, ASKED_MS] = [30 * SECOND_MS, MINUTE_MS];
/** The clock's days differ from the record's by a few minutes each. */
const SHIFTS = [0, 7, -6, 3, -9, 5, -2, 8];
const FIRST_DAY = new Date(2026, 10, 2).getTime();

/** Plays the day eight times, so that habits form, and counts the last. `availableMemory` in bytes. */
export function playDay(day: Day, { availableMemory = 8 * 1024 ** 3, isOnBattery = false } = {}): Played {
  let used: number[] = [];
  let quickAddUsedAt: number | undefined;
  let counted: Played = { openings: 0, warm: 0, inMemory: 0 };
  for (const [index, shift] of SHIFTS.entries()) {
    const midnight = FIRST_DAY + index * DAY_MS;
    const at = (time: string) => midnight + minutesOf(time) * MINUTE_MS;
    const moved = (times: string[]) => new Set(times.map((time) => at(time) + shift * MINUTE_MS));
    const opened = { window: moved(day.window), quickAdd: moved(day.quickAdd) };
    const isIn = { window: false, quickAdd: false };
    counted = { openings: 0, warm: 0, inMemory: 0 };
    for (let now = midnight; now < midnight + DAY_MS; now += ASKED_MS) {
      const isLocked = day.locked.some(([from, to]) => now >= at(from) && now < at(to));
      const conditions = { used, now, availableMemory, isOnBattery, isLocked };
      isIn.window = keeping(conditions).isKept;
      isIn.quickAdd = quickAddKeeping('automatic', quickAddUsedAt, conditions).isKept;
      for (const which of ['window', 'quickAdd'] as const) {
        if (!opened[which].has(now)) continue;
        counted.openings += 1;
        if (isIn[which]) counted.warm += 1;
        isIn[which] = true;
        used = withUse(used, now + SHOWN_MS);
        if (which === 'quickAdd') quickAddUsedAt = now + SHOWN_MS;
      }
      if (isIn.window || isIn.quickAdd) counted.inMemory += ASKED_MS / DAY_MS;
    }
  }
  return counted;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

export const wholeDay: Bench = {
  name: 'whole day',
  async run() {
    return DAYS.flatMap((name) => figuresOf(name, playDay(readDay(name))));
  },
};

function figuresOf(name: string, { openings, warm, inMemory }: Played): Figure[] {
  const how = `A recorded-style day (test/bench/days) played through the policy that keeps hidden pages; ${openings} openings.`;
  return [
    figure(`${name} day: share of openings without a page in memory`, {
      unit: '',
      values: 1 - warm / openings,
      goal: atMost(0.05),
      how,
    }),
    figure(`${name} day: hours with a page in memory`, { unit: '', values: (inMemory * DAY_MS) / HOUR_MS, how }),
  ];
}
