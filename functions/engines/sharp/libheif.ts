import { readFileSync } from 'node:fs';
import { createRequire as requireFrom } from 'node:module';

/** The part of libheif's C interface that we use; pointers are numbers. A `result` is where a heif_error is put. */
export interface Libheif {
  readonly HEAPU8: Uint8Array;
  _malloc(size: number): number;
  _free(pointer: number): void;
  _heif_context_alloc(): number;
  _heif_context_free(context: number): void;
  _heif_context_get_security_limits(context: number): number;
  _heif_context_set_maximum_image_size_limit(context: number, side: number): void;
  _heif_context_read_from_memory_without_copy(
    result: number,
    context: number,
    bytes: number,
    size: number,
    options: number,
  ): void;
  _heif_context_has_sequence(context: number): number;
  _heif_context_get_number_of_top_level_images(context: number): number;
  _heif_context_get_list_of_top_level_image_IDs(context: number, ids: number, count: number): number;
  _heif_context_get_image_handle(result: number, context: number, id: number, handle: number): void;
  _heif_image_handle_is_primary_image(handle: number): number;
  _heif_image_handle_release(handle: number): void;
  _heif_image_handle_get_width(handle: number): number;
  _heif_image_handle_get_height(handle: number): number;
  _heif_image_handle_has_alpha_channel(handle: number): number;
  _heif_image_handle_is_premultiplied_alpha(handle: number): number;
  _heif_image_handle_get_color_profile_type(handle: number): number;
  _heif_image_handle_get_raw_color_profile_size(handle: number): number;
  _heif_image_handle_get_raw_color_profile(result: number, handle: number, bytes: number): void;
  _heif_image_handle_get_nclx_color_profile(result: number, handle: number, profile: number): void;
  _heif_nclx_color_profile_free(profile: number): void;
  _heif_image_handle_get_number_of_metadata_blocks(handle: number, type: number): number;
  _heif_image_handle_get_list_of_metadata_block_IDs(handle: number, type: number, ids: number, count: number): number;
  _heif_image_handle_get_metadata_type(handle: number, id: number): number;
  _heif_image_handle_get_metadata_content_type(handle: number, id: number): number;
  _heif_image_handle_get_metadata_size(handle: number, id: number): number;
  _heif_image_handle_get_metadata(result: number, handle: number, id: number, bytes: number): void;
  _heif_decode_image(
    result: number,
    handle: number,
    image: number,
    colourSpace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_decoding_options_alloc(): number;
  _heif_decoding_options_free(options: number): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
  _heif_image_release(image: number): void;
}

/**
 * A fresh instance of libheif: its memory is gone with it, so that no file finds what another one left or broke.
 * It is loaded only here, as most jobs need none.
 */
export function loadLibheif(): Libheif {
  const require = requireFrom(import.meta.url);
  const factory: (options: { wasmBinary: Uint8Array }) => Libheif = require('libheif-js/libheif-wasm/libheif.js');
  return factory({ wasmBinary: readFileSync(require.resolve('libheif-js/libheif-wasm/libheif.wasm')) });
}
