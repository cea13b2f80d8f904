/** Sets the language that was chosen, or the one the system prefers. */
import { loadTranslation } from './generated/main-process.ts';
import { activeMessages, chooseLanguage, type Language, type LanguageSetting } from './language.ts';

export interface LocaleSetterOptions {
  setting: () => LanguageSetting;
  /** BCP 47 tags, the most wanted first. */
  preferred: () => readonly string[];
  onChange: () => void;
  /** Used whatever is chosen or preferred. */
  override?: Language | undefined;
}

export function createLocaleSetter({ setting, preferred, onChange, override }: LocaleSetterOptions) {
  let current: Language = 'en';
  const choice = (): Language => override ?? chooseLanguage(setting(), preferred());
  return {
    current: () => current,

    /** English is there at once; another language takes effect when it is loaded. */
    async choose(): Promise<void> {
      const wanted = choice();
      if (wanted === current) return;
      const messages = await loadTranslation[wanted]();
      // Another language was chosen while this one was loading.
      if (choice() !== wanted) return;
      current = wanted;
      activeMessages.set(messages);
      onChange();
    },
  };
}
