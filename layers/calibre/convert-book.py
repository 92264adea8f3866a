"""
Converts one book with calibre: convert-book.py SOURCE TARGET OPTIONS

The formats are those that the names of the two files end in, which are ours; the options are those of calibre, as JSON.
Exit status: 0 done, 3 the book is encrypted, 4 it cannot be read, 5 it takes too much memory, 6 it has letters that the
target does not have, 7 there is nothing in it, 1 a fault of ours. Python runs isolated, without its site module.
"""
import base64
import json
import mimetypes
import os
import re
import shutil
import sys
import traceback
import types
import zipfile
from contextlib import suppress

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from confine import EMPTY, HOME, confine, status_of  # noqa: E402

# What the starting scripts of calibre say of where its parts are.
sys.resources_location = os.path.join(HOME, 'resources')
sys.extensions_location = os.path.join(HOME, 'extensions')
sys.executables_location = sys.system_plugins_location = None

# The types of files are those in the layer, not those of the machine.
mimetypes.knownfiles.clear()

ENCRYPTED, NO_SUCH_LETTER = 3, 6
# What a picture may take when it is unpacked, in MB; calibre would give it all there is.
LARGEST_PICTURE = 256


def stand_in(name, **members):
    """A module in the place of one that is not in the layer."""
    module = sys.modules[name] = types.ModuleType(name)
    module.__dict__.update(members)


def quietly(action):
    def act(path):
        with suppress(OSError):
            action(path)
    return act


def nothing(*_):
    pass


def draw(*_, **__):
    """Makes Qt ready to draw, without a screen."""
    from PyQt6.QtGui import QGuiApplication
    if QGuiApplication.instance() is None:
        draw.application = QGuiApplication(['calibre', '-platform', 'offscreen'])


def limit_picture(megabytes):
    from PyQt6.QtGui import QImageReader
    QImageReader.setAllocationLimit(min(megabytes, LARGEST_PICTURE))


# It removes what a crash left behind, with a process of its own. Here the folder of the job goes with all that is in it.
stand_in('calibre.utils.safe_atexit', remove_folder_atexit=nothing, remove_file_atexit=nothing,
         remove_dir=quietly(shutil.rmtree), unlink=quietly(os.unlink))
# Reading Markdown asks it what the number of a volume is.
stand_in('calibre.db.write', get_series_values=lambda series: (series, None))
stand_in('calibre.gui2', must_use_qt=draw, ensure_app=draw)
stand_in('calibre_extensions.progress_indicator', set_image_allocation_limit=limit_picture)


def convert(source, target, options):
    import calibre.startup  # noqa: F401
    from calibre.customize.conversion import OptionRecommendation
    from calibre.ebooks.conversion.plumber import Plumber
    from calibre.utils.logging import Log
    plumber = Plumber(source, target, Log())
    plumber.merge_ui_recommendations([(name, value, OptionRecommendation.HIGH) for name, value in options.items()])
    plumber.run()
    if not any(has_content(item.data) for item in plumber.oeb.spine):
        sys.exit(EMPTY)


def has_content(page):
    """Whether there is text on a page, or a picture."""
    if not hasattr(page, 'iter'):
        return bool(page)
    shown = any(str(tag.tag).rpartition('}')[2] in ('img', 'svg', 'image', 'object') for tag in page.iter())
    body = page.find('{*}body')
    return shown or bool(''.join((page if body is None else body).itertext()).strip())


def flatten(zipped, target):
    """Makes one page of a page with pictures beside it: they go into it."""
    from calibre import guess_type
    with zipfile.ZipFile(zipped) as files:
        names = set(files.namelist())

        def held(found):
            name = found.group(2)
            if name not in names:
                return found.group()
            data = base64.b64encode(files.read(name)).decode('ascii')
            return f'{found.group(1)}data:{guess_type(name)[0]};base64,{data}"'

        page = re.sub(r'(<(?:img|image)\b[^<>]*?\b(?:src|xlink:href)=")([^"]*)"', held, files.read('index.html').decode('utf-8'))
        with open(target, 'w', encoding='utf-8') as file:
            file.write(page)


def main(source, target, options):
    confine(os.path.dirname(os.path.dirname(os.path.realpath(source))))
    if not target.endswith('.html'):
        return convert(source, target, options)
    convert(source, f'{target}z', {**options, 'htmlz_css_type': 'class', 'htmlz_class_style': 'inline'})
    flatten(f'{target}z', target)


def status_of_book(error):
    if isinstance(error, UnicodeEncodeError):
        return NO_SUCH_LETTER
    return ENCRYPTED if type(error).__name__ == 'DRMError' else status_of(error)


if __name__ == '__main__':
    try:
        main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3]))
    except Exception as error:
        traceback.print_exc()
        sys.exit(status_of_book(error))
