"""Writes and reads data with what Python brings along: the other eye on what the service makes.

write FORMAT PATH: records in JSON on standard input become a file. read FORMAT PATH: the other way round.
"""
import csv, json, sqlite3, sys, tomllib
import xml.etree.ElementTree as tree

def write(kind, path, records):
    if kind in ('csv', 'tsv'):
        with open(path, 'w', newline='', encoding='utf-8') as file:
            writer = csv.DictWriter(file, list(records[0]), delimiter='\t' if kind == 'tsv' else ',')
            writer.writeheader()
            writer.writerows(records)
    elif kind in ('json', 'ndjson'):
        lines = [json.dumps(record) for record in records]
        open(path, 'w').write('\n'.join(lines) if kind == 'ndjson' else json.dumps(records, indent=1))
    elif kind == 'sqlite':
        base = sqlite3.connect(path)
        names = list(records[0])
        base.execute('CREATE TABLE things (%s)' % ', '.join('"%s"' % name for name in names))
        base.executemany('INSERT INTO things VALUES (%s)' % ', '.join('?' * len(names)),
                         [[record[name] for name in names] for record in records])
        base.commit()
    elif kind == 'xml':
        root = tree.Element('things')
        for record in records:
            thing = tree.SubElement(root, 'thing')
            for name, value in record.items():
                tree.SubElement(thing, name).text = None if value is None else str(value)
        tree.ElementTree(root).write(path, encoding='utf-8', xml_declaration=True)

def read(kind, path):
    if kind in ('csv', 'tsv'):
        with open(path, newline='', encoding='utf-8') as file:
            return list(csv.DictReader(file, delimiter='\t' if kind == 'tsv' else ','))
    if kind == 'json':
        return json.load(open(path, encoding='utf-8'))
    if kind == 'ndjson':
        return [json.loads(line) for line in open(path, encoding='utf-8')]
    if kind == 'toml':
        return tomllib.load(open(path, 'rb'))
    if kind == 'sqlite':
        base = sqlite3.connect(path)
        base.row_factory = sqlite3.Row
        return [dict(row) for row in base.execute('SELECT * FROM data')]
    if kind == 'xml':
        root = tree.parse(path).getroot()
        items = root if any(len(item) for item in root) else [root]
        return [{field.tag: field.text for field in item} for item in items]

command, kind, path = sys.argv[1:]
if command == 'write':
    write(kind, path, json.load(sys.stdin))
else:
    json.dump(read(kind, path), sys.stdout)
