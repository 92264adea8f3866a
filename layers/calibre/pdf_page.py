"""A PDF file of one page of lines and areas, as ezdxf records them in millimetres."""
import zlib

POINTS = 72 / 25.4
# Thinner lines vanish on paper.
THINNEST = 0.1


class PdfPage:
    def __init__(self, width, height):
        self.size = f'{width * POINTS:.3f} {height * POINTS:.3f}'
        self.opacities = {}
        self.drawn = []
        self.pen = None

    def draw(self, records):
        for record, properties in records:
            areas = getattr(record, 'paths', None)
            if areas is not None:
                self.paint(properties, ''.join(outline(path) for path in areas if len(path)), 'f*')
            elif hasattr(record, 'path'):
                self.paint(properties, outline(record.path), 'S')
            elif hasattr(record, 'lines'):
                points = record.lines.vertices()
                self.paint(properties, ''.join(map(polyline, zip(points[::2], points[1::2]))), 'S')
            else:
                # One point is a dot, two are a line, more an area.
                points = record.points.vertices()
                self.paint(properties, polyline(points if len(points) > 1 else points * 2), 'f*' if len(points) > 2 else 'S')

    def paint(self, properties, path, operator):
        color, opacity = properties.color[1:7], int(properties.color[7:9] or 'ff', 16) / 255
        pen = (color, opacity, max(properties.lineweight, THINNEST))
        if pen != self.pen:
            self.pen = pen
            rgb = ' '.join(f'{int(color[at:at + 2], 16) / 255:.3f}' for at in (0, 2, 4))
            name = self.opacities.setdefault(opacity, f'O{len(self.opacities)}')
            self.drawn.append(f'/{name} gs {rgb} RG {rgb} rg {pen[2] * POINTS:.3f} w')
        self.drawn.append(f'{path}{operator}')

    def write_line(self, text):
        """A line of plain letters at the bottom of the page."""
        self.drawn.append(f'/O gs 0.4 g BT /F 8 Tf 12 8 Td ({text}) Tj ET')

    def save(self, target):
        content = zlib.compress('\n'.join(['1 J 1 j', *self.drawn]).encode('ascii'))
        states = ''.join(f'/{name} << /CA {value:.3f} /ca {value:.3f} >>' for value, name in self.opacities.items())
        objects = [
            b'<< /Type /Catalog /Pages 2 0 R >>',
            b'<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
            (f'<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {self.size}] /Contents 4 0 R /Resources << /ExtGState << /O << '
             f'/ca 1 >> {states} >> /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>').encode('ascii'),
            b'<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream' % (len(content), content),
        ]
        with open(target, 'wb') as file:
            places = []
            file.write(b'%PDF-1.4\n')
            for number, body in enumerate(objects, 1):
                places.append(file.tell())
                file.write(b'%d 0 obj\n%s\nendobj\n' % (number, body))
            start = file.tell()
            table = ''.join(f'{place:010} 00000 n \n' for place in places)
            file.write(f'xref\n0 {len(places) + 1}\n0000000000 65535 f \n{table}trailer\n'
                       f'<< /Size {len(places) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n'.encode('ascii'))


def pair(point):
    return f'{point.x * POINTS:.3f} {point.y * POINTS:.3f} '


def polyline(points):
    return f'{pair(points[0])}m ' + ''.join(f'{pair(point)}l ' for point in points[1:])


def outline(path):
    start = path.start
    parts = [f'{pair(start)}m ']
    for command in path.commands():
        end = command.end
        if hasattr(command, 'ctrl1'):
            parts.append(f'{pair(command.ctrl1)}{pair(command.ctrl2)}{pair(end)}c ')
        elif hasattr(command, 'ctrl'):
            # A curve with one control point is one with two, each two thirds of the way to it.
            first, second = (point + (command.ctrl - point) * (2 / 3) for point in (start, end))
            parts.append(f'{pair(first)}{pair(second)}{pair(end)}c ')
        else:
            parts.append(f'{pair(end)}{"m" if command.type.name == "MOVE_TO" else "l"} ')
        start = end
    return ''.join(parts)
