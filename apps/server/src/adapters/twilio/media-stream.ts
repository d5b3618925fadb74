// Messages of Media Streams. https://www.twilio.com/docs/voice/media-streams/websocket-messages
import { z } from 'zod'
import type { StreamEvent } from '../../modules/voice/index.ts'

const base = { streamSid: z.string().max(100), sequenceNumber: z.string().max(20) }
const Message = z.discriminatedUnion('event', [
  z.looseObject({ event: z.literal('connected'), protocol: z.string().max(100), version: z.string().max(20) }),
  z.looseObject({
    ...base,
    event: z.literal('start'),
    start: z.looseObject({
      accountSid: z.string().max(100),
      callSid: z.string().max(100),
      mediaFormat: z.looseObject({ encoding: z.string(), sampleRate: z.number(), channels: z.number() }),
      customParameters: z.record(z.string(), z.string()).default({}),
    }),
  }),
  z.looseObject({
    ...base,
    event: z.literal('media'),
    media: z.looseObject({ track: z.literal('inbound'), payload: z.base64().max(2200) }),
  }),
  z.looseObject({ ...base, event: z.literal('mark'), mark: z.looseObject({ name: z.string().max(100) }) }),
  z.looseObject({
    ...base,
    event: z.literal('dtmf'),
    dtmf: z.looseObject({ digit: z.string().regex(/^[0-9*#A-D]$/) }),
  }),
  z.looseObject({ ...base, event: z.literal('stop') }),
])

export function readStreamMessage(data: string): StreamEvent | undefined {
  let parsed: unknown
  try {
    parsed = JSON.parse(data)
  } catch {
    return undefined
  }
  const { data: message } = Message.safeParse(parsed)
  if (!message) return undefined
  switch (message.event) {
    case 'start': {
      const { accountSid, callSid, customParameters, mediaFormat } = message.start
      const { encoding, sampleRate, channels } = mediaFormat
      return {
        k: 'start',
        streamId: message.streamSid,
        providerId: callSid,
        accountSid,
        token: customParameters.token ?? '',
        isOurFormat: encoding === 'audio/x-mulaw' && sampleRate === 8000 && channels === 1,
      }
    }
    case 'media':
      return { k: 'media', mulaw: Buffer.from(message.media.payload, 'base64') }
    case 'mark':
      return { k: 'mark', name: message.mark.name }
    case 'dtmf':
      return { k: 'dtmf', digit: message.dtmf.digit }
    default:
      return { k: message.event }
  }
}

export const mediaMessage = (streamSid: string, mulaw: Uint8Array): string =>
  JSON.stringify({ event: 'media', streamSid, media: { payload: Buffer.from(mulaw).toString('base64') } })
export const markMessage = (streamSid: string, name: string): string =>
  JSON.stringify({ event: 'mark', streamSid, mark: { name } })
export const clearMessage = (streamSid: string): string => JSON.stringify({ event: 'clear', streamSid })
