import { useAppState } from '../../state/main-process.ts';
import { keysOf } from '../../widgets/keys-of.ts';

/** The keys of an Electron accelerator, each in a frame. */
export function Keys({ keys }: { keys: string }) {
  const { platform } = useAppState((state) => state.app);
  return keysOf(keys, platform).map((key) => <kbd key={key}>{key}</kbd>);
}
