/** The colour of a project. The service has none, so it follows from the project's id. Pure. */
import { type Tint, tintOfText } from '../tint.ts';

/** `projectId` is missing from entries stored by earlier versions; their project is known by its name. */
interface Project {
  projectId?: string | undefined;
  projectName: string;
}

/** What identifies a project: its id, or else its name. */
export const projectKey = ({ projectId, projectName }: Project): string => projectId ?? projectName;

/** `chosen`: the hues that the person picked, by project key. No project is grey. */
export function projectHue(project: Project, chosen: Readonly<Record<string, Tint>> = {}): Tint {
  const key = projectKey(project);
  return key === '' ? 'grey' : (chosen[key] ?? tintOfText(key));
}
