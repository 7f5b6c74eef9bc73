// Runs before the page is drawn, so that a chosen theme does not flash. The choice is kept where the playground keeps it, too.
import { storedTheme } from './stored-theme.ts';

const chosen = storedTheme();
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset['theme'] = chosen;
