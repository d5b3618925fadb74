// Hashes for secrets that are only compared, authenticated encryption for secrets that must be shown again.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** SHA-256 in hex: how bearer secrets and tokens are stored and looked up. */
export const sha256 = (value: string): string => hash('sha256', value, 'hex')

export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}

export interface Vault {
  /** Id of the sealing key; reveals nothing about it. */
  readonly kid: string
  readonly previousKids: readonly string[]
  /** Encrypts for one tenant and location; `where` is e.g. `agent|<id>|secrets` and is required again to open it. */
  readonly seal: (tenant: string, where: string, plain: string) => string
  /** Throws if the text was altered, moved to another tenant or location, or sealed under an unknown key. */
  readonly open: (tenant: string, where: string, sealed: string) => string
  /** Re-encrypts under the current key and format; undefined if that is the case already. Throws as `open` does. */
  readonly rewrap: (tenant: string, where: string, sealed: string) => string | undefined
  /** HMAC-SHA256 for our own tokens, in base64url; `purpose` separates their keys. Depends on the master key. */
  readonly sign: (purpose: string, value: string) => string
  /** Whether `sign` created it, under the current or a previous master key. */
  readonly verify: (purpose: string, value: string, signature: string) => boolean
  /** The current and previous keys of `sign`, the current one first: for values that must outlive the master key. */
  readonly signingKeys: (purpose: string) => readonly Buffer[]
}

export type Signer = Pick<Vault, 'sign' | 'verify'>

export const hmac = (key: Buffer, value: string): string => createHmac('sha256', key).update(value).digest('base64url')

/** The secret key (`vg_` and 20 characters) of `owner` after a renewal; deterministic, so that a job may repeat it. */
export const renewedKey = (vault: Vault, owner: string, renewal: string): string =>
  `vg_${vault.sign('renewed-keys', `${owner}|${renewal}`).replace(/[-_]/g, '').slice(0, 20)}`

/**
 * Envelopes: every value under a random data key of its own, which is wrapped under a key derived per tenant from the
 * installation's master key (HKDF-SHA256). Both by AES-256-GCM with 96-bit random nonces; the tenant is additional data of
 * the data key, tenant and place are of the text. Format, in base64url:
 * `v2.<kid>.<wrapping nonce>.<wrapping tag>.<data key>.<nonce>.<tag>.<text>`. Values of the format before it,
 * `v1.<kid>.<nonce>.<tag>.<text>` right under the tenant's key, still open.
 *
 * @param previous earlier master keys, only used to open
 */
export function createVault(masterKey: Buffer, previous: readonly Buffer[] = []): Vault {
  const current = masterOf(masterKey)
  const masters = [current, ...previous.map(masterOf)]
  const byKid = new Map(masters.toReversed().map((master) => [master.kid, master]))
  const dataKeys = new LRUCache<string, Buffer>({ max: MOST_KEPT })

  const partsOf = (sealed: string) => {
    const [version = '', kid = '', ...parts] = sealed.split('.')
    const count = version === 'v1' ? PARTS : version === 'v2' ? 2 * PARTS : 0
    if (count === 0 || parts.length !== count) throw new Error('this is no sealed value')
    const master = byKid.get(kid)
    if (!master) throw new Error(`sealed under an unknown key: ${kid.slice(0, KID)}`)
    return { version, master, parts }
  }
  const dataKeyOf = (tenant: string, { master, parts }: ReturnType<typeof partsOf>): Buffer => {
    const wrapped = parts.slice(0, PARTS)
    const name = [master.kid, tenant, ...wrapped].join('.')
    const known = dataKeys.get(name)
    if (known) return known
    const dataKey = decrypt(master.derive(`wrap:${tenant}`), tenant, wrapped)
    dataKeys.set(name, dataKey)
    return dataKey
  }
  const wrap = (tenant: string, dataKey: Buffer) => [
    'v2',
    current.kid,
    ...encrypt(current.derive(`wrap:${tenant}`), tenant, dataKey),
  ]
  const seal = (tenant: string, where: string, plain: string): string => {
    const dataKey = randomBytes(32)
    return [...wrap(tenant, dataKey), ...encrypt(dataKey, `${tenant}|${where}`, Buffer.from(plain, 'utf8'))].join('.')
  }
  const open = (tenant: string, where: string, sealed: string): string => {
    const envelope = partsOf(sealed)
    const place = `${tenant}|${where}`
    const { version, master, parts } = envelope
    return version === 'v1'
      ? decrypt(master.derive(`tenant:${tenant}`), place, parts).toString('utf8')
      : decrypt(dataKeyOf(tenant, envelope), place, parts.slice(PARTS)).toString('utf8')
  }
  const signingKeys = (purpose: string) => masters.map(({ derive }) => derive(`sign:${purpose}`))
  return {
    kid: current.kid,
    previousKids: [...byKid.keys()].filter((kid) => kid !== current.kid),
    seal,
    open,
    rewrap(tenant, where, sealed) {
      const plain = open(tenant, where, sealed)
      const envelope = partsOf(sealed)
      if (envelope.version === 'v1') return seal(tenant, where, plain)
      if (envelope.master === current) return undefined
      return [...wrap(tenant, dataKeyOf(tenant, envelope)), ...envelope.parts.slice(PARTS)].join('.')
    },
    sign: (purpose, value) => hmac(current.derive(`sign:${purpose}`), value),
    verify: (purpose, value, signature) =>
      // Compares all, so that timing does not reveal which one matched.
      signingKeys(purpose)
        .map((key) => sameSecret(signature, hmac(key, value)))
        .includes(true),
    signingKeys,
  }
}

function masterOf(key: Buffer) {
  // Caches derived keys: deriving one takes longer than opening a value.
  const derived = new LRUCache<string, Buffer>({
    max: MOST_KEPT,
    memoMethod: (purpose) => Buffer.from(hkdfSync('sha256', key, 'parlance', purpose, 32)),
  })
  return {
    kid: createHash('sha256').update(key).digest('base64url').slice(0, KID),
    derive: (purpose: string) => derived.memo(purpose),
  }
}

/** Maximum of cached keys. The master key, which opens them all, is in memory anyway. */
const MOST_KEPT = 5000
const KID = 8
const PARTS = 3

function encrypt(key: Buffer, additional: string, plain: Buffer): string[] {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(additional))
  const text = Buffer.concat([cipher.update(plain), cipher.final()])
  return [nonce, cipher.getAuthTag(), text].map((part) => part.toString('base64url'))
}

function decrypt(key: Buffer, additional: string, parts: readonly string[]): Buffer {
  const [nonce = '', tag = '', text = ''] = parts
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(additional)).setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()])
}
