/** Sets the language that was chosen, or the one the system prefers. */
import { activeMessages, chooseLanguage, type Language, type LanguageSetting, type Rooms } from './language.ts';

const LOAD: Record<Language, () => Promise<Partial<Rooms>>> = {
  en: async () => ({}),
  de: () => import('./generated/de/main-process.ts'),
};

export interface LocaleSetterOptions {
  setting: () => LanguageSetting;
  /** BCP 47 tags, the most wanted first. */
  preferred: () => readonly string[];
  onChange: () => void;
}

export function createLocaleSetter({ setting, preferred, onChange }: LocaleSetterOptions) {
  let current: Language = 'en';
  return {
    current: () => current,

    /** English is there at once; another language takes effect when it is loaded. */
    async choose(): Promise<void> {
      const wanted = chooseLanguage(setting(), preferred());
      if (wanted === current) return;
      const messages = await LOAD[wanted]();
      // Another language was chosen while this one was loading.
      if (chooseLanguage(setting(), preferred()) !== wanted) return;
      current = wanted;
      activeMessages.set(messages);
      onChange();
    },
  };
}
