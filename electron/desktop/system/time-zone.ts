/** Follows changes of the computer's time zone, which Node reads only once. */

const zoneNow = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns a function that reads the zone again and returns whether it changed. A zone set in the environment stays. */
export function createTimeZoneWatch(): () => boolean {
  let zone: string | undefined;
  return () => {
    // Not earlier: the first use of Intl takes 10 ms, which would delay the first list.
    const before = zone ?? zoneNow();
    // Touching this variable makes Node reset V8's time zone, even if it is not set.
    if (process.env.TZ === undefined) delete process.env.TZ;
    zone = zoneNow();
    return zone !== before;
  };
}
