import { hostEngine } from '../host.ts';
import { convertPicture } from './convert-picture.ts';
import { prepareSharp } from './settings.ts';

prepareSharp();
hostEngine({ convert: convertPicture });
