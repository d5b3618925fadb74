// Where browsers get a file, and what its stored type says it is. What everybody may see has an address for ever; what
// visitors sent opens for a while, to whoever got its address from somebody who asked for the conversation.
import { MEDIA_MIMES, type MediaKind } from '../../lib/media/kinds.ts'
import type { Signer } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'

export const addressOf = (ctx: Pick<Ctx, 'region'>, id: string, kind: MediaKind): string =>
  `/media/${ctx.region}/${id}.${kind}`

export const kindOfMime = (mime: string): MediaKind | undefined =>
  (Object.keys(MEDIA_MIMES) as MediaKind[]).find((kind) => MEDIA_MIMES[kind] === mime)

/** What opens a private file beside its address. */
export interface Grant {
  /** Unix seconds. */
  readonly until: string
  readonly sig: string
}
/** To whom an address was told: whoever reads a conversation, or the visitor whose upload for an agent was just taken. */
export type Reader = { readonly conversation: string } | { readonly agent: string }

const PURPOSE = 'media'
const BARE = /^\/media\/([a-z]+)\/([A-Za-z0-9]{20})\.[a-z0-9]+$/
const SIGNED = /^(\/media\/[a-z]+\/[A-Za-z0-9]{20}\.[a-z0-9]+)\?until=\d{1,12}&sig=[A-Za-z0-9_-]{43}$/
/** Pages that are looked at again within it show the same addresses, so that nothing on them is fetched anew. */
const STEP_S = 6 * 3600

/** The address as it is stored, from one that was signed; all else stays what it is. */
export const bareAddress = (address: string): string => SIGNED.exec(address)?.[1] ?? address
/** Undefined for what is no address of a file. */
export const idIn = (address: string): string | undefined => BARE.exec(address)?.[2]

export interface Addresses {
  /** Opens for 6 to 12 hours. Addresses of another region, and what is none, stay what they are. */
  readonly signed: (ctx: Pick<Ctx, 'region' | 'now'>, address: string, reader: Reader) => string
  /** `expired` only for an address that was right once. */
  readonly check: (
    ctx: Pick<Ctx, 'region' | 'now'>,
    id: string,
    readers: readonly Reader[],
    grant: Grant,
  ) => 'open' | 'expired' | 'wrong'
}

export function createAddresses({ sign, verify }: Signer): Addresses {
  const granted = (region: string, id: string, reader: Reader, until: string) =>
    JSON.stringify(['GET', region, id, reader, until])
  return {
    signed({ region, now }, address, reader) {
      const [, at, id] = BARE.exec(address) ?? []
      if (id === undefined || at !== region) return address
      const until = String((Math.floor(now().getTime() / 1000 / STEP_S) + 2) * STEP_S)
      return `${address}?until=${until}&sig=${sign(PURPOSE, granted(region, id, reader, until))}`
    },
    check({ region, now }, id, readers, { until, sig }) {
      // Each is compared, so that the time tells nothing of which one it was.
      const right = readers.map((reader) => verify(PURPOSE, granted(region, id, reader, until), sig)).includes(true)
      if (!right || !/^\d{1,12}$/.test(until)) return 'wrong'
      return Number(until) * 1000 > now().getTime() ? 'open' : 'expired'
    },
  }
}

/** In a text: whole, of this origin, not signed yet. */
const NAMED = new RegExp(
  String.raw`(?<![\w/.:-])/media/[a-z]+/[A-Za-z0-9]{20}\.(?:${Object.keys(MEDIA_MIMES).join('|')})(?![\w?])`,
  'g',
)

/** The same value with the addresses of files in it signed, wherever they stand: alone, or in the words of an answer. */
export function signedWithin<T>(value: T, signed: (address: string) => string): T {
  const within = (part: unknown): unknown => {
    if (typeof part === 'string') return part.includes('/media/') ? part.replace(NAMED, signed) : part
    if (Array.isArray(part)) return part.map(within)
    if (part === null || typeof part !== 'object') return part
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, within(one)]))
  }
  return within(value) as T
}
