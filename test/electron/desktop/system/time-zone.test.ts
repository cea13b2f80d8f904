/** Following the computer's time zone. */
import { expect, test } from 'vitest';
import { createTimeZoneWatch } from '../../../../electron/desktop/system/time-zone.ts';
import { inZone } from '../../../shared/tasks/zone.ts';

test('a new zone is noticed once', () => {
  inZone('Europe/Berlin');
  const isElsewhere = createTimeZoneWatch();
  expect(isElsewhere()).toBe(false);
  process.env.TZ = 'Asia/Kolkata';
  expect([isElsewhere(), isElsewhere()]).toEqual([true, false]);
});
