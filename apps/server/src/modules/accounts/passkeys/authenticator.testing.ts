// A software authenticator: creates key pairs and signs challenges, correctly or with chosen faults.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

interface Making {
  readonly origin?: string
  readonly verified?: boolean
}
interface Signing extends Making {
  readonly counter?: number
  readonly rpID?: string
}

const PRESENT = 1
const VERIFIED = 4
const ATTESTED = 64
const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const b64 = (bytes: Buffer) => bytes.toString('base64url')

/** CBOR of the few shapes that WebAuthn needs. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const parts = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Parameters<typeof cbor>[0])])
  return Buffer.concat([head(5, value.size), ...parts])
}

export function createAuthenticator(site: { readonly rpID: string; readonly origin: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const data = (flags: number, counter: number, rpID = site.rpID, rest: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha(rpID), Buffer.from([flags]), count, rest])
  }
  const client = (type: string, challenge: string, origin = site.origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const flags = (verified = true) => PRESENT | (verified ? VERIFIED : 0)
  const answer = (response: Record<string, unknown>) => ({
    id: b64(id),
    rawId: b64(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })
  return {
    id: b64(id),
    make(challenge: string, { origin, verified }: Making = {}) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseOf(publicKey)])
      const authData = data(flags(verified) | ATTESTED, 0, site.rpID, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return answer({
        clientDataJSON: b64(client('webauthn.create', challenge, origin)),
        attestationObject: b64(cbor(attestation)),
        transports: ['internal'],
      })
    },
    sign(challenge: string, { origin, verified, counter = 0, rpID }: Signing = {}) {
      const authenticatorData = data(flags(verified), counter, rpID)
      const clientDataJSON = client('webauthn.get', challenge, origin)
      const signed = createSign('SHA256').update(Buffer.concat([authenticatorData, sha(clientDataJSON)]))
      return answer({
        clientDataJSON: b64(clientDataJSON),
        authenticatorData: b64(authenticatorData),
        signature: b64(signed.sign(privateKey)),
        userHandle: '',
      })
    },
  }
}

function coseOf(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}
