/** Retries a database write while another program holds the database (electron/store/retry-when-busy.ts). */

/** Does the work, again where the database was not free. Throws what the work throws. */
export type RetryWhenBusy = <T>(work: () => T | Promise<T>) => Promise<T>;
