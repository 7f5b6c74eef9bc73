import { startCopying } from './copy.ts';
import { startMenu } from './menu.ts';
import { startSearch } from './search.ts';
import { startThemes } from './themes.ts';
import { leaveUnscrolled } from './scrolling.ts';

startMenu(document);
startCopying(document);
startThemes(document);
startSearch(document);
leaveUnscrolled(document);
