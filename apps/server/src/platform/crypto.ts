// Hashes for secrets that are only compared, authenticated encryption for secrets that must be shown again.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** SHA-256 in hex: how bearer secrets and tokens are stored and looked up. */
export const sha256 = (value: string): string => createHash('sha256').update(value).digest('hex')

export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())
}

export interface Vault {
  /** Encrypts for one tenant and place; `where` is e.g. `agent|<id>|secrets` and must be given again to open it. */
  readonly seal: (tenant: string, where: string, plain: string) => string
  /** Throws when the text was altered, moved to another tenant or place, or sealed under an unknown key. */
  readonly open: (tenant: string, where: string, sealed: string) => string
  /** HMAC-SHA256 for tokens we sign ourselves, in base64url; `purpose` separates their keys. */
  readonly sign: (purpose: string, value: string) => string
}

/**
 * The secret key (`vg_` and 20 characters) that `owner` gets by one renewal, always the same, so that a job may repeat it.
 * Only who has the master key can work it out.
 */
export const renewedKey = (vault: Vault, owner: string, renewal: string): string =>
  `vg_${vault.sign('renewed-keys', `${owner}|${renewal}`).replace(/[-_]/g, '').slice(0, 20)}`

/**
 * Envelopes: every value under a random data key of its own, which is wrapped under a key derived per tenant from the
 * installation's master key (HKDF-SHA256). Both by AES-256-GCM with 96-bit random nonces; the tenant is additional data of
 * the data key, tenant and place are of the text. Format, in base64url:
 * `v2.<kid>.<wrapping nonce>.<wrapping tag>.<data key>.<nonce>.<tag>.<text>`. Values of the format before it,
 * `v1.<kid>.<nonce>.<tag>.<text>` right under the tenant's key, still open.
 */
export function createVault(masterKey: Buffer): Vault {
  const kid = createHash('sha256').update(masterKey).digest('base64url').slice(0, 8)
  // To derive a key takes longer than to open a value with it.
  const derived = new Map<string, Buffer>()
  const derive = (purpose: string): Buffer => {
    const known = derived.get(purpose)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', masterKey, 'parlance', purpose, 32))
    if (derived.size >= MOST_DERIVED) derived.clear()
    derived.set(purpose, key)
    return key
  }
  return {
    seal(tenant, where, plain) {
      const dataKey = randomBytes(32)
      return [
        'v2',
        kid,
        ...encrypt(derive(`wrap:${tenant}`), tenant, dataKey),
        ...encrypt(dataKey, `${tenant}|${where}`, Buffer.from(plain, 'utf8')),
      ].join('.')
    },
    open(tenant, where, sealed) {
      const [version, sealedBy, ...parts] = sealed.split('.')
      const place = `${tenant}|${where}`
      if (sealedBy !== kid) throw unknownKey()
      if (version === 'v1' && parts.length === PARTS)
        return decrypt(derive(`tenant:${tenant}`), place, parts).toString('utf8')
      if (version !== 'v2' || parts.length !== 2 * PARTS) throw unknownKey()
      const dataKey = decrypt(derive(`wrap:${tenant}`), tenant, parts.slice(0, PARTS))
      return decrypt(dataKey, place, parts.slice(PARTS)).toString('utf8')
    },
    sign: (purpose, value) =>
      createHmac('sha256', derive(`sign:${purpose}`))
        .update(value)
        .digest('base64url'),
  }
}

const unknownKey = () => new Error('sealed under an unknown key')

/** Keys kept in memory beside the master key, from which they are derived. */
const MOST_DERIVED = 5000

/** Nonce, tag and text. */
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
