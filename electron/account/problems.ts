/** What people read when something is wrong with their account. `server` is the host they know it by; `message` the keychain's words. */
import type { Problem } from '../words/problems.ts';

export function keyNotAccepted(server: string): Problem {
  return {
    kind: 'key-not-accepted',
    title: `${server} does not accept this key`,
    what: 'The key is wrong, was revoked, or belongs to another server.',
    todo: 'Copy it again, or make a new one in the account settings of the web app under API keys.',
  };
}

export function somebodyElse(server: string): Problem {
  return {
    kind: 'refused',
    title: `${server} does not know you`,
    what: 'A server answers there, but your sign-in is not valid at it. The address stays as it was.',
    todo: 'Check the address. For another server, sign out and connect to it.',
  };
}

/** The server moved while the keychain is shut: the sign-in cannot be read, so it cannot be taken along. */
export function lockedAway(): Problem {
  return {
    kind: 'keychain',
    title: 'The keychain is locked',
    what: 'Your sign-in is in it, and it must go along to the new address. The address stays as it was.',
    todo: 'Unlock the keychain, then change the address.',
  };
}

/** Two timers cannot run in one account. */
export function bothRun(): Problem {
  return {
    kind: 'invalid',
    title: 'A timer runs in both',
    what: 'What is kept for the other address has a running timer of its own. Nothing was changed.',
    todo: 'Stop the timer here first.',
  };
}

export function noWorkspace(server: string): Problem {
  return {
    kind: 'no-workspace',
    title: `You have no workspace at ${server}`,
    what: 'The sign-in worked, but there is no workspace that you belong to.',
    todo: 'Create one in the web app or ask to be invited, then sign in again.',
  };
}

export function lockedProblem(message: string): Problem {
  return {
    kind: 'keychain',
    title: 'The keychain does not answer',
    what: `${message} Your sign-in is kept there.`,
    kept: 'Your timer and everything unsent stay on this computer.',
    todo: 'Unlock the keychain, then try again.',
  };
}

export function noKeychainProblem(message: string): Problem {
  return {
    kind: 'keychain',
    title: 'You are signed out',
    what: `${message} So no sign-in can be read.`,
    kept: 'Your timer and everything unsent stay on this computer.',
    todo: 'Start the keychain, or sign in again; without one the sign-in is held in memory.',
  };
}

export function notStoredProblem(server: string): Problem {
  return {
    kind: 'signed-out',
    title: 'You are signed out',
    what: `The keychain of this computer holds no sign-in for ${server}.`,
    kept: 'Your timer and everything unsent stay on this computer.',
    todo: 'Sign in again; then everything waiting is sent.',
  };
}

export function notKeptProblem(message: string): Problem {
  return {
    kind: 'keychain',
    title: 'Your sign-in is not kept',
    what: `${message} The sign-in is held in memory only.`,
    todo: 'Unlock or install a keychain; otherwise sign in again after the next start.',
  };
}

export function notForgottenProblem(message: string): Problem {
  return {
    kind: 'keychain',
    title: 'The keychain still holds the old sign-in',
    what: `You are signed out, but the entry could not be removed. ${message}`,
    todo: 'Unlock the keychain and remove the entry “Punchcard” there.',
  };
}
