/** Decides which addresses may be opened in other programs. */

import { shell } from 'electron';
import { ValidationError } from '../../../shared/errors/app-error.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';

/**
 * Opens a page in the browser: https only, or plain http on the server that the person entered (its host, any port).
 * Throws AppError for anything else. Opens the parsed URL, not the given text.
 */
export async function openExternal(text: string, baseUrl: string): Promise<void> {
  const url = URL.parse(text);
  const own = new URL(baseUrl);
  const isAllowed =
    url !== null &&
    (url.protocol === 'https:' ||
      (url.protocol === 'http:' && own.protocol === 'http:' && url.hostname === own.hostname));
  if (!isAllowed) {
    throw new ValidationError(messages.app.pageNotOpened);
  }
  await shell.openExternal(url.href);
}
