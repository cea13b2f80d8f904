import type { AppErrorView } from './app-error.ts';

/** The text of an error. Its kind is set where the error is created. */
export type ErrorMessage = Omit<AppErrorView, 'kind'>;

export const errorMessage = (
  title: string,
  explanation: string,
  nextStep: string,
  whatWasKept?: string,
): ErrorMessage => ({ title, explanation, nextStep, ...(whatWasKept !== undefined && { whatWasKept }) });
