// What a server of the workspace runs to know that a request is ours; nothing but the language's own library.

export const VERIFY_CODE = {
  node: `import { createHmac, timingSafeEqual } from 'node:crypto'

// rawBody: the request's body as it came, before anything parses it.
export function verify(secret, headers, rawBody) {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) throw new Error('too old')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${rawBody}\`).digest()
  const fits = headers['webhook-signature'].split(' ').some((signature) => {
    const [version, value] = signature.split(',')
    const given = Buffer.from(value ?? '', 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!fits) throw new Error('not signed by us')
  return JSON.parse(rawBody) // The same id may come twice: keep the ids that you have seen.
}
`,
  python: `import base64, hashlib, hmac, json, time

# raw_body: the request's body as bytes, before anything parses it.
def verify(secret, headers, raw_body):
    msg_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{msg_id}.{timestamp}.".encode() + raw_body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    given = [one.split(",", 1) for one in headers["webhook-signature"].split(" ")]
    if not any(v == "v1" and hmac.compare_digest(s, expected) for v, s in given):
        raise ValueError("not signed by us")
    return json.loads(raw_body)  # The same id may come twice: keep the ids that you have seen.
`,
} as const
export type VerifyLanguage = keyof typeof VERIFY_CODE
