/** Saves the rules and closed weeks of the current account to a file, and restores them. */
import { toIsoInstant } from '../../../shared/dates/instant.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';
import { localDay } from '../../../shared/time/day.ts';
import type { AccountService } from '../account/index.ts';
import type { FeatureContext } from '../context.ts';
import { backupText, parseBackup } from './backup-file.ts';
import type { TimeRulesService } from './time-rules-service.ts';

/** A closed cell takes some 300 bytes: ten years of weeks with sixty cells are 9 MB. */
const MAX_BYTES = 12_000_000;

export interface RulesBackupOptions {
  account: Pick<AccountService, 'required'>;
  rules: Pick<TimeRulesService, 'stored' | 'replace'>;
  /** Asks for a location and writes the file; returns the path, or null if the person cancels. */
  saveFile: (name: string, content: string) => Promise<string | null>;
  /** Asks for a file; null if the person cancels. Throws AppError if it cannot be read or is larger than `maxBytes`. */
  openTextFile: (extension: string, maxBytes: number) => Promise<{ name: string; text: string } | null>;
}

export type RulesBackup = ReturnType<typeof createRulesBackup>;

export function createRulesBackup(
  { now, undo, showToast }: Pick<FeatureContext, 'now' | 'undo' | 'showToast'>,
  { account, rules, saveFile, openTextFile }: RulesBackupOptions,
) {
  return {
    save: (): Promise<string | null> => {
      const text = backupText(rules.stored(account.required().id), toIsoInstant(now()));
      return saveFile(`punchcard-rules-${localDay(now())}.json`, text);
    },

    /** Nothing is changed if the person cancels or it throws. */
    async restore(): Promise<void> {
      const accountId = account.required().id;
      const file = await openTextFile('json', MAX_BYTES);
      if (file === null) return;
      const restored = parseBackup(file.name, file.text);
      const before = rules.stored(accountId);
      rules.replace(accountId, restored);
      const text = messages.timeRules.restored;
      const offer = undo.offer({
        accountId,
        text,
        label: messages.time.undo,
        subjects: ['time-rules'],
        undo: () => rules.replace(accountId, before),
        redo: () => rules.replace(accountId, restored),
      });
      showToast(text, offer);
    },
  };
}
