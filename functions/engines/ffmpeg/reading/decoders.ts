import type { Media, MediaStream } from './media.ts';

/** The decoders that read the alpha of VP8 and VP9, which ffmpeg's own ignore: colours that it hides would be seen. */
const WITH_ALPHA: Readonly<Record<string, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };

/** The pixel format in which these decoders give frames with alpha. */
const TRANSPARENT = 'yuva420p';

/** The pixel format of a stream whose tags say whether it has alpha, which ffprobe does not look at. */
export function pixelFormatOf(codec: string, stated: string, tags: Readonly<Record<string, string>>): string {
  const alpha = (tags.alpha_mode ?? tags.ALPHA_MODE) === '1';
  return alpha && stated === 'yuv420p' && codec in WITH_ALPHA ? TRANSPARENT : stated;
}

/** The input options that replace ffmpeg's own decoders where they fail. */
export function decodersOf({ audio, video }: Media): string[] {
  return [...audio, ...video].flatMap((stream) => {
    const decoder = decoderOf(stream);
    return decoder ? [`-c:${stream.index}`, decoder] : [];
  });
}

function decoderOf({ codec, pixelFormat }: MediaStream): string | undefined {
  // ffmpeg's own makes two seconds of one.
  if (codec === 'speex') return 'libspeex';
  return pixelFormat === TRANSPARENT ? WITH_ALPHA[codec] : undefined;
}
