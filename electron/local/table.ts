/** The SQL that follows from the fields of a row: a column has the snake_case name of its field. */
import type { SQLInputValue } from 'node:sqlite';
import { z } from 'zod';

/** Values by field. Flags are stored as 0 and 1, lists and objects as JSON; an undefined value leaves its column alone. */
export type Fields = Readonly<Record<string, SQLInputValue | boolean | readonly unknown[] | object | undefined>>;

/** The values that a row has to have. */
export type Where = Readonly<Record<string, SQLInputValue | boolean>>;

export const columnOf = (field: string): string => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns of a row, of the table with this alias. */
export function columnsOf(row: z.ZodObject, alias?: string): string {
  const prefix = alias === undefined ? '' : `${alias}.`;
  return Object.keys(row.shape)
    .map((field) => `${prefix}${columnOf(field)} AS ${field}`)
    .join(', ');
}

/** A table, as far as a row of this form holds it. */
export interface Table<S extends z.ZodObject = z.ZodObject> {
  name: string;
  row: S;
}

/** Append conditions. */
export const selectFrom = ({ name, row }: Table): string => `SELECT ${columnsOf(row)} FROM ${name}`;

/** A column that holds JSON. */
export const json = <S extends z.ZodType>(content: S) =>
  z.string().transform((text): z.infer<S> => content.parse(JSON.parse(text)));

/** The values to bind. */
export function valuesOf(fields: Fields): Record<string, SQLInputValue> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, storedAs(value)]])),
  );
}

/** A condition that also finds null, and the values to bind, whose names differ from those of valuesOf(). */
export function matching(where: Where): { condition: string; values: Record<string, SQLInputValue> } {
  const found = Object.entries(valuesOf(where));
  return {
    condition: found.map(([field]) => `${columnOf(field)} IS :where_${field}`).join(' AND '),
    values: Object.fromEntries(found.map(([field, value]) => [`where_${field}`, value])),
  };
}

function storedAs(value: NonNullable<Fields[string]> | null): SQLInputValue {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
