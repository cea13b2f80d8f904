/** An error as a person reads it: what happened, what was kept, what to do. */

export interface AppErrorView {
  kind:
    | 'unreachable'
    | 'untrusted'
    | 'timeout'
    | 'redirect'
    | 'not-the-service'
    | 'malformed'
    | 'rejected'
    | 'signed-out'
    | 'rate-limited'
    | 'client-not-allowed'
    | 'key-not-accepted'
    | 'no-workspace'
    | 'keychain'
    /** The sign-in of an account is another person's. */
    | 'other-person'
    | 'invalid'
    /** Asked, not refused: the same command with `isLongMeant`, or `isUnencryptedMeant`, goes through. */
    | 'needs-confirmation'
    | 'internal';
  /** One short line: "Can’t reach pm.halden.example". */
  title: string;
  /** What happened, a sentence. */
  explanation: string;
  /** What was kept or is safe, a sentence; missing where there is nothing to keep. */
  whatWasKept?: string;
  /** What to do next, a sentence. */
  nextStep: string;
}

/** An error that ends a command: thrown inside main, handed to the renderer as the command's answer. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly view: AppErrorView;
  constructor(error: AppErrorView, cause?: unknown) {
    super(`${error.title}: ${error.explanation}`, { cause });
    this.view = error;
  }
}
