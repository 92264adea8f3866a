import { hostEngine } from '../host.ts';
import { convertArchive } from './convert-archive.ts';

hostEngine({ convert: convertArchive });
