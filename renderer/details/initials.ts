/** Two letters for a person: of the first and the last name. Pure. */
export function initials(name: string): string {
  const parts = name.split(/\s+/u).filter(Boolean);
  const firstOf = (part: string | undefined): string => Array.from(part ?? '')[0] ?? '';
  return (firstOf(parts[0]) + (parts.length > 1 ? firstOf(parts.at(-1)) : '')).toUpperCase();
}
