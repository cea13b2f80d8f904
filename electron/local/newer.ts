/** The workspace's file was written by a newer Punchcard; it is left untouched. Apart, so that to know it the rest is not loaded. */
export class NewerWorkspaceError extends Error {
  override readonly name = 'NewerWorkspaceError';
}
