/** Ids of what the service does not have yet. Pure. */
const UNSENT = 'unsent:';

/** What stands for the service's id of something that it does not have yet. */
export const temporaryId = (what: string): string => `${UNSENT}${what}`;
/** What an id made by `unsentId` stands for; undefined for one of the service. */
export const subjectOfTemporaryId = (id: string): string | undefined =>
  id.startsWith(UNSENT) ? id.slice(UNSENT.length) : undefined;
