/** Interprets the service's answer to a write: which failures count as success, and which are final. */
import { ServiceError } from '../service/errors.ts';

/** A field that the write would overwrite cannot be read. Thrown before the request is sent. */
export const unreadableField = (path: string): ServiceError =>
  new ServiceError({ kind: 'malformed', wasNotSent: true, reason: { is: 'field', path, what: 'is wrong' } });

/** For writes that need nothing from the answer: returns undefined if a success is unreadable. Another record is no success. */
export async function acceptAnyAnswer<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (isUnreadableSuccess(error)) return undefined;
    throw error;
  }
}

function isUnreadableSuccess(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.kind !== 'malformed' || error.isOtherRecord) return false;
  return error.status !== undefined && error.status >= 200 && error.status < 300;
}

/** For removals: a record that does not exist counts as removed. */
export async function ignoreMissing(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'rejected' || error.isMissingRoute) throw error;
    // Some 404 answers of the service look like a proxy's.
    if (!error.isGone && error.status !== 404) throw error;
    return undefined;
  }
}

/** Turns an unreadable answer into a final rejection, for writes whose next steps need the answer. Throws ServiceError. */
export async function rejectIfUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'malformed') throw error;
    const { status, reason = { is: 'no-form' } } = error;
    throw new ServiceError({ kind: 'rejected', status, reason, cause: error });
  }
}

/** Turns a 503 into a final rejection: that is the answer of a server without, for example, object storage. Throws ServiceError. */
export async function rejectOn503<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'rejected' || error.status !== 503) throw error;
    const { kind, message, reason, code } = error;
    throw new ServiceError({ kind, code, cause: error, ...(reason === undefined ? { message } : { reason }) });
  }
}
