/** A server without a part, such as object storage, says 503 (docs/service.md#images): asking again, as after an overload, would not help. */
import { ServiceError } from '../service/errors.ts';

/**
 * The same work, rejected for good where its answer cannot be read: the steps that follow need it, and asking again would not help.
 * Throws ServiceError.
 */
export async function rejectedWhereUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'malformed') throw error;
    const { status, reason = { is: 'no-form' } } = error;
    throw new ServiceError({ kind: 'rejected', status, reason, cause: error });
  }
}

/** The same work, rejected for good where the answer is 503. Throws ServiceError. */
export async function rejectedWhere503<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'rejected' || error.status !== 503) throw error;
    const { kind, message, reason, code } = error;
    throw new ServiceError({ kind, code, cause: error, ...(reason === undefined ? { message } : { reason }) });
  }
}
