"""What the examples of the API page use of the package of this name, on the standard library, so that a test can run them."""

import json
import os
import urllib.error
import urllib.parse
import urllib.request
import uuid


class Response:
    def __init__(self, status, content):
        self.status_code = status
        self.content = content
        self.ok = status < 400

    @property
    def text(self):
        return self.content.decode()

    def json(self):
        return json.loads(self.content)

    def raise_for_status(self):
        if not self.ok:
            raise RuntimeError(f"status {self.status_code}")


def get(url, params=None, headers=None):
    query = f"?{urllib.parse.urlencode(params)}" if params else ""
    return _send(urllib.request.Request(url + query, headers=headers or {}))


def delete(url, headers=None):
    return _send(urllib.request.Request(url, headers=headers or {}, method="DELETE"))


def post(url, data=None, files=None, json=None):
    if json is not None:
        return _send(urllib.request.Request(url, _text(json), {"Content-Type": "application/json"}))
    boundary = uuid.uuid4().hex
    parts = [(f'name="{name}"', str(value).encode()) for name, value in (data or {}).items()]
    parts += [(f'name="{name}"; filename="{os.path.basename(file.name)}"', file.read()) for name, file in files.items()]
    body = b"".join(
        f"--{boundary}\r\nContent-Disposition: form-data; {head}\r\n\r\n".encode() + content + b"\r\n"
        for head, content in parts
    )
    headers = {"Content-Type": f"multipart/form-data; boundary={boundary}"}
    return _send(urllib.request.Request(url, body + f"--{boundary}--\r\n".encode(), headers))


def _text(value):
    return json.dumps(value).encode()


def _send(request):
    try:
        with urllib.request.urlopen(request) as answer:
            return Response(answer.status, answer.read())
    except urllib.error.HTTPError as error:
        return Response(error.code, error.read())
