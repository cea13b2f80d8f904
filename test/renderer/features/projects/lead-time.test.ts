/** Parsing typed lead times. */
import { expect, test } from 'vitest';
import { parseLead } from '../../../../renderer/features/projects/webhook-events.ts';

test.each([
  ['5', 5],
  [' 90 min ', 90],
  ['90min.', 90],
  ['3 h', 180],
  ['1.5 hours', 90],
  ['1,5 Stunden', 90],
  ['2 days', 2880],
  ['2 Tage', 2880],
  ['1 d 12 h', 2160],
  ['1d12h', 2160],
  ['2 Wochen', 20_160],
  ['30 days', 43_200],
  ['', null],
  ['soon', null],
  ['4', null],
  ['31 days', null],
  ['3 months', null],
  ['-5', null],
  ['1.25', null],
  ['1e3', null],
  ['1 30', null],
  ['9'.repeat(400), null],
  [`${'9'.repeat(39)}!`, null],
])('“%s”', (typed, minutes) => expect(parseLead(typed)).toBe(minutes));
