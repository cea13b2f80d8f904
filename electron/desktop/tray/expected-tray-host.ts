/**
 * Stores whether the desktop showed tray icons last time. A window gets its frame when it is created, and asking over D-Bus takes longer.
 */
import { join } from 'node:path';
import { readPrivateFile, writePrivateFile } from '../../files/private-file.ts';

const fileIn = (dataFolder: string): string => join(dataFolder, 'tray-host');

/** undefined: never asked. */
export function expectedTrayHost(dataFolder: string): boolean | undefined {
  try {
    return readPrivateFile(fileIn(dataFolder)) === 'yes';
  } catch {
    return undefined;
  }
}

/** For the next start. If it cannot be stored, the next start asks again. */
export function saveTrayHost(dataFolder: string, isThere: boolean): void {
  if (isThere === expectedTrayHost(dataFolder)) return;
  try {
    writePrivateFile(fileIn(dataFolder), isThere ? 'yes' : 'no');
  } catch (error) {
    console.error('Could not store whether there is a tray:', error);
  }
}
