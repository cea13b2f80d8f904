/** Messages for a part of a project's page that cannot be read. */
import type { AppErrorView } from '../../../shared/errors/app-error.ts';

import { messages } from '../../../shared/i18n/generated/main.ts';
import { serviceErrorText, toAppErrorView } from '../../service/error-messages.ts';
import { ServiceError } from '../../service/errors.ts';

/** `part`: its name in the commands. undefined if the general message fits. */
export function sectionError(error: unknown, server: string, part: string): AppErrorView | undefined {
  if (!(error instanceof ServiceError) || error.kind !== 'rejected') return undefined;
  const texts = messages.errors.project;
  const what = (texts.parts as Partial<Record<string, string>>)[part];
  if (error.isMissingRoute && what !== undefined) return { kind: 'rejected', ...texts.noPart({ server, part: what }) };
  if (part === 'project' && (error.status === 404 || error.status === 400)) {
    return { kind: 'rejected', ...texts.none({ server }) };
  }
  if (part === 'code-host' && (error.status === 503 || error.status === 500)) {
    return { kind: 'rejected', ...texts.noCodeHost({ server, message: serviceErrorText(error) }) };
  }
  if (error.status === 403 && error.missingPermissions.length === 0 && error.code !== 'SESSION_REQUIRED') {
    return { ...toAppErrorView(error, server), nextStep: texts.askAdministrator };
  }
  return undefined;
}
