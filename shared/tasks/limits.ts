/** Length limits shared by main and the windows. */

/** Longer titles are cut off (UTF-16 code units). */
export const MAX_TITLE = 500;
/** Longer names of projects, labels and people are cut off (UTF-16 code units). */
export const MAX_NAME = 200;
/** Longer descriptions make the field slow and exceed a command's payload (electron/ipc/payload-limits.ts). */
export const MAX_EDITED_DESCRIPTION = 400_000;
