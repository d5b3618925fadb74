// The token that identifies a call to its socket: signed, valid for a minute, and used by one socket at a time.
import { z } from 'zod'
import type { Signer } from '../../lib/crypto.ts'

const PURPOSE = 'call-sockets'
export const TOKEN_MS = 60_000

const Grant = z.strictObject({
  callId: z.string(),
  region: z.string(),
  workspaceId: z.string(),
  agentId: z.string(),
  /** The caller's own key. */
  visitorId: z.string(),
  conversationId: z.string().optional(),
  draft: z.boolean(),
  /** As announced to the caller. */
  records: z.boolean(),
  consent: z.boolean(),
  language: z.string(),
  url: z.string(),
  until: z.number(),
})
export type CallGrant = z.infer<typeof Grant>

/** For listening to a call: opens a socket, and prolongs listening. */
const LISTEN_PURPOSE = 'call-listeners'
/** Short, because access is checked only when one is made. */
export const LISTEN_MS = 20_000
const ListenGrant = z.strictObject({ callId: z.string(), region: z.string(), until: z.number() })

export const createCallTokens = (signer: Signer) => signed(signer, PURPOSE, Grant)
export const createListenTokens = (signer: Signer) => signed(signer, LISTEN_PURPOSE, ListenGrant)

function signed<T>({ sign, verify }: Signer, purpose: string, schema: z.ZodType<T>) {
  return {
    make(grant: T): string {
      const body = Buffer.from(JSON.stringify(grant)).toString('base64url')
      return `${body}.${sign(purpose, body)}`
    },
    /** Undefined for a forged token. */
    read(token: string): T | undefined {
      const [body = '', signature = ''] = token.split('.')
      if (!verify(purpose, body, signature)) return undefined
      try {
        return schema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8'))).data
      } catch {
        return undefined
      }
    },
  }
}
