/** The groups a format can belong to, in the order in which they are listed. */
export const CATEGORIES = [
  'image',
  'document',
  'spreadsheet',
  'presentation',
  'audio',
  'video',
  'subtitle',
  'ebook',
  'archive',
  'data',
  'font',
] as const;

export type Category = (typeof CATEGORIES)[number];

/** What the service knows of a format, whoever converts it. */
export interface Format {
  readonly category: Category;
  readonly description: string;
  /** The `Content-Type` of a file of this format (IANA registry where registered). */
  readonly mediaType: string;
  /** Other names and file name extensions that mean the same format. */
  readonly aliases: readonly string[];
}

/** Every format the service knows; the key is its canonical name and its file name extension. */
// biome-ignore format: a table, one line a format
export const FORMATS = {
  jpg: { category: 'image', description: 'JPEG image', mediaType: 'image/jpeg', aliases: ['jpeg', 'jpe', 'jfif', 'jif'] },
  png: { category: 'image', description: 'Portable Network Graphics', mediaType: 'image/png', aliases: [] },
  apng: { category: 'image', description: 'Animated Portable Network Graphics', mediaType: 'image/apng', aliases: [] },
  webp: { category: 'image', description: 'WebP image', mediaType: 'image/webp', aliases: [] },
  avif: { category: 'image', description: 'AV1 Image File Format', mediaType: 'image/avif', aliases: ['avifs'] },
  heic: { category: 'image', description: 'High Efficiency Image Container', mediaType: 'image/heic', aliases: ['heif', 'hif'] },
  gif: { category: 'image', description: 'Graphics Interchange Format', mediaType: 'image/gif', aliases: [] },
  tiff: { category: 'image', description: 'Tagged Image File Format', mediaType: 'image/tiff', aliases: ['tif'] },
  bmp: { category: 'image', description: 'Windows bitmap', mediaType: 'image/bmp', aliases: ['dib'] },
  ico: { category: 'image', description: 'Windows icon', mediaType: 'image/vnd.microsoft.icon', aliases: [] },
  svg: { category: 'image', description: 'Scalable Vector Graphics', mediaType: 'image/svg+xml', aliases: ['svgz'] },
  jxl: { category: 'image', description: 'JPEG XL image', mediaType: 'image/jxl', aliases: [] },
  jp2: { category: 'image', description: 'JPEG 2000 image', mediaType: 'image/jp2', aliases: ['j2k', 'j2c', 'jpc', 'jpf', 'jpx'] },
  tga: { category: 'image', description: 'Truevision TGA image', mediaType: 'image/x-tga', aliases: ['targa'] },
  ppm: { category: 'image', description: 'Portable pixmap', mediaType: 'image/x-portable-pixmap', aliases: ['pnm'] },
  pgm: { category: 'image', description: 'Portable graymap', mediaType: 'image/x-portable-graymap', aliases: [] },
  pbm: { category: 'image', description: 'Portable bitmap', mediaType: 'image/x-portable-bitmap', aliases: [] },
  pam: { category: 'image', description: 'Portable arbitrary map', mediaType: 'image/x-portable-arbitrarymap', aliases: [] },
  pcx: { category: 'image', description: 'PC Paintbrush image', mediaType: 'image/vnd.zbrush.pcx', aliases: [] },
  sgi: { category: 'image', description: 'Silicon Graphics image', mediaType: 'image/sgi', aliases: ['rgb', 'rgba', 'bw'] },
  qoi: { category: 'image', description: 'Quite OK Image', mediaType: 'image/qoi', aliases: [] },
  exr: { category: 'image', description: 'OpenEXR image', mediaType: 'image/x-exr', aliases: [] },
  hdr: { category: 'image', description: 'Radiance HDR image', mediaType: 'image/vnd.radiance', aliases: ['rgbe'] },
  dpx: { category: 'image', description: 'Digital Picture Exchange', mediaType: 'image/x-dpx', aliases: [] },
  dds: { category: 'image', description: 'DirectDraw Surface', mediaType: 'image/vnd-ms.dds', aliases: [] },
  psd: { category: 'image', description: 'Photoshop document', mediaType: 'image/vnd.adobe.photoshop', aliases: [] },
  mp3: { category: 'audio', description: 'MP3 audio', mediaType: 'audio/mpeg', aliases: ['mpga'] },
  m4a: { category: 'audio', description: 'MPEG-4 audio', mediaType: 'audio/mp4', aliases: ['m4b', 'm4r', 'f4a', 'f4b'] },
  aac: { category: 'audio', description: 'AAC audio stream', mediaType: 'audio/aac', aliases: ['adts'] },
  flac: { category: 'audio', description: 'Free Lossless Audio Codec', mediaType: 'audio/flac', aliases: [] },
  wav: { category: 'audio', description: 'Waveform audio', mediaType: 'audio/wav', aliases: ['wave'] },
  ogg: { category: 'audio', description: 'Ogg Vorbis audio', mediaType: 'audio/ogg', aliases: ['oga'] },
  opus: { category: 'audio', description: 'Ogg Opus audio', mediaType: 'audio/opus', aliases: [] },
  aiff: { category: 'audio', description: 'Audio Interchange File Format', mediaType: 'audio/aiff', aliases: ['aif', 'aifc'] },
  wma: { category: 'audio', description: 'Windows Media Audio', mediaType: 'audio/x-ms-wma', aliases: [] },
  ac3: { category: 'audio', description: 'Dolby Digital audio', mediaType: 'audio/ac3', aliases: [] },
  eac3: { category: 'audio', description: 'Dolby Digital Plus audio', mediaType: 'audio/eac3', aliases: ['ec3'] },
  dts: { category: 'audio', description: 'DTS audio', mediaType: 'audio/vnd.dts', aliases: [] },
  amr: { category: 'audio', description: 'Adaptive Multi-Rate audio', mediaType: 'audio/amr', aliases: [] },
  au: { category: 'audio', description: 'Sun audio', mediaType: 'audio/basic', aliases: ['snd'] },
  caf: { category: 'audio', description: 'Core Audio Format', mediaType: 'audio/x-caf', aliases: [] },
  mp2: { category: 'audio', description: 'MPEG audio layer II', mediaType: 'audio/mpeg', aliases: [] },
  mka: { category: 'audio', description: 'Matroska audio', mediaType: 'audio/matroska', aliases: [] },
  wv: { category: 'audio', description: 'WavPack audio', mediaType: 'audio/x-wavpack', aliases: [] },
  tta: { category: 'audio', description: 'True Audio', mediaType: 'audio/x-tta', aliases: [] },
  ape: { category: 'audio', description: "Monkey's Audio", mediaType: 'audio/x-ape', aliases: [] },
  spx: { category: 'audio', description: 'Ogg Speex audio', mediaType: 'audio/ogg', aliases: [] },
  mp4: { category: 'video', description: 'MPEG-4 video', mediaType: 'video/mp4', aliases: ['m4v', 'mp4v', 'f4v'] },
  mov: { category: 'video', description: 'QuickTime video', mediaType: 'video/quicktime', aliases: ['qt'] },
  mkv: { category: 'video', description: 'Matroska video', mediaType: 'video/matroska', aliases: [] },
  webm: { category: 'video', description: 'WebM video', mediaType: 'video/webm', aliases: [] },
  avi: { category: 'video', description: 'Audio Video Interleave', mediaType: 'video/vnd.avi', aliases: ['divx'] },
  wmv: { category: 'video', description: 'Windows Media Video', mediaType: 'video/x-ms-wmv', aliases: ['asf'] },
  flv: { category: 'video', description: 'Flash video', mediaType: 'video/x-flv', aliases: [] },
  mpg: { category: 'video', description: 'MPEG video', mediaType: 'video/mpeg', aliases: ['mpeg', 'mpe', 'm2v', 'm1v'] },
  ts: { category: 'video', description: 'MPEG transport stream', mediaType: 'video/mp2t', aliases: ['mts', 'm2ts', 'm2t'] },
  '3gp': { category: 'video', description: '3GPP video', mediaType: 'video/3gpp', aliases: ['3gpp'] },
  '3g2': { category: 'video', description: '3GPP2 video', mediaType: 'video/3gpp2', aliases: ['3gpp2'] },
  ogv: { category: 'video', description: 'Ogg video', mediaType: 'video/ogg', aliases: ['ogm', 'ogx'] },
  vob: { category: 'video', description: 'DVD video object', mediaType: 'video/dvd', aliases: [] },
  mxf: { category: 'video', description: 'Material Exchange Format', mediaType: 'application/mxf', aliases: [] },
  srt: { category: 'subtitle', description: 'SubRip subtitles', mediaType: 'application/x-subrip', aliases: [] },
  vtt: { category: 'subtitle', description: 'WebVTT subtitles', mediaType: 'text/vtt; charset=utf-8', aliases: ['webvtt'] },
  ass: { category: 'subtitle', description: 'Advanced SubStation Alpha subtitles', mediaType: 'text/x-ass; charset=utf-8', aliases: ['ssa'] },
  ttml: { category: 'subtitle', description: 'Timed Text Markup Language', mediaType: 'application/ttml+xml', aliases: ['dfxp'] },
  lrc: { category: 'subtitle', description: 'Lyrics with times', mediaType: 'text/plain; charset=utf-8', aliases: [] },
  pdf: { category: 'document', description: 'Portable Document Format', mediaType: 'application/pdf', aliases: [] },
  docx: { category: 'document', description: 'Word document', mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', aliases: ['docm', 'dotx', 'dotm'] },
  doc: { category: 'document', description: 'Word 97-2003 document', mediaType: 'application/msword', aliases: ['dot'] },
  odt: { category: 'document', description: 'OpenDocument text', mediaType: 'application/vnd.oasis.opendocument.text', aliases: ['ott'] },
  fodt: { category: 'document', description: 'OpenDocument text, one XML file', mediaType: 'application/vnd.oasis.opendocument.text-flat-xml', aliases: [] },
  rtf: { category: 'document', description: 'Rich Text Format', mediaType: 'application/rtf', aliases: [] },
  txt: { category: 'document', description: 'Plain text', mediaType: 'text/plain; charset=utf-8', aliases: ['text', 'log'] },
  md: { category: 'document', description: 'Markdown', mediaType: 'text/markdown; charset=utf-8', aliases: ['markdown'] },
  html: { category: 'document', description: 'Web page', mediaType: 'text/html; charset=utf-8', aliases: ['htm'] },
  xhtml: { category: 'document', description: 'XHTML page', mediaType: 'application/xhtml+xml', aliases: ['xht'] },
  rst: { category: 'document', description: 'reStructuredText', mediaType: 'text/x-rst; charset=utf-8', aliases: ['rest'] },
  org: { category: 'document', description: 'Org mode document', mediaType: 'text/org; charset=utf-8', aliases: [] },
  tex: { category: 'document', description: 'LaTeX document', mediaType: 'application/x-tex', aliases: ['latex', 'ltx'] },
  typ: { category: 'document', description: 'Typst document', mediaType: 'text/vnd.typst; charset=utf-8', aliases: ['typst'] },
  adoc: { category: 'document', description: 'AsciiDoc', mediaType: 'text/asciidoc; charset=utf-8', aliases: ['asciidoc', 'asc'] },
  textile: { category: 'document', description: 'Textile', mediaType: 'text/x-textile; charset=utf-8', aliases: [] },
  mediawiki: { category: 'document', description: 'MediaWiki markup', mediaType: 'text/x-mediawiki; charset=utf-8', aliases: ['wiki', 'mw'] },
  dokuwiki: { category: 'document', description: 'DokuWiki markup', mediaType: 'text/x-dokuwiki; charset=utf-8', aliases: [] },
  creole: { category: 'document', description: 'Creole wiki markup', mediaType: 'text/x-creole; charset=utf-8', aliases: [] },
  jira: { category: 'document', description: 'Jira wiki markup', mediaType: 'text/x-jira; charset=utf-8', aliases: [] },
  tikiwiki: { category: 'document', description: 'TikiWiki markup', mediaType: 'text/x-tikiwiki; charset=utf-8', aliases: [] },
  twiki: { category: 'document', description: 'TWiki markup', mediaType: 'text/x-twiki; charset=utf-8', aliases: [] },
  vimwiki: { category: 'document', description: 'Vimwiki markup', mediaType: 'text/x-vimwiki; charset=utf-8', aliases: [] },
  xwiki: { category: 'document', description: 'XWiki markup', mediaType: 'text/x-xwiki; charset=utf-8', aliases: [] },
  zimwiki: { category: 'document', description: 'Zim wiki markup', mediaType: 'text/x-zim-wiki; charset=utf-8', aliases: ['zim'] },
  muse: { category: 'document', description: 'Emacs Muse', mediaType: 'text/x-muse; charset=utf-8', aliases: [] },
  t2t: { category: 'document', description: 'txt2tags document', mediaType: 'text/x-txt2tags; charset=utf-8', aliases: [] },
  haddock: { category: 'document', description: 'Haddock markup', mediaType: 'text/x-haddock; charset=utf-8', aliases: [] },
  texi: { category: 'document', description: 'Texinfo document', mediaType: 'application/x-texinfo', aliases: ['texinfo'] },
  man: { category: 'document', description: 'Manual page (roff)', mediaType: 'text/troff; charset=utf-8', aliases: ['roff', 'troff'] },
  dbk: { category: 'document', description: 'DocBook', mediaType: 'application/docbook+xml', aliases: ['docbook'] },
  jats: { category: 'document', description: 'JATS article', mediaType: 'application/jats+xml', aliases: ['nxml'] },
  tei: { category: 'document', description: 'TEI document', mediaType: 'application/tei+xml', aliases: [] },
  ipynb: { category: 'document', description: 'Jupyter notebook', mediaType: 'application/x-ipynb+json', aliases: [] },
  opml: { category: 'document', description: 'OPML outline', mediaType: 'text/x-opml; charset=utf-8', aliases: [] },
  icml: { category: 'document', description: 'InCopy document', mediaType: 'application/x-icml+xml', aliases: [] },
  bib: { category: 'data', description: 'BibTeX bibliography', mediaType: 'application/x-bibtex', aliases: ['bibtex', 'biblatex'] },
  csljson: { category: 'data', description: 'CSL JSON bibliography', mediaType: 'application/vnd.citationstyles.csl+json', aliases: ['csl-json'] },
  ris: { category: 'data', description: 'RIS citations', mediaType: 'application/x-research-info-systems', aliases: [] },
  djvu: { category: 'document', description: 'DjVu document', mediaType: 'image/vnd.djvu', aliases: ['djv'] },
  pages: { category: 'document', description: 'Apple Pages document', mediaType: 'application/vnd.apple.pages', aliases: [] },
  wpd: { category: 'document', description: 'WordPerfect document', mediaType: 'application/vnd.wordperfect', aliases: ['wp'] },
  wps: { category: 'document', description: 'Microsoft Works document', mediaType: 'application/vnd.ms-works', aliases: [] },
  wri: { category: 'document', description: 'Windows Write document', mediaType: 'application/x-mswrite', aliases: [] },
  sdw: { category: 'document', description: 'StarWriter document', mediaType: 'application/vnd.stardivision.writer', aliases: [] },
  abw: { category: 'document', description: 'AbiWord document', mediaType: 'application/x-abiword', aliases: [] },
  sxw: { category: 'document', description: 'OpenOffice.org 1 text', mediaType: 'application/vnd.sun.xml.writer', aliases: ['stw'] },
  odg: { category: 'document', description: 'OpenDocument drawing', mediaType: 'application/vnd.oasis.opendocument.graphics', aliases: ['otg'] },
  fodg: { category: 'document', description: 'OpenDocument drawing, one XML file', mediaType: 'application/vnd.oasis.opendocument.graphics-flat-xml', aliases: [] },
  sxd: { category: 'document', description: 'OpenOffice.org 1 drawing', mediaType: 'application/vnd.sun.xml.draw', aliases: ['std'] },
  vsd: { category: 'document', description: 'Visio drawing', mediaType: 'application/vnd.visio', aliases: [] },
  vsdx: { category: 'document', description: 'Visio drawing (XML)', mediaType: 'application/vnd.ms-visio.drawing.main+xml', aliases: ['vsdm', 'vstx', 'vstm'] },
  pub: { category: 'document', description: 'Publisher document', mediaType: 'application/vnd.ms-publisher', aliases: [] },
  sda: { category: 'document', description: 'StarDraw drawing', mediaType: 'application/vnd.stardivision.draw', aliases: [] },
  wmf: { category: 'image', description: 'Windows Metafile', mediaType: 'image/wmf', aliases: [] },
  emf: { category: 'image', description: 'Enhanced Metafile', mediaType: 'image/emf', aliases: [] },
  xlsx: { category: 'spreadsheet', description: 'Excel workbook', mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', aliases: ['xlsm', 'xltx', 'xltm'] },
  xls: { category: 'spreadsheet', description: 'Excel 97-2003 workbook', mediaType: 'application/vnd.ms-excel', aliases: ['xlt'] },
  xlsb: { category: 'spreadsheet', description: 'Excel binary workbook', mediaType: 'application/vnd.ms-excel.sheet.binary.macroenabled.12', aliases: [] },
  ods: { category: 'spreadsheet', description: 'OpenDocument spreadsheet', mediaType: 'application/vnd.oasis.opendocument.spreadsheet', aliases: ['ots'] },
  fods: { category: 'spreadsheet', description: 'OpenDocument spreadsheet, one XML file', mediaType: 'application/vnd.oasis.opendocument.spreadsheet-flat-xml', aliases: [] },
  csv: { category: 'spreadsheet', description: 'Comma-separated values', mediaType: 'text/csv; charset=utf-8', aliases: [] },
  tsv: { category: 'spreadsheet', description: 'Tab-separated values', mediaType: 'text/tab-separated-values; charset=utf-8', aliases: ['tab'] },
  sxc: { category: 'spreadsheet', description: 'OpenOffice.org 1 spreadsheet', mediaType: 'application/vnd.sun.xml.calc', aliases: ['stc'] },
  slk: { category: 'spreadsheet', description: 'Symbolic link spreadsheet (SYLK)', mediaType: 'application/x-sylk', aliases: ['sylk'] },
  dif: { category: 'spreadsheet', description: 'Data Interchange Format', mediaType: 'application/x-dif', aliases: [] },
  numbers: { category: 'spreadsheet', description: 'Apple Numbers spreadsheet', mediaType: 'application/vnd.apple.numbers', aliases: [] },
  wk1: { category: 'spreadsheet', description: 'Lotus 1-2-3 worksheet', mediaType: 'application/vnd.lotus-1-2-3', aliases: ['wks', 'wk3', 'wk4', '123'] },
  qpw: { category: 'spreadsheet', description: 'Quattro Pro spreadsheet', mediaType: 'application/x-quattro-pro', aliases: ['wb1', 'wb2', 'wb3', 'wq1', 'wq2'] },
  sdc: { category: 'spreadsheet', description: 'StarCalc spreadsheet', mediaType: 'application/vnd.stardivision.calc', aliases: [] },
  gnumeric: { category: 'spreadsheet', description: 'Gnumeric spreadsheet', mediaType: 'application/x-gnumeric', aliases: [] },
  pptx: { category: 'presentation', description: 'PowerPoint presentation', mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', aliases: ['pptm', 'ppsx', 'ppsm', 'potx', 'potm'] },
  ppt: { category: 'presentation', description: 'PowerPoint 97-2003 presentation', mediaType: 'application/vnd.ms-powerpoint', aliases: ['pps', 'pot'] },
  odp: { category: 'presentation', description: 'OpenDocument presentation', mediaType: 'application/vnd.oasis.opendocument.presentation', aliases: ['otp'] },
  fodp: { category: 'presentation', description: 'OpenDocument presentation, one XML file', mediaType: 'application/vnd.oasis.opendocument.presentation-flat-xml', aliases: [] },
  key: { category: 'presentation', description: 'Apple Keynote presentation', mediaType: 'application/vnd.apple.keynote', aliases: [] },
  sdd: { category: 'presentation', description: 'StarImpress presentation', mediaType: 'application/vnd.stardivision.impress', aliases: [] },
  sxi: { category: 'presentation', description: 'OpenOffice.org 1 presentation', mediaType: 'application/vnd.sun.xml.impress', aliases: ['sti'] },
  epub: { category: 'ebook', description: 'EPUB book', mediaType: 'application/epub+zip', aliases: [] },
  fb2: { category: 'ebook', description: 'FictionBook', mediaType: 'application/x-fictionbook+xml', aliases: [] },
  mobi: { category: 'ebook', description: 'Kindle book (Mobipocket)', mediaType: 'application/x-mobipocket-ebook', aliases: ['prc', 'azw'] },
  azw3: { category: 'ebook', description: 'Kindle book (KF8)', mediaType: 'application/vnd.amazon.mobi8-ebook', aliases: ['kf8'] },
  zip: { category: 'archive', description: 'ZIP archive', mediaType: 'application/zip', aliases: ['zipx', 'apk'] },
  jar: { category: 'archive', description: 'Java archive', mediaType: 'application/java-archive', aliases: ['war', 'ear'] },
  '7z': { category: 'archive', description: '7-Zip archive', mediaType: 'application/x-7z-compressed', aliases: [] },
  tar: { category: 'archive', description: 'Tape archive', mediaType: 'application/x-tar', aliases: [] },
  'tar.gz': { category: 'archive', description: 'Tape archive, compressed with gzip', mediaType: 'application/gzip', aliases: ['tgz', 'taz'] },
  'tar.bz2': { category: 'archive', description: 'Tape archive, compressed with bzip2', mediaType: 'application/x-bzip2', aliases: ['tbz2', 'tbz', 'tb2'] },
  'tar.xz': { category: 'archive', description: 'Tape archive, compressed with xz', mediaType: 'application/x-xz', aliases: ['txz'] },
  'tar.zst': { category: 'archive', description: 'Tape archive, compressed with Zstandard', mediaType: 'application/zstd', aliases: ['tzst'] },
  cpio: { category: 'archive', description: 'cpio archive', mediaType: 'application/x-cpio', aliases: [] },
  iso: { category: 'archive', description: 'CD image (ISO 9660)', mediaType: 'application/x-iso9660-image', aliases: [] },
  gz: { category: 'archive', description: 'File compressed with gzip', mediaType: 'application/gzip', aliases: ['gzip'] },
  bz2: { category: 'archive', description: 'File compressed with bzip2', mediaType: 'application/x-bzip2', aliases: ['bzip2'] },
  xz: { category: 'archive', description: 'File compressed with xz', mediaType: 'application/x-xz', aliases: [] },
  zst: { category: 'archive', description: 'File compressed with Zstandard', mediaType: 'application/zstd', aliases: ['zstd'] },
  rar: { category: 'archive', description: 'RAR archive', mediaType: 'application/vnd.rar', aliases: [] },
  cab: { category: 'archive', description: 'Windows cabinet', mediaType: 'application/vnd.ms-cab-compressed', aliases: [] },
  lha: { category: 'archive', description: 'LHA archive', mediaType: 'application/x-lzh-compressed', aliases: ['lzh'] },
  xar: { category: 'archive', description: 'Extensible archive, macOS package', mediaType: 'application/x-xar', aliases: ['pkg'] },
  rpm: { category: 'archive', description: 'RPM package', mediaType: 'application/x-rpm', aliases: [] },
  deb: { category: 'archive', description: 'Debian package', mediaType: 'application/vnd.debian.binary-package', aliases: ['udeb'] },
  ar: { category: 'archive', description: 'Unix archive', mediaType: 'application/x-archive', aliases: [] },
  json: { category: 'data', description: 'JSON', mediaType: 'application/json', aliases: [] },
  ndjson: { category: 'data', description: 'JSON, one value a line', mediaType: 'application/x-ndjson', aliases: ['jsonl', 'jsonlines', 'ldjson'] },
  parquet: { category: 'data', description: 'Apache Parquet', mediaType: 'application/vnd.apache.parquet', aliases: ['parq', 'pq'] },
  arrow: { category: 'data', description: 'Apache Arrow (Feather)', mediaType: 'application/vnd.apache.arrow.file', aliases: ['feather', 'ipc'] },
  avro: { category: 'data', description: 'Apache Avro', mediaType: 'application/avro', aliases: [] },
  sqlite: { category: 'data', description: 'SQLite database', mediaType: 'application/vnd.sqlite3', aliases: ['sqlite3', 'db3'] },
  xml: { category: 'data', description: 'XML', mediaType: 'application/xml', aliases: [] },
  yaml: { category: 'data', description: 'YAML', mediaType: 'application/yaml', aliases: ['yml'] },
  toml: { category: 'data', description: 'TOML', mediaType: 'application/toml', aliases: [] },
  ini: { category: 'data', description: 'INI settings', mediaType: 'text/plain; charset=utf-8', aliases: ['cfg', 'conf'] },
  plist: { category: 'data', description: 'Apple property list', mediaType: 'application/x-plist', aliases: [] },
  ics: { category: 'data', description: 'iCalendar', mediaType: 'text/calendar; charset=utf-8', aliases: ['ical', 'ifb'] },
  vcf: { category: 'data', description: 'vCard', mediaType: 'text/vcard; charset=utf-8', aliases: ['vcard'] },
  geojson: { category: 'data', description: 'GeoJSON', mediaType: 'application/geo+json', aliases: [] },
  kml: { category: 'data', description: 'Keyhole Markup Language', mediaType: 'application/vnd.google-earth.kml+xml', aliases: [] },
  kmz: { category: 'data', description: 'Keyhole Markup Language, zipped', mediaType: 'application/vnd.google-earth.kmz', aliases: [] },
  gpx: { category: 'data', description: 'GPS Exchange Format', mediaType: 'application/gpx+xml', aliases: [] },
} as const satisfies Record<string, Format>;

export type FormatName = keyof typeof FORMATS;

const NAMES: ReadonlyMap<string, FormatName> = new Map(
  (Object.entries(FORMATS) as [FormatName, Format][]).flatMap(([name, { aliases }]) =>
    [name, ...aliases].map((alias): [string, FormatName] => [alias, name]),
  ),
);

/** The format that a client's word means: any case, with or without a leading dot, canonical name or alias. */
export function findFormat(word: string): FormatName | undefined {
  return NAMES.get(word.trim().toLowerCase().replace(/^\./, ''));
}

/** The format that a file name's extension claims. */
export function formatOfFilename(filename: string): FormatName | undefined {
  return findFormat(extensionOf(filename));
}

/** The extension of a file name with its dot: the last two parts where those together name a format, as in a.tar.gz. */
export function extensionOf(filename: string): string {
  const last = filename.lastIndexOf('.');
  if (last < 0) return '';
  const double = last > 0 ? filename.lastIndexOf('.', last - 1) : -1;
  return double >= 0 && findFormat(filename.slice(double)) ? filename.slice(double) : filename.slice(last);
}

/** The description of a format. */
export function describeFormat(name: FormatName): Format {
  return FORMATS[name];
}
