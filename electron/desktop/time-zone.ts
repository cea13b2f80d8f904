/** The computer's time zone, which Node reads once and then keeps: a laptop travels. */

const zoneNow = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Gives a function that reads it again, and says whether it is another one. A zone that the environment names stays. */
export function createTimeZoneWatch(): () => boolean {
  let zone: string | undefined;
  return () => {
    // Not before the first time: whatever Intl is asked first takes 10 ms, which the first list need not wait for.
    const before = zone ?? zoneNow();
    // Node tells its engine that the zone may be another one whenever this variable is touched, even if it is not there.
    if (process.env.TZ === undefined) delete process.env.TZ;
    zone = zoneNow();
    return zone !== before;
  };
}
