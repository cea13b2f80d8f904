/** Minutes of a day on the clock. */
export const DAY_MINUTES = 24 * 60;
