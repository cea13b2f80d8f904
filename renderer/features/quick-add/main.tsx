import '../../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchInput } from '../../ui/input-modality.ts';
import { QuickAddPage } from './quick-add.tsx';
import { subscribeToMain } from './state.ts';

watchInput();
subscribeToMain();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QuickAddPage />
    </StrictMode>,
  );
}
