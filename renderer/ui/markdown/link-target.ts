/** What becomes of an address in a description. Pure. */

/** `open`: it can be opened in the browser. `copy`: it can only be taken along. null: it leads nowhere. */
export function linkDoes(href: string | undefined): 'open' | 'copy' | null {
  if (href === undefined) return null;
  const url = URL.parse(href);
  if (url === null || href.length > 2_000) return null;
  if (url.protocol === 'https:') return 'open';
  return ['http:', 'mailto:', 'tel:', 'ftp:', 'sms:', 'xmpp:', 'irc:'].includes(url.protocol) ? 'copy' : null;
}
