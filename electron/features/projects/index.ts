export { handlers } from './commands.ts';
export { createProjects, type ProjectsService } from './service.ts';
export type { DirectoryLists, WorkspaceDirectory } from './workspace-directory.ts';
