/** Which project, for commands and for words. */
export interface Named {
  projectId: string;
  projectName: string;
}
