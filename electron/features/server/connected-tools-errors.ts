/** What people read when a tool cannot be let in (section 7, OAuthError). */
import type { Problem } from '../../../shared/errors/app-error.ts';

import type { Said } from '../../../shared/errors/error-message.ts';
import { words } from '../../../shared/i18n/main-messages.ts';
import { problemFrom } from '../../service/app-error.ts';
import { ServiceError } from '../../service/errors.ts';

/** `server` is the host people know the service by. */
export function toolsProblem(error: unknown, server: string): Problem {
  const said = error instanceof ServiceError && error.kind === 'refused' ? inWords(error, server) : undefined;
  return said === undefined ? problemFrom(error, server) : { kind: 'refused', ...said };
}

function inWords({ code, message, isMissingRoute }: ServiceError, server: string): Said | undefined {
  const said = words.problems.tools;
  switch (code) {
    case 'invalid_redirect_uri':
      return said.badRedirect(message);
    case 'temporarily_unavailable':
      return said.noTools(server, message);
    case 'invalid_origin':
      return said.onlyWeb(server);
    case 'invalid_request':
      return said.noRequest(message);
    case 'invalid_grant':
      return said.codeGone(message);
    case 'invalid_client':
      return said.unknownTool(server, message);
    default:
      return isMissingRoute ? said.noTools(server, null) : undefined;
  }
}
