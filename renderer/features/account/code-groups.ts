/** The code's characters as tiles, in the groups people read them in. Dashes and spaces are not part of it. */
export function codeGroups(userCode: string): string[][] {
  const parts = userCode
    .trim()
    .split(/[\s\-–—·]+/u)
    .map((part) => Array.from(part))
    .filter((part) => part.length > 0);
  const [only] = parts;
  if (parts.length !== 1 || only === undefined || only.length < 6) return parts;
  const half = Math.ceil(only.length / 2);
  return [only.slice(0, half), only.slice(half)];
}
