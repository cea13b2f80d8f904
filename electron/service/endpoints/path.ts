/** One part of a path, whatever is in it. */
export const part = encodeURIComponent;
