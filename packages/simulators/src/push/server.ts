/**
 * A loopback push service as browsers use it: issues subscriptions and accepts messages for them (RFC 8030). Like a
 * real one it refuses a missing or wrong VAPID token (RFC 8292), another sender than the one that subscribed, a body
 * that is not `aes128gcm` (RFC 8291), and missing or unknown headers. It decrypts accepted messages, as the browser
 * does.
 */
import { createDecipheriv, createECDH, createHmac, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PushedMessage {
  readonly text: string
  readonly ttl: number
  readonly urgency: string
  readonly topic: string
  /** `sub` of the sender's token. */
  readonly contact: string
}

interface Subscription {
  readonly ecdh: ECDH
  readonly auth: Buffer
  /** The sender it belongs to: a browser's `applicationServerKey`. */
  readonly publicKey: string
  readonly messages: PushedMessage[]
  isGone: boolean
}

const MAX_BODY = 4096
const DAY = 24 * 60 * 60
const URGENCIES = new Set(['very-low', 'low', 'normal', 'high'])

class Refusal extends Error {
  readonly status: number
  constructor(status: number, reason: string) {
    super(reason)
    this.status = status
  }
}

/** On a free port by default. */
export async function startPush({ port = 0 }: { readonly port?: number } = {}) {
  const subscriptions = new Map<string, Subscription>()
  const refusals: string[] = []
  let failing = 0
  const server = createServer((request, response) => {
    void answer(request).then(
      (location) => response.writeHead(201, { location }).end(),
      (error: unknown) => {
        const status = error instanceof Refusal ? error.status : 500
        refusals.push(error instanceof Error ? error.message : String(error))
        response.writeHead(status).end()
      },
    )
  })
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${host}`

  async function answer(request: IncomingMessage): Promise<string> {
    const body = await readBody(request)
    if (failing > 0) {
      failing -= 1
      throw new Refusal(503, 'busy')
    }
    const subscription = subscriptions.get((request.url ?? '').slice(1))
    if (request.method !== 'POST' || !subscription) throw new Refusal(404, 'no such subscription')
    if (subscription.isGone) throw new Refusal(410, 'the subscription is over')
    const header = (name: string) => String(request.headers[name] ?? '')
    const contact = contactOf(header('authorization'), { audience: url, publicKey: subscription.publicKey })
    if (!/^\d+$/.test(header('ttl'))) throw new Refusal(400, 'no TTL')
    if (header('content-encoding') !== 'aes128gcm') throw new Refusal(415, 'another encoding than aes128gcm')
    if (header('urgency') !== '' && !URGENCIES.has(header('urgency'))) throw new Refusal(400, 'unknown urgency')
    if (!/^[\w-]{0,32}$/.test(header('topic'))) throw new Refusal(400, 'a topic has at most 32 characters of base64url')
    subscription.messages.push({
      text: decrypt(body, subscription),
      ttl: Number(header('ttl')),
      urgency: header('urgency'),
      topic: header('topic'),
      contact,
    })
    return `${url}/message/${randomBytes(8).toString('hex')}`
  }

  return {
    url,
    host,
    /** Reasons of all refusals. */
    refusals,
    /**
     * Like a browser's `pushManager.subscribe({ applicationServerKey: publicKey })`, with the messages that arrive
     * there.
     */
    subscribe(publicKey: string) {
      const id = randomBytes(16).toString('base64url')
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const subscription: Subscription = { ecdh, auth: randomBytes(16), publicKey, messages: [], isGone: false }
      subscriptions.set(id, subscription)
      return {
        json: {
          endpoint: `${url}/${id}`,
          keys: { p256dh: ecdh.getPublicKey('base64url'), auth: subscription.auth.toString('base64url') },
        },
        messages: subscription.messages as readonly PushedMessage[],
        /** The user withdraws the permission. */
        end: () => void (subscription.isGone = true),
      }
    },
    /** Answers 503 to the next messages. */
    fail: (times: number) => void (failing = times),
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
export type PushSimulator = Awaited<ReturnType<typeof startPush>>

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts)
  if (body.length > MAX_BODY) throw new Refusal(413, 'larger than 4096 bytes')
  return body
}

const jsonOf = (part: string): Record<string, unknown> => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>
  } catch {
    throw new Refusal(403, 'the token is no JWT')
  }
}

/** Checks the `vapid` authorization and returns its `sub`. */
function contactOf(authorization: string, wanted: { audience: string; publicKey: string }): string {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (token === '') throw new Refusal(401, 'no VAPID token')
  if (key !== wanted.publicKey) throw new Refusal(403, 'another sender than the one that subscribed')
  const [head = '', claims = '', signature = ''] = token.split('.')
  if (jsonOf(head).alg !== 'ES256') throw new Refusal(403, 'another algorithm than ES256')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' } })
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new Refusal(403, 'the signature is wrong')
  const { aud, exp, sub } = jsonOf(claims)
  const now = Date.now() / 1000
  if (aud !== wanted.audience) throw new Refusal(403, `meant for ${String(aud)}`)
  if (typeof exp !== 'number' || exp <= now || exp > now + DAY) throw new Refusal(403, 'expired, or valid for too long')
  if (typeof sub !== 'string' || !/^(mailto:\S+@\S+|https:\/\/)/.test(sub)) throw new Refusal(403, 'no contact')
  return sub
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac('sha256', key).update(data).digest()
/** HKDF of one block, as in RFC 8188. */
const derive = (salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer =>
  hmac(hmac(salt, secret), Buffer.concat([info, Buffer.from([1])])).subarray(0, length)

/** One record of `aes128gcm` under the keys of the subscription. */
function decrypt(body: Buffer, { ecdh, auth }: Subscription): string {
  try {
    const salt = body.subarray(0, 16)
    const keyLength = body.readUInt8(20)
    const sender = body.subarray(21, 21 + keyLength)
    const record = body.subarray(21 + keyLength)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
    const secret = derive(auth, ecdh.computeSecret(sender), info, 32)
    const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(record.subarray(-16))
    const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
    // A delimiter of 2 ends the last record; zeros may follow.
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
  } catch {
    throw new Refusal(400, 'the body can’t be decrypted')
  }
}
