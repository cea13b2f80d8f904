import { useEffect, useState } from 'react';
import type { ProjectChoice } from '../../shared/contract/index.ts';
import { request } from './main-process.ts';

/** The projects of the workspace, from memory of main; null while loading. */
export function useProjects(): readonly ProjectChoice[] | null {
  const [projects, setProjects] = useState<readonly ProjectChoice[] | null>(null);
  useEffect(() => {
    let isCancelled = false;
    void request('tasks.projects', {}).then((answer) => {
      if (!isCancelled) setProjects(answer.ok ? answer.value : []);
    });
    return () => {
      isCancelled = true;
    };
  }, []);
  return projects;
}
