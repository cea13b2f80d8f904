/**
 * Which language is spoken, and how a module holds its words in it. English is always there; another language is fetched when it
 * is wanted. A holder exports its words as a live binding (`export let`), so whoever reads them while drawing or answering reads
 * the language in use; nobody keeps a sentence beyond that.
 */
export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];
export type LanguageSetting = Language | 'system';

/** `preferred`: BCP 47 tags, the most wanted first. The first one that is known counts; English where none is. */
export function chooseLanguage(setting: LanguageSetting, preferred: readonly string[]): Language {
  if (setting !== 'system') return setting;
  for (const tag of preferred) {
    const [name = ''] = tag.toLowerCase().split(/[-_]/);
    const known = LANGUAGES.find((one) => one === name);
    if (known !== undefined) return known;
  }
  return 'en';
}

/** Whose dates are read: the system's locale, unless another language than its own was chosen for the interface. */
export function dateLocale(systemLocale: string, language: Language): string {
  const [name = ''] = systemLocale.toLowerCase().split(/[-_]/);
  // English is also spoken where the interface has no words of the system's language.
  return language === 'en' || name === language ? systemLocale : language;
}

/** Words by part; `Parts` says which there are, in the type of the English ones. */
export function createActiveMessages<Parts extends object>() {
  let spoken: Partial<Parts> = {};
  const holders: (() => void)[] = [];
  return {
    /** `take` is called at once, and whenever the language changes. */
    hold<P extends keyof Parts>(part: P, english: Parts[P], take: (words: Parts[P]) => void): void {
      const tell = () => take(spoken[part] ?? english);
      holders.push(tell);
      tell();
    },
    /** From now on these; English for the parts that are missing. */
    speak(next: Partial<Parts>): void {
      spoken = next;
      for (const tell of holders) tell();
    },
  };
}

/** The parts that main and the renderer share, and main's own. */
export interface Parts {
  locale: import('./locale-en.ts').LocaleFormats;
  dates: typeof import('./en/dates.ts').dates;
  quickAdd: typeof import('./en/quick-add.ts').quickAdd;
  reminders: typeof import('./en/reminders.ts').reminders;
  main: typeof import('./en/main.ts').main;
}

export const activeMessages = createActiveMessages<Parts>();
