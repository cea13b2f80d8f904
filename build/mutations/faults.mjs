/** All faults: twelve for each of six areas, chosen from the code, not from its tests. */
import { accounts } from './accounts.mjs';
import { client } from './client.mjs';
import { outbox } from './outbox.mjs';
import { reminders } from './reminders.mjs';
import { time } from './time.mjs';
import { views } from './views.mjs';

const areas = { accounts, client, time, outbox, reminders, views };

/**
 * @param {string[]} parts
 * @returns {[area: string, fault: import('./plant.mjs').Fault][]} the faults of the files whose paths, or whose areas' names,
 *   contain one of the parts; without parts all
 */
export function chosenFaults(parts) {
  return Object.entries(areas).flatMap(([area, faults]) =>
    faults
      .filter(({ file }) => parts.length === 0 || parts.some((part) => file.includes(part) || part === area))
      .map((fault) => /** @type {[string, import('./plant.mjs').Fault]} */ ([area, fault])),
  );
}
