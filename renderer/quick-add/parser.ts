/** The parser in one piece: a chunk that is loaded while the window is hidden, so that the first paint need not wait for it. */
export { loadDates } from '../../electron/tasks/quick-add/dates.ts';
export { splitLines } from '../../electron/tasks/quick-add/lines.ts';
export { parse } from '../../electron/tasks/quick-add/parse.ts';
export { print } from '../../electron/tasks/quick-add/print.ts';
export { complete, suggest } from '../../electron/tasks/quick-add/suggest.ts';
