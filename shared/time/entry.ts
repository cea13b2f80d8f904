/** A time entry as this computer keeps it. */

/** A task as a time entry remembers it, so that it can be shown without the service. */
export interface TaskRef {
  taskId: string;
  identifier: string;
  title: string;
  projectName: string;
}

export interface Entry {
  id: string;
  accountId: string;
  task: TaskRef;
  startTime: string;
  /** null while it runs. */
  endTime: string | null;
  note: string;
  /** Set while it counts as never made; it can be brought back. */
  discardedAt: string | null;
  /** When it was made here; its start is another moment where the person chose it. */
  createdAt: string;
}
