/** Joins class names, skipping false and undefined. */
export const classNames = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');

/** The selector of a module's class, which may be composed of several. */
export const selectorOf = (className: string | undefined): string => `.${(className ?? '').replaceAll(' ', '.')}`;
