/** What Twilio refuses of a message, with the code of its error; after its OpenAPI document of November 2026. */
const FIELDS = new Set([
  'To',
  'From',
  'MessagingServiceSid',
  'Body',
  'MediaUrl',
  'StatusCallback',
  'ValidityPeriod',
  'SmartEncoded',
])

export interface TwilioRefusal {
  readonly code: number
  readonly message: string
}
const no = (code: number, message: string): TwilioRefusal => ({ code, message })

/** The refusal; undefined where the message is fine. */
export function faultOf(form: URLSearchParams): TwilioRefusal | undefined {
  for (const name of form.keys()) if (!FIELDS.has(name)) return no(20_001, `Unknown parameter ${name}`)
  const [to, from, body] = [form.get('To') ?? '', form.get('From') ?? '', form.get('Body') ?? '']
  if (!/^\+\d{5,15}$/.test(to)) return no(21_211, `Invalid 'To' Phone Number: ${to}`)
  if (from === '' && !form.has('MessagingServiceSid')) return no(21_603, `A 'From' phone number is required.`)
  if (body === '' && !form.has('MediaUrl')) return no(21_602, 'Message body is required.')
  if (body.length > 1600) return no(21_617, 'The concatenated message body exceeds the 1600 character limit.')
  if (!body.isWellFormed()) return no(21_619, 'The message body is not well formed.')
  const media = form.getAll('MediaUrl')
  if (media.length > 10) return no(21_623, 'Number of media files exceeds allowed limit')
  if (media.some((url) => !/^https?:\/\/\S+$/.test(url))) return no(21_620, 'Invalid media URL(s)')
  if (media.length > 0 && !to.startsWith('+1')) return no(21_612, 'This number cannot take media messages.')
  return undefined
}
