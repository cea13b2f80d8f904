/** English: what people read when the server or the disk fails. `server` is its host; `message` what it said itself. */
import { errorMessage } from '../../errors/error-message.ts';

const DISK = 'Everything from before is kept. This change was not made.';

export const errors = {
  internal: (message: string) =>
    errorMessage(
      'Something went wrong in Punchcard',
      `The reason: “${message}”.`,
      'Try again. If it keeps happening, restart Punchcard.',
    ),
  unreachable: (server: string) =>
    errorMessage(
      `Can’t reach ${server}`,
      'There is no connection to the server.',
      'Check the network, then the address.',
    ),
  timeout: (server: string, message: string) =>
    errorMessage(
      `${server} does not answer`,
      `${message} The server may be busy, or the network slow.`,
      'Wait a moment. If it lasts, check the network.',
    ),
  untrusted: (server: string) =>
    errorMessage(
      `The certificate of ${server} is not trusted`,
      'Somebody might be listening in, or the server uses a certificate of its own. Nothing was sent.',
      'Ask the server’s operator. A certificate of your own organisation must be installed on this computer.',
    ),
  redirect: (server: string, location: string | null) =>
    errorMessage(
      `${server} redirects elsewhere`,
      `The server redirects to ${location ?? 'another address'}. Punchcard does not follow, so that your credential goes nowhere else.`,
      'If you trust that address, use it as the server address.',
    ),
  notTheService: (server: string, message: string) =>
    errorMessage(
      `${server} is not the service`,
      message,
      'Check the address. On a guest network you may have to sign in to the network first.',
    ),
  malformed: (server: string, message: string) =>
    errorMessage(
      `${server} sent something unexpected`,
      message,
      'Try again later. If it keeps happening, tell the server’s operator.',
    ),
  diskFull: errorMessage(
    'The disk is full',
    'There is no room left to write the change down.',
    'Free some space, then do it again.',
    DISK,
  ),
  dataInUse: errorMessage(
    'Another program is using Punchcard’s data',
    'It keeps the database locked, so the change could not be written down.',
    'Close that program, then do it again.',
    DISK,
  ),
  diskUnwritable: errorMessage(
    'The disk cannot be written',
    'The change could not be written down.',
    'Check the disk and the rights of the data folder, then do it again.',
    DISK,
  ),
  slowDown: (server: string, seconds: number) =>
    errorMessage(
      `${server} asks us to slow down`,
      'There were too many requests.',
      seconds > 0 ? `Wait ${seconds} s.` : 'Wait a minute.',
    ),
  usedUp: (server: string) =>
    errorMessage(
      'This API key is used up',
      `${server} takes no more requests with it, and its quota is not refilled.`,
      'Sign in with another key, or with the browser.',
      'What was not sent yet is kept, and leaves then.',
    ),
  keyScope: (missing: string[]) =>
    errorMessage(
      'This API key may not do that',
      missing.length > 0 ? `It lacks the scope ${missing.join(', ')}.` : 'It lacks a scope.',
      'Create another key that has it and sign in with that one, or sign in with the browser.',
    ),
  keysNeedSignIn: errorMessage(
    'API keys are not shown here',
    'You are signed in with an API key, and no key may see, create or revoke others.',
    'Sign in through the browser, or use the account settings of the web app.',
  ),
  keyNotRevoked: (server: string) =>
    errorMessage(
      `${server} did not revoke the key`,
      'The key still works.',
      'Try again, or use the account settings of the web app.',
    ),
  unknownClient: (server: string) =>
    errorMessage(
      `${server} does not know this client`,
      'The server allows none of the client IDs that Punchcard tried.',
      'Ask its operator for an ID that is allowed there and enter it under Advanced, or ask them to add service-cli to DEVICE_AUTH_CLIENT_IDS.',
    ),
  /** `answer`: its status and code. */
  serverError: (server: string, answer: string, message: string) =>
    errorMessage(
      `${server} has a problem`,
      `It answered ${answer}: ${message}`,
      'Wait a moment. If it lasts, tell the server’s operator.',
    ),
  lacks: (permissions: string[]) =>
    errorMessage(
      'You may not do that here',
      `Missing permission: ${permissions.join(', ')}.`,
      'Ask an administrator of the workspace.',
    ),
  notAllowed: (server: string, message: string) =>
    errorMessage(
      `${server} does not allow that`,
      message,
      'Choose another workspace in the settings, or ask an administrator.',
    ),
  gone: (server: string) =>
    errorMessage(
      'It is no longer there',
      `${server} does not have it any more: it was deleted.`,
      'Go back, and refresh the list.',
    ),
  noRoute: (server: string) =>
    errorMessage(`${server} cannot do that`, 'It is an older server.', 'Newer ones can; its operator can update it.'),
  rejected: (server: string, message: string) =>
    errorMessage(`${server} refused`, message, 'Check what was sent, then try again.'),

  board: {
    none: (server: string) =>
      errorMessage(
        'There is no such board',
        `${server} does not know that project, or not for you.`,
        'Choose another project.',
      ),
    nonePublic: (server: string) =>
      errorMessage(
        'There is no such board',
        `${server} has no board of that name.`,
        'Check the link, or ask whoever gave it to you.',
      ),
    notDescribed: errorMessage(
      'That address is not opened',
      'The description does not name it in a way that Punchcard can be sure of.',
      'Copy it from the description.',
    ),
    descriptionChanging: errorMessage(
      'The description keeps changing',
      'It was read several times, and changed each time before its end.',
      'Try again when it is quieter.',
    ),
    noLongerPublic: (server: string) =>
      errorMessage(
        'That is not public any more',
        `${server} does not show it: it was removed, or the board is no longer public.`,
        'Go back and refresh the board.',
      ),
    keepsChanging: errorMessage(
      'The board keeps changing',
      'It was read several times, and changed each time before its end.',
      'Punchcard will try again. Refresh when it is quieter.',
      'What was read is shown; some of it may be missing or old.',
    ),
    notYours: (message: string) =>
      errorMessage(
        'You may not see that board',
        message,
        'Choose another project, or ask an administrator of the workspace.',
      ),
    notPublic: errorMessage(
      'That board is not public',
      'Only those who are signed in and belong to its workspace can see it.',
      'Ask its owner to make it public, or sign in and open it as a project.',
    ),
  },

  project: {
    parts: {
      background: 'background pictures',
      webhook: 'webhooks',
      'code-host': 'links to code hosts',
      calendar: 'calendars',
    },
    noPart: (server: string, part: string) =>
      errorMessage(
        `${server} has no ${part}`,
        'It is an older server, which does not know them.',
        'Newer ones do; its operator can update it.',
      ),
    none: (server: string) =>
      errorMessage('There is no such project', `${server} does not know it, or not for you.`, 'Choose another one.'),
    noCodeHost: (server: string, message: string) =>
      errorMessage(`${server} has no link to a code host`, message, 'Its operator can set one up.'),
    askAdministrator: 'Ask an administrator of the workspace.',
    noWorkspace: errorMessage(
      'That workspace is not there',
      'You no longer belong to it, or none is chosen.',
      'Choose another one in the settings.',
    ),
    noPicture: (file: string) =>
      errorMessage(
        'That is not a picture',
        `${file} is not a PNG, JPEG, GIF, WebP or AVIF file.`,
        'Choose another one.',
      ),
    pictureTooLarge: (file: string) =>
      errorMessage(
        'That picture is too large',
        `${file} has more than 10 MB, which is what servers take.`,
        'Make it smaller, or choose another one.',
      ),
    calendarGone: errorMessage(
      'That calendar is gone',
      'It was removed in the meantime.',
      'Choose another one, or add one.',
    ),
  },

  tools: {
    badRedirect: (message: string) =>
      errorMessage(
        'The address to return to is not taken',
        message,
        'It must begin with https://, or with http:// where it is on this computer.',
      ),
    noTools: (server: string, message: string | null) =>
      errorMessage(
        `${server} runs no server for tools`,
        message ?? 'It has no such page.',
        'Its operator can set one up.',
      ),
    onlyWeb: (server: string) =>
      errorMessage(
        'Only the web app may decide that',
        `${server} takes the answer from its own page and from nowhere else.`,
        'Decide in the browser page that asked.',
      ),
    noRequest: (message: string) =>
      errorMessage('There is no such request', message, 'A request is valid for ten minutes. Ask for it again.'),
    codeGone: (message: string) =>
      errorMessage(
        'The code is no longer valid',
        message,
        'A code is valid for five minutes and can be used once. Open the page again.',
      ),
    unknownTool: (server: string, message: string) =>
      errorMessage(`${server} does not know that tool`, message, 'Register it again.'),
    notAsked: errorMessage(
      'That code answers another question',
      'A code is good only for the page that was last opened from here, and for five minutes.',
      'Open the page in the browser again, and paste what it comes back with.',
    ),
    denied: errorMessage(
      'The tool was not let in',
      'The browser came back with a refusal.',
      'Open the page again if that was a mistake.',
    ),
    noCode: errorMessage(
      'There is no code in that address',
      'The address the browser comes back to has “code=” in it.',
      'Paste the whole address, or only the code.',
    ),
  },

  /** Titles of the service's notifications by their type, for servers that send no more. */
  news: {
    task_created: 'A task was assigned to you',
    task_assigned: 'A task was assigned to you',
    task_assignee_changed: 'A task was assigned to you',
    task_status_changed: 'A task of yours changed its status',
    task_priority_changed: 'A task of yours changed its priority',
    task_due_date_changed: 'A task of yours has another due date',
    task_comment_created: 'A comment on a task of yours',
    due_date_reminder: 'A task of yours is due soon',
    workspace_invitation: 'You were invited to a workspace',
  },
  someNews: 'Notification',
  /** `task`: its title, empty where it is not known. */
  commented: (who: string, task: string) =>
    task === '' ? `${who} commented on a task of yours` : `${who} commented on “${task}”`,
};
