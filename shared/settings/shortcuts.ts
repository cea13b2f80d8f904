/** The names of the global shortcuts. Not in the contract, whose schemas would be loaded into the window with them. */
export const SHORTCUTS = ['quick-add', 'toggle', 'switch', 'open'] as const;
export type ShortcutName = (typeof SHORTCUTS)[number];
