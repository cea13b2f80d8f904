/** What messages need when they are formatted: plural forms and numbers in the rules of their language. */

/** Per BCP 47 tag. The first Intl object takes 10 ms, whichever it is: none is made before it is needed. */
const rules = new Map<string, Intl.PluralRules>();

export function messageFormat(tag: string) {
  const pluralRules = (): Intl.PluralRules => {
    const known = rules.get(tag) ?? new Intl.PluralRules(tag);
    rules.set(tag, known);
    return known;
  };
  return {
    /** A whole number, at least 0: "12", "1,200". Most are small and need no Intl. */
    number: (value: number): string => (value < 1000 ? String(value) : value.toLocaleString(tag)),
    /** The form for just this number ("=0"), else for its plural category. */
    plural: (value: number, forms: Record<string, string>): string =>
      forms[`=${value}`] ?? forms[pluralRules().select(value)] ?? forms.other ?? '',
  };
}
