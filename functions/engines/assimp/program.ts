import { hostEngine } from '../host.ts';
import { convertModel } from './convert-model.ts';

hostEngine({ convert: convertModel });
