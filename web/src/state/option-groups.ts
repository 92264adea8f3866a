import type { OptionSchema } from '../../../client/index.ts';

/** The groups of options, the most used first. Options that are not listed are in the last group. */
const GROUPS = {
  size: [
    ...['width', 'height', 'dpi', 'scale', 'sizes', 'fit', 'enlarge', 'crop', 'rotate', 'flip', 'background'],
    ...['full_page', 'viewport_width', 'viewport_height'],
  ],
  quality: [
    ...['image_quality', 'lossless', 'colors', 'detail', 'black_and_white', 'progressive', 'color', 'effort'],
    ...['chroma_subsampling', 'compression_level', 'video_codec', 'crf', 'video_bitrate', 'fps'],
  ],
  pages: [
    ...[
      'split',
      'merge',
      'order',
      'pages',
      'delete_pages',
      'page_size',
      'orientation',
      'ocr',
      'language',
      'crop_margins',
    ],
    ...['margin_top', 'margin_right', 'margin_bottom', 'margin_left', 'sheet', 'fit_to_width', 'notes'],
    ...['page_width', 'page_height', 'single_page', 'outline', 'text_layout', 'images'],
  ],
  marks: [
    ...['watermark', 'watermark_place', 'watermark_opacity', 'watermark_size', 'watermark_color', 'page_numbers'],
    ...['page_number_place', 'page_number_format', 'page_number_start', 'page_number_skip', 'header', 'footer'],
    ...['header_html', 'footer_html'],
  ],
  sound: [
    ...['audio', 'audio_bitrate', 'audio_codec', 'loudness', 'fade_in', 'fade_out', 'channels'],
    ...['sample_rate', 'cover', 'subtitles'],
  ],
  cut: ['start', 'end', 'speed', 'loop', 'time', 'frame', 'shift'],
  protection: [
    ...['password', 'encrypt_password', 'owner_password', 'allow_printing', 'allow_changes', 'allow_copying'],
    ...['strip_metadata', 'flatten'],
  ],
  more: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type OptionGroup = keyof typeof GROUPS;

const PLACES: ReadonlyMap<string, readonly [OptionGroup, number]> = new Map(
  Object.entries(GROUPS).flatMap(([group, names]) =>
    names.map((name, at) => [name, [group as OptionGroup, at]] as const),
  ),
);

type NamedOption = readonly [name: string, schema: OptionSchema];

/** The options of a target in their groups; no group is empty. */
export function groupOptions(options: readonly NamedOption[]): readonly [OptionGroup, readonly NamedOption[]][] {
  const place = ([name]: NamedOption) => PLACES.get(name) ?? (['more', 0] as const);
  return (Object.keys(GROUPS) as OptionGroup[]).flatMap((group) => {
    const members = options.filter((option) => place(option)[0] === group);
    const sorted = members.toSorted((a, b) => place(a)[1] - place(b)[1]);
    return sorted.length > 0 ? [[group, sorted] as [OptionGroup, readonly NamedOption[]]] : [];
  });
}

/** All listed options, for the test that compares them with those of the service. */
export const PLACED_OPTIONS: readonly string[] = [...PLACES.keys()];
