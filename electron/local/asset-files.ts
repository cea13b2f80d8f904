/** The bytes of assets: one file each, in a private folder beside the database (for ':memory:' a temporary one). */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolderPrivate } from '../files/private-file.ts';
import { replaceFile } from '../files/replace-file.ts';

export type AssetFiles = ReturnType<typeof createAssetFiles>;

export function createAssetFiles(databasePath: string) {
  const isTemporary = databasePath === ':memory:';
  let folder: string | null = isTemporary ? null : `${databasePath.replace(/\.sqlite$/, '')}-files`;

  /** Created for the first file. */
  function existingFolder(): string {
    folder ??= mkdtempSync(join(tmpdir(), 'punchcard-files-'));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    makeFolderPrivate(folder);
    return folder;
  }

  return {
    /** Writes all of it or nothing. */
    write: async (id: string, bytes: Uint8Array): Promise<void> => replaceFile(join(existingFolder(), id), bytes),
    /** undefined if the file is missing. */
    read: async (id: string): Promise<Buffer<ArrayBuffer> | undefined> =>
      folder === null ? undefined : readFile(join(folder, id)).catch(() => undefined),
    remove: (id: string): void => (folder === null ? undefined : rmSync(join(folder, id), { force: true })),
    close(): void {
      if (isTemporary && folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}
