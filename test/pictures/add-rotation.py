"""Adds the property `irot` (turn by 90 degrees, clockwise as EXIF's orientation 6) to the first picture of a HEIF file."""
import struct
import sys

CLOCKWISE = 3  # irot counts anticlockwise


def boxes(data, start, end):
    while start < end:
        size, kind = struct.unpack('>I4s', data[start:start + 8])
        yield kind, start, size
        start += size


def find(data, start, end, kind):
    return next((at, size) for k, at, size in boxes(data, start, end) if k == kind)


def grow(data, at, by):
    struct.pack_into('>I', data, at, struct.unpack_from('>I', data, at)[0] + by)


data = bytearray(open(sys.argv[1], 'rb').read())
meta, meta_size = find(data, 0, len(data), b'meta')
iprp, iprp_size = find(data, meta + 12, meta + meta_size, b'iprp')
ipco, ipco_size = find(data, iprp + 8, iprp + iprp_size, b'ipco')
ipma, ipma_size = find(data, iprp + 8, iprp + iprp_size, b'ipma')
iloc, iloc_size = find(data, meta + 12, meta + meta_size, b'iloc')
count = sum(1 for _ in boxes(data, ipco + 8, ipco + ipco_size))
irot = struct.pack('>I4sB', 9, b'irot', CLOCKWISE)
added = len(irot) + 1

# iloc: extents lie behind `meta` and move by what is added to it.
sizes, = struct.unpack_from('>H', data, iloc + 12)
version = data[iloc + 8]
assert sizes >> 12 == 4 and (sizes >> 4) & 15 in (0, 4), hex(sizes)
items, = struct.unpack_from('>H', data, iloc + 14)
at = iloc + 16
for _ in range(items):
    method = struct.unpack_from('>H', data, at + 2)[0] & 15 if version else 0
    at += (4 if version else 2) + 2
    base_size = (sizes >> 4) & 15
    base_at, at = at, at + base_size
    extents, = struct.unpack_from('>H', data, at)
    at += 2
    if method == 0 and base_size and struct.unpack_from('>I', data, base_at)[0]:
        grow(data, base_at, added)
        shift = 0
    else:
        shift = added if method == 0 else 0
    for _ in range(extents):
        if shift:
            grow(data, at, shift)
        at += 4 + (sizes >> 8 & 15)

# ipma: one more property, essential, for the first item.
entry = ipma + 16
data[entry + 2] += 1
end = entry + 3 + data[entry + 2] - 1
data[end:end] = bytes([0x80 | (count + 1)])
grow(data, ipma, 1)
data[ipco + ipco_size:ipco + ipco_size] = irot
grow(data, ipco, len(irot))
grow(data, iprp, added)
grow(data, meta, added)
open(sys.argv[2], 'wb').write(data)
