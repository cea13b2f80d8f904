/** Sets the local zone of this process for one test; Node obeys at once. */
import { onTestFinished } from 'vitest';

/**
 * Zones with different troubles: far east and west, halves and quarters of hours, half-hour summer time, and days that begin at 1:00
 * because the clock is put forward at midnight (Santiago, Beirut, Cairo).
 */
export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Asia/Beirut',
  'Africa/Cairo',
] as const;

export function inZone(zone: string): void {
  const before = process.env.TZ;
  process.env.TZ = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
}
