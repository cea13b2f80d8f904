export { ISSUES_IMPORT } from './code-host-writes.ts';
export { handlers } from './commands.ts';
export { contentTypeOf } from './picture-file.ts';
export { createProjects, type ProjectsService } from './projects-service.ts';
export type { DirectoryLists, WorkspaceDirectory } from './workspace-directory.ts';
