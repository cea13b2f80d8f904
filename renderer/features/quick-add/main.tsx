import '../../ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { watchInput } from '../../ui/input-modality.ts';
import { QuickAddPage } from './quick-add.tsx';
import { loadLanguage, subscribeToMain } from './state.ts';

watchInput();
subscribeToMain();

const root = document.getElementById('root');
await loadLanguage();
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QuickAddPage />
    </StrictMode>,
  );
}
