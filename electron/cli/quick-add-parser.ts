/** The parser as one chunk, loaded on demand. */
export { loadDates } from '../../shared/quick-add/date-phrases.ts';
export { parse, splitLines } from '../../shared/quick-add/parser.ts';
