/** The stored form of an instant: UTC ISO 8601 with milliseconds. */
export const toIsoInstant = (ms: number): string => new Date(ms).toISOString();
