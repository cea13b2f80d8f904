/** Sets the time zone of this process for one test; Node applies it at once. */
import { onTestFinished } from 'vitest';

/**
 * Zones with special cases: far east and west, offsets of halves and quarters of hours, half-hour daylight saving time, and days
 * that begin at 1:00 because midnight is skipped (Santiago, Beirut, Cairo).
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
