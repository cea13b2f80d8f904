/** The icons in use, imported one by one so that no other is bundled. */

export { default as BellIcon } from 'lucide-react/icons/bell';
export { default as CalendarIcon } from 'lucide-react/icons/calendar';
export { default as CheckIcon } from 'lucide-react/icons/check';
export { default as DownIcon } from 'lucide-react/icons/chevron-down';
export { default as BackIcon } from 'lucide-react/icons/chevron-left';
export { default as RightIcon } from 'lucide-react/icons/chevron-right';
export { default as StatusIcon } from 'lucide-react/icons/circle-dot';
export { default as CloudOffIcon } from 'lucide-react/icons/cloud-off';
export { default as UnsentIcon } from 'lucide-react/icons/cloud-upload';
export { default as CopyIcon } from 'lucide-react/icons/copy';
export { default as MoreIcon } from 'lucide-react/icons/ellipsis';
export { default as BrowserIcon } from 'lucide-react/icons/external-link';
export { default as EyeIcon } from 'lucide-react/icons/eye';
export { default as EyeOffIcon } from 'lucide-react/icons/eye-off';
export { default as InfoIcon } from 'lucide-react/icons/info';
export { default as KeyIcon } from 'lucide-react/icons/key-round';
export { default as LaptopIcon } from 'lucide-react/icons/laptop';
export { default as SpinIcon } from 'lucide-react/icons/loader-circle';
export { default as PinIcon } from 'lucide-react/icons/pin';
export { default as SearchIcon } from 'lucide-react/icons/search';
export { default as ServerIcon } from 'lucide-react/icons/server';
export { default as SettingsIcon } from 'lucide-react/icons/settings-2';
export { default as WarnIcon } from 'lucide-react/icons/triangle-alert';
export { default as XIcon } from 'lucide-react/icons/x';
