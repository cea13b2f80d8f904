/** The icons, imported one by one so that no others are bundled. */
import type { LucideIcon } from 'lucide-react';
import { classNames } from './class-names.ts';

export { default as WindowIcon } from 'lucide-react/icons/app-window';
export { default as ArchiveIcon } from 'lucide-react/icons/archive';
export { default as ArrowDownIcon } from 'lucide-react/icons/arrow-down';
export { default as RelatedIcon, default as SwitchIcon } from 'lucide-react/icons/arrow-left-right';
export { default as ArrowUpIcon } from 'lucide-react/icons/arrow-up';
export { default as BlockIcon } from 'lucide-react/icons/ban';
export { default as BellIcon } from 'lucide-react/icons/bell';
export { default as BugIcon } from 'lucide-react/icons/bug';
export { default as CalendarIcon } from 'lucide-react/icons/calendar';
export { default as CheckIcon } from 'lucide-react/icons/check';
export { default as DownIcon } from 'lucide-react/icons/chevron-down';
export { default as BackIcon } from 'lucide-react/icons/chevron-left';
export { default as RightIcon } from 'lucide-react/icons/chevron-right';
export { default as UpIcon } from 'lucide-react/icons/chevron-up';
export { default as CircleIcon } from 'lucide-react/icons/circle';
export { default as CircleCheckIcon } from 'lucide-react/icons/circle-check';
export { default as CircleDashedIcon, default as PlannedIcon } from 'lucide-react/icons/circle-dashed';
export { default as IssueIcon, default as StatusIcon } from 'lucide-react/icons/circle-dot';
export { default as ClockIcon } from 'lucide-react/icons/clock';
export { default as CloudOffIcon } from 'lucide-react/icons/cloud-off';
export { default as UnsentIcon } from 'lucide-react/icons/cloud-upload';
export { default as CopyIcon } from 'lucide-react/icons/copy';
export { default as ParentIcon } from 'lucide-react/icons/corner-left-up';
export { default as DownloadIcon } from 'lucide-react/icons/download';
export { default as MoreIcon } from 'lucide-react/icons/ellipsis';
export { default as BrowserIcon } from 'lucide-react/icons/external-link';
export { default as EyeIcon } from 'lucide-react/icons/eye';
export { default as EyeOffIcon } from 'lucide-react/icons/eye-off';
export { default as FlagIcon } from 'lucide-react/icons/flag';
export { default as FolderIcon } from 'lucide-react/icons/folder';
export { default as GlobeIcon } from 'lucide-react/icons/globe';
export { default as InboxIcon } from 'lucide-react/icons/inbox';
export { default as InfoIcon } from 'lucide-react/icons/info';
export { default as KeyIcon } from 'lucide-react/icons/key-round';
export { default as LaptopIcon } from 'lucide-react/icons/laptop';
export { default as LightbulbIcon } from 'lucide-react/icons/lightbulb';
export { default as LinkIcon } from 'lucide-react/icons/link';
export { default as TaskListIcon } from 'lucide-react/icons/list';
export { default as FilterIcon } from 'lucide-react/icons/list-filter';
export { default as SpinIcon } from 'lucide-react/icons/loader-circle';
export { default as LockIcon } from 'lucide-react/icons/lock';
export { default as CommentIcon } from 'lucide-react/icons/message-square';
export { default as ToTrayIcon } from 'lucide-react/icons/minimize-2';
export { default as MinusIcon } from 'lucide-react/icons/minus';
export { default as FileIcon } from 'lucide-react/icons/paperclip';
export { default as PauseIcon } from 'lucide-react/icons/pause';
export { default as EditIcon } from 'lucide-react/icons/pencil';
export { default as PinIcon } from 'lucide-react/icons/pin';
export { default as PlayIcon } from 'lucide-react/icons/play';
export { default as ToolsIcon } from 'lucide-react/icons/plug';
export { default as PlusIcon } from 'lucide-react/icons/plus';
export { default as PrintIcon } from 'lucide-react/icons/printer';
export { default as RedoIcon } from 'lucide-react/icons/redo-2';
export { default as ContinueIcon } from 'lucide-react/icons/repeat';
export { default as RocketIcon } from 'lucide-react/icons/rocket';
export { default as RefreshIcon } from 'lucide-react/icons/rotate-cw';
export { default as SearchIcon } from 'lucide-react/icons/search';
export { default as ServerIcon } from 'lucide-react/icons/server';
export { default as SettingsIcon } from 'lucide-react/icons/settings-2';
export { default as UndoneIcon } from 'lucide-react/icons/square';
export { default as DoneIcon } from 'lucide-react/icons/square-check';
export { default as EmbedIcon } from 'lucide-react/icons/square-play';
export { default as LabelIcon } from 'lucide-react/icons/tag';
export { default as FocusIcon } from 'lucide-react/icons/target';
export { default as DescriptionIcon } from 'lucide-react/icons/text';
export { default as DeleteIcon } from 'lucide-react/icons/trash-2';
export { default as WarnIcon } from 'lucide-react/icons/triangle-alert';
export { default as UndoIcon } from 'lucide-react/icons/undo-2';
export { default as PersonIcon } from 'lucide-react/icons/user';
export { default as XIcon } from 'lucide-react/icons/x';
export { default as ZoomInIcon } from 'lucide-react/icons/zoom-in';
export { default as ZoomOutIcon } from 'lucide-react/icons/zoom-out';

interface IconProps {
  of: LucideIcon;
  size?: number;
  className?: string | undefined;
}

/** A lucide icon, by default 16 px with 1.5-px strokes, hidden from screen readers. */
export function Icon({ of: Drawing, size = 16, className }: IconProps) {
  return (
    <Drawing
      aria-hidden="true"
      className={classNames('icon', className)}
      size={size}
      strokeWidth={1.5}
      absoluteStrokeWidth
    />
  );
}
