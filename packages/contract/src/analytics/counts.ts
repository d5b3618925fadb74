// What is counted of an agent's widget: by day, channel and kind of browser, never by visitor.
import { VISITOR_CHANNELS } from '../channels/list.ts'
import type { WidgetLocation } from './widget-location.ts'

export const RECORDS = ['loads', 'opens', 'chats', 'messages', 'handoffs', 'leads'] as const
export type CountRecord = (typeof RECORDS)[number]
/** What pages report; chats, messages, hand-offs and leads are counted where they happen. */
export const REPORTED = ['loads', 'opens'] as const satisfies readonly CountRecord[]
/** How counts are told apart besides their sum. */
export const KINDS = ['country', 'browser', 'platform', 'channel'] as const
export type CountKind = (typeof KINDS)[number]
/** `preview`: our own prototype and demo pages, which are not part of totals. */
export const COUNT_CHANNELS = [...VISITOR_CHANNELS, 'preview'] as const
export type CountChannel = (typeof COUNT_CHANNELS)[number]
export const PREVIEW = 'preview' satisfies CountChannel
/** An unknown country. */
export const UNKNOWN_COUNTRY = 'ZZ'

/** One thing that was counted. Without `kind` it is the sum. */
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
  /** Two letters; absent where the agent's owner counts no countries. */
  readonly country?: string | undefined
}

/** Everything that one load or opening counts as. */
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
  /** Where the conversation began, as it is stored: origin and path. */
  readonly pageUrl: string
  /** The first message of its conversation. */
  readonly isFirst: boolean
}

/** Everything that a message of a visitor counts as; nothing for tests of owners. */
export const countsOfTurn = ({ isFirst, ...came }: CountedTurn, place: WidgetLocation): Count[] =>
  countsIn(isFirst ? ['chats', 'messages'] : ['messages'], came, place)

/** What happened in a conversation, as everything that it counts as. */
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
