/** The result of a write, as far as the command waits for it. */

export type WriteResult<T = null> =
  | { state: 'done'; value: T }
  /** On disk, not at the service yet. `isSending`: the request is running. `why`: the last error as text. */
  | { state: 'waits'; isSending: boolean; why: string | null }
  /** `why` is the service's message. */
  | { state: 'rejected'; why: string };
