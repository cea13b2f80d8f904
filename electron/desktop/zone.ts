/** The computer's time zone, which Node reads once and then keeps: a laptop travels. */

/** Reads it again. A zone that the environment names stays. */
export function readZoneAgain(): void {
  // Node tells its engine that the zone may be another one whenever this variable is touched, even if it is not there.
  if (process.env.TZ === undefined) delete process.env.TZ;
}
