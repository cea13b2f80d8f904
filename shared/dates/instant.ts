/** An instant as it is kept and sent: UTC ISO 8601, with milliseconds. */
export const toIsoInstant = (ms: number): string => new Date(ms).toISOString();
