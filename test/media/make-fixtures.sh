#!/bin/sh
# Makes the fixtures that no engine here can write, or should not write for its own test. Run by hand, on Debian:
#   apt-get install imagemagick libopencore-amrnb0 libjmac-java default-jre-headless python3 && test/media/make-fixtures.sh
set -eu
cd "$(dirname "$0")/fixtures"

# Two seconds of 440 Hz.
python3 - <<'PYTHON'
import ctypes, math, wave
tone = lambda rate, i: int(8000 * math.sin(2 * math.pi * 440 * i / rate))
with wave.open('tone.wav', 'wb') as out:
    out.setparams((1, 2, 16000, 0, 'NONE', None))
    out.writeframes(b''.join(tone(16000, i).to_bytes(2, 'little', signed=True) for i in range(32000)))
amr = ctypes.CDLL('libopencore-amrnb.so.0')
amr.Encoder_Interface_init.restype = ctypes.c_void_p
encoder = ctypes.c_void_p(amr.Encoder_Interface_init(0))
frame = ctypes.create_string_buffer(64)
with open('tone.amr', 'wb') as out:
    out.write(b'#!AMR\n')
    for start in range(0, 16000, 160):
        samples = (ctypes.c_short * 160)(*[tone(8000, start + i) for i in range(160)])
        out.write(frame.raw[:amr.Encoder_Interface_Encode(encoder, 7, samples, frame, 0)])
PYTHON
java -cp /usr/share/java/jmac.jar davaguine.jmac.core.jmacu c2 tone.wav tone.ape
rm tone.wav

# Quarters: red, green, blue, white.
convert -size 20x16 xc:red xc:lime +append \( xc:blue xc:white +append \) -append -depth 8 -type TrueColor quarters.ppm
# Without a word on which row is the first, old versions write it upside down.
convert quarters.ppm -orient TopLeft quarters.tga
for format in ico pgm pbm pam pcx sgi dpx exr hdr dds psd jp2; do
  convert quarters.ppm -type TrueColor quarters.$format
done

# Blocks of BC6H of every mode, two of each, the reserved ones too. Their pixels, 16 x 3 halves for each block, are in
# bc6h-unsigned.halves and bc6h-signed.halves as another decoder than ours makes them of these.
python3 - <<'PYTHON'
import random
random.seed(66)
blocks = bytearray()
for mode in list(range(32)) * 2:
    block = bytearray(random.getrandbits(8) for _ in range(16))
    block[0] = block[0] & 0xe0 | mode
    blocks += block
open('bc6h.blocks', 'wb').write(blocks)
PYTHON

# OpenEXR files of brightness and colour differences in every way of packing, of which two can be transparent and four name
# other primaries. What OpenEXR itself reads from each is beside it: halves of red, green, blue and alpha of 34 x 36 pixels.
cat > /tmp/luminance.cpp <<'PROGRAM'
#include <ImfArray.h>
#include <ImfRgbaFile.h>
#include <ImfStandardAttributes.h>
#include <cmath>
#include <cstdio>
#include <string>
using namespace Imf;
int main() {
  const char *names[] = {"none", "rle", "zips", "zip", "piz", "pxr24", "b44", "b44a"};
  for (int packing = 0; packing < 8; packing++) {
    std::string path = std::string("luminance-") + names[packing] + ".exr";
    // PIZ makes nothing smaller that is small.
    const int WIDTH = packing == 4 ? 162 : 34, HEIGHT = packing == 4 ? 66 : 36;
    int left = packing == 3 ? -4 : 2 * packing, top = packing == 3 ? -2 : 2 * packing;
    Imath::Box2i window(Imath::V2i(left, top), Imath::V2i(left + WIDTH - 1, top + HEIGHT - 1));
    Array2D<Rgba> pixels(HEIGHT, WIDTH);
    bool clear = packing == 3 || packing == 6;
    for (int y = 0; y < HEIGHT; y++)
      for (int x = 0; x < WIDTH; x++) {
        float alpha = clear ? 0.25f + 0.25f * (x / 9) : 1, patch = (x / 7 + y / 5) & 1 ? 0.8f : 0.1f;
        pixels[y][x] = Rgba(alpha * (0.5f + 0.5f * sinf(x / 6)), alpha * (y / 6) / 3, alpha * patch, alpha);
      }
    {
      Header header(window, window);
      header.compression() = Compression(packing);
      if (packing == 2) header.lineOrder() = DECREASING_Y;
      if (packing > 3)
        addChromaticities(header, Chromaticities(Imath::V2f(.708, .292), Imath::V2f(.17, .797), Imath::V2f(.131, .046),
                                                 Imath::V2f(.3127, .329)));
      RgbaOutputFile file(path.c_str(), header, clear ? WRITE_YCA : WRITE_YC);
      file.setFrameBuffer(&pixels[0][0] - left - top * WIDTH, 1, WIDTH);
      file.writePixels(HEIGHT);
    }
    RgbaInputFile file(path.c_str());
    file.setFrameBuffer(&pixels[0][0] - left - top * WIDTH, 1, WIDTH);
    file.readPixels(top, top + HEIGHT - 1);
    FILE *halves = fopen((std::string("luminance-") + names[packing] + ".halves").c_str(), "wb");
    for (int y = 0; y < 36; y++) fwrite(pixels[y], sizeof(Rgba), 34, halves);
    fclose(halves);
  }
}
PROGRAM
g++ -o /tmp/luminance /tmp/luminance.cpp $(pkg-config --cflags --libs OpenEXR)
/tmp/luminance
gzip -9nf luminance-*.halves
rm /tmp/luminance /tmp/luminance.cpp
