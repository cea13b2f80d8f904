/** Messages for a tool that cannot be authorized (docs/service.md#errors). */
import type { AppErrorView, ErrorMessage } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { toAppErrorView } from '../../service/error-messages.ts';
import { ServiceError } from '../../service/errors.ts';

/** `server`: host name of the service. */
export function connectedToolsError(error: unknown, server: string): AppErrorView {
  const said = error instanceof ServiceError && error.kind === 'rejected' ? inWords(error, server) : undefined;
  return said === undefined ? toAppErrorView(error, server) : { kind: 'rejected', ...said };
}

function inWords({ code, message, isMissingRoute }: ServiceError, server: string): ErrorMessage | undefined {
  const said = messages.errors.tools;
  switch (code) {
    case 'invalid_redirect_uri':
      return said.badRedirect({ message });
    case 'temporarily_unavailable':
      return said.noTools({ server, message });
    case 'invalid_origin':
      return said.onlyWeb({ server });
    case 'invalid_request':
      return said.noRequest({ message });
    case 'invalid_grant':
      return said.codeGone({ message });
    case 'invalid_client':
      return said.unknownTool({ server, message });
    default:
      return isMissingRoute ? said.noTools({ server, message: null }) : undefined;
  }
}
