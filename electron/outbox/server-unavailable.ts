/** A server without a part, such as object storage, says 503 (docs/service.md#images): asking again, as after an overload, would not help. */
import { ServiceError } from '../service/errors.ts';

/**
 * The same work, refused for good where its answer cannot be read: the steps that follow need it, and asking again would not help.
 * Throws ServiceError.
 */
export async function rejectedWhereUnreadable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'malformed') throw error;
    const { status, fault = { is: 'no-form' } } = error;
    throw new ServiceError({ kind: 'refused', status, fault, cause: error });
  }
}

/** The same work, refused for good where the answer is 503. Throws ServiceError. */
export async function rejectedWhere503<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'refused' || error.status !== 503) throw error;
    const { kind, message, fault, code } = error;
    throw new ServiceError({ kind, code, cause: error, ...(fault === undefined ? { message } : { fault }) });
  }
}
