/** What was damaged in the database and how much of it was recovered. */

/** What was not as it should be, and where that lies now. Nothing is ever deleted. */
export interface Damage {
  /** The damaged file's new name; null where only rows of it could not be used. */
  file: string | null;
  /** Of the damaged file, what is in the new one. */
  kept: Kept;
  /** A file with the rows that could not be used as they were; null where there are none. */
  rows: string | null;
  /** How many those are, by table. */
  odd: Record<string, number>;
  /** Unsent changes that may have been sent: they wait for the person. */
  doubtful: number;
}

/** How many of each could be read. */
export interface Kept {
  accounts: number;
  entries: number;
  /** Changes that wait to be sent. */
  unsent: number;
}
