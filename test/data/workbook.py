"""Reads workbooks and databases with what Python brings along: the other eye on what the service makes.

workbook.py FORMAT PATH: all sheets or tables by name. A cell of xlsx and ods is [type, value], or null.
"""
import json, sqlite3, sys, zipfile
import xml.etree.ElementTree as tree

MAIN = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
TABLE = '{urn:oasis:names:tc:opendocument:xmlns:table:1.0}'
OFFICE = '{urn:oasis:names:tc:opendocument:xmlns:office:1.0}'

def xlsx(path):
    file = zipfile.ZipFile(path)
    root = lambda name: tree.fromstring(file.read(name))
    shared = [''.join(text.itertext()) for text in root('xl/sharedStrings.xml')]
    names = [sheet.get('name') for sheet in root('xl/workbook.xml').iter(MAIN + 'sheet')]
    styles = root('xl/styles.xml')
    codes = {code.get('numFmtId'): code.get('formatCode') for code in styles.iter(MAIN + 'numFmt')}
    shown = [codes.get(form.get('numFmtId'), '') for form in styles.find(MAIN + 'cellXfs')]

    def cell(one):
        if one.find(MAIN + 'f') is not None:
            return ['formula', one.find(MAIN + 'f').text]
        kind, value = one.get('t', 'n'), one.findtext(MAIN + 'v')
        if value is None:
            return None
        if kind == 's':
            return ['text', shared[int(value)]]
        if kind == 'b':
            return ['boolean', value]
        code = shown[int(one.get('s', 0))].lower()
        return ['date' if 'yyyy' in code else 'number', value]

    def row(element):
        cells = {}
        for one in element:
            column = 0
            for letter in one.get('r').rstrip('0123456789'):
                column = column * 26 + ord(letter) - 64
            cells[column] = cell(one)
        return [cells.get(column) for column in range(1, max(cells, default=0) + 1)]

    rows = lambda number: [row(element) for element in root('xl/worksheets/sheet%d.xml' % number).iter(MAIN + 'row')]
    return {name: rows(index + 1) for index, name in enumerate(names)}

def ods(path):
    content = tree.fromstring(zipfile.ZipFile(path).read('content.xml'))

    def cell(one):
        kind = one.get(OFFICE + 'value-type')
        if one.get(TABLE + 'formula') is not None:
            return ['formula', one.get(TABLE + 'formula')]
        if kind is None:
            return None
        said = one.get(OFFICE + {'float': 'value', 'boolean': 'boolean-value', 'date': 'date-value'}.get(kind, 'none'))
        return [kind, said if said is not None else '\n'.join(''.join(line.itertext()) for line in one)]

    def row(one):
        return [value for each in one for value in [cell(each)] * min(50, int(each.get(TABLE + 'number-columns-repeated', 1)))]

    return {table.get(TABLE + 'name'): [row(one) for one in table.iter(TABLE + 'table-row')] for table in content.iter(TABLE + 'table')}

def sqlite(path):
    base = sqlite3.connect(path)
    base.row_factory = sqlite3.Row
    names = [row['name'] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    columns = lambda name: [[row['name'], row['type']] for row in base.execute('PRAGMA table_info("%s")' % name)]
    return {name: {'columns': columns(name), 'rows': [dict(row) for row in base.execute('SELECT * FROM "%s"' % name)]} for name in names}

json.dump({'xlsx': xlsx, 'ods': ods, 'sqlite': sqlite}[sys.argv[1]](sys.argv[2]), sys.stdout)
