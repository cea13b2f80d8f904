/// <reference types="vite/client" />
import type { Bridge } from '../shared/contract/index.ts';

declare global {
  interface Window {
    /** Put there by preload.ts. */
    readonly punchcard: Bridge;
    /** Not among the DOM's types yet. What a policy makes is taken wherever an address of a script is. */
    readonly trustedTypes: {
      createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string };
    };
  }
}
