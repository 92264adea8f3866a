import { hostEngine } from '../host.ts';
import { convertFont } from './convert-font.ts';

hostEngine({ convert: convertFont });
