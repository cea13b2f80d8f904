import '../../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { watchInput } from '../../ui/input-modality.ts';
import { QuickAdd } from './quick-add.tsx';
import { subscribeToMain, useQuickAdd } from './state.ts';

watchInput();
subscribeToMain();

/** Messages are read while rendering, so a change of language remounts everything. */
function InLanguage() {
  return <QuickAdd key={useQuickAdd((state) => state.language)} />;
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <InLanguage />
      </ErrorBoundary>
    </StrictMode>,
  );
}
