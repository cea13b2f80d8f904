/** View of reminders. */

export interface RemindersView {
  /** End of the pause; null if reminders are not paused. */
  pausedUntil: string | null;
}
