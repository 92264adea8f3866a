import { hostEngine } from '../host.ts';
import { convertMarkup } from './convert-markup.ts';

hostEngine({ convert: convertMarkup });
