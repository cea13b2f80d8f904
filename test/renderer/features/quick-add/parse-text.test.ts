/** Enter accepts a suggestion only if that changes the task. */
import { expect, test } from 'vitest';
import { isSameMeaning } from '../../../../renderer/features/quick-add/parse-text.ts';
import { loadDates } from '../../../../shared/quick-add/find-dates.ts';
import { parse } from '../../../../shared/quick-add/parser.ts';
import { applySuggestion, suggestCompletions } from '../../../../shared/quick-add/suggestions.ts';
import { directory } from '../../../shared/quick-add/directory.ts';

test.each([
  ['Pay #fin', false],
  ['Pay #finance', false],
  ['Pay #f', false],
  ['Pay #', true],
  ['Pay !h', true],
  ['Pay !high', false],
  ['Pay +bil', true],
  ['Pay +billing', false],
  ['Pay +brandnew', false],
  ['Pay @m', true],
  ['Pay @mette', false],
])('%s: changes the task: %s', async (line, more) => {
  const dates = await loadDates('en-GB');
  const all = directory();
  const parsed = parse(line, all, dates);
  const suggestion = suggestCompletions(line, line.length, all, parsed.project);
  const [first] = suggestion?.candidates ?? [];
  if (!suggestion || !first) throw new Error('Nothing is suggested');
  expect(!isSameMeaning(parsed, parse(applySuggestion(line, suggestion, first).text, all, dates))).toBe(more);
});
