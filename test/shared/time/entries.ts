import type { EntryView } from '../../../shared/contract/index.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** An instant of November 2026, local time. */
export const local = (day: number, hour: number, minute = 0): number => new Date(2026, 10, day, hour, minute).getTime();

export function timeEntry(id: string, start: number, end: number | null, sync: EntryView['sync'] = 'sent'): EntryView {
  return {
    id,
    task: { taskId: `task ${id}`, identifier: id.toUpperCase(), title: id, projectName: 'Payments' },
    startTime: new Date(start).toISOString(),
    endTime: end === null ? null : new Date(end).toISOString(),
    note: '',
    sync,
    why: null,
  };
}
