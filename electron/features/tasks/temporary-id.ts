/** The id of something that the service does not have yet: the outbox subject of the write that adds it. Pure. */
const UNSENT = 'unsent:';

export const temporaryId = (subject: string): string => `${UNSENT}${subject}`;
/** undefined for an id of the service. */
export const subjectOfTemporaryId = (id: string): string | undefined =>
  id.startsWith(UNSENT) ? id.slice(UNSENT.length) : undefined;
