/** A link among a program's arguments, before anything is understood of it. Pure. */

export const DEEP_LINK_SCHEME = 'punchcard';

/** The first one. */
export function deepLinkIn(args: readonly string[]): string | undefined {
  return args.find((arg) => arg.toLowerCase().startsWith(`${DEEP_LINK_SCHEME}:`));
}
