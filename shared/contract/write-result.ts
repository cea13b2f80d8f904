/** How a write ended, as far as it was waited for. */

/** What came of a write, as far as it is known. */
export type WriteResult<T = null> =
  | { state: 'done'; value: T }
  /** On disk, not at the service yet; `isSending`: on its way. `why`: what kept it from going, in words. */
  | { state: 'waits'; isSending: boolean; why: string | null }
  /** `why`: in the service's words. */
  | { state: 'rejected'; why: string };
