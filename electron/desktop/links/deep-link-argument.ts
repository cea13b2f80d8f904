/** Finds a `punchcard://` link among command-line arguments, without parsing it. Pure. */

export const DEEP_LINK_SCHEME = 'punchcard';

/** The first link among the arguments. */
export function deepLinkIn(args: readonly string[]): string | undefined {
  return args.find((arg) => arg.toLowerCase().startsWith(`${DEEP_LINK_SCHEME}:`));
}
