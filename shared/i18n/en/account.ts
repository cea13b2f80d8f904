/** English: what is wrong with an account. `server` is the host people know it by; `message` the keychain's words. */
import { errorMessage } from '../../errors/error-message.ts';

const STAYS = 'Your timer and everything unsent stay on this computer.';
const NOT_ENCRYPTED = 'This address is not encrypted: others on the network could read what is sent.';

export const account = {
  thisComputer: 'This computer',
  someServer: 'The server',

  stillTrying: (notice: string) => `${notice}. Still trying.`,
  nobody: errorMessage('You’re not signed in', 'There is no account to do this for.', 'Sign in first.'),
  nobodyForTask: errorMessage('You’re not signed in', 'There is no account to create the task for.', 'Sign in first.'),
  notYet: errorMessage('Not signed in yet', 'The sign-in is still being read.', 'Try again in a moment.'),
  signedOut: (server: string) =>
    errorMessage(
      'You are signed out',
      `${server} no longer accepts the sign-in of this computer: it expired or was revoked.`,
      'Sign in again to send what is waiting.',
      STAYS,
    ),
  keyNotAccepted: (server: string) =>
    errorMessage(
      `${server} does not accept this key`,
      'The key is wrong, was revoked, or belongs to another server.',
      'Copy it again, or create a new one in the account settings of the web app under API keys.',
    ),
  notAKey: {
    characters: errorMessage(
      'That is not an API key',
      'It holds line breaks, spaces or other characters that no key has. It was not sent.',
      'Copy the key again, without anything around it.',
    ),
    long: errorMessage(
      'That is not an API key',
      'It is longer than any key. It was not sent.',
      'Copy the key again, without anything around it.',
    ),
  },
  keyReadable: (server: string) =>
    errorMessage(
      `Send your key to ${server} unencrypted?`,
      NOT_ENCRYPTED,
      'Enter an address with https://, or send the key all the same.',
      'The key was not sent.',
    ),
  signInReadable: (server: string) =>
    errorMessage(
      `Send your sign-in to ${server} unencrypted?`,
      NOT_ENCRYPTED,
      'Enter an address with https://, or save it all the same.',
      'Nothing was sent. The address stays as it was.',
    ),
  somebodyElse: (server: string) =>
    errorMessage(
      `${server} does not know you`,
      'A server answers there, but your sign-in is not valid at it. The address stays as it was.',
      'Check the address. For another server, sign out and connect to it.',
    ),
  lockedAway: errorMessage(
    'The keychain is locked',
    'Your sign-in is in it, and it must go along to the new address. The address stays as it was.',
    'Unlock the keychain, then change the address.',
  ),
  accountThere: (server: string) =>
    errorMessage(
      `There is an account for ${server} already`,
      'You were signed in at that address before, so this account cannot have it as well. The address stays as it was.',
      'Sign out and sign in at that address. What waits here can then be sent from the list of unsent writes.',
    ),
  notMoved: (server: string, what: string) =>
    errorMessage(
      `${server} does not seem to be the same server`,
      what,
      'Check the address. For another server, sign out and connect to it.',
      'Nothing was sent. Everything unsent stays with the account that it belongs to.',
    ),
  doubts: {
    person: 'Your sign-in belongs to another person there.',
    email: (here: string, there: string) => `Your e-mail address there is ${there}, and here it is ${here}.`,
    workspace: (name: string) => `Your workspace “${name}” is not there.`,
    projects: (found: number, known: number) => `${found} of ${known} known projects are there.`,
    entries: (found: number, known: number) => `${found} of your last ${known} sent time entries are there unchanged.`,
    tooLittle: 'Too little is known here of your data to recognise the server by it.',
  },
  otherPerson: (server: string, person: string, other: string, isKept: boolean) =>
    errorMessage(
      isKept ? 'The keychain holds someone else’s sign-in' : 'This sign-in is someone else’s',
      `${server} says that it belongs to ${other}; this account is ${person}. Nothing is sent with it.`,
      `Sign in again as ${person}, or sign out to use another account.`,
      STAYS,
    ),
  bothRun: errorMessage(
    'A timer runs in both',
    'What is kept for the other address has a running timer of its own. Nothing was changed.',
    'Stop the timer here first.',
  ),
  noWorkspace: (server: string) =>
    errorMessage(
      `You have no workspace at ${server}`,
      'The sign-in worked, but there is no workspace that you belong to.',
      'Create one in the web app or ask to be invited, then sign in again.',
    ),
  newerWorkspace: errorMessage(
    'This workspace needs a newer Punchcard',
    'The workspace on this computer was last used by a newer version, and this one cannot read it.',
    'Install the newer version, then start Punchcard again.',
    'Nothing in it was changed.',
  ),
  locked: (message: string) =>
    errorMessage(
      'The keychain does not answer',
      `${message} Your sign-in is kept there.`,
      'Unlock the keychain, then try again.',
      STAYS,
    ),
  noKeychain: (message: string) =>
    errorMessage(
      'You are signed out',
      `${message} So no sign-in can be read.`,
      'Start the keychain, or sign in again; without one the sign-in is held in memory.',
      STAYS,
    ),
  notStored: (server: string) =>
    errorMessage(
      'You are signed out',
      `The keychain of this computer holds no usable sign-in for ${server}.`,
      'Sign in again to send what is waiting.',
      STAYS,
    ),
  notKept: (message: string) =>
    errorMessage(
      'Your sign-in is not kept',
      `${message} The sign-in is held in memory only.`,
      'Unlock or install a keychain; otherwise sign in again after the next start.',
    ),
  notForgotten: (message: string) =>
    errorMessage(
      'The keychain still holds the old sign-in',
      `You are signed out, but the entry could not be removed. ${message}`,
      'Unlock the keychain and remove the entry “Punchcard” there.',
    ),

  keychain: {
    locked: 'The keychain is locked or waiting for you.',
    ended: 'The keychain helper ended before it answered.',
    garbled: 'The keychain helper gave an answer that cannot be understood.',
    closed: 'The keychain is no longer in use: Punchcard is closing.',
    notStarted: 'The keychain helper could not be started.',
    noService: 'This computer has no keychain service that answers (Secret Service).',
    noLibrary: 'The library that speaks to the keychain could not be loaded (on Linux: libsecret).',
    failed: (detail: string) => `The keychain refused: ${detail}`,
  },

  notEncrypted: NOT_ENCRYPTED,
  noAddress: (what: string) =>
    errorMessage('That is not an address', what, 'Enter the address of your server, such as pm.example.org.'),
  keyNeeded: (server: string, what: string, kept: string) =>
    errorMessage(
      `A key for ${server} is needed`,
      what,
      'Enter a key; the web app creates one in the account settings under API keys.',
      kept,
    ),
  denied: errorMessage(
    'The sign-in was refused',
    'Somebody pressed “Refuse” in the browser.',
    'If that was a mistake, try again.',
  ),
  expired: errorMessage(
    'The code has expired',
    'It was not approved in time.',
    'Get a new code and approve it in the browser.',
  ),
  noSignIn: (server: string) =>
    errorMessage(
      `${server} is not the service`,
      'A server answered, but it does not know how to sign in.',
      'Check the address: it may need a path, such as pm.example.org/tasks.',
    ),
};
