/** The colour of a project. The service has none, so it follows from the project's id. Pure. */
import { type ProjectRef, projectKey } from '../time/project-key.ts';
import { type Tint, tintOfText } from '../tint.ts';

/** `rules`: with the hues that the person picked, by project key. No project is grey. */
export function projectHue(project: ProjectRef, rules: Readonly<Record<string, { hue: Tint | null }>> = {}): Tint {
  const key = projectKey(project);
  if (key === '') return 'grey';
  return (Object.hasOwn(rules, key) ? rules[key]?.hue : null) ?? tintOfText(project.projectId ?? project.projectName);
}
