/** Whether the computer runs on its battery. Electron does not say whether the desktop saves energy. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { powerMonitor } from 'electron';

/** On Linux Electron always answers no. */
export const isOnBattery = (): boolean =>
  process.platform === 'linux' ? isUnplugged('/sys/class/power_supply') : powerMonitor.isOnBatteryPower();

/** Calls back when it changes, not on Linux. */
export function onBatteryChange(listener: () => void): void {
  powerMonitor.on('on-battery', listener);
  powerMonitor.on('on-ac', listener);
}

/** `folder`: one folder per power supply (Linux: Documentation/ABI/testing/sysfs-class-power). */
export function isUnplugged(folder: string): boolean {
  const supplies = namesIn(folder).map((name) => ({
    type: read(join(folder, name, 'type')),
    // Mice and headsets have batteries, too.
    isOfDevice: read(join(folder, name, 'scope')) === 'Device',
    status: read(join(folder, name, 'status')),
  }));
  return supplies.some(({ type, isOfDevice, status }) => type === 'Battery' && !isOfDevice && status === 'Discharging');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
