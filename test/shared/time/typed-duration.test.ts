/** What can be typed into a cell of the timesheet. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { typedCell, typedDuration } from '../../../shared/time/typed-duration.ts';
import { HOUR, MINUTE } from './entries.ts';

const DAY = 24 * HOUR;

describe('a length', () => {
  test.each<[string, number]>([
    ['1:30', 90],
    ['01:05', 65],
    [':30', 30],
    ['1h30', 90],
    ['1h 30', 90],
    ['1 h 30 min', 90],
    ['1H30M', 90],
    ['2h', 120],
    ['1.5h', 90],
    ['1,5 Std.', 90],
    ['90m', 90],
    ['90 min', 90],
    ['1,5', 90],
    ['1.5', 90],
    ['.25', 15],
    ['0.33', 20],
    ['8', 480],
    ['0', 0],
    ['0:00', 0],
    ['  1:30 ', 90],
  ])('%s is %i minutes', (text, minutes) => {
    expect(typedDuration(text)).toEqual({ ms: minutes * MINUTE, isChange: false });
  });

  test.each<[string, number]>([
    ['+15', 15],
    ['-15', -15],
    ['−0:20', -20],
    ['–0:20', -20],
    ['+1:30', 90],
    ['+1,5', 90],
    ['-90m', -90],
    ['+ 1h', 60],
    ['+0', 0],
  ])('%s changes it by %i minutes', (text, minutes) => {
    const typed = typedDuration(text);
    expect('ms' in typed && typed.ms + 0).toBe(minutes * MINUTE);
    expect(typed).toMatchObject({ isChange: true });
  });

  test.each([
    'abc',
    '1:5',
    '1:',
    ':',
    '1h30h',
    'h',
    'm',
    '1e309',
    'Infinity',
    'NaN',
    '1:30:00',
    '--15',
    '+',
    '1 5',
    '٣',
    '12345',
    '1.2.3',
    '-',
  ])('%s is not a length', (text) => {
    expect(typedDuration(text)).toEqual({ wrong: 'not-a-length' });
  });

  test('9:75 has too many minutes; 9:45 was probably meant', () => {
    expect(typedDuration('9:75')).toEqual({ wrong: 'over-59-minutes', suggestion: 9 * HOUR + 45 * MINUTE });
  });

  test('nothing is not a length', () => {
    expect(typedDuration('  ')).toEqual({ wrong: 'empty' });
  });

  test('every h:mm is understood, and any other text gives a reason', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 59 }), (h, m) => {
        const text = `${h}:${String(m).padStart(2, '0')}`;
        expect(typedDuration(text)).toEqual({ ms: h * HOUR + m * MINUTE, isChange: false });
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const typed = typedDuration(text);
        if ('ms' in typed) expect([Number.isFinite(typed.ms), typed.ms % MINUTE === 0]).toEqual([true, true]);
        else expect(typed.wrong).not.toBe('');
      }),
    );
  });
});

describe('a cell', () => {
  test.each<[text: string, current: number, becomes: number]>([
    ['2:30', 167, 150],
    ['+15', 88, 103],
    ['-0:20', 88, 68],
    ['-88', 88, 0],
    ['0', 88, 0],
    ['24:00', 0, 1440],
  ])('%s over %i minutes makes %i', (text, current, becomes) => {
    expect(typedCell(text, current * MINUTE, DAY)).toEqual({ ms: becomes * MINUTE });
  });

  test('cannot be negative or longer than its day', () => {
    expect(typedCell('-2:00', 88 * MINUTE, DAY)).toEqual({ wrong: 'negative' });
    expect(typedCell('24:01', 0, DAY)).toEqual({ wrong: 'over-a-day', suggestion: null });
    expect(typedCell('+1:00', 23.5 * HOUR, DAY)).toEqual({ wrong: 'over-a-day', suggestion: null });
    expect(typedCell('24:00', 0, 23 * HOUR)).toMatchObject({ wrong: 'over-a-day' });
    expect(typedCell('25:00', 0, 25 * HOUR)).toEqual({ ms: 25 * HOUR });
  });

  test('90 is too many hours; 90 minutes were probably meant', () => {
    expect(typedCell('90', 0, DAY)).toEqual({ wrong: 'over-a-day', suggestion: 90 * MINUTE });
  });

  test('never becomes negative or longer than its day', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: DAY }), (text, current) => {
        const typed = typedCell(text, current, DAY);
        if ('ms' in typed) expect(typed.ms >= 0 && typed.ms <= DAY).toBe(true);
      }),
    );
  });
});
