/// <reference types="vite/client" />
import type { Bridge } from '../electron/bridge/contract.ts';

declare global {
  interface Window {
    /** Put there by preload.ts. */
    readonly punchcard: Bridge;
  }
}
