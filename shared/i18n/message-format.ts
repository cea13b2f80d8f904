/** What messages need when they are formatted: plural forms and numbers of their own language (BCP 47 `tag`). */
const rules = new Map<string, Intl.PluralRules>();

/** The form whose key is the value itself ("=0") or its plural category; `other` where there is none. */
export function plural(tag: string, value: number, forms: Record<string, string> & { other: string }): string {
  return forms[`=${value}`] ?? forms[pluralRules(tag).select(value)] ?? forms.other;
}

/** A whole number, at least 0: "12", "1,200". Intl is slow to start, and most numbers are small. */
export function number(tag: string, value: number): string {
  return value < 1000 ? String(value) : value.toLocaleString(tag);
}

function pluralRules(tag: string): Intl.PluralRules {
  const known = rules.get(tag) ?? new Intl.PluralRules(tag);
  rules.set(tag, known);
  return known;
}
