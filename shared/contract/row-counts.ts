/** Number of rows by table, for diagnostics. */

export interface RowCounts {
  /** Rows by table. */
  rows: Record<string, number>;
  /** Writes by state. */
  outbox: Record<string, number>;
  /** The size of the file (bytes). */
  bytes: number;
}
