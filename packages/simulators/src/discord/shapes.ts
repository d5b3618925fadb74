/** What the simulated Discord keeps and shows, and how it signs. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The response to the next webhook call, or none. */
export interface DiscordFault {
  readonly status: number
  readonly code?: number
  readonly message?: string
  readonly retryAfter?: number
  /** The call is executed, but its response is lost. */
  readonly lost?: true
}
export interface DiscordChannel {
  readonly id: string
  readonly name: string
  readonly guildId: string
  readonly webhookId: string
  readonly webhookToken: string
  /** Whether the bot created the webhook: then its buttons are shown. */
  readonly isAppOwned: boolean
  readonly parentId?: string
  readonly isVisible: boolean
  /** Of a thread. */
  readonly ownerId?: string
  /** Whether the bot may open threads. */
  readonly mayThread?: boolean
}
export interface Shown {
  readonly id: string
  readonly author: string
  readonly by: 'member' | 'webhook' | 'bot' | 'note'
  readonly avatar?: string
  readonly text: string
  /** How often it was edited. */
  readonly edits?: number
  readonly images: readonly string[]
  readonly buttons: readonly {
    readonly label: string
    readonly id?: string
    readonly url?: string
    readonly style?: number
    readonly isDisabled?: true
  }[]
}
export interface DiscordCall {
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly status: number
}
export interface DiscordSaid {
  readonly channel: string
  readonly text?: string
  readonly user?: string
  readonly message?: Readonly<Record<string, unknown>>
}

export interface Stored {
  readonly token: string
  readonly appId: string
  readonly privateKey: string
  channels: DiscordChannel[]
}
export const EPOCH = 1_420_070_400_000n

export type Rows = readonly {
  readonly components?: readonly {
    readonly label: string
    readonly style?: number
    readonly custom_id?: string
    readonly url?: string
    readonly disabled?: boolean
  }[]
}[]
export const buttonsOf = (rows: Rows): Shown['buttons'] =>
  rows
    .flatMap(({ components = [] }) => components)
    .map(({ label, custom_id: button, url, style, disabled }) => ({
      label,
      ...(button === undefined ? {} : { id: button }),
      ...(url === undefined ? {} : { url }),
      ...(style === undefined ? {} : { style }),
      ...(disabled ? { isDisabled: true as const } : {}),
    }))
export const rowsOf = (buttons: Shown['buttons']) => [
  {
    type: 1,
    components: buttons.map(({ id, isDisabled, ...one }) => ({
      type: 2,
      ...one,
      ...(id === undefined ? {} : { custom_id: id }),
      ...(isDisabled ? { disabled: true } : {}),
    })),
  },
]

export function signed(key: KeyObject, bytes: Buffer): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = sign(null, Buffer.concat([Buffer.from(timestamp), bytes]), key).toString('hex')
  return { 'content-type': 'application/json', 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp }
}

export function rawPublic(key: KeyObject): string {
  const { x = '' } = key.export({ format: 'jwk' })
  return Buffer.from(x, 'base64url').toString('hex')
}

export function readStore(file: string | undefined): Stored {
  if (file !== undefined)
    try {
      return JSON.parse(readFileSync(file, 'utf8')) as Stored
    } catch {
      // The file does not exist yet.
    }
  const { privateKey } = generateKeyPairSync('ed25519')
  return {
    token: `${randomBytes(18).toString('base64url')}.${randomBytes(4).toString('hex')}.${randomBytes(27).toString('base64url')}`,
    appId: String((BigInt(Date.now()) - EPOCH) << 22n),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    channels: [],
  }
}
