/** Damage found in the database, and how much was recovered. The damaged file and rows are kept in files of their own. */
export interface Damage {
  /** The damaged file's new name; null if only some rows were unusable. */
  file: string | null;
  /** Rows of the damaged file and its backup that were copied to the new one. */
  kept: Kept;
  /** A file with the originals of the unusable rows; null if there are none. */
  rows: string | null;
  /** Number of unusable rows by table. */
  badRows: Record<string, number>;
  /** New names of folders and the like that had the names of files of the database. */
  inTheWay: string[];
  /** Unsent changes that may have been sent. They wait for the person. */
  doubtful: number;
  /** Parts of the damaged file could not be read. */
  isIncomplete: boolean;
  /** When the backup was made (an instant) that completed the file; null if there is none. */
  backupAt: string | null;
}

/** Numbers of readable rows. */
export interface Kept {
  accounts: number;
  entries: number;
  unsent: number;
}
