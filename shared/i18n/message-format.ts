/** Formats plurals and numbers inside messages. */

/** By BCP 47 tag, created on first use: the first Intl object of a process takes 10 ms. */
const rules = new Map<string, Intl.PluralRules>();

export function messageFormat(tag: string) {
  const pluralRules = (): Intl.PluralRules => {
    const cached = rules.get(tag) ?? new Intl.PluralRules(tag);
    rules.set(tag, cached);
    return cached;
  };
  return {
    /** An integer of at least 0: "12", "1,200". Most are small and need no Intl. */
    number: (value: number): string => (value < 1000 ? String(value) : value.toLocaleString(tag)),
    /** The form for exactly this number ("=0"), else the one for its plural category. */
    plural: (value: number, forms: Record<string, string>): string =>
      forms[`=${value}`] ?? forms[pluralRules().select(value)] ?? forms.other ?? '',
  };
}
