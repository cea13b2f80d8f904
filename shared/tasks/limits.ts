/** Lengths that main and the windows agree on. */

/** Longer titles are cut: no screen, menu or notification has room for them (UTF-16 code units). */
export const MAX_TITLE = 500;
/** Likewise names of projects, labels and people (UTF-16 code units). */
export const MAX_NAME = 200;
/** A field with a longer description in it is slow, and a window may not send so much (electron/ipc/payload-limits.ts). */
export const MAX_EDITED_DESCRIPTION = 400_000;
