/** What people read when something goes wrong: what happened, what was kept, what to do. English. */
import { ServiceError } from '../service/errors.ts';

export interface Problem {
  kind:
    | 'unreachable'
    | 'untrusted'
    | 'timeout'
    | 'redirect'
    | 'not-the-service'
    | 'malformed'
    | 'refused'
    | 'signed-out'
    | 'rate-limited'
    | 'client-not-allowed'
    | 'key-not-accepted'
    | 'no-workspace'
    | 'keychain'
    | 'invalid'
    /** Asked, not refused: the same command with `isLongMeant` goes through. */
    | 'needs-confirmation'
    | 'internal';
  /** One short line: "Can’t reach pm.halden.example". */
  title: string;
  /** What happened, a sentence. */
  what: string;
  /** What was kept or is safe, a sentence; missing where there is nothing to keep. */
  kept?: string;
  /** What to do next, a sentence. */
  todo: string;
}

/** A problem that ends a command: thrown inside main, handed to the renderer as the command's answer. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  constructor(problem: Problem, cause?: unknown) {
    super(`${problem.title}: ${problem.what}`, { cause });
    this.problem = problem;
  }
}

/** `server` is the host people know the service by. */
export function problemFrom(error: unknown, server: string): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (!(error instanceof ServiceError)) {
    return (
      diskProblem(error) ?? {
        kind: 'internal',
        title: 'Something went wrong in Punchcard',
        what: error instanceof Error ? error.message : String(error),
        todo: 'Try again. If it stays, restart Punchcard.',
      }
    );
  }
  switch (error.kind) {
    case 'unreachable':
      return {
        kind: 'unreachable',
        title: `Can’t reach ${server}`,
        what: 'There is no connection to the server.',
        todo: 'Check the network, then the address.',
      };
    case 'timeout':
    case 'lost':
      return {
        kind: 'timeout',
        title: `${server} does not answer`,
        what: `${error.message} The server may be busy, or the network slow.`,
        todo: 'Wait a moment. If it lasts, check the network.',
      };
    case 'untrusted':
      return {
        kind: 'untrusted',
        title: `The certificate of ${server} is not trusted`,
        what: 'Somebody might be listening in, or the server uses a certificate of its own. Nothing was sent.',
        todo: 'Ask the server’s operator. A certificate of your own organisation must be installed on this computer.',
      };
    case 'redirect':
      return {
        kind: 'redirect',
        title: `${server} sends us elsewhere`,
        what: error.location
          ? `The server redirects to ${error.location.slice(0, 200)}. Punchcard does not follow, so that your credential goes nowhere else.`
          : 'The server redirects to another address. Punchcard does not follow, so that your credential goes nowhere else.',
        todo: 'If you trust that address, use it as the server address.',
      };
    case 'not-the-service':
      return {
        kind: 'not-the-service',
        title: `${server} is not the service`,
        what: error.message,
        todo: 'Check the address. On a guest network you may have to sign in to the network first.',
      };
    case 'malformed':
    case 'too-large':
      return {
        kind: 'malformed',
        title: `${server} sent something unexpected`,
        what: error.message,
        todo: 'Try again later. If it stays, tell the server’s operator.',
      };
    case 'refused':
      return refusedProblem(error, server);
  }
}

/** SQLite's result codes where it is the disk that fails: SQLITE_FULL, and SQLITE_READONLY or SQLITE_IOERR. */
function diskProblem(error: unknown): Problem | undefined {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  const kept = 'Everything from before is kept. This change was not made.';
  if (code === 13) {
    return {
      kind: 'internal',
      title: 'The disk is full',
      what: 'There is no room left to write the change down.',
      kept,
      todo: 'Free some space, then do it again.',
    };
  }
  if (code !== 8 && code !== 10) return undefined;
  return {
    kind: 'internal',
    title: 'The disk cannot be written',
    what: 'The change could not be written down.',
    kept,
    todo: 'Check the disk and the rights of the data folder, then do it again.',
  };
}

function refusedProblem(error: ServiceError, server: string): Problem {
  if (error.status === 429) {
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
    return {
      kind: 'rate-limited',
      title: `${server} asks us to slow down`,
      what: 'There were too many requests.',
      todo: seconds > 0 ? `Wait ${seconds} s.` : 'Wait a minute.',
    };
  }
  if (error.code === 'invalid_client') {
    return {
      kind: 'client-not-allowed',
      title: `${server} does not know this client`,
      what: 'The server does not allow the client id that Punchcard used.',
      todo: 'Ask its operator to add the id to DEVICE_AUTH_CLIENT_IDS, or enter an id that is allowed there.',
    };
  }
  if ((error.status ?? 0) >= 500) {
    return {
      kind: 'refused',
      title: `${server} has a problem`,
      what: `It answered ${error.status}: ${error.message}`,
      todo: 'Wait a moment. If it lasts, tell the server’s operator.',
    };
  }
  if (error.missingPermissions.length > 0) {
    return {
      kind: 'refused',
      title: 'You may not do that here',
      what: `Missing permission: ${error.missingPermissions.join(', ')}.`,
      todo: 'Ask an administrator of the workspace.',
    };
  }
  if (error.status === 403) {
    return {
      kind: 'refused',
      title: `${server} does not allow that`,
      what: error.message,
      todo: 'Choose another workspace in the settings, or ask an administrator.',
    };
  }
  return {
    kind: 'refused',
    title: `${server} refused`,
    what: error.message,
    todo: 'Check what was sent, then try again.',
  };
}

/** Why a board cannot be read; `isOwn`: as somebody who is signed in, not as a public board. */
export function boardProblem(error: unknown, server: string, isOwn: boolean): Problem {
  const status = error instanceof ServiceError && error.kind === 'refused' ? error.status : undefined;
  if (status === 404 || (isOwn && status === 400)) {
    return {
      kind: 'refused',
      title: 'There is no such board',
      what: isOwn ? `${server} does not know that project, or not for you.` : `${server} has no board of that name.`,
      todo: isOwn ? 'Choose another project.' : 'Check the link, or ask whoever gave it to you.',
    };
  }
  if (error instanceof ServiceError && error.code === 'KEEPS_CHANGING') {
    return {
      kind: 'refused',
      title: 'The board keeps changing',
      what: 'It was read several times, and changed each time before its end.',
      kept: 'What was read is shown; some of it may be missing or old.',
      todo: 'It is tried again by itself. Refresh when it is quieter.',
    };
  }
  if (status !== 403) return problemFrom(error, server);
  if (isOwn) {
    return {
      kind: 'refused',
      title: 'You may not see that board',
      what: error instanceof ServiceError ? error.message : '',
      todo: 'Choose another project, or ask an administrator of the workspace.',
    };
  }
  return {
    kind: 'refused',
    title: 'That board is not public',
    what: 'Only those who are signed in and belong to its workspace can see it.',
    todo: 'Ask its owner to make it public, or sign in and open it as a project.',
  };
}

/** A link in a description leads somewhere that the description does not name. */
export const notDescribed: Problem = {
  kind: 'invalid',
  title: 'That address is not opened',
  what: 'The description does not name it in a way that Punchcard can be sure of.',
  todo: 'Copy it from the description.',
};

/** What is written of a public board, or of a task on it, cannot be read. */
export function publicDescriptionProblem(error: unknown, server: string): Problem {
  if (error instanceof ServiceError && error.code === 'KEEPS_CHANGING') {
    return {
      kind: 'refused',
      title: 'The description keeps changing',
      what: 'It was read several times, and changed each time before its end.',
      todo: 'Try again when it is quieter.',
    };
  }
  if (error instanceof ServiceError && error.kind === 'refused' && (error.status === 404 || error.status === 409)) {
    return {
      kind: 'refused',
      title: 'That is not public any more',
      what: `${server} does not show it: it was removed, or the board is no longer public.`,
      todo: 'Go back and refresh the board.',
    };
  }
  return boardProblem(error, server, false);
}

export function signedOutProblem(server: string): Problem {
  return {
    kind: 'signed-out',
    title: 'You are signed out',
    what: `${server} no longer accepts the sign-in of this computer: it expired or was revoked.`,
    kept: 'Your timer and everything unsent stay on this computer.',
    todo: 'Sign in again; then everything waiting is sent.',
  };
}
