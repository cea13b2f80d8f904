/**
 * Which language is used, and its messages. English is part of the bundle; another language is loaded when it is needed. Each section
 * of the catalogs has a module (generated/board.ts …) that exports its messages as a live binding.
 */
import type { Sections } from './generated/sections.ts';
import type { LocaleFormats } from './locale-en.ts';

const LANGUAGES = ['en', 'de'] as const;
/** `qps`: the pseudo-language, for development only (docs/messages.md). */
export type Language = (typeof LANGUAGES)[number] | 'qps';
export type LanguageSetting = (typeof LANGUAGES)[number] | 'system';

/** `preferred`: BCP 47 tags in order of preference. Returns the first supported language, else English. */
export function chooseLanguage(setting: LanguageSetting, preferred: readonly string[]): Language {
  if (setting !== 'system') return setting;
  for (const tag of preferred) {
    const [name = ''] = tag.toLowerCase().split(/[-_]/);
    const supported = LANGUAGES.find((one) => one === name);
    if (supported !== undefined) return supported;
  }
  return 'en';
}

/** The locale in which dates are parsed: the system's, unless the interface is set to a different language. */
export function dateLocale(systemLocale: string, language: Language): string {
  const [name = ''] = systemLocale.toLowerCase().split(/[-_]/);
  // English is also the fallback for unsupported system languages.
  return language === 'en' || language === 'qps' || name === language ? systemLocale : language;
}

/** The sections of the catalogs and the date formats, as far as a process has loaded them in another language than English. */
export type Translation = Partial<Sections & { locale: LocaleFormats }>;

export function createActiveMessages<S extends object>() {
  let active: Partial<S> = {};
  const bindings: (() => void)[] = [];
  return {
    /** `assign` is called now and whenever the language changes. */
    bind<K extends keyof S>(section: K, english: S[K], assign: (messages: S[K]) => void): void {
      const update = () => assign(active[section] ?? english);
      bindings.push(update);
      update();
    },
    /** Missing sections are English. */
    set(next: Partial<S>): void {
      active = next;
      for (const update of bindings) update();
    },
  };
}

export const activeMessages = createActiveMessages<Required<Translation>>();
