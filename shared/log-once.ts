/** Logs each warning once, and at most 100 of them, so that a broken page or server cannot fill the log. */
const MAX_WARNINGS = 100;

/** Pass only text that this app chose, never an address or a payload. */
export function createLogOnce(prefix: string): (warning: string) => void {
  const logged = new Set<string>();
  return (warning) => {
    if (logged.has(warning) || logged.size >= MAX_WARNINGS) return;
    logged.add(warning);
    console.warn(`${prefix}: ${warning}`);
  };
}
