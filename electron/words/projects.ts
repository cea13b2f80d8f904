/** What people read where a part of a project's page cannot be read. English. */
import { ServiceError } from '../service/errors.ts';
import { type Problem, problemFrom } from './problems.ts';

const PARTS: Record<string, string> = {
  background: 'background pictures',
  webhook: 'webhooks',
  'code-host': 'links to code hosts',
  calendar: 'calendars',
};

/** `part`: which one, as the commands name it. undefined where the usual words will do. */
export function partProblem(error: unknown, server: string, part: string): Problem | undefined {
  if (!(error instanceof ServiceError) || error.kind !== 'refused') return undefined;
  const what = PARTS[part];
  // Field notes 3: exactly this says that a server has no such route.
  if (error.status === 404 && error.message === '404 Not Found' && what !== undefined) {
    return {
      kind: 'refused',
      title: `${server} has no ${what}`,
      what: 'It is an older server, which does not know them.',
      todo: 'Newer ones do; its operator can update it.',
    };
  }
  if (part === 'project' && (error.status === 404 || error.status === 400)) {
    return {
      kind: 'refused',
      title: 'There is no such project',
      what: `${server} does not know it, or not for you.`,
      todo: 'Choose another one.',
    };
  }
  if (part === 'code-host' && (error.status === 503 || error.status === 500)) {
    return {
      kind: 'refused',
      title: `${server} has no link to a code host`,
      what: error.message,
      todo: 'Its operator can set one up.',
    };
  }
  if (error.status === 403 && error.missingPermissions.length === 0 && error.code !== 'SESSION_REQUIRED') {
    return { ...problemFrom(error, server), todo: 'Ask an administrator of the workspace.' };
  }
  return undefined;
}
