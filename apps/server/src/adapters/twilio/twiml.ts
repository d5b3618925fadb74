// TwiML: what Twilio is to do with a call. https://www.twilio.com/docs/voice/twiml

type Attributes = Readonly<Record<string, string | undefined>>

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** XML has no place for control characters and halves of letters. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)

const element = (name: string, attributes: Attributes, ...inside: readonly string[]): string => {
  const written = Object.entries(attributes)
    .map(([key, value]) => (value === undefined ? '' : ` ${key}="${escaped(value)}"`))
    .join('')
  return inside.length === 0 ? `<${name}${written}/>` : `<${name}${written}>${inside.join('')}</${name}>`
}

const response = (...verbs: readonly string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>${element('Response', {}, ...verbs)}`

/** A spoken sentence has to be shorter. */
const MAX_SAID = 3000

/** Pure: connects the call to our WebSocket, and asks `afterUrl` once that is closed. */
export const connectStream = (to: {
  readonly streamUrl: string
  readonly token: string
  readonly afterUrl: string
}): string =>
  response(
    element(
      'Connect',
      { action: to.afterUrl, method: 'POST' },
      element('Stream', { url: to.streamUrl }, element('Parameter', { name: 'token', value: to.token })),
    ),
  )

/** Pure: a call that is not answered costs its caller nothing. */
export const rejectCall = (reason: 'busy' | 'rejected'): string => response(element('Reject', { reason }))

/** Pure. */
export const sayAndHangUp = (text: string, language: string | undefined): string =>
  text.trim() === ''
    ? response(element('Hangup', {}))
    : response(element('Say', { language }, escaped(text.trim().slice(0, MAX_SAID))), element('Hangup', {}))

/** Pure: rings somebody and joins them; `whisperUrl` is asked what they hear before that. */
export const dialNumber = (to: {
  readonly number: string
  readonly callerId: string
  readonly afterUrl: string
  readonly whisperUrl?: string
}): string =>
  response(
    element(
      'Dial',
      { callerId: to.callerId, action: to.afterUrl, method: 'POST', timeout: '25', answerOnBridge: 'true' },
      element('Number', { url: to.whisperUrl }, escaped(to.number)),
    ),
  )
