import { projectHue } from '../../../shared/projects/project-hue.ts';
import { useAppState } from '../../state/main-process.ts';
import styles from './project-mark.module.css';

/** A square in the project's hue. `projectKey`: as in the rules; empty for tasks without a project. */
export function ProjectMark({ projectKey }: { projectKey: string }) {
  const rules = useAppState(({ timeRules }) => timeRules.projects);
  return <i className={styles.mark} data-tint={projectHue({ projectId: projectKey, projectName: '' }, rules)} />;
}
