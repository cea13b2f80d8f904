/** Copies the lines that show uploaded pictures in a description. */
import { MINUTE_MS } from '../../../shared/dates/milliseconds.ts';
import type { FeatureContext } from '../context.ts';

/** Lines that were copied longer ago are not copied again (ms). */
const JOIN_MS = 5 * MINUTE_MS;

export type CopyPictureLine = ReturnType<typeof createCopyPictureLine>;

/** One for all accounts, which share the clipboard. */
export function createCopyPictureLine({ now, copyText }: Pick<FeatureContext, 'now' | 'copyText'>) {
  let copied = { lines: [] as string[], at: 0 };
  /**
   * `createdAt`: when the picture was chosen. A line that was copied since then is copied again with this one, because there may have
   * been no time to paste it. Returns the number of lines that are copied now.
   */
  return (line: string, createdAt: string): number => {
    const isJoined = Date.parse(createdAt) < copied.at && now() - copied.at < JOIN_MS;
    copied = { lines: [...(isJoined ? copied.lines : []), line], at: now() };
    copyText(copied.lines.join('\n'));
    return copied.lines.length;
  };
}
