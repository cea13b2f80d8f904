import '../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { watchInput } from '../ui/input-modality.ts';
import { QuickAdd } from './quick-add.tsx';
import { followMain } from './state.ts';

watchInput();
followMain();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary>
        <QuickAdd />
      </ErrorBoundary>
    </StrictMode>,
  );
}
