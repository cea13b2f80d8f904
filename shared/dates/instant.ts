/** An instant as it is kept and sent: UTC ISO 8601, with milliseconds. */
export const iso = (ms: number): string => new Date(ms).toISOString();
