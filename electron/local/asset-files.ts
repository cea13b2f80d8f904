/** The bytes of assets: one file each, in a private folder beside the database (for ':memory:' a temporary one). */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolderPrivate } from '../files/private-file.ts';
import { replaceFile } from '../files/replace-file.ts';

export interface AssetFiles {
  /** Writes all of it or nothing. */
  write(id: string, bytes: Uint8Array): Promise<void>;
  /** undefined if the file is missing. */
  read(id: string): Promise<Buffer<ArrayBuffer> | undefined>;
  remove(id: string): void;
  close(): void;
}

export function createAssetFiles(databasePath: string): AssetFiles {
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
    write: async (id, bytes) => replaceFile(join(existingFolder(), id), bytes),
    read: async (id) => (folder === null ? undefined : readFile(join(folder, id)).catch(() => undefined)),
    remove: (id) => (folder === null ? undefined : rmSync(join(folder, id), { force: true })),
    close() {
      if (isTemporary && folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}
