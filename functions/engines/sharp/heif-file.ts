import type { Bitmap } from './dib.ts';
import { resetOrientation } from './exif.ts';
import { type Libheif, loadLibheif } from './libheif.ts';
import { LIMITS } from './limits.ts';
import type { PixelTraits } from './png-container.ts';
import { unreadable } from './unreadable.ts';

/** Values of libheif's enumerations (heif_image.h). */
const COLOUR_SPACE_RGB = 1;
const CHROMA = { 3: 10, 4: 11 } as const;
const CHANNEL_INTERLEAVED = 10;
const SUCCESS = 0;
/** Offset of `strict_decoding` in heif_decoding_options, version 3 and later, with pointers of 4 bytes. */
const STRICT_DECODING = 21;

/** Offset of `max_image_size_pixels` in heif_security_limits. */
const MAX_PIXELS = 8;

/** Offset of `color_primaries` in heif_color_profile_nclx. */
const NCLX_PRIMARIES = 4;

/** A HEIF file in libheif. All it holds lives in memory of its own that is dropped as a whole. */
export class HeifFile {
  readonly #lib: Libheif = loadLibheif();
  readonly #context: number;
  readonly #result: number;
  readonly #out: number;

  constructor(bytes: Buffer) {
    const lib = this.#lib;
    this.#result = lib._malloc(16);
    this.#out = lib._malloc(16);
    this.#context = lib._heif_context_alloc();
    this.#limit(LIMITS.pixels);
    const copy = this.#allocate(bytes.length);
    lib.HEAPU8.set(bytes, copy);
    lib._heif_context_read_from_memory_without_copy(this.#result, this.#context, copy, bytes.length, 0);
    this.#check();
  }

  /** The pictures that stand for themselves: neither thumbnails, nor tiles, nor depth or gain maps. Primary first. */
  images(): HeifImage[] {
    const lib = this.#lib;
    const count = lib._heif_context_get_number_of_top_level_images(this.#context);
    const list = this.#allocate(count * 4);
    const found = lib._heif_context_get_list_of_top_level_image_IDs(this.#context, list, count);
    const ids = Array.from({ length: found }, (_, index) => this.#u32(list + index * 4));
    return ids.map((id) => this.#image(id)).sort((a, b) => Number(b.primary) - Number(a.primary));
  }

  /** What the coded picture may be, whatever the container says of its size. */
  #limit(pixels: number): void {
    const limits = this.#lib._heif_context_get_security_limits(this.#context);
    const heap = this.#lib.HEAPU8;
    new DataView(heap.buffer).setBigUint64(limits + MAX_PIXELS, BigInt(pixels), true);
  }

  #image(id: number): HeifImage {
    const lib = this.#lib;
    lib._heif_context_get_image_handle(this.#result, this.#context, id, this.#out);
    this.#check();
    const handle = this.#u32(this.#out);
    return {
      primary: lib._heif_image_handle_is_primary_image(handle) !== 0,
      width: lib._heif_image_handle_get_width(handle),
      height: lib._heif_image_handle_get_height(handle),
      traits: () => ({ icc: this.#profile(handle), ...this.#descriptions(handle) }),
      primaries: () => this.#primaries(handle),
      decode: () => this.#decode(handle),
    };
  }

  #decode(handle: number): Bitmap {
    const lib = this.#lib;
    const channels = lib._heif_image_handle_has_alpha_channel(handle) ? 4 : 3;
    const options = lib._heif_decoding_options_alloc();
    lib.HEAPU8[options + STRICT_DECODING] = 1;
    lib._heif_decode_image(this.#result, handle, this.#out, COLOUR_SPACE_RGB, CHROMA[channels], options);
    this.#check();
    const image = this.#u32(this.#out);
    const width = lib._heif_image_get_width(image, CHANNEL_INTERLEAVED);
    const height = lib._heif_image_get_height(image, CHANNEL_INTERLEAVED);
    const plane = lib._heif_image_get_plane_readonly(image, CHANNEL_INTERLEAVED, this.#out);
    const stride = this.#u32(this.#out);
    const data = Buffer.allocUnsafe(width * height * channels);
    const row = width * channels;
    for (let y = 0; y < height; y++) {
      data.set(lib.HEAPU8.subarray(plane + y * stride, plane + y * stride + row), y * row);
    }
    lib._heif_image_release(image);
    return { width, height, channels, data };
  }

  #profile(handle: number): Buffer | undefined {
    const lib = this.#lib;
    const size = lib._heif_image_handle_get_raw_color_profile_size(handle);
    if (size === 0) return undefined;
    return this.#read(size, (bytes) => lib._heif_image_handle_get_raw_color_profile(this.#result, handle, bytes));
  }

  /** The code of the primaries in an nclx profile (ITU-T H.273, table 2), or 0. */
  #primaries(handle: number): number {
    const lib = this.#lib;
    lib._heif_image_handle_get_nclx_color_profile(this.#result, handle, this.#out);
    // That there is none is no failure.
    return this.#u32(this.#result) === SUCCESS ? this.#u32(this.#u32(this.#out) + NCLX_PRIMARIES) : 0;
  }

  #descriptions(handle: number): PixelTraits {
    const lib = this.#lib;
    const count = lib._heif_image_handle_get_number_of_metadata_blocks(handle, 0);
    const list = this.#allocate(count * 4);
    lib._heif_image_handle_get_list_of_metadata_block_IDs(handle, 0, list, count);
    const traits: { exif?: Buffer; xmp?: Buffer } = {};
    for (let index = 0; index < count; index++) {
      const id = this.#u32(list + index * 4);
      const size = lib._heif_image_handle_get_metadata_size(handle, id);
      const read = () =>
        this.#read(size, (bytes) => lib._heif_image_handle_get_metadata(this.#result, handle, id, bytes));
      const type = this.#text(lib._heif_image_handle_get_metadata_type(handle, id));
      if (type === 'Exif' && size > 4) traits.exif ??= stripExifOffset(read());
      const contentType = this.#text(lib._heif_image_handle_get_metadata_content_type(handle, id));
      if (type === 'mime' && contentType === 'application/rdf+xml' && size > 0) traits.xmp ??= read();
    }
    return traits;
  }

  #read(size: number, fill: (bytes: number) => void): Buffer {
    const at = this.#allocate(size);
    fill(at);
    this.#check();
    return Buffer.from(this.#lib.HEAPU8.slice(at, at + size));
  }

  #allocate(size: number): number {
    const at = this.#lib._malloc(Math.max(size, 1));
    if (at === 0) throw new Error('out of memory');
    return at;
  }

  /** A heif_error is a code, a subcode and a pointer to a message. */
  #check(): void {
    if (this.#u32(this.#result) === SUCCESS) return;
    throw unreadable(this.#text(this.#u32(this.#result + 8)));
  }

  #u32(at: number): number {
    const heap = this.#lib.HEAPU8;
    return new DataView(heap.buffer).getUint32(at, true);
  }

  #text(at: number): string {
    const heap = this.#lib.HEAPU8;
    return at === 0 ? '' : Buffer.from(heap.slice(at, Math.min(heap.indexOf(0, at), at + 500))).toString('latin1');
  }
}

/** A picture of a HEIF file. Its size, profile and descriptions come from headers. */
export interface HeifImage {
  readonly primary: boolean;
  readonly width: number;
  readonly height: number;
  traits(): PixelTraits;
  /** The code of its primaries where no profile is embedded, or 0. */
  primaries(): number;
  decode(): Bitmap;
}

/** HEIF's Exif begins with the offset to its TIFF header. */
function stripExifOffset(bytes: Buffer): Buffer | undefined {
  const exif = bytes.subarray(4 + bytes.readUInt32BE(0));
  return exif.length > 8 ? resetOrientation(exif) : undefined;
}
