/**
 * The folder in which command lines leave tasks while the app is not running: one file for each command, written whole under another
 * name and then renamed. The app takes each file in once (electron/features/quick-add/dropped-tasks.ts).
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { NewTask } from '../../shared/contract/new-task.ts';
import { nameForSetAside, readPrivateFile } from '../files/private-file.ts';

const DroppedTasks = z.object({
  accountId: z.string(),
  tasks: z.array(NewTask).min(1),
  /** When the person wrote them. */
  writtenAt: z.iso.datetime(),
  /** The assistant that wrote them for the person. */
  by: z.string().exactOptional(),
});
type DroppedTasks = z.infer<typeof DroppedTasks>;

/** The folder keeps its old name, because command lines of earlier versions leave tasks there too. */
const folderIn = (dataFolder: string): string => join(dataFolder, 'inbox');
/** Begins with the time, so that names sort by age. */
const NAME = /^\d{13,16}-[0-9a-f-]{36}\.json$/;

/** The tasks are on disk when this returns the name of their file. Throws the error of the file system. */
export function dropTasks(dataFolder: string, dropped: DroppedTasks): string {
  const folder = folderIn(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `${Date.parse(dropped.writtenAt)}-${randomUUID()}.json`;
  const unfinished = join(folder, `${name}.tmp`);
  try {
    writeFileSync(unfinished, JSON.stringify(dropped), { mode: 0o600, flag: 'wx', flush: true });
    renameSync(unfinished, join(folder, name));
    return name;
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** The files of the folder, as the app sees them. `onSetAside`: a damaged file was renamed to this path, and is not listed again. */
export function openDropFolder(dataFolder: string, onSetAside: (path: string) => void = () => undefined) {
  const folder = folderIn(dataFolder);

  function setAside(path: string): void {
    try {
      const aside = nameForSetAside(path, new Date());
      renameSync(path, aside);
      onSetAside(aside);
    } catch (error) {
      console.error('Damaged tasks of a command line could not be renamed:', error);
    }
  }

  return {
    /** Oldest first. An unreadable file is logged and stays, a damaged one under another name. */
    list(): (DroppedTasks & { name: string })[] {
      return namesIn(folder).flatMap((name) => {
        try {
          return { name, ...DroppedTasks.parse(JSON.parse(readPrivateFile(join(folder, name)))) };
        } catch (error) {
          console.error(`Tasks of a command line cannot be read: ${(error as Error).name}`);
          // What the file system reports may be over at the next start.
          if ((error as NodeJS.ErrnoException).code === undefined) setAside(join(folder, name));
          return [];
        }
      });
    },
    remove(name: string): void {
      try {
        rmSync(join(folder, name), { force: true });
      } catch (error) {
        console.error('Tasks of a command line could not be deleted:', error);
      }
    },
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => NAME.test(name))
      .sort();
  } catch {
    // No command line has left anything.
    return [];
  }
}
