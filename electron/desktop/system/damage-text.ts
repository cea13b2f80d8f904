/** The message about a damaged database. */
import type { Damage } from '../../../shared/errors/damage.ts';
import { clock, dayIn, list } from '../../../shared/i18n/format-dates.ts';
import { messages } from '../../../shared/i18n/generated/main.ts';

const isNothing = ({ accounts, entries, unsent }: Damage['kept']): boolean => accounts + entries + unsent === 0;

export function damageNotice({ file, kept, rows, badRows }: Damage): string {
  const { damage } = messages.app;
  if (file === null && rows === null) return damage.inTheWay;
  if (file === null) return damage.repaired({ records: records(badRows) });
  return isNothing(kept) ? damage.startsAnew : damage.recovered;
}

export function damageDetail(found: Damage): string {
  const { file, kept, rows, badRows, inTheWay, doubtful } = found;
  const { damage } = messages.app;
  const { accounts, entries, unsent } = kept;
  return [
    file !== null &&
      !isNothing(kept) &&
      damage.kept({
        records: list([
          damage.accounts({ count: accounts }),
          damage.timeEntries({ count: entries }),
          damage.unsentChanges({ count: unsent }),
        ]),
      }),
    !isNothing(kept) && lossOf(found),
    file !== null && rows !== null && damage.repairedRecords({ records: records(badRows) }),
    doubtful > 0 && damage.doubtful({ count: doubtful }),
    badRows.account !== undefined && damage.signInAgain,
    damage.nothingDeleted,
    file !== null && damage.fileKept({ file }),
    rows !== null && damage.rowsKept({ file: rows }),
    ...inTheWay.map((name) => damage.movedTo({ file: name })),
  ]
    .filter((line) => line !== false)
    .join('\n\n');
}

/** What may be missing; false if nothing is. */
function lossOf({ isIncomplete, backupAt }: Damage): string | false {
  const { damage } = messages.app;
  if (!isIncomplete) return false;
  if (backupAt === null) return damage.incomplete;
  return damage.fromBackup({ day: dayIn('dayMonthYear', backupAt), time: clock(backupAt) });
}

/** "1 account, 2 time entries and 3 other records". */
function records({
  account = 0,
  time_entry = 0,
  outbox = 0,
  dropped_task: dropped = 0,
  ...others
}: Damage['badRows']): string {
  const { damage } = messages.app;
  const other = Object.values(others).reduce((sum, one) => sum + one, 0);
  return list([
    ...(account > 0 ? [damage.accounts({ count: account })] : []),
    ...(time_entry > 0 ? [damage.timeEntries({ count: time_entry })] : []),
    ...(outbox + dropped > 0 ? [damage.changes({ count: outbox + dropped })] : []),
    ...(other > 0 ? [damage.otherRecords({ count: other })] : []),
  ]);
}
