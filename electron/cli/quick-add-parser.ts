/** The parser in one piece, to be loaded when it is needed. */
export { loadDates } from '../../shared/quick-add/date-phrases.ts';
export { parse } from '../../shared/quick-add/parser.ts';
export { splitLines } from '../../shared/quick-add/split-lines.ts';
