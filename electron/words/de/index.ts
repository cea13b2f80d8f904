/** German, all of main's. */
import type { Parts } from '../language.ts';

export const german: Partial<Parts> = {};
