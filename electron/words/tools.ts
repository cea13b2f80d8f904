/** What people read when a tool cannot be let in (section 7, OAuthError). English. */
import { ServiceError } from '../service/errors.ts';
import { type Problem, problemFrom } from './problems.ts';

/** `server` is the host people know the service by. */
export function toolsProblem(error: unknown, server: string): Problem {
  if (!(error instanceof ServiceError) || error.kind !== 'refused') return problemFrom(error, server);
  const said = error.message;
  switch (error.code) {
    case 'invalid_redirect_uri':
      return {
        kind: 'refused',
        title: 'The address to return to is not taken',
        what: said,
        todo: 'It must begin with https://, or with http:// where it is on this computer.',
      };
    case 'temporarily_unavailable':
      return {
        kind: 'refused',
        title: `${server} runs no server for tools`,
        what: said,
        todo: 'Its operator can set one up.',
      };
    case 'invalid_origin':
      return {
        kind: 'refused',
        title: 'Only the web app may decide that',
        what: `${server} takes the answer from its own page and from nowhere else.`,
        todo: 'Decide in the browser page that asked.',
      };
    case 'invalid_request':
      return {
        kind: 'refused',
        title: 'There is no such request',
        what: said,
        todo: 'A request lives ten minutes. Ask for it again.',
      };
    case 'invalid_grant':
      return {
        kind: 'refused',
        title: 'The code is not good any more',
        what: said,
        todo: 'A code lives five minutes and is used once. Open the page again.',
      };
    case 'invalid_client':
      return { kind: 'refused', title: `${server} does not know that tool`, what: said, todo: 'Register it again.' };
    default:
      // Field notes 3: exactly this says that a server has no such route.
      if (error.status === 404 && said === '404 Not Found') {
        return {
          kind: 'refused',
          title: `${server} runs no server for tools`,
          what: 'It has no such page.',
          todo: 'Its operator can set one up.',
        };
      }
      return problemFrom(error, server);
  }
}
