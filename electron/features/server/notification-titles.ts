/** Titles of the service's notifications, for servers that send only their type. */
import { words } from '../../../shared/i18n/main-messages.ts';

/** A type that nobody here knows is read out: "sprint_closed" is "Sprint closed". */
export function newsTitle(type: string): string {
  const known = (words.problems.news as Partial<Record<string, string>>)[type];
  if (known !== undefined) return known;
  const said = type
    .replaceAll(/[_.\-\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return said === '' ? words.problems.someNews : said.charAt(0).toUpperCase() + said.slice(1);
}
