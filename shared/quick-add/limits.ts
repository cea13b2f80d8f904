/** How much quick add takes: the page and the command line say it before main would refuse it. */

/** As long as a title can be when it is changed, and is shown; the service names no limit (UTF-16 code units). */
export const MAX_NEW_TITLE = 500;
/** Earlier versions took titles as long as this, and may have left such a task to be sent. */
export const MAX_KEPT_TITLE = 10_000;
/** The longest text that is kept for a page that ends (UTF-16 code units): more is pasted, not typed. */
export const MAX_TYPED = 10_000;
/** Nobody reads more at once. */
export const MAX_NEW_TASKS = 100;
