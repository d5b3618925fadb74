// Sample server code that signs a visitor: HS256 without dependencies.

export const SIGNING_LANGUAGES = ['node', 'php', 'python'] as const
export type SigningLanguage = (typeof SIGNING_LANGUAGES)[number]

interface Signing {
  readonly agentId: string
  /** The key; undefined to read it from the environment. */
  readonly secret?: string | undefined
}

/** Name of the key's environment variable. */
export const SECRET_VARIABLE = 'PARLANCE_SECRET_KEY'

export function signingCode(language: SigningLanguage, { agentId, secret }: Signing): string {
  const own = secret === undefined ? undefined : `'${secret}'`
  if (language === 'node') return node(agentId, own ?? ['process', 'env', SECRET_VARIABLE].join('.'))
  if (language === 'php') return php(agentId, own ?? `getenv('${SECRET_VARIABLE}')`)
  return python(agentId, own ?? `os.environ['${SECRET_VARIABLE}']`)
}

const node = (agentId: string, secret: string) => `import { createHmac } from 'node:crypto'

const AGENT = '${agentId}'
const SECRET = ${secret}

const part = (data) => Buffer.from(JSON.stringify(data)).toString('base64url')

// Call it for people who are signed in, and for nobody else.
export function visitorToken({ id, name, email }) {
  const now = Math.floor(Date.now() / 1000)
  const claims = { sub: String(id), name, email, aud: AGENT, iat: now, exp: now + 3600 }
  const body = part({ alg: 'HS256', typ: 'JWT' }) + '.' + part(claims)
  return body + '.' + createHmac('sha256', SECRET).update(body).digest('base64url')
}`

const php = (agentId: string, secret: string) => `<?php
const AGENT = '${agentId}';

function part(string $data): string {
    return rtrim(strtr(base64_encode($data), '+/', '-_'), '=');
}

// Call it for people who are signed in, and for nobody else.
function visitor_token(string $id, string $name = '', string $email = ''): string {
    $secret = ${secret};
    $now = time();
    $claims = ['sub' => $id, 'name' => $name, 'email' => $email,
               'aud' => AGENT, 'iat' => $now, 'exp' => $now + 3600];
    $body = part(json_encode(['alg' => 'HS256', 'typ' => 'JWT'])) . '.' . part(json_encode($claims));
    return $body . '.' . part(hash_hmac('sha256', $body, $secret, true));
}`

const python = (agentId: string, secret: string) => `import base64, hashlib, hmac, json, os, time

AGENT = '${agentId}'
SECRET = ${secret}

def part(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b'=').decode()

# Call it for people who are signed in, and for nobody else.
def visitor_token(user_id, name='', email=''):
    now = int(time.time())
    claims = {'sub': str(user_id), 'name': name, 'email': email,
              'aud': AGENT, 'iat': now, 'exp': now + 3600}
    header = {'alg': 'HS256', 'typ': 'JWT'}
    body = part(json.dumps(header).encode()) + '.' + part(json.dumps(claims).encode())
    signature = hmac.new(SECRET.encode(), body.encode(), hashlib.sha256).digest()
    return body + '.' + part(signature)`

/** The tag with the token inserted by the site's server. */
export const signedTag = (tag: string): string => tag.replace(' defer>', ' data-user="THE TOKEN" defer>')
