// Counts of an agent's widget: by day, channel and browser, never by visitor.
import { VISITOR_CHANNELS } from '../channels/list.ts'
import type { WidgetLocation } from './widget-location.ts'

export const RECORDS = ['loads', 'opens', 'chats', 'messages', 'handoffs', 'leads'] as const
export type CountRecord = (typeof RECORDS)[number]
/** Reported by pages; chats, messages, hand-offs and leads are counted on the server. */
export const REPORTED = ['loads', 'opens'] as const satisfies readonly CountRecord[]
export const KINDS = ['country', 'browser', 'platform', 'channel'] as const
export type CountKind = (typeof KINDS)[number]
/** `preview`: our own prototype and demo pages, which are excluded from totals. */
export const COUNT_CHANNELS = [...VISITOR_CHANNELS, 'preview'] as const
export type CountChannel = (typeof COUNT_CHANNELS)[number]
export const PREVIEW = 'preview' satisfies CountChannel
export const UNKNOWN_COUNTRY = 'ZZ'

export interface Count {
  readonly record: CountRecord
  readonly kind: CountKind | ''
  readonly value: string
}

export interface Load {
  readonly record: CountRecord
  readonly channel: CountChannel
  readonly browser: string
  readonly platform: string
  /** Two letters; absent when the owner does not count countries. */
  readonly country?: string | undefined
}

export function countsOf({ record, channel, browser, platform, country }: Load): Count[] {
  const of = (kind: Count['kind'], value: string): Count => ({ record, kind, value })
  if (channel === PREVIEW) return [of('channel', channel)]
  return [
    of('', ''),
    of('channel', channel),
    of('browser', browser),
    of('platform', platform),
    ...(country === undefined ? [] : [of('country', country)]),
  ]
}

export interface CountedTurn {
  readonly channel: string
  readonly pageUrl: string
  readonly isFirst: boolean
}

export const countsOfTurn = ({ isFirst, ...came }: CountedTurn, place: WidgetLocation): Count[] =>
  countsIn(isFirst ? ['chats', 'messages'] : ['messages'], came, place)

export function countsIn(
  records: readonly CountRecord[],
  { channel, pageUrl }: Pick<CountedTurn, 'channel' | 'pageUrl'>,
  place: WidgetLocation,
): Count[] {
  if (channel === 'test') return []
  const through = channel === 'web-chat' && place.isPreview(pageUrl) ? PREVIEW : channel
  return records.flatMap((record): Count[] => [
    ...(through === PREVIEW ? [] : [{ record, kind: '' as const, value: '' }]),
    { record, kind: 'channel', value: through },
  ])
}
