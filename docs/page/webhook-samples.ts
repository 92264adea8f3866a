import type { Samples } from './code-sample.ts';

const curl = (path: string, more = '') => `curl -H "X-API-Key: $API_KEY" "$BASE_URL/webhooks${path}"${more}`;

const javascript = (
  path: string,
  init: string,
  then: string,
) => `const answer = await fetch(\`\${baseUrl}/webhooks${path}\`, {
  headers: { 'X-API-Key': process.env.API_KEY },${init}
});
${then}`;

/** What the samples with a webhook in their path begin with. */
const FIRST_JS = `const headers = { 'X-API-Key': process.env.API_KEY };
const [{ webhook_id: id }] = (await (await fetch(\`\${baseUrl}/webhooks\`, { headers })).json()).data.webhooks;
`;

const javascriptOf = (path: string, method: string, body = '') =>
  `${FIRST_JS}await fetch(\`\${baseUrl}/webhooks/\${id}${path}\`, { method: '${method}', headers${body} });`;

const FIRST_PYTHON = `headers = {"X-API-Key": os.environ["API_KEY"]}
webhook = requests.get(f"{base_url}/webhooks", headers=headers).json()["data"]["webhooks"][0]
`;

const pythonOf = (path: string, call: string, more = '') =>
  `${FIRST_PYTHON}requests.${call}(f"{base_url}/webhooks/{webhook['webhook_id']}${path}", headers=headers${more})`;

/** A request to each operation on webhooks. */
export const WEBHOOK_SAMPLES = {
  addWebhook: {
    curl: `# Keep the secret of the answer: it is shown once.
WEBHOOK=$(${curl(
      '',
      ` \\
     --json '{"url": "https://hooks.example.com/files"}'`,
    )} |
     grep -o 'wh_[0-9a-f]*')`,
    javascript: javascript(
      '',
      `
  method: 'POST',
  body: JSON.stringify({ url: 'https://hooks.example.com/files', events: ['conversion.ready'] }),`,
      `const { webhook_id, secret } = (await answer.json()).data;`,
    ),
    python: `webhook = requests.post(
    f"{base_url}/webhooks",
    headers={"X-API-Key": os.environ["API_KEY"]},
    json={"url": "https://hooks.example.com/files", "events": ["conversion.ready"]},
).json()["data"]
secret = webhook["secret"]`,
  },
  webhooks: {
    curl: curl(''),
    javascript: javascript('', '', 'const { webhooks } = (await answer.json()).data;'),
    python: `headers = {"X-API-Key": os.environ["API_KEY"]}
webhooks = requests.get(f"{base_url}/webhooks", headers=headers).json()["data"]["webhooks"]`,
  },
  testWebhook: {
    curl: curl('/$WEBHOOK/test', ' -X POST'),
    javascript: javascriptOf('/test', 'POST'),
    python: pythonOf('/test', 'post'),
  },
  rotateWebhook: {
    curl: curl('/$WEBHOOK/rotate', ' -X POST'),
    javascript: javascriptOf('/rotate', 'POST'),
    python: pythonOf('/rotate', 'post'),
  },
  replayWebhook: {
    curl: curl(
      '/$WEBHOOK/replay',
      ` \\
     --json '{"conversion_ids": ["'$ID'"]}'`,
    ),
    javascript: javascriptOf('/replay', 'POST', ', body: JSON.stringify({ conversion_ids: [data.conversion_id] })'),
    python: pythonOf('/replay', 'post', ', json={"conversion_ids": [data["conversion_id"]]}'),
  },
  removeWebhook: {
    curl: curl('/$WEBHOOK', ' -X DELETE'),
    javascript: javascriptOf('', 'DELETE'),
    python: pythonOf('', 'delete'),
  },
} as const satisfies Record<string, Samples>;
