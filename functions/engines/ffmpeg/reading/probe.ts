import { unreadable } from '../checking/unreadable.ts';
import { type JobFiles, runTool } from '../running/tool.ts';
import type { Media } from './media.ts';
import { readMedia } from './read-probe.ts';
import { type Source, sourceArguments } from './source.ts';

const ENTRIES = [
  'format=duration,start_time',
  'stream=index,codec_type,codec_name,codec_tag_string,duration,width,height,pix_fmt,field_order,color_transfer,color_space,avg_frame_rate',
  'stream=sample_aspect_ratio',
  'stream=r_frame_rate,channels,sample_rate,sample_fmt,bits_per_raw_sample,bits_per_sample',
  'stream_tags=DURATION',
  'stream_disposition=default,attached_pic,timed_thumbnails',
  'stream_side_data=side_data_type,rotation',
  'packet=pts_time,flags',
  'packet_side_data=side_data_type',
].join(':');

/** The first packets show whether they are encrypted, or hidden. */
const FIRST_PACKETS = '%+#16';

/**
 * Probes a media file with ffprobe.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function probe(source: Source, files: JobFiles): Promise<Media> {
  const { stdout, stderr } = await runTool('ffprobe', files, {
    arguments: [
      '-v',
      'warning',
      ...sourceArguments(source),
      '-show_entries',
      ENTRIES,
      '-read_intervals',
      FIRST_PACKETS,
      '-of',
      'json',
    ],
  });
  const media = readMedia(stdout, stderr);
  if (!media) throw unreadable(stderr);
  return media;
}
