import './theme/mantine.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { storedLanguage } from './i18n/language.ts';
import { shellTexts } from './i18n/shell-texts.ts';
import { loadConfig } from './session/config.ts';
import { StartFault } from './shell/start-fault.tsx';
import { reloadOnStaleChunk } from './ui/load-part.ts';

reloadOnStaleChunk();

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);

async function start(): Promise<void> {
  const language = storedLanguage();
  await Promise.all([loadConfig(), shellTexts.load(language)]);
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

start().catch(() => root.render(<StartFault />));
