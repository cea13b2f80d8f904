/** What is rejected to a page is said in the log once each, without what it carried: a page gone wild must not fill a log. */

/** No page of ours comes near it. */
const MOST = 100;

/** `of`: who refuses. Give only words that this app chose; never an address or a payload. */
export function createDeniedLog(of: string): (what: string) => void {
  const said = new Set<string>();
  return (what) => {
    if (said.has(what) || said.size >= MOST) return;
    said.add(what);
    console.warn(`${of}: ${what}`);
  };
}
