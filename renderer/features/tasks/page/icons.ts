/** The icons of a task's page, imported one by one so that no others are bundled. */

export { default as ArchiveIcon } from 'lucide-react/icons/archive';
export { default as RelatedIcon } from 'lucide-react/icons/arrow-left-right';
export { default as BlockIcon } from 'lucide-react/icons/ban';
export { default as PlannedIcon } from 'lucide-react/icons/circle-dashed';
export { default as IssueIcon } from 'lucide-react/icons/circle-dot';
export { default as ParentIcon } from 'lucide-react/icons/corner-left-up';
export { default as LinkIcon } from 'lucide-react/icons/link';
export { default as FileIcon } from 'lucide-react/icons/paperclip';
export { default as EditIcon } from 'lucide-react/icons/pencil';
export { default as PlusIcon } from 'lucide-react/icons/plus';
export { default as UndoneIcon } from 'lucide-react/icons/square';
export { default as DoneIcon } from 'lucide-react/icons/square-check';
export { default as EmbedIcon } from 'lucide-react/icons/square-play';
