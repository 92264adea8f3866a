/*
 * Reads one picture of a HEIF file with libheif: orientation applied, colours as its profile means them.
 *
 *   read-heif PLUGINS SOURCE INDEX LARGEST BITS FOLDER
 *
 * PLUGINS   the folder with the decoders of libheif
 * INDEX     which picture, from 0: the primary one first, then the others in the order of the file
 * LARGEST   of how many pixels a picture may be at most to be decoded
 * BITS      16: deeper pictures that are not very large are written with 16 bits a channel; 8: never
 * FOLDER    gets `pixels`: 64 bytes left free for a header, then rows of RGB or RGBA without gaps; and `icc`, `exif`
 *           and `xmp` where the picture has them
 *
 * It prints a line of JSON with the size of each picture that stands for itself (neither thumbnails nor tiles nor
 * depth or gain maps) and what was written of the chosen one, if it is not too large:
 *
 *   {"images":[[4032,3024]],"primaries":12,"written":{"width":4032,"height":3024,"channels":3,"bits":8}}
 *
 * Exit status 1: the file is damaged or of a kind that cannot be read; 2: it needs more than it may; 3: anything else.
 */
#include <libheif/heif.h>

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNREADABLE = 1, TOO_COMPLEX = 2, FAILED = 3 };

/* What is left free before the pixels. */
static const char HEADER[64];

/* How many pictures are listed: the service refuses many fewer. */
enum { MOST_IMAGES = 10000 };

/* Of how many pixels a picture may be at most to be written with 16 bits a channel: there is space for no more. */
static const uint64_t LARGEST_DEEP = 50000000;

/* What libheif may hold at a time, in bytes. */
static const uint64_t MOST_MEMORY = 1800ULL * 1024 * 1024;

struct order {
  const char *plugins, *source, *folder;
  long index, bits;
  uint64_t largest;
};

struct images {
  int count;
  heif_item_id ids[MOST_IMAGES];
};

__attribute__((noreturn, format(printf, 2, 3))) static void fail(int status, const char *format, ...) {
  va_list values;
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  fputc('\n', stderr);
  exit(status);
}

static void check(struct heif_error error) {
  if (error.code == heif_error_Ok) return;
  bool greedy = error.code == heif_error_Memory_allocation_error;
  fail(greedy ? TOO_COMPLEX : UNREADABLE, "%s", error.message);
}

static void *allocate(size_t size) {
  void *memory = malloc(size > 0 ? size : 1);
  if (!memory) fail(TOO_COMPLEX, "out of memory");
  return memory;
}

static FILE *create(const char *folder, const char *name) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) fail(FAILED, "a path is too long");
  FILE *file = fopen(path, "wb");
  if (!file) fail(FAILED, "cannot write %s", name);
  return file;
}

static void put(FILE *file, const void *bytes, size_t size) {
  if (fwrite(bytes, 1, size, file) != size) fail(FAILED, "no space left");
}

static void finish(FILE *file) {
  if (fclose(file) != 0) fail(FAILED, "no space left");
}

static void save(const char *folder, const char *name, const void *bytes, size_t size) {
  FILE *file = create(folder, name);
  put(file, bytes, size);
  finish(file);
}

static struct heif_image_handle *open_image(struct heif_context *context, heif_item_id id) {
  struct heif_image_handle *handle;
  check(heif_context_get_image_handle(context, id, &handle));
  return handle;
}

static struct heif_context *open_file(const struct order *order) {
  int loaded = 0;
  check(heif_load_plugins(order->plugins, NULL, &loaded, 0));
  if (loaded == 0) fail(FAILED, "no decoders in %s", order->plugins);
  struct heif_context *context = heif_context_alloc();
  if (!context) fail(TOO_COMPLEX, "out of memory");
  struct heif_security_limits *limits = heif_context_get_security_limits(context);
  limits->max_image_size_pixels = order->largest;
  limits->max_total_memory = MOST_MEMORY;
  check(heif_context_read_from_file(context, order->source, NULL));
  return context;
}

/* The pictures of a file, the primary one first. */
static void list_images(struct heif_context *context, struct images *images) {
  images->count = heif_context_get_list_of_top_level_image_IDs(context, images->ids, MOST_IMAGES);
  heif_item_id primary;
  if (heif_context_get_primary_image_ID(context, &primary).code != heif_error_Ok) return;
  for (int i = 0; i < images->count; i++) {
    if (images->ids[i] != primary) continue;
    memmove(&images->ids[1], &images->ids[0], (size_t)i * sizeof images->ids[0]);
    images->ids[0] = primary;
    return;
  }
}

static void print_sizes(struct heif_context *context, const struct images *images) {
  printf("{\"images\":[");
  for (int i = 0; i < images->count; i++) {
    struct heif_image_handle *handle = open_image(context, images->ids[i]);
    int width = heif_image_handle_get_width(handle), height = heif_image_handle_get_height(handle);
    printf("%s[%d,%d]", i > 0 ? "," : "", width, height);
    heif_image_handle_release(handle);
  }
  printf("]");
}

static void save_profile(const struct heif_image_handle *handle, const char *folder) {
  size_t size = heif_image_handle_get_raw_color_profile_size(handle);
  if (size == 0) return;
  void *profile = allocate(size);
  check(heif_image_handle_get_raw_color_profile(handle, profile));
  save(folder, "icc", profile, size);
  free(profile);
}

/* Exif begins with the offset of its TIFF header, which is of no use to anybody else. */
static void save_block(const char *folder, const char *name, const uint8_t *block, size_t size) {
  if (strcmp(name, "exif") != 0) return save(folder, name, block, size);
  if (size <= 4) return;
  size_t offset = ((size_t)block[0] << 24 | (size_t)block[1] << 16 | (size_t)block[2] << 8 | block[3]) + 4;
  if (offset < size) save(folder, name, block + offset, size - offset);
}

static const char *name_of(const struct heif_image_handle *handle, heif_item_id id) {
  const char *type = heif_image_handle_get_metadata_type(handle, id);
  const char *content = heif_image_handle_get_metadata_content_type(handle, id);
  if (type && strcmp(type, "Exif") == 0) return "exif";
  if (type && content && strcmp(type, "mime") == 0 && strcmp(content, "application/rdf+xml") == 0) return "xmp";
  return NULL;
}

/* Saves the first block of a kind. */
static void save_description(const struct heif_image_handle *handle, const char *folder, const char *kind) {
  enum { MOST_BLOCKS = 100 };
  heif_item_id ids[MOST_BLOCKS];
  int count = heif_image_handle_get_list_of_metadata_block_IDs(handle, NULL, ids, MOST_BLOCKS);
  for (int i = 0; i < count; i++) {
    const char *name = name_of(handle, ids[i]);
    size_t size = heif_image_handle_get_metadata_size(handle, ids[i]);
    if (!name || strcmp(name, kind) != 0 || size == 0) continue;
    uint8_t *block = allocate(size);
    check(heif_image_handle_get_metadata(handle, ids[i], block));
    save_block(folder, kind, block, size);
    free(block);
    return;
  }
}

/* The code of the primaries where no profile is embedded (ITU-T H.273), or 0. */
static int primaries_of(const struct heif_image_handle *handle) {
  struct heif_color_profile_nclx *profile;
  if (heif_image_handle_get_nclx_color_profile(handle, &profile).code != heif_error_Ok) return 0;
  int primaries = profile->color_primaries;
  heif_nclx_color_profile_free(profile);
  return primaries;
}

static struct heif_image *decode(const struct heif_image_handle *handle, bool alpha, bool deep) {
  static const enum heif_chroma chroma[2][2] = {
      {heif_chroma_interleaved_RGB, heif_chroma_interleaved_RGBA},
      {heif_chroma_interleaved_RRGGBB_LE, heif_chroma_interleaved_RRGGBBAA_LE},
  };
  struct heif_decoding_options *options = heif_decoding_options_alloc();
  if (!options) fail(TOO_COMPLEX, "out of memory");
  options->strict_decoding = 1;
  struct heif_image *image;
  check(heif_decode_image(handle, &image, heif_colorspace_RGB, chroma[deep][alpha], options));
  heif_decoding_options_free(options);
  return image;
}

/* Stretches samples of fewer bits to 16, so that white is white. */
static void stretch(uint16_t *to, const uint16_t *from, size_t count, int bits) {
  for (size_t i = 0; i < count; i++) to[i] = (uint16_t)(from[i] << (16 - bits) | from[i] >> (2 * bits - 16));
}

static void save_pixels(const struct heif_image *image, const char *folder, size_t channels, bool deep) {
  int width = heif_image_get_width(image, heif_channel_interleaved);
  int height = heif_image_get_height(image, heif_channel_interleaved);
  int bits = heif_image_get_bits_per_pixel_range(image, heif_channel_interleaved);
  if (width <= 0 || height <= 0 || (deep ? bits <= 8 || bits > 16 : bits != 8)) fail(UNREADABLE, "no such pixels");
  size_t stride, samples = (size_t)width * channels;
  const uint8_t *plane = heif_image_get_plane_readonly2(image, heif_channel_interleaved, &stride);
  uint16_t *row = deep ? allocate(samples * sizeof *row) : NULL;
  FILE *file = create(folder, "pixels");
  put(file, HEADER, sizeof HEADER);
  for (size_t y = 0; y < (size_t)height; y++) {
    const void *from = plane + y * stride;
    if (deep) stretch(row, from, samples, bits);
    put(file, deep ? row : from, deep ? samples * sizeof *row : samples);
  }
  finish(file);
  free(row);
  printf(",\"written\":{\"width\":%d,\"height\":%d,\"channels\":%zu,\"bits\":%d}", width, height, channels, deep ? 16 : 8);
}

static void save_image(const struct heif_image_handle *handle, const struct order *order) {
  printf(",\"primaries\":%d", primaries_of(handle));
  uint64_t pixels = (uint64_t)heif_image_handle_get_width(handle) * (uint64_t)heif_image_handle_get_height(handle);
  if (pixels > order->largest) return;
  save_profile(handle, order->folder);
  save_description(handle, order->folder, "exif");
  save_description(handle, order->folder, "xmp");
  bool alpha = heif_image_handle_has_alpha_channel(handle);
  bool deep = order->bits == 16 && pixels <= LARGEST_DEEP && heif_image_handle_get_luma_bits_per_pixel(handle) > 8;
  struct heif_image *image = decode(handle, alpha, deep);
  save_pixels(image, order->folder, alpha ? 4 : 3, deep);
  heif_image_release(image);
}

int main(int argc, char **argv) {
  if (argc != 7) fail(FAILED, "usage: read-heif PLUGINS SOURCE INDEX LARGEST BITS FOLDER");
  struct order order = {
      .plugins = argv[1],
      .source = argv[2],
      .index = strtol(argv[3], NULL, 10),
      .largest = strtoull(argv[4], NULL, 10),
      .bits = strtol(argv[5], NULL, 10),
      .folder = argv[6],
  };
  static struct images images;
  struct heif_context *context = open_file(&order);
  list_images(context, &images);
  print_sizes(context, &images);
  if (order.index < 0 || order.index >= images.count) fail(UNREADABLE, "no such picture in the file");
  struct heif_image_handle *handle = open_image(context, images.ids[order.index]);
  save_image(handle, &order);
  printf("}\n");
  if (fflush(stdout) != 0) return FAILED;
  /* All else goes with the process. */
  return 0;
}
