/** The parser as one chunk, loaded while the window is hidden so that the first paint does not wait for it. */
export { loadDates } from '../../../shared/quick-add/find-dates.ts';
export { formatLine } from '../../../shared/quick-add/format-line.ts';
export { parse, splitLines } from '../../../shared/quick-add/parser.ts';
export { applySuggestion, suggestCompletions } from '../../../shared/quick-add/suggestions.ts';
