"""Writes the mails of the tests, by the email package of Python: write-mail.py FOLDER."""

import base64
import mailbox
import quopri
import sys
from email import policy
from email.message import EmailMessage, MIMEPart
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

FOLDER = Path(sys.argv[1])
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8cfc0000003010100c9fe92ef0000000049454e44ae426082"
)


def message(subject="Kranichflug über Grüße 文件"):
    mail = EmailMessage(policy=policy.SMTP)
    mail["From"] = "Jürgen Kranich <kranich@example.org>"
    mail["To"] = "Ana <ana@example.org>, 山田 <yamada@example.org>"
    mail["Cc"] = "team@example.org"
    mail["Date"] = "Mon, 06 May 2024 07:08:09 +0200"
    mail["Subject"] = subject
    mail["Message-ID"] = "<1@example.org>"
    return mail


def save(name, mail):
    (FOLDER / f"{name}.eml").write_bytes(mail if isinstance(mail, bytes) else mail.as_bytes())


for charset, text in {
    "utf-8": "Kranichflug über café 文件转换服务 😀",
    "iso-2022-jp": "ファイル変換",
    "windows-1252": "über café – “so”",
    "windows-1251": "Привет, мир",
    "koi8-r": "Привет, мир",
    "iso-8859-2": "Zażółć gęślą",
    "shift_jis": "ファイル変換",
    "gb18030": "文件转换服务",
    "big5": "文件",
    "euc-kr": "파일 변환",
}.items():
    for encoding in ("base64", "quoted-printable"):
        body = text.encode(charset)
        encoded = base64.encodebytes(body) if encoding == "base64" else quopri.encodestring(body)
        head = (
            "From: a@example.org\r\nTo: b@example.org\r\nSubject: "
            + "letters\r\nDate: Mon, 06 May 2024 07:08:09 +0200\r\nMIME-Version: 1.0\r\nMessage-ID: <2@example.org>\r\n"
            + f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
        )
        save(f"{charset}-{encoding}", head.encode() + encoded)

head = "From: a@example.org\r\nDate: Mon, 06 May 2024 07:08:09 +0200\r\nSubject: flowed\r\nMIME-Version: 1.0\r\nMessage-ID: <3@example.org>\r\nContent-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n"
save("flowed", (head + "one line that goes \r\non and on.\r\nAnother.\r\n").encode())

full = message()
full.set_content("The text of it.\n")
full.add_alternative('<html><body><p>The <b>page</b> of it.</p><img src="cid:red@x"></body></html>', subtype="html")
full.get_payload()[1].add_related(PNG, "image", "png", cid="<red@x>")
full.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv", filename="Zahlen über alles.csv")
full.add_attachment(b"one", maintype="application", subtype="octet-stream", filename="../../etc/passwd")
full.add_attachment(b"two", maintype="application", subtype="octet-stream", filename="C:\\Windows\\passwd")
full.add_attachment(b"tnef", maintype="application", subtype="ms-tnef", filename="winmail.dat")
save("full", full)

page = message("only a page")
page.set_content("<p>Only a <i>page</i>: Kranichflug</p>", subtype="html")
save("page", page)

inner = message("the inner one")
inner.set_content("What the inner one says.\n")
outer = message("the outer one")
outer.set_content("What the outer one says.\n")
outer.add_attachment(inner)
save("forwarded", outer)

signed = MIMEMultipart("signed", protocol="application/pgp-signature", micalg="pgp-sha256")
for name in ("From", "To", "Date", "Subject", "Message-ID"):
    signed[name] = message()[name]
signed.attach(MIMEText("What is signed.\n"))
signature = MIMEPart()
signature.set_content(b"-----BEGIN PGP SIGNATURE-----", "application", "pgp-signature")
signed.attach(signature)
save("signed", signed.as_bytes(policy=policy.SMTP))

sealed = MIMEMultipart("encrypted", protocol="application/pgp-encrypted")
for name in ("From", "To", "Date", "Subject", "Message-ID"):
    sealed[name] = message()[name]
sealed.attach(MIMEText("Version: 1\n"))
save("sealed-pgp", sealed.as_bytes(policy=policy.SMTP))

smime = message()
smime.set_content(b"0\x80", "application", "pkcs7-mime", params={"smime-type": "enveloped-data", "name": "smime.p7m"})
save("sealed-smime", smime)

box = mailbox.mbox(FOLDER / "box.mbox")
for number in (1, 2, 3):
    mail = message(f"mail {number}")
    mail.set_content(f"Text {number}.\n\nFrom here on, all is well.\n")
    box.add(mailbox.mboxMessage(mail))
box.flush()
