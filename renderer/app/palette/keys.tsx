import { keysOf } from '../../features/settings/accelerator.ts';
import { useAppState } from '../../state/store.ts';

/** The keys of an Electron accelerator, each in a frame. */
export function Keys({ keys }: { keys: string }) {
  const { platform } = useAppState((state) => state.app);
  const control = platform === 'darwin' ? 'Command' : 'Control';
  return keysOf(keys.replace('CommandOrControl', control), platform).map((key) => <kbd key={key}>{key}</kbd>);
}
