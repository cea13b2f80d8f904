/** The parser in one piece, to be loaded when it is needed. */
export { loadDates } from '../../shared/quick-add/date-phrases.ts';
export { parse, splitLines } from '../../shared/quick-add/parser.ts';
