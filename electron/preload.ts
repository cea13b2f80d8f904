/** Exposes the bridge to the renderer, and nothing else. */
import { contextBridge, ipcRenderer } from 'electron';
import type { Bridge } from '../shared/contract/index.ts';
import { CHANNEL } from './ipc/channels.ts';

/** The event object, which could reach IPC itself, never leaves this file. */
function listen<T>(channel: string, listener: (value: T) => void): () => void {
  const onEvent = (_event: unknown, value: T) => listener(value);
  ipcRenderer.on(channel, onEvent);
  return () => ipcRenderer.off(channel, onEvent);
}

const bridge: Bridge = {
  send: (name, payload) => ipcRenderer.invoke(CHANNEL.command, name, payload),
  startupSnapshot: () => ipcRenderer.invoke(CHANNEL.startupSnapshot),
  onState: (listener) => listen(CHANNEL.state, listener),
  onQuickAdd: (listener) => listen(CHANNEL.quickAdd, listener),
  onCards: (listener) => listen(CHANNEL.cards, listener),
};

contextBridge.exposeInMainWorld('punchcard', bridge);
