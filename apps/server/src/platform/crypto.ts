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
 * AES-256-GCM under a key derived per tenant from the installation's master key (HKDF-SHA256), 96-bit random nonces,
 * tenant and place as additional data. Format: `v1.<kid>.<nonce>.<tag>.<text>`, base64url.
 */
export function createVault(masterKey: Buffer): Vault {
  const kid = createHash('sha256').update(masterKey).digest('base64url').slice(0, 8)
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', masterKey, 'parlance', purpose, 32))
  return {
    seal(tenant, where, plain) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derive(`tenant:${tenant}`), nonce).setAAD(
        Buffer.from(`${tenant}|${where}`),
      )
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        'v1',
        kid,
        nonce.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        text.toString('base64url'),
      ].join('.')
    },
    open(tenant, where, sealed) {
      const [version, sealedBy, nonce, tag, text] = sealed.split('.')
      if (version !== 'v1' || sealedBy !== kid || nonce === undefined || tag === undefined || text === undefined)
        throw new Error('sealed under an unknown key')
      const decipher = createDecipheriv('aes-256-gcm', derive(`tenant:${tenant}`), Buffer.from(nonce, 'base64url'), {
        authTagLength: 16,
      })
      decipher.setAAD(Buffer.from(`${tenant}|${where}`)).setAuthTag(Buffer.from(tag, 'base64url'))
      return decipher.update(Buffer.from(text, 'base64url'), undefined, 'utf8') + decipher.final('utf8')
    },
    sign: (purpose, value) =>
      createHmac('sha256', derive(`sign:${purpose}`))
        .update(value)
        .digest('base64url'),
  }
}
