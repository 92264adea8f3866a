/** Python packages that reading and writing books takes, of those that calibre depends on, and that drawing DXF takes. */
export const PYTHON_PACKAGES: readonly string[] = [
  ...['PIL', 'bs4', 'chardet', 'css_parser', 'dateutil', 'fontTools', 'html2text', 'html5_parser', 'html5lib'],
  ...['lxml', 'markdown', 'msgpack', 'pygments', 'regex', 'soupsieve', 'webencodings', 'chm'],
  ...['ezdxf', 'numpy', 'pyparsing'],
];

/** Parts of these that nothing comes to: tests, sources in C and Fortran, windows. */
export const UNUSED_PACKAGES =
  /\.(dist|egg)-info\/|\/tests?\/|\.(pyi|pyx|pxd|h|png)$|^numpy\/(f2py|random|polynomial)\/|^numpy\/_core\/((include|lib)$|_(simd|\w+_tests)\.)|^ezdxf\/addons\/(browser|acisbrowser|dwg|drawing\/(pyqt|qtviewer|matplotlib|pymupdf))/;

/** The modules of Qt that draw: no windows, no network. */
export const QT_MODULES: readonly string[] = ['QtCore', 'QtGui', 'QtSvg', 'sip'];

/** Of calibre what is not for devices, libraries of books, news, servers, viewers and the screen. */
export const CALIBRE =
  /^(css_selectors|odf|polyglot|qt|tinycss)\/|^calibre\/((ebooks|utils|customize|translations)\/|\w+\.py$|(db|devices|library|spell)\/__init__\.py$|db\/constants\.py$|devices\/(interface|errors)\.py$|library\/(comments|field_metadata)\.py$)/;

/** Parts of these that no conversion comes to, and recipes, which are programs. */
export const UNUSED_CALIBRE =
  /^calibre\/(debug|linux|live|rpdb|test_build)\.py$|recipe_input\.py$|\/tests?\/|_tests?\.py$|^calibre\/utils\/(windows|open_with|podofo|tts|webengine|shm)/;

/** Calibre's own native modules without those for devices, sound, databases and the screen. */
export const EXTENSIONS =
  /^(lzx|msdes|cPalmdoc|icu|speedup|html_as_json|fast_css_transform|fast_html_entities|unicode_names|hyphen|freetype|imageops|_patiencediff_c|bzzdec|tokenizer|uchardet|html_syntax_highlighter)\.so$/;

/** Data that conversions read. */
export const RESOURCES =
  /^(mime\.types|calibre-mimetypes\.xml|default_tweaks\.py|common-english-words\.txt|scripts\.calibre_msgpack|(templates|jacket)\/|images\/blank\.png|localization\/(iso3166|iso639|stats)\.calibre_msgpack|localization\/pykakasi\/|fonts\/)/;

/** Of Python's own modules those that nothing of calibre imports, among them all that encrypts or speaks to networks. */
export const UNUSED_PYTHON =
  /^(test|idlelib|tkinter|ensurepip|turtledemo|pydoc_data|venv|_pyrepl|sqlite3|dbm|curses|config-[^/]*|wsgiref|xmlrpc|turtle\.py|dist-packages|sitecustomize\.py)(\/|$)|lib-dynload\/(_ssl|_hashlib|_sqlite3|_curses|_curses_panel|_dbm|_gdbm|_tkinter|readline|_test|_xxtest|xx|_crypt|nis|_interp|_remote)/;

/** Libraries for screens, desktops and services, and Python itself, which is in the program: stubs do. */
export const UNWANTED_LIBRARIES =
  /^lib(python3\.13|GL|GLX|EGL|OpenGL|GLdispatch|X11|X11-xcb|xcb|xcb-.*|Xext|Xrender|dbus-1|glib-2\.0|gthread-2\.0|systemd|proxy|udev|input|mtdev|drm|gbm)\.so/;
