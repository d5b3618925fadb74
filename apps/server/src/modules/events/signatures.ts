import { randomBytes } from 'node:crypto'
import { DEFAULT_ENDPOINT } from '@parlance/contract/events/schemas'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { Vault } from '../../lib/crypto.ts'

const PREFIX = 'whsec_'
/** How long the previous secret still signs after a rotation. */
export const OVERLAP_MS = 24 * 3600_000

/** Times are milliseconds since 1970. */
const SecretsSchema = z.object({
  secret: z.string(),
  since: z.number(),
  old: z.string().default(''),
  oldUntil: z.number().default(0),
})
export type Secrets = z.infer<typeof SecretsSchema>

const VAULT_CONTEXT = 'workspace|events'
export const vaultContextOf = (endpointId: string): string =>
  endpointId === DEFAULT_ENDPOINT ? VAULT_CONTEXT : `${VAULT_CONTEXT}|${endpointId}`
const newSecret = (): string => PREFIX + randomBytes(32).toString('base64')

export const createSecrets = (now: Date): Secrets => ({
  secret: newSecret(),
  since: now.getTime(),
  old: '',
  oldUntil: 0,
})
export const rotateSecrets = (before: Secrets, now: Date): Secrets => ({
  secret: newSecret(),
  since: now.getTime(),
  old: before.secret,
  oldUntil: now.getTime() + OVERLAP_MS,
})

interface SealedFor {
  readonly workspaceId: string
  readonly endpointId: string
}
export const sealSecrets = (vault: Vault, { workspaceId, endpointId }: SealedFor, secrets: Secrets): string =>
  vault.seal(workspaceId, vaultContextOf(endpointId), JSON.stringify(secrets))
/** Undefined until the first secret is created. */
export const openSecrets = (
  vault: Vault,
  { workspaceId, endpointId }: SealedFor,
  sealed: string,
): Secrets | undefined =>
  sealed === ''
    ? undefined
    : SecretsSchema.parse(JSON.parse(vault.open(workspaceId, vaultContextOf(endpointId), sealed)))

/** The secrets that were valid at a time, newest first. */
export function signingSecretsAt({ secret, since, old, oldUntil }: Secrets, at: Date): string[] {
  const time = at.getTime()
  if (time >= since) return time < oldUntil && old !== '' ? [secret, old] : [secret]
  return old === '' ? [] : [old]
}

export interface Signed {
  readonly id: string
  readonly timestamp: number
  readonly body: string
}

/** The `webhook-signature` header: `v1,<base64>` of HMAC-SHA256 over `id.timestamp.body` for each secret, space-separated. */
export function sign({ id, timestamp, body }: Signed, secrets: readonly string[]): string {
  const at = new Date(timestamp * 1000)
  return secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' ')
}

/** Headers of a delivery; without a signature if no secret of that time is known. */
export function deliveryHeaders(signed: Signed, secrets: readonly string[]): Record<string, string> {
  const signature = sign(signed, secrets)
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Parlance-Events/1.0',
    'webhook-id': signed.id,
    'webhook-timestamp': String(signed.timestamp),
    ...(signature === '' ? {} : { 'webhook-signature': signature }),
  }
}
