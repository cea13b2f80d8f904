export { handlers } from './commands.ts';
export { BYTE_ORDER_MARK, csvText } from './csv-export.ts';
export type { EntryChanges } from './entry-changes.ts';
export { type Entries, successorId } from './entry-store.ts';
export { LONG_ENTRY_MS } from './entry-validation.ts';
export { createRemoteTimersService } from './remote-timers-service.ts';
export { createTime, type TimeService } from './time-service.ts';
export type { Timer } from './timer.ts';
export { writeKinds } from './write-kinds.ts';
