import { hostEngine } from '../host.ts';
import { convertBook } from './convert-book.ts';

hostEngine({ convert: convertBook });
