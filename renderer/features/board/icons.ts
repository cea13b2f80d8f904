/** The board's icons, imported one by one so that no others are bundled. Part of the board's chunk. */
export { default as ArchiveIcon } from 'lucide-react/icons/archive';
export { default as BugIcon } from 'lucide-react/icons/bug';
export { default as CircleIcon } from 'lucide-react/icons/circle';
export { default as CircleCheckIcon } from 'lucide-react/icons/circle-check';
export { default as CircleDashedIcon } from 'lucide-react/icons/circle-dashed';
export { default as FlagIcon } from 'lucide-react/icons/flag';
export { default as GlobeIcon } from 'lucide-react/icons/globe';
export { default as InboxIcon } from 'lucide-react/icons/inbox';
export { default as LightbulbIcon } from 'lucide-react/icons/lightbulb';
export { default as FilterIcon } from 'lucide-react/icons/list-filter';
export { default as PauseIcon } from 'lucide-react/icons/pause';
export { default as PlayIcon } from 'lucide-react/icons/play';
export { default as PlusIcon } from 'lucide-react/icons/plus';
export { default as RocketIcon } from 'lucide-react/icons/rocket';
