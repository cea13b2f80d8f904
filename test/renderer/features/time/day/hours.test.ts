import { describe, expect, it } from 'vitest';
import {
  freePlace,
  HOUR_HEIGHTS,
  hourLines,
  instantAt,
  isLabelHidden,
  positionOf,
  type Scale,
  scrollTarget,
  zoomed,
} from '../../../../../renderer/features/time/day/hours.ts';
import type { HourHeight } from '../../../../../renderer/features/time/view-state.ts';
import { clock } from '../../../../../shared/i18n/format-dates.ts';
import { dayBounds } from '../../../../../shared/time/day.ts';
import { inZone } from '../../../../shared/tasks/zone.ts';
import { local, MINUTE } from '../../../../shared/time/entries.ts';

const scaleOf = (day: string, hourHeight: HourHeight = 48): Scale => ({ bounds: dayBounds(day), hourHeight });
const hoursOf = (scale: Scale) => hourLines(scale).filter(({ isHour }) => isHour);
const TODAY = '2026-11-19';
/** The label of a time of day. */
const clockOf = (hour: number, minute = 0) => clock(local(19, hour, minute));

describe('the hours of a day', () => {
  it('are 24, with the midnight that ends it', () => {
    const lines = hoursOf(scaleOf(TODAY));
    expect(lines).toHaveLength(25);
    expect(lines.map(({ label }) => label).slice(0, 3)).toEqual([0, 1, 2].map((hour) => clockOf(hour)));
    expect(lines.some(({ isRepeated }) => isRepeated)).toBe(false);
  });

  it('are 23 when the clocks go forward: the skipped hour is not there', () => {
    inZone('Europe/Berlin');
    const scale = scaleOf('2026-03-29');
    expect(hoursOf(scale).map(({ label }) => label)).toEqual(expect.not.arrayContaining([clockOf(2)]));
    expect(positionOf(scale, scale.bounds.to)).toBe(23 * 48);
  });

  it('are 25 when they go back: the repeated hour is drawn twice and says so', () => {
    inZone('Europe/Berlin');
    const scale = scaleOf('2026-10-25');
    const twos = hoursOf(scale).filter(({ label }) => label === clockOf(2));
    expect(twos.map(({ isRepeated }) => isRepeated)).toEqual([false, true]);
    expect(positionOf(scale, scale.bounds.to)).toBe(25 * 48);
  });

  it('begin at one where midnight is skipped, and follow changes of half an hour', () => {
    inZone('America/Santiago');
    expect(hoursOf(scaleOf('2026-09-06'))[0]?.label).toBe(clockOf(1));
    inZone('Australia/Lord_Howe');
    const scale = scaleOf('2026-10-04');
    expect(positionOf(scale, scale.bounds.to)).toBe(23.5 * 48);
  });

  it('have lines at half and quarter hours from 96 px on, and labels at the halves', () => {
    expect(hourLines(scaleOf(TODAY, 72))).toHaveLength(25);
    const lines = hourLines(scaleOf(TODAY, 96));
    expect(lines).toHaveLength(24 * 4 + 1);
    expect(lines.slice(0, 4).map(({ label }) => label)).toEqual([clockOf(0), null, clockOf(0, 30), null]);
  });
});

it('a position and its instant belong together at every height', () => {
  for (const hourHeight of HOUR_HEIGHTS) {
    const scale = scaleOf(TODAY, hourHeight);
    expect(positionOf(scale, local(19, 9))).toBe(9 * hourHeight);
    expect(instantAt(scale, 9.5 * hourHeight)).toBe(local(19, 9, 30));
  }
});

it('a label gives way to the time now or a changing time twelve minutes away', () => {
  const scale = scaleOf(TODAY);
  const [line] = hourLines(scale).filter(({ at }) => at === local(19, 15));
  if (line === undefined) throw new Error('No line');
  expect(isLabelHidden(scale, line, [local(19, 14, 48)])).toBe(true);
  expect(isLabelHidden(scale, line, [local(19, 15, 12)])).toBe(true);
  expect(isLabelHidden(scale, line, [local(19, 14, 40), local(19, 15, 20)])).toBe(false);
  expect(isLabelHidden(scaleOf(TODAY, 96), line, [local(19, 14, 48)])).toBe(false);
});

it('zooms through five heights and stops at the ends', () => {
  expect(zoomed(48, 1)).toBe(72);
  expect(zoomed(48, -1)).toBe(32);
  expect(zoomed(32, -1)).toBe(32);
  expect(zoomed(144, 1)).toBe(144);
});

describe('a day is opened', () => {
  const scale = scaleOf(TODAY);
  const [morning, noon] = [local(19, 9), local(19, 12)];
  const at = (instant: number) => positionOf(scale, instant);

  it('at its first entry', () => {
    const tracked = [{ from: morning, to: noon }];
    expect(scrollTarget(scale, tracked, local(20, 9), 400)).toBe(at(morning - 15 * MINUTE));
    expect(scrollTarget(scale, tracked, noon, 400)).toBe(at(morning - 15 * MINUTE));
  });

  it('at the present, if the first entry is too far above', () => {
    const target = scrollTarget(scale, [{ from: morning, to: noon }], local(19, 20), 400);
    expect(target).toBe(at(local(19, 20, 15)) - 400);
  });

  it('at the present or the morning, if it is empty', () => {
    expect(scrollTarget(scale, [], noon, 400)).toBe(at(noon - 15 * MINUTE));
    expect(scrollTarget(scale, [], local(20, 9), 400)).toBe(at(local(19, 7, 45)));
  });

  it('at its beginning for an entry of the night', () => {
    expect(scrollTarget(scale, [{ from: scale.bounds.from, to: morning }], local(20, 9), 400)).toBe(0);
  });
});

describe('the note of an empty day', () => {
  const view = { top: 400, height: 300 };
  const HEIGHT = 80;

  it('is in the middle of the view', () => {
    expect(freePlace([], view, HEIGHT)).toBe(510);
    expect(freePlace([100, 480, 600], view, HEIGHT)).toBe(510);
  });

  it('covers neither a line nor its label, and stays as near to the middle as it can', () => {
    for (const line of [460, 490, 520, 550, 580]) {
      const top = freePlace([line], view, HEIGHT);
      expect(line > top + HEIGHT || line + 24 < top).toBe(true);
      expect(Math.abs(top - 510)).toBeLessThanOrEqual(72);
    }
  });

  it('is in the middle if every place has a line', () => {
    const lines = Array.from({ length: 20 }, (_, index) => 300 + 25 * index);
    expect(freePlace(lines, view, HEIGHT)).toBe(510);
  });
});
