/** Icons of the project pages. */

export { default as ArrowDownIcon } from 'lucide-react/icons/arrow-down';
export { default as ArrowUpIcon } from 'lucide-react/icons/arrow-up';
