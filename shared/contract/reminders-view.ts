/** View of reminders. */

export interface RemindersView {
  /** No reminders before; null where they are not paused. */
  pausedUntil: string | null;
}
