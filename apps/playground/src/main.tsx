import { render } from 'preact';
import { App } from './app.tsx';
import { registerServiceWorker } from './offline/register.ts';
import { bundledMatrices } from './state/bundled.ts';
import { createSession } from './state/session.ts';
import { showTheme, storedTheme } from './ui/theme.ts';
import './styles/base.css';
import './styles/page.css';
import './styles/welcome.css';

const root = document.querySelector('#app');
if (!root) throw new Error('The page has no element #app.');
showTheme(storedTheme());
const session = createSession(window, await bundledMatrices(document.baseURI));
const isEmbedded = new URLSearchParams(location.search).has('embed');
document.documentElement.classList.toggle('embedded', isEmbedded);
render(<App session={session} isEmbedded={isEmbedded} />, root);
void registerServiceWorker();
