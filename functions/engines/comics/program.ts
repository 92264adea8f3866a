import { hostEngine } from '../host.ts';
import { prepareSharp } from '../sharp/settings.ts';
import { convertComic } from './convert-comic.ts';

prepareSharp();
hostEngine({ convert: convertComic });
