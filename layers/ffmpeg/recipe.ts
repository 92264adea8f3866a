import { addPrograms } from '../elf/programs.ts';
import type { Recipe } from '../recipe.ts';

/** Libraries for screens, sound cards, cameras, networks and effects that no conversion of ours uses: two thirds of the whole. */
const UNWANTED = new RegExp(
  `^lib(${[
    // devices, displays and hardware
    'va|va-drm|va-x11|vdpau|drm|vpl|OpenCL|GL|SDL2-2\\.0|caca|slang|X11|X11-xcb|xcb|xcb-.*|Xext|Xv|Xfixes',
    'jack|pulse|pulse-.*|asound|openal|sndio|cdio.*|dc1394|raw1394|iec61883|rom1394|avc1394|usb-1\\.0|bluray|udfread',
    // networks
    'gnutls|ssh|ssh-.*|rabbitmq|srt|srt-.*|rist|zmq',
    // drawing and text engines behind filters that are not used
    'rsvg-2|gdk_pixbuf-2\\.0|gio-2\\.0|gobject-2\\.0|glib-2\\.0|gmodule-2\\.0|cairo|cairo-.*|pango-1\\.0|pangocairo-1\\.0|pangoft2-1\\.0',
    // audio and video effects, speech, fingerprints
    'flite.*|pocketsphinx|sphinxbase|lilv-0|rubberband|mysofa|bs2b|placebo|vidstab|chromaprint',
    // codecs that have a better one beside them, and television text
    'aom|rav1e|codec2|zvbi|aribb24',
  ].join('|')})\\.so`,
);

/** ffmpeg and ffprobe with their codecs. */
export const ffmpeg: Recipe = {
  name: 'ffmpeg',
  packages: ['ffmpeg'],
  assemble: (assembly) => addPrograms(assembly, ['ffmpeg', 'ffprobe'], UNWANTED),
};
