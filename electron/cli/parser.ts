/** The parser in one piece, to be loaded when it is needed. */
export { loadDates } from '../tasks/quick-add/dates.ts';
export { splitLines } from '../tasks/quick-add/lines.ts';
export { parse } from '../tasks/quick-add/parse.ts';
