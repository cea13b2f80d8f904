/** Messages for a tool that cannot be authorized (docs/service.md#errors). */
import type { AppErrorView, ErrorMessage } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { toAppErrorView } from '../../service/error-messages.ts';
import { ServiceError } from '../../service/errors.ts';

/** `server`: host name of the service. */
export function connectedToolsError(error: unknown, server: string): AppErrorView {
  const message = error instanceof ServiceError && error.kind === 'rejected' ? toolMessage(error, server) : undefined;
  return message === undefined ? toAppErrorView(error, server) : { kind: 'rejected', ...message };
}

function toolMessage({ code, message, isMissingRoute }: ServiceError, server: string): ErrorMessage | undefined {
  const texts = messages.errors.tools;
  switch (code) {
    case 'invalid_redirect_uri':
      return texts.badRedirect({ message });
    case 'temporarily_unavailable':
      return texts.noTools({ server, message });
    case 'invalid_origin':
      return texts.onlyWeb({ server });
    case 'invalid_request':
      return texts.noRequest({ message });
    case 'invalid_grant':
      return texts.codeGone({ message });
    case 'invalid_client':
      return texts.unknownTool({ server, message });
    default:
      return isMissingRoute ? texts.noTools({ server, message: null }) : undefined;
  }
}
