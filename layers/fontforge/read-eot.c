/*
 * read-eot SOURCE TARGET: writes the font in an Embedded OpenType file, also one that is compressed with MicroType Express,
 * which libeot decompresses. It ends with 1 where there is no font in it.
 */
#include <libeot/libeot.h>
#include <stdio.h>
#include <stdlib.h>

static uint8_t *read_file(const char *path, unsigned *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) return NULL;
  long length = ftell(file);
  if (length <= 0 || length > INT32_MAX || fseek(file, 0, SEEK_SET) != 0) return NULL;
  uint8_t *bytes = malloc((size_t)length);
  if (!bytes || fread(bytes, 1, (size_t)length, file) != (size_t)length) return NULL;
  fclose(file);
  *size = (unsigned)length;
  return bytes;
}

int main(int count, char **arguments) {
  if (count != 3) {
    fputs("usage: read-eot SOURCE TARGET\n", stderr);
    return 2;
  }
  unsigned size = 0;
  uint8_t *bytes = read_file(arguments[1], &size);
  if (!bytes) return 1;
  struct EOTMetadata metadata = {0};
  uint8_t *font = NULL;
  unsigned length = 0;
  enum EOTError error = EOT2ttf_buffer(bytes, size, &metadata, &font, &length);
  if ((error != EOT_SUCCESS && error < EOT_WARN) || !font) {
    EOTprintError(error, stderr);
    return 1;
  }
  FILE *target = fopen(arguments[2], "wb");
  return target && fwrite(font, 1, length, target) == length && fclose(target) == 0 ? 0 : 1;
}
