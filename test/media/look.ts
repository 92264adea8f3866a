import { runFfmpeg } from './run-ffmpeg.ts';

/** What ffprobe says of a file. */
export interface Look {
  readonly duration: number;
  readonly streams: readonly {
    readonly codec_type: string;
    readonly codec_name: string;
    readonly width?: number;
    readonly height?: number;
    readonly pix_fmt?: string;
    readonly r_frame_rate?: string;
    readonly channels?: number;
    readonly sample_rate?: string;
    readonly duration?: string;
    readonly tags?: Readonly<Record<string, string>>;
    readonly disposition?: Readonly<Record<string, number>>;
    readonly side_data_list?: readonly { readonly rotation?: number }[];
  }[];
  readonly tags: Readonly<Record<string, string>>;
  readonly packets: number;
}

interface Packet {
  readonly stream_index: number;
  readonly pts_time?: string;
  readonly duration_time?: string;
}

interface Printed extends Pick<Look, 'streams'> {
  readonly packets?: readonly Packet[];
  readonly format: { readonly tags?: Look['tags'] };
}

/** Looks at a result with ffprobe as it is: its length is that of its packets, whatever its header says. */
export async function look(path: string): Promise<Look> {
  const json = await runFfmpeg('ffprobe', '-show_streams', '-show_format', '-show_packets', '-of', 'json', path);
  const { streams, format, packets = [] }: Printed = JSON.parse(json);
  return {
    streams,
    tags: format.tags ?? {},
    packets: packets.length,
    duration: Math.max(
      ...streams.map((_, index) => lengthOf(packets.filter((packet) => packet.stream_index === index))),
    ),
  };
}

/** From the first time to the end of the last one; or, where not every packet has a time, of all packets together. */
function lengthOf(packets: readonly Packet[]): number {
  const times = packets.flatMap(({ pts_time: time }) => (time === undefined ? [] : [Number(time)]));
  const lengths = packets.map(({ duration_time: length = 0 }) => Number(length));
  const span = Math.max(...times) - Math.min(...times);
  const last = lengths.at(-1) || span / Math.max(times.length - 1, 1);
  return Math.max(
    span + last,
    lengths.reduce((sum, length) => sum + length, 0),
  );
}

/** The codecs of the streams of a kind. */
export function codecs({ streams }: Look, kind: string): string[] {
  return streams.filter(({ codec_type: type }) => type === kind).map(({ codec_name: name }) => name);
}
