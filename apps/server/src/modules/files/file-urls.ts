// URLs of files. Public files have permanent URLs; files of visitors need a signature that expires.
import { MEDIA_MIMES, type MediaKind } from '../../lib/media/kinds.ts'
import type { Signer } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'

export const fileUrlOf = (ctx: Pick<Ctx, 'region'>, id: string, kind: MediaKind): string =>
  `/media/${ctx.region}/${id}.${kind}`

export const kindOfMime = (mime: string): MediaKind | undefined =>
  (Object.keys(MEDIA_MIMES) as MediaKind[]).find((kind) => MEDIA_MIMES[kind] === mime)

export interface UrlSignature {
  /** Unix seconds. */
  readonly until: string
  readonly sig: string
}
/** The reader a URL was signed for: readers of a conversation, or the visitor who just uploaded a file for an agent. */
export type UrlScope = { readonly conversation: string } | { readonly agent: string }

const PURPOSE = 'media'
const UNSIGNED_URL = /^\/media\/([a-z]+)\/([A-Za-z0-9]{20})\.[a-z0-9]+$/
const SIGNED_URL = /^(\/media\/[a-z]+\/[A-Za-z0-9]{20}\.[a-z0-9]+)\?until=\d{1,12}&sig=[A-Za-z0-9_-]{43}$/
/** Signed URLs are the same within one step, so that browsers can cache the files. */
const VALIDITY_STEP_S = 6 * 3600

/** Removes the signature; anything else is returned unchanged. */
export const unsignedUrl = (address: string): string => SIGNED_URL.exec(address)?.[1] ?? address
/** Undefined unless it is a file URL. */
export const fileIdIn = (address: string): string | undefined => UNSIGNED_URL.exec(address)?.[2]

const URL_ANYWHERE = /\/media\/([a-z]+)\/([A-Za-z0-9]{20})\.[a-z0-9]/g
/** Ids of the region's files whose URLs a value contains, of whatever origin. */
export const fileIdsWithin = ({ region }: Pick<Ctx, 'region'>, value: unknown): string[] => [
  ...new Set(
    Array.from(JSON.stringify(value).matchAll(URL_ANYWHERE), ([, at, id]) => (at === region ? (id ?? []) : [])).flat(),
  ),
]

export interface FileUrls {
  /** Valid for 6 to 12 hours. URLs of another region and other texts are returned unchanged. */
  readonly sign: (ctx: Pick<Ctx, 'region' | 'now'>, address: string, reader: UrlScope) => string
  /** `expired` only if the signature is right. */
  readonly check: (
    ctx: Pick<Ctx, 'region' | 'now'>,
    id: string,
    readers: readonly UrlScope[],
    grant: UrlSignature,
  ) => 'open' | 'expired' | 'wrong'
}

export function createFileUrls({ sign, verify }: Signer): FileUrls {
  const payloadOf = (region: string, id: string, reader: UrlScope, until: string) =>
    JSON.stringify(['GET', region, id, reader, until])
  return {
    sign({ region, now }, address, reader) {
      const [, at, id] = UNSIGNED_URL.exec(address) ?? []
      if (id === undefined || at !== region) return address
      const until = String((Math.floor(now().getTime() / 1000 / VALIDITY_STEP_S) + 2) * VALIDITY_STEP_S)
      return `${address}?until=${until}&sig=${sign(PURPOSE, payloadOf(region, id, reader, until))}`
    },
    check({ region, now }, id, readers, { until, sig }) {
      // Compares all, so that timing does not reveal which one matched.
      const right = readers.map((reader) => verify(PURPOSE, payloadOf(region, id, reader, until), sig)).includes(true)
      if (!right || !/^\d{1,12}$/.test(until)) return 'wrong'
      return Number(until) * 1000 > now().getTime() ? 'open' : 'expired'
    },
  }
}

/** Matches complete, unsigned file URLs of this origin in a text. */
const URL_IN_TEXT = new RegExp(
  String.raw`(?<![\w/.:-])/media/[a-z]+/[A-Za-z0-9]{20}\.(?:${Object.keys(MEDIA_MIMES).join('|')})(?![\w?])`,
  'g',
)

/** Signs all file URLs in a value, also within texts. */
export function signUrlsWithin<T>(value: T, signed: (address: string) => string): T {
  const within = (part: unknown): unknown => {
    if (typeof part === 'string') return part.includes('/media/') ? part.replace(URL_IN_TEXT, signed) : part
    if (Array.isArray(part)) return part.map(within)
    if (part === null || typeof part !== 'object') return part
    return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, within(one)]))
  }
  return within(value) as T
}
