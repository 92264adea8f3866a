"""Leaves a HEIF file its films only: the box that tells of its pictures becomes free space."""
import struct
import sys

data = bytearray(open(sys.argv[1], 'rb').read())
at = 0
while at < len(data):
    size, kind = struct.unpack_from('>I4s', data, at)
    if kind == b'meta':
        data[at + 4:at + 8] = b'free'
        data[at + 8:at + size] = bytes(size - 8)
    at += size
open(sys.argv[1], 'wb').write(data)
