/** The kinds of write of this feature, for the outbox. */
import { timeEntryClose } from './entry-close-write.ts';
import { timeEntryCreate } from './entry-create-write.ts';
import { timeEntryUpdate } from './entry-update-write.ts';

export const writeKinds = [timeEntryCreate, timeEntryUpdate, timeEntryClose];
