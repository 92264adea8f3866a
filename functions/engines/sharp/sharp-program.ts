import sharp from 'sharp';
import { answerJobs } from '../../sandbox/resident-program.ts';
import { convertPicture, type PictureJob } from './convert-picture.ts';

// Each job is another file: nothing is worth keeping, and a kept operation could hold a stranger's picture.
sharp.cache(false);
sharp.concurrency(2);

answerJobs<PictureJob>(convertPicture);
