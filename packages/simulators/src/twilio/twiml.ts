/** Parses TwiML as strictly as Twilio does: only known verbs, nouns and attributes, nested where allowed. */

export interface Verb {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
  readonly nouns: readonly Verb[]
}

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  Response: [],
  Connect: ['action', 'method'],
  Stream: ['url', 'name', 'track', 'statusCallback', 'statusCallbackMethod'],
  Parameter: ['name', 'value'],
  Say: ['voice', 'language', 'loop'],
  Reject: ['reason'],
  Hangup: [],
  Pause: ['length'],
  Play: ['loop', 'digits'],
  Redirect: ['method'],
  Dial: ['callerId', 'action', 'method', 'timeout', 'answerOnBridge', 'record', 'hangupOnStar', 'timeLimit'],
  Number: ['url', 'method', 'sendDigits', 'statusCallback', 'statusCallbackEvent', 'statusCallbackMethod'],
  Gather: ['input', 'action', 'method', 'timeout', 'numDigits', 'finishOnKey', 'actionOnEmptyResult', 'language'],
  Conference: ['startConferenceOnEnter', 'endConferenceOnExit', 'beep', 'waitUrl', 'maxParticipants'],
}
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  Response: ['Connect', 'Say', 'Reject', 'Hangup', 'Pause', 'Play', 'Redirect', 'Dial', 'Gather'],
  Connect: ['Stream'],
  Stream: ['Parameter'],
  Dial: ['Number', 'Conference'],
  Gather: ['Say', 'Pause', 'Play'],
}
const WITH_TEXT = new Set(['Say', 'Play', 'Redirect', 'Dial', 'Number', 'Conference'])
/** Name and value of a parameter together. */
const MAX_PARAMETER = 500

export class TwimlError extends Error {}
const fail = (message: string): never => {
  throw new TwimlError(message)
}
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (text: string): string =>
  text.replaceAll(/&([^;]*);?/g, (whole, name: string) => ENTITIES[name] ?? fail(`bad entity ${whole}`))

/** The verbs of a document. Throws a TwimlError for anything that Twilio would refuse. */
export function parseTwiml(xml: string): readonly Verb[] {
  let at = 0
  const declaration = /^<\?xml version="1\.0" encoding="UTF-8"\?>\s*/.exec(xml)
  if (declaration) at = declaration[0].length
  const readText = () => {
    const end = xml.indexOf('<', at)
    const raw = xml.slice(at, end === -1 ? xml.length : end)
    at += raw.length
    return unescaped(raw)
  }
  const readElement = (parent: string | undefined): Verb => {
    const open = /^<([A-Za-z]+)((?:\s+[A-Za-z]+="[^"<]*")*)\s*(\/?)>/.exec(xml.slice(at))
    if (!open) return fail(`no element at ${at}: ${xml.slice(at, at + 40)}`)
    const [whole, name = '', rawAttributes = '', slash] = open
    at += whole.length
    const allowed = parent === undefined ? ['Response'] : (INSIDE[parent] ?? [])
    if (!allowed.includes(name)) fail(`<${name}> can't stand in <${parent ?? 'the document'}>`)
    const attributes: Record<string, string> = {}
    for (const [, key = '', value = ''] of rawAttributes.matchAll(/([A-Za-z]+)="([^"]*)"/g)) {
      if (!ATTRIBUTES[name]?.includes(key)) fail(`<${name}> has no attribute ${key}`)
      attributes[key] = unescaped(value)
    }
    const nouns: Verb[] = []
    let text = ''
    if (slash === '')
      for (;;) {
        text += readText()
        const end = `</${name}>`
        if (xml.startsWith(end, at)) {
          at += end.length
          break
        }
        if (at >= xml.length) fail(`<${name}> isn't closed`)
        nouns.push(readElement(name))
      }
    if (text.trim() !== '' && !WITH_TEXT.has(name)) fail(`<${name}> can't hold text`)
    return checked({ name, attributes, text: text.trim(), nouns })
  }
  const { nouns } = readElement(undefined)
  if (xml.slice(at).trim() !== '') fail('more than one document')
  return nouns
}

function checked(verb: Verb): Verb {
  const { name, attributes, text, nouns } = verb
  const isUrl = (value: string | undefined, scheme: RegExp) => value !== undefined && scheme.test(value)
  if (name === 'Connect' && nouns.length !== 1) fail('<Connect> needs one noun')
  if (name === 'Stream') {
    // A query would be cut off.
    if (!isUrl(attributes.url, /^wss?:\/\/[^?#\s]+$/)) fail('the url of <Stream> has to be wss:// without a query')
    if (attributes.track !== undefined && attributes.track !== 'inbound_track') fail('<Connect> streams inbound_track')
  }
  if (name === 'Parameter') {
    const { name: key = '', value = '' } = attributes
    if (key === '' || key.length + value.length > MAX_PARAMETER) fail('a <Parameter> has up to 500 characters')
  }
  if (name === 'Reject' && !['busy', 'rejected', undefined].includes(attributes.reason)) fail('bad reason of <Reject>')
  if (name === 'Say' && text === '') fail('<Say> says nothing')
  if (name === 'Number' && !/^\+\d{5,15}$/.test(text)) fail(`<Number> can't be ${text}`)
  if (name === 'Dial' && nouns.length === 0 && !/^\+\d{5,15}$/.test(text)) fail('<Dial> needs somebody')
  if (name === 'Conference' && (text === '' || text.length > 128))
    fail('<Conference> needs a name of 1 to 128 characters')
  if (name === 'Gather' && !['dtmf', undefined].includes(attributes.input)) fail('this Twilio gathers dtmf')
  for (const key of ['timeout', 'timeLimit', 'numDigits', 'maxParticipants'])
    if (attributes[key] !== undefined && !/^\d{1,6}$/.test(attributes[key])) fail(`bad ${key} of <${name}>`)
  for (const event of (attributes.statusCallbackEvent ?? 'answered').split(' '))
    if (!['initiated', 'ringing', 'answered', 'completed'].includes(event)) fail(`bad event ${event} of <${name}>`)
  for (const key of ['action', 'statusCallback', 'waitUrl'])
    if (attributes[key] !== undefined && !/^https?:\/\/\S+$/.test(attributes[key])) fail(`bad ${key} of <${name}>`)
  return verb
}
