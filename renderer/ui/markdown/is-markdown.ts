/** Whether a text is to be read as markdown. Pure. */

/** Something that may mean more than it says. */
const MEANS_MORE = /[*_`#>~[\]|<&\\]|^[ \t]*(?:[-+]|\d+[.)])\s|^[ \t]*[-=]{3,}|https?:|www\.|@/im;

export const isMarkdown = (text: string): boolean => MEANS_MORE.test(text);
