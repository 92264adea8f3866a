import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertWeb } from './convert-web.ts';
import { recycleBrowser, warmUpBrowser } from './run-browser.ts';

prepareSharp();
hostEngine({ convert: convertWeb, warmUp: warmUpBrowser, settle: recycleBrowser });
