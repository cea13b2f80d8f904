/**
 * Which language is used, and its messages. English is always there; another language is loaded when it is needed. Each room of the
 * catalogs has a module (board-messages.ts …) that exports its messages as a live binding, so that a view reads the language in use.
 */
export const LANGUAGES = ['en', 'de'] as const;
/** `qps`: the pseudo-language, for development only (docs/messages.md). */
export type Language = (typeof LANGUAGES)[number] | 'qps';
export type LanguageSetting = (typeof LANGUAGES)[number] | 'system';

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
  return language === 'en' || language === 'qps' || name === language ? systemLocale : language;
}

/** The rooms of the catalogs, each a module of its own in the bundle, with the type of their English messages. */
export interface Rooms {
  locale: import('./locale-en.ts').LocaleFormats;
  dates: typeof import('./generated/en/dates.ts').messages;
  quickAdd: typeof import('./generated/en/quick-add.ts').messages;
  reminders: typeof import('./generated/en/reminders.ts').messages;
  main: typeof import('./generated/en/main.ts').messages;
  window: typeof import('./generated/en/window.ts').messages;
  board: typeof import('./generated/en/board.ts').messages;
  taskPage: typeof import('./generated/en/task-page.ts').messages;
  projectPage: typeof import('./generated/en/project-page.ts').messages;
  serverPage: typeof import('./generated/en/server-page.ts').messages;
}

export function createActiveMessages<R extends object>() {
  let active: Partial<R> = {};
  const bindings: (() => void)[] = [];
  return {
    /** `assign` is called now and whenever the language changes. */
    bind<K extends keyof R>(room: K, english: R[K], assign: (messages: R[K]) => void): void {
      const update = () => assign(active[room] ?? english);
      bindings.push(update);
      update();
    },
    /** Rooms that are missing are English. */
    set(next: Partial<R>): void {
      active = next;
      for (const update of bindings) update();
    },
  };
}

export const activeMessages = createActiveMessages<Rooms>();
