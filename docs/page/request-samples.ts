import type { ApiRouteName } from '../../functions/routes.ts';
import type { Samples } from './code-sample.ts';
import { WEBHOOK_SAMPLES } from './webhook-samples.ts';

/** A request to each operation, in all languages; a test runs them. */
export const REQUEST_SAMPLES = {
  convert: {
    curl: `curl -F file=@photo.jpg \\
     -F target_format=webp \\
     -F width=1200 \\
     "$BASE_URL/convert"`,
    javascript: `const form = new FormData();
form.set('file', await openAsBlob('photo.jpg'), 'photo.jpg');
form.set('target_format', 'webp');
form.set('width', '1200');

const answer = await fetch(\`\${baseUrl}/convert\`, { method: 'POST', body: form });
const { success, data, code, error } = await answer.json();
if (!success) throw new Error(\`\${code}: \${error}\`);`,
    python: `with open("photo.jpg", "rb") as file:
    answer = requests.post(
        f"{base_url}/convert",
        files={"file": file},
        data={"target_format": "webp", "width": 1200},
    ).json()
if not answer["success"]:
    raise RuntimeError(f"{answer['code']}: {answer['error']}")
data = answer["data"]`,
  },
  status: {
    curl: `curl "$BASE_URL/status/$ID"`,
    javascript: `const answer = await fetch(\`\${baseUrl}/status/\${data.conversion_id}\`);
const { data: state } = await answer.json();`,
    python: `state = requests.get(f"{base_url}/status/{data['conversion_id']}").json()["data"]`,
  },
  download: {
    curl: `# ID: the conversion_id of the answer
curl -fLOJ "$BASE_URL/download/$ID"`,
    javascript: `const result = await fetch(new URL(data.download_url, baseUrl));
if (!result.ok) throw new Error((await result.json()).error);
await writeFile('photo.webp', result.body);`,
    python: `result = requests.get(urljoin(base_url, data["download_url"]))
result.raise_for_status()
with open("photo.webp", "wb") as file:
    file.write(result.content)`,
  },
  uploads: {
    curl: `# Asks for a form; its fields go before the file.
curl "$BASE_URL/uploads" \\
     --json '{"filename": "film.mov", "target_format": "mp4"}'`,
    javascript: `const order = JSON.stringify({ filename: 'film.mov', target_format: 'mp4' });
const answer = await fetch(\`\${baseUrl}/uploads\`, { method: 'POST', body: order });
const { data: upload } = await answer.json();

const form = new FormData();
for (const [name, value] of Object.entries(upload.fields)) form.set(name, value);
form.set('file', await openAsBlob('film.mov'));
await fetch(upload.url, { method: 'POST', body: form });`,
    python: `order = {"filename": "film.mov", "target_format": "mp4"}
upload = requests.post(f"{base_url}/uploads", json=order).json()["data"]

with open("film.mov", "rb") as file:
    requests.post(upload["url"], data=upload["fields"], files={"file": file})`,
  },
  usage: {
    curl: `curl -H "X-API-Key: $API_KEY" "$BASE_URL/usage"
curl -H "X-API-Key: $API_KEY" "$BASE_URL/usage?period=2026-10"`,
    javascript: `const answer = await fetch(\`\${baseUrl}/usage\`, {
  headers: { 'X-API-Key': process.env.API_KEY },
});
const { left } = (await answer.json()).data;`,
    python: `answer = requests.get(f"{base_url}/usage", headers={"X-API-Key": os.environ["API_KEY"]})
left = answer.json()["data"]["left"]`,
  },
  listConversions: {
    curl: `curl -H "X-API-Key: $API_KEY" "$BASE_URL/conversions?limit=10"`,
    javascript: `const answer = await fetch(\`\${baseUrl}/conversions?limit=10\`, {
  headers: { 'X-API-Key': process.env.API_KEY },
});
const { conversions, next_cursor: cursor } = (await answer.json()).data;`,
    python: `answer = requests.get(
    f"{base_url}/conversions", params={"limit": 10}, headers={"X-API-Key": os.environ["API_KEY"]}
)
conversions = answer.json()["data"]["conversions"]`,
  },
  deleteConversion: {
    curl: `curl -X DELETE -H "X-API-Key: $API_KEY" "$BASE_URL/conversions/$ID"`,
    javascript: `const answer = await fetch(\`\${baseUrl}/conversions/\${data.conversion_id}\`, {
  method: 'DELETE',
  headers: { 'X-API-Key': process.env.API_KEY },
});
const deleted = answer.ok;`,
    python: `answer = requests.delete(
    f"{base_url}/conversions/{data['conversion_id']}", headers={"X-API-Key": os.environ["API_KEY"]}
)
deleted = answer.ok`,
  },
  formats: {
    curl: `curl "$BASE_URL/formats"`,
    javascript: `const answer = await fetch(\`\${baseUrl}/formats\`);
const { formats } = (await answer.json()).data;
const jpg = formats.find(({ format }) => format === 'jpg');`,
    python: `formats = requests.get(f"{base_url}/formats").json()["data"]["formats"]
jpg = next(entry for entry in formats if entry["format"] == "jpg")`,
  },
  health: {
    curl: `curl "$BASE_URL/health"`,
    javascript: `const { ok } = await fetch(\`\${baseUrl}/health\`);`,
    python: `ok = requests.get(f"{base_url}/health").ok`,
  },
  openapi: {
    curl: `curl -O "$BASE_URL/openapi.json"`,
    javascript: `const answer = await fetch(\`\${baseUrl}/openapi.json\`);
const api = await answer.json();`,
    python: `api = requests.get(f"{base_url}/openapi.json").json()`,
  },
  docs: {
    curl: `curl -o api.html "$BASE_URL/docs"`,
    javascript: `const page = await (await fetch(\`\${baseUrl}/docs\`)).text();`,
    python: `page = requests.get(f"{base_url}/docs").text`,
  },
  ...WEBHOOK_SAMPLES,
} as const satisfies Record<ApiRouteName, Samples>;

/** What comes before any of them. */
export const SETUP: Samples = {
  curl: `BASE_URL=http://localhost:3000/api/v1`,
  javascript: `import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const baseUrl = 'http://localhost:3000/api/v1';`,
  python: `import os
from urllib.parse import urljoin
import requests

base_url = "http://localhost:3000/api/v1"`,
};

/** How to wait for a conversion that takes longer than an answer. */
export const WAITING: Samples = {
  curl: `# "processing", then "ready"
until curl -s "$BASE_URL/status/$ID" | grep -v '"processing"'; do
  sleep 1
done`,
  javascript: `for (let { status } = data; status === 'processing'; ) {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const answer = await fetch(\`\${baseUrl}/status/\${data.conversion_id}\`);
  const state = await answer.json();
  if (!state.success) throw new Error(\`\${state.code}: \${state.error}\`);
  status = state.data.status;
}`,
  python: `while data["status"] == "processing":
    time.sleep(1)
    answer = requests.get(f"{base_url}/status/{data['conversion_id']}").json()
    if not answer["success"]:
        raise RuntimeError(f"{answer['code']}: {answer['error']}")
    data = answer["data"]`,
};
