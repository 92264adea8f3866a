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
