// TwiML: instructions to Twilio for a call. https://www.twilio.com/docs/voice/twiml

type Attributes = Readonly<Record<string, string | undefined>>

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
/** XML cannot contain control characters or lone surrogates. */
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

const MAX_SAID = 3000

/** Connects the call to our WebSocket, and asks `afterUrl` once it closes. */
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

/** A rejected call costs the caller nothing. */
export const rejectCall = (reason: 'busy' | 'rejected'): string => response(element('Reject', { reason }))

export const sayAndHangUp = (text: string, language: string | undefined): string =>
  text.trim() === ''
    ? response(element('Hangup', {}))
    : response(element('Say', { language }, escaped(text.trim().slice(0, MAX_SAID))), element('Hangup', {}))

const RING = '25'
const KEY_WAIT = '10'

/** Pure: rings a number and joins it; `newsUrl` is called once it is answered, and `afterUrl` decides what comes afterwards. */
export const dialNumber = (to: {
  readonly number: string
  readonly callerId: string
  readonly afterUrl: string
  readonly newsUrl: string
  readonly limitSeconds: number
}): string =>
  response(
    element(
      'Dial',
      {
        callerId: to.callerId,
        action: to.afterUrl,
        method: 'POST',
        timeout: RING,
        timeLimit: String(to.limitSeconds),
        answerOnBridge: 'true',
      },
      element(
        'Number',
        { statusCallback: to.newsUrl, statusCallbackEvent: 'answered', statusCallbackMethod: 'POST' },
        escaped(to.number),
      ),
    ),
  )

/** Pure: joins a room, which is over when either of the two leaves it. https://www.twilio.com/docs/voice/twiml/conference */
export const joinRoom = (to: {
  readonly room: string
  readonly afterUrl?: string
  readonly limitSeconds: number
}): string =>
  response(
    element(
      'Dial',
      {
        timeLimit: String(to.limitSeconds),
        ...(to.afterUrl === undefined ? {} : { action: to.afterUrl, method: 'POST' }),
      },
      element(
        'Conference',
        { startConferenceOnEnter: 'true', endConferenceOnExit: 'true', beep: 'false', maxParticipants: '2' },
        escaped(to.room),
      ),
    ),
  )

/** Pure: says something, asks `keyUrl` what to do with the key that is pressed, and hangs up without one. */
export const askKey = (of: {
  readonly text: string
  readonly language: string | undefined
  readonly keyUrl: string
}): string =>
  response(
    element(
      'Gather',
      { input: 'dtmf', numDigits: '1', timeout: KEY_WAIT, action: of.keyUrl, method: 'POST' },
      element('Say', { language: of.language }, escaped(of.text.trim().slice(0, MAX_SAID))),
    ),
    element('Hangup', {}),
  )
