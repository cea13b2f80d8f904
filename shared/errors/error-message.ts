import type { ErrorMessage } from './app-error.ts';

export const errorMessage = (
  title: string,
  explanation: string,
  nextStep: string,
  whatWasKept?: string,
): ErrorMessage => ({ title, explanation, nextStep, ...(whatWasKept !== undefined && { whatWasKept }) });
