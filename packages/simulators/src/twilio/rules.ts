/** What Twilio refuses in a message, with its error codes; from its OpenAPI document of November 2026. */
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

const CALL_FIELDS = new Set([
  'To',
  'From',
  'Url',
  'Method',
  'StatusCallback',
  'StatusCallbackEvent',
  'StatusCallbackMethod',
  'Timeout',
  'MachineDetection',
  'AsyncAmd',
  'AsyncAmdStatusCallback',
  'AsyncAmdStatusCallbackMethod',
])
/** The refusal of a call; undefined when it is valid. */
export function callFaultOf(form: URLSearchParams): TwilioRefusal | undefined {
  for (const name of form.keys()) if (!CALL_FIELDS.has(name)) return no(20_001, `Unknown parameter ${name}`)
  const to = form.get('To') ?? ''
  if (to === '') return no(21_201, "No 'To' number is specified")
  if (!/^\+\d{5,15}$/.test(to)) return no(21_211, `Invalid 'To' Phone Number: ${to}`)
  // New accounts may not call these.
  if (to.startsWith('+850'))
    return no(21_215, `Account not authorized to call ${to}. Perhaps you need to enable some international permissions`)
  for (const name of ['Url', 'StatusCallback', 'AsyncAmdStatusCallback'])
    if (form.has(name) && !/^https?:\/\/\S+$/.test(form.get(name) ?? ''))
      return no(21_205, `Url is not a valid URL: ${name}`)
  if (!form.has('Url')) return no(21_205, 'Url parameter is required.')
  const timeout = Number(form.get('Timeout') ?? 60)
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > 600) return no(20_001, 'Invalid Timeout')
  for (const event of form.getAll('StatusCallbackEvent'))
    if (!['initiated', 'ringing', 'answered', 'completed'].includes(event)) return no(21_626, `Invalid event ${event}`)
  const machine = form.get('MachineDetection')
  if (machine !== null && !['Enable', 'DetectMessageEnd'].includes(machine))
    return no(20_001, 'Invalid MachineDetection')
  return undefined
}

/** The refusal; undefined when the message is valid. */
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
