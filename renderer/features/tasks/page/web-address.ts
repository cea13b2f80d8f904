/** An address of the web as people type it. Pure. */

/** With https where no scheme is typed; null for what is none. */
export function webAddress(text: string): string | null {
  const typed = text.trim();
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
  if (url === null || !/^https?:$/.test(url.protocol) || !/[.:]|^localhost$/.test(url.host)) return null;
  return url.href.length <= 2_000 ? url.href : null;
}
