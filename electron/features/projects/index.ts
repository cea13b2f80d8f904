export { handlers } from './commands.ts';
export { contentTypeOf } from './picture-file.ts';
export { createCopyPictureLine } from './picture-lines.ts';
export { createProjects, type ProjectsService } from './projects-service.ts';
export type { DirectoryLists, WorkspaceDirectory } from './workspace-directory.ts';
export { writeKinds } from './write-kinds.ts';
