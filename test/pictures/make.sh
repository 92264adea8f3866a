#!/usr/bin/env bash
# Makes the pictures in this folder: synthetic ones, by other programs than those that are tested with them, so that
# reader and writer cannot share a fault. Needs ImageMagick 6, libheif-examples (1.20 or later, for films), libavif-bin,
# libjpeg-turbo-progs, exiftool and ffmpeg; the results are committed.
#
# All show four quarters: red, green, blue, yellow (reading order), 48 x 32 pixels unless said otherwise.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

convert -size 24x16 xc:'#e02020' xc:'#20c040' +append "$work/top.png"
convert -size 24x16 xc:'#2040e0' xc:'#f0e020' +append "$work/bottom.png"
convert "$work/top.png" "$work/bottom.png" -append -depth 8 "$work/quarters.png"
convert "$work/quarters.png" \( -size 48x32 xc:black -fill white -draw 'rectangle 0,0 23,31' \) \
  -alpha off -compose CopyOpacity -composite "$work/half.png" # right half transparent
quarters="$work/quarters.png"

# JPEG
convert "$quarters" "$work/quarters.ppm"
cjpeg -arithmetic -quality 95 -sample 1x1 -outfile arithmetic.jpg "$work/quarters.ppm"
convert "$quarters" -quality 95 -sampling-factor 1x1 -colorspace CMYK cmyk-plain.jpg # no profile
for orientation in 1 2 3 4 5 6 7 8; do
  convert "$quarters" -quality 95 -sampling-factor 1x1 "oriented-$orientation.jpg"
  exiftool -q -overwrite_original -n "-Orientation=$orientation" -DateTimeOriginal='2020:01:02 03:04:05' \
    "-XMP-tiff:Orientation=$orientation" -XMP-dc:Title=Quarters "oriented-$orientation.jpg"
done

# TIFF
# ImageMagick reports a tag that it does not write after all.
tiff() { convert "$quarters" "${@:2}" "$1.tiff" 2>"$work/log" || [ -s "$1.tiff" ]; }
tiff big-endian -define tiff:endian=msb -compress Zip
tiff lab -colorspace Lab -compress None
tiff uint32 -depth 32 -compress None
convert "$quarters" -compress LZW "$work/one.tiff"
convert "$work/one.tiff" TIFF64:bigtiff.tiff

# BMP and ICO
convert "$quarters" -colors 200 -type palette -compress RLE BMP3:rle8.bmp
convert "$quarters" -resize 32x32! -filter point -colors 4 palette.ico
convert "$work/half.png" -resize 32x32! -filter point alpha.ico

# HEIC and AVIF: 64 x 64, as the encoder pads smaller pictures
convert "$quarters" -filter point -resize 64x64! "PNG24:$work/square.png"
convert "$work/half.png" -filter point -resize 64x64! "PNG32:$work/square-alpha.png"
heif-enc -L "$work/square.png" -o quarters.heic
heif-enc -q 90 "$work/square-alpha.png" -o alpha.heic
heif-enc -q 90 "$work/square.png" -o multi.heic "$work/square-alpha.png"
convert "$work/square.png" -depth 16 -define png:bit-depth=16 "$work/deep.png"
heif-enc -q 95 -b 10 "$work/deep.png" -o deep.heic
convert "$quarters" -filter point -resize 96x64! -quality 95 -sampling-factor 1x1 "$work/turned.jpg"
exiftool -q -overwrite_original -n -Orientation=6 -DateTimeOriginal='2020:01:02 03:04:05' "$work/turned.jpg"
heif-enc -q 95 "$work/turned.jpg" -o "$work/turned.heic"
python3 add-rotation.py "$work/turned.heic" rotated.heic # as phones write it: turned by `irot`, and EXIF says so too
# In Display P3, which a profile says, or only a number
node -e "require('sharp')('$work/square.png').withIccProfile('p3').toFile('$work/p3.png')"
convert "$work/p3.png" -strip "$work/p3-bare.png"
heif-enc -q 95 -p chroma=444 "$work/p3.png" -o p3.heic
heif-enc -q 95 -p chroma=444 --colour_primaries 12 --transfer_characteristic 13 --matrix_coefficients 6 \
  "$work/p3-bare.png" -o p3-nclx.heic
heif-enc -A -q 90 -p chroma=420 "$work/square.png" -o quarters.avif

# AVIF by another program: transparency, 10 bits, P3 by a profile and by a number, cropped, of tiles
avif() { avifenc --speed 6 --min 0 --max 8 --yuv 444 "$@" >"$work/avifenc.log"; }
avif "$work/square-alpha.png" alpha.avif
avif "$work/deep.png" --depth 10 deep.avif
avif "$work/p3.png" p3.avif
avif "$work/p3-bare.png" --cicp 12/13/6 p3-nclx.avif
convert "$quarters" -filter point -resize 96x64! "PNG24:$work/wide.png"
avif "$work/wide.png" --crop 24,16,48,32 cropped.avif
convert "$quarters" -filter point -resize 128x128! "PNG24:$work/large.png"
avif "$work/large.png" --grid 2x2 grid.avif

# Films without a still: image sequences of two pictures, of which the second stands on its head
for kind in film clear wide; do
  case $kind in
    film) first="$work/square.png" ;;
    clear) first="$work/square-alpha.png" ;;
    *) first="$work/$kind.png" ;;
  esac
  cp "$first" "$work/$kind-1.png"
  convert "$first" -rotate 180 "$work/$kind-2.png"
done
film() { heif-enc -S "${@:2}" -o "$1" && python3 drop-still.py "$1"; }
film film.heic -q 90 -p chroma=444 "$work"/film-[12].png
film film-alpha.heic -q 90 "$work"/clear-[12].png
film film-wide.heic -q 90 "$work"/wide-[12].png
