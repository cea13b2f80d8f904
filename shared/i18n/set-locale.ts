/** Sets the language of the main process: the chosen one, or the one the system prefers. */
import { loadTranslation } from './generated/main-process.ts';
import { activeMessages, chooseLanguage, type Language, type LanguageSetting } from './language.ts';

export interface LocaleSetterOptions {
  setting: () => LanguageSetting;
  /** BCP 47 tags in order of preference. */
  preferred: () => readonly string[];
  onChange: () => void;
  /** Takes precedence over the setting and the system. */
  override?: Language | undefined;
}

export function createLocaleSetter({ setting, preferred, onChange, override }: LocaleSetterOptions) {
  let current: Language = 'en';
  const choice = (): Language => override ?? chooseLanguage(setting(), preferred());
  return {
    current: () => current,

    /** English takes effect at once, any other language when it is loaded. */
    async choose(): Promise<void> {
      const wanted = choice();
      if (wanted === current) return;
      const messages = await loadTranslation[wanted]();
      // The setting changed while this language was loading.
      if (choice() !== wanted) return;
      current = wanted;
      activeMessages.set(messages);
      onChange();
    },
  };
}
