import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertWeb } from './convert-web.ts';
import { settleBrowsing, startBrowsing } from './run-browser.ts';

prepareSharp();
hostEngine({ convert: convertWeb, warmUp: startBrowsing, settle: settleBrowsing });
