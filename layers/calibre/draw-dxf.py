"""
Draws a DXF file on one page of PDF: draw-dxf.py SOURCE TARGET FONTS SIZE

FONTS is a folder; SIZE is `true`, as large as it is where that is the size of a sheet, or `fit`.
Exit status: 0 done, 4 it cannot be read, 5 it takes too much memory, 7 there is nothing in it, 8 all that is in it is of
kinds that are not drawn, 9 its end is missing, 1 a fault of ours.
"""
import os
import re
import sys
import traceback
from collections import Counter
from math import isfinite

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from confine import EMPTY, confine, status_of  # noqa: E402
from pdf_page import PdfPage  # noqa: E402

NOT_DRAWN, CUT_OFF = 8, 9
# The sides of sheets that are printed as they are, of those that drawings are fitted to, their margin, all in millimetres.
SHEET = (20, 1500)
FITTED, MARGIN, CAPTION = 420, 5, 6
AREAS = ('HATCH', 'MPOLYGON', 'SOLID', 'TRACE', 'WIPEOUT')
TEXTS = ('TEXT', 'ATTRIB', 'ATTDEF', 'MTEXT')


def is_whole(path):
    with open(path, 'rb') as file:
        file.seek(max(0, os.path.getsize(path) - 256))
        end = file.read().rstrip(b'\0\x1a\r\n\t ')
    return end.endswith(b'EOF') and end[:-3].rstrip(b'\r\n\t ')[-1:] in (b'0', b'\0')


def pass_over_faults():
    """Visual styles without what they should have, and binary data of half bytes, of which nothing is drawn."""
    from ezdxf.entities.visualstyle import VisualStyle
    from ezdxf.lldxf.types import DXFBinaryTag
    parse = DXFBinaryTag.from_string.__func__

    def from_string(cls, code, value):
        try:
            return parse(cls, code, value)
        except ValueError:
            return cls(code, b'')

    DXFBinaryTag.from_string = classmethod(from_string)
    VisualStyle.store_acad_xdata = lambda self, tags: None


def read(path):
    import ezdxf
    from ezdxf import recover
    pass_over_faults()
    try:
        document = ezdxf.readfile(path)
    except (ezdxf.DXFError, UnicodeError, ValueError, KeyError, AttributeError, TypeError, IndexError):
        document = recover.readfile(path)[0]
    # What it refers to is not looked for.
    document.filename = None
    for entity in document.entitydb.values():
        # Some programs write plane blocks with no height, which cannot be turned.
        if entity.dxftype() == 'INSERT' and not entity.dxf.zscale:
            entity.dxf.zscale = 1
        if entity.dxftype() in TEXTS:
            decode(entity if entity.dxftype() == 'MTEXT' else entity.dxf)
    return document


def decode(holder):
    """Characters written as \\U+00B0, which programs write even where a file could hold them."""
    if holder.text is not None:
        holder.text = re.sub(r'\\U\+([0-9A-Fa-f]{4})', lambda number: chr(int(number[1], 16)), holder.text)


def use_fonts(folder):
    """The fonts of this folder alone; what one lacks is taken from the others."""
    from ezdxf.fonts import font_synonyms, fonts, ttfonts
    from ezdxf.math import Matrix44
    fonts.font_manager.clear()
    fonts.font_manager.build([folder], support_dirs=False)
    fonts.font_manager.add_synonyms(font_synonyms.FONT_SYNONYMS, reverse=True)
    renderer = ttfonts.TTFontRenderer
    own_path, own_width = renderer.get_glyph_path, renderer.get_glyph_width
    # Those of Chinese, Japanese and Korean, which are not of a family with others.
    names = sorted(name for name in os.listdir(folder) if name.endswith('.ttf') and '-' not in name)
    others = [renderer(fonts.font_manager.get_ttf_font(name)) for name in names]

    def font_with(font, char):
        if ord(char) in font.cmap:
            return font
        return next((other for other in others if ord(char) in other.cmap), font)

    def scale(font, other):
        return font.font['head'].unitsPerEm / other.font['head'].unitsPerEm

    def glyph_path(font, char):
        other = font_with(font, char)
        path = own_path(other, char)
        if other is not font:
            path.transform_inplace(Matrix44.scale(scale(font, other)))
        return path

    def glyph_width(font, char):
        other = font_with(font, char)
        return own_width(other, char) * scale(font, other)

    renderer.get_glyph_path, renderer.get_glyph_width = glyph_path, glyph_width


def drawer(document, recorder):
    """What draws the entities of a document, and counts those that it does not draw."""
    from ezdxf import DXFError
    from ezdxf.addons.drawing import Frontend, RenderContext, config
    from ezdxf.tools.text_layout import LayoutError

    class Drawer(Frontend):
        def __init__(self, *args):
            super().__init__(*args)
            self.missing = Counter()
            draw_text = self.pipeline.draw_text

            def draw_dark_text(text, transform, properties, *rest):
                properties.color = on_paper(properties.color)
                draw_text(text, transform, properties, *rest)

            self.pipeline.draw_text = draw_dark_text

        def skip_entity(self, entity, msg):
            if msg != 'invisible':
                self.missing[entity.dxftype()] += 1

        def override_properties(self, entity, properties):
            if entity.dxftype() not in AREAS:
                properties.color = on_paper(properties.color)
            elif getattr(entity, 'gradient', None) is not None:
                # It has the color of its middle throughout.
                ends = zip(entity.gradient.color1, entity.gradient.color2)
                properties.color = '#' + ''.join(f'{(one + other) // 2:02x}' for one, other in ends)

        def draw_entity(self, entity, properties):
            try:
                super().draw_entity(entity, properties)
            except (ArithmeticError, AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError, DXFError):
                self.skip_entity(entity, 'damaged')

        def draw_ole2frame_entity(self, entity, properties):
            self.skip_entity(entity, 'not drawn')

        def draw_image_entity(self, entity, properties):
            super().draw_image_entity(entity, properties)
            self.skip_entity(entity, 'in another file')

        def draw_hatch_pattern(self, polygon, paths, properties):
            if polygon.pattern is None or not polygon.pattern.lines:
                self.skip_entity(polygon, 'no pattern')
            super().draw_hatch_pattern(polygon, paths, properties)

        def draw_complex_mtext(self, mtext, properties):
            try:
                super().draw_complex_mtext(mtext, properties)
            except LayoutError:
                self.skip_entity(mtext, 'no layout')

        def draw_composite_entity(self, entity, properties):
            block = entity.block() if entity.dxftype() == 'INSERT' else None
            # It leaves the clipping path of a block in force where its frame is not shown.
            depth, drawn = len(self.pipeline.clipping_portal._stages), len(recorder.records)
            super().draw_composite_entity(entity, properties)
            del self.pipeline.clipping_portal._stages[depth:]
            if block is not None and block.block.is_xref:
                self.missing['XREF'] += 1
            # Of a kind that it does not know, it shows what the program that made it left as a picture, if any.
            elif entity.dxftype() != 'INSERT' and len(recorder.records) == drawn:
                self.skip_entity(entity, 'nothing drawn')

    settings = config.Configuration(
        background_policy=config.BackgroundPolicy.WHITE,
        image_policy=config.ImagePolicy.MISSING,
        # The jail ends what takes too long, and half a pattern is none.
        hatching_timeout=3600,
    )
    return Drawer(RenderContext(document), recorder, settings)


def draw(document):
    """What is drawn of the first layout with anything in it, the model in front, and what is not."""
    from ezdxf.addons.drawing.recorder import Recorder
    missing = Counter()
    for name in document.layouts.names_in_taborder():
        recorder = Recorder()
        frontend = drawer(document, recorder)
        frontend.draw_layout(document.layouts.get(name))
        player = recorder.player()
        whole = [record for record in player.records if is_finite(record.bbox())]
        frontend.missing['damaged'] += len(player.records) - len(whole)
        player.records = whole
        missing += frontend.missing
        if whole:
            return player, missing
    sys.exit(NOT_DRAWN if missing else EMPTY)


def on_paper(color):
    """What is white on the black of a screen is black on paper."""
    return '#000000' + color[7:] if color.lower().startswith('#ffffff') else color


def is_finite(box):
    return box.has_data and all(map(isfinite, (*box.extmin, *box.extmax)))


def scale_of(document, size, extent):
    """Millimetres on paper to a unit of the drawing."""
    from ezdxf.units import MM, conversion_factor
    try:
        unit = conversion_factor(document.units or MM, MM)
    except (KeyError, IndexError, TypeError, ValueError):
        unit = 1
    if size == 'true' and SHEET[0] <= extent * unit <= SHEET[1]:
        return unit
    return (FITTED - 2 * MARGIN) / extent


def place(document, player, size, caption):
    from ezdxf.math import Matrix44
    box = player.bbox()
    extent = max(box.size.x, box.size.y) or 1
    scale = scale_of(document, size, extent)
    bottom = MARGIN + (CAPTION if caption else 0)
    to_page = Matrix44.translate(-box.extmin.x, -box.extmin.y, 0) @ Matrix44.scale(scale, scale, 1)
    player.transform(to_page @ Matrix44.translate(MARGIN, bottom, 0))
    page = PdfPage(box.size.x * scale + 2 * MARGIN, box.size.y * scale + MARGIN + bottom)
    page.draw(player.recordings())
    if caption:
        page.write_line(caption)
    return page


def describe(missing):
    kinds = (f'{kind} ({count})' for kind, count in missing.most_common(8) if kind.isascii() and kind.replace('_', '').isalnum())
    return f'Not drawn: {", ".join(kinds)}'


def main(source, target, fonts, size):
    confine(os.path.dirname(os.path.realpath(source)), os.path.dirname(os.path.realpath(target)), os.path.realpath(fonts))
    if not is_whole(source):
        sys.exit(CUT_OFF)
    use_fonts(fonts)
    document = read(source)
    player, missing = draw(document)
    place(document, player, size, describe(missing) if missing else '').save(target)


if __name__ == '__main__':
    try:
        main(*sys.argv[1:])
    except Exception as error:
        traceback.print_exc()
        sys.exit(status_of(error))
