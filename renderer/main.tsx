import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { subscribeToMain } from './state/connect.ts';
import { keepUnsavedText } from './state/unsaved-text.ts';
import { watchInput } from './ui/input-modality.ts';

watchInput();
keepUnsavedText();
subscribeToMain();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
