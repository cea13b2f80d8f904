/** Errors as shown to a person. */

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
    /** The credential belongs to a different person than the account. */
    | 'other-person'
    | 'invalid'
    /** A question: the same command is carried out with the field `confirmedBy` set. */
    | 'needs-confirmation'
    | 'internal';
  /** The field of the command that answers the question with yes; by default its only one. */
  confirmedBy?: 'allowLong' | 'allowClosed';
  /** The closed week that the question is about, by its first day: it may be opened again instead. */
  weekStart?: string;
  /** One short line: "Can’t reach pm.halden.example". */
  title: string;
  /** What happened, as a sentence. */
  explanation: string;
  /** What was kept or is safe, as a sentence; missing if there is nothing to keep. */
  whatWasKept?: string;
  /** What to do next, as a sentence. */
  nextStep: string;
}

/** The text of an error; the code that throws it adds the kind. */
export type ErrorMessage = Omit<AppErrorView, 'kind' | 'confirmedBy' | 'weekStart'>;

/** Ends a command; the renderer receives the view as the command's answer. */
export class AppError extends Error {
  override readonly name: string = 'AppError';
  readonly view: AppErrorView;
  constructor(view: AppErrorView, cause?: unknown) {
    super(`${view.title}: ${view.explanation}`, { cause });
    this.view = view;
  }
}

/** The command's input is invalid, or the current state does not allow the command. */
export class ValidationError extends AppError {
  override readonly name = 'ValidationError';
  constructor(message: ErrorMessage) {
    super({ kind: 'invalid', ...message });
  }
}
