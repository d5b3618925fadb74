/** Finds values (e-mail, phone, day, time, name …) in a visitor's message, in the visitor's words. */
import { MONTH_NAMES, WEEKDAY_NAMES } from '../language/calendar.ts'
import { RELATIVE_DAYS } from '../language/dates.ts'
import { NUMBER } from '../language/numbers.ts'
import { normalize } from '../language/words.ts'

const EMAIL = /[^\s@<>,;:()"“”]{1,64}@[^\s@<>,;:()"“”]{1,190}\.\p{L}{2,24}(?![\p{L}\p{N}@])/iu
const PHONE = /\+?\d[\d\s()/.-]{4,20}\d/
const DAYS = WEEKDAY_NAMES.map((name) => `${name}(?:-feira)?`).join('|')
const MONTHS = [...MONTH_NAMES, ...MONTH_NAMES.map((name) => name.slice(0, 3)), 'sept'].join('|')
const RELATIVE = `(?:the )?(?:${RELATIVE_DAYS.join('|')})|in (?:${NUMBER}) (?:days?|weeks?|tagen?|wochen?)|next week|nächste woche`
const DATE = new RegExp(
  [
    String.raw`\d{4}-\d{1,2}-\d{1,2}`,
    String.raw`\d{1,2}\.\s?\d{1,2}\.(?:\s?\d{2,4})?`,
    String.raw`\d{1,2}\/\d{1,2}(?:\/\d{2,4})?`,
    String.raw`(?:(?:${DAYS}),?\s+)?(?:the\s+|le\s+|el\s+|den\s+)?\d{1,2}(?:st|nd|rd|th|er|\.)?\s+(?:of\s+|de\s+)?(?:${MONTHS})(?:\s+\d{4})?(?![\p{L}])`,
    String.raw`(?:(?:${DAYS}),?\s+)?(?:${MONTHS})\s+\d{1,2}(?:st|nd|rd|th)?(?:,?\s+\d{4})?(?!\d)`,
    String.raw`(?:(?:next|this|nächsten|kommenden|am)\s+)?(?:${DAYS})(?![\p{L}])(?:\s+the\s+\d{1,2}(?:st|nd|rd|th))?`,
    String.raw`(?:the\s+)?\d{1,2}(?:st|nd|rd|th)(?!\p{L})`,
    String.raw`(?:am|den)\s+\d{1,2}\.(?!\d)`,
    String.raw`(?:${RELATIVE})(?!\p{L})`,
  ]
    .map((part) => `(?<![\\p{L}\\p{N}])(?:${part})`)
    .join('|'),
  'iu',
)
const TIME =
  /(?<![\p{L}\p{N}.:])(?:(?:(?:at|um|gegen|à|a las|às)\s+)?(?:[01]?\d|2[0-4])[:.][0-5]\d(?:\s?(?:am|pm|a\.m\.|p\.m\.|uhr|h))?|(?:(?:at|um|gegen|à|a las|às)\s+)?(?:[01]?\d|2[0-4])\s?(?:am|pm|a\.m\.|p\.m\.|uhr|h|o'?clock)(?!\p{L})(?:\s?[0-5]\d)?|(?:at|um|gegen|à|a las|às)\s+(?:[01]?\d|2[0-4])(?![\d.\p{L}])|noon|midday|mittags?|midi|mediodía)(?![\p{L}\d])/iu
const BARE_HOUR = /^\D{0,12}\b(?:[01]?\d|2[0-4])\b\D{0,6}$/
const SELF =
  /^(?:(?:hi|hello|hey|hallo|yes|sure|ja|ok(?:ay)?)[,.!\s]+)?(?:(?:my|the) (?:full )?name(?:'s| is)|i am|i'm|this is|it's|it is|ich bin|ich heiße|mein name ist|hier ist|je m'appelle|je suis|me llamo|soy|(?:o )?meu nome é|eu sou|اسمي)\s+/iu
const NO_NAME =
  /\b(?:not|unsure|here|new|want|like|need|would|appointment|book|help|please|have|make|cancel|move|know|can|could|termin|mochte|brauche|bitte|will|veux|voudrais|quiero|cita|quero|interested|looking|yes|no|ok|okay|ja|nein|oui|non|si|sim|nao|sure)\b/

/** Every day that a message names, in its words, without the negated ones («not the 4th»). */
export function daysIn(message: string): string[] {
  const all = message.matchAll(new RegExp(DATE.source, 'giu'))
  return Array.from(all)
    .filter(({ index }) => !/\b(?:not|nicht|pas|no)\s+(?:on\s+|am\s+)?$/i.test(message.slice(0, index)))
    .map(([day]) => day.trim())
}

export const emailIn = (text: string): string | undefined => EMAIL.exec(text)?.[0].replace(/\.+$/, '')

export function phoneIn(text: string): string | undefined {
  const found = PHONE.exec(text.replace(EMAIL, ' '))?.[0]
  const digits = found?.replace(/\D/g, '').length ?? 0
  return found && digits >= 6 && digits <= 16 && !/^\d{4}-\d\d-\d\d$/.test(found) ? found.trim() : undefined
}

/** `isAsked`: a bare hour is enough. */
export function timeIn(text: string, isAsked: boolean): string | undefined {
  const found = TIME.exec(text)?.[0] ?? (isAsked && BARE_HOUR.test(text) ? /\d+/.exec(text)?.[0] : undefined)
  return found?.replace(/^(?:at|um|gegen|à|a las|às)\s+/i, '').trim()
}

/** A message without its e-mail addresses, phone numbers, days and times. */
export const withoutTyped = (message: string): string =>
  [EMAIL, DATE, TIME, PHONE].reduce(
    (rest, { source, flags }) => rest.replace(new RegExp(source, `${flags}g`), ','),
    message,
  )

/** The name in «…, I'm Anna Smith», from the first part of the message that has one. */
export function selfNamed(message: string): string | undefined {
  for (const part of message.split(/[,;.!?\n]\s*|\s(?:and|und)\s/)) {
    const name = SELF.test(part) ? nameIn(part.replace(SELF, ''), /name/i.test(part)) : undefined
    if (name) return name
  }
  return undefined
}

/**
 * The name in a message: the rest without e-mail, phone, day and time, if it looks like one; needs capitals unless it
 * was asked for.
 */
export function nameIn(message: string, isAsked: boolean): string | undefined {
  const first =
    withoutTyped(message)
      .split(/[,;\n.!?]| and | und /)
      .find((part) => part.trim()) ?? ''
  const name = first
    .replace(/\b(?:on|at|am|um)\s*$/i, '')
    .replace(SELF, '')
    .trim()
  if (name.split(/\s+/).length > 5 || /\d|[@?]/.test(name) || NO_NAME.test(normalize(name))) return undefined
  const isProper = name.split(/\s+/).every((word) => /^\p{Lu}|^(?:von|van|de|da|del|di|al)$/u.test(word))
  return /\p{L}{2}/u.test(name) && (isAsked || isProper) ? name : undefined
}

/** The value of a free text variable that was not asked for: a place, or a number of rooms. */
export function placeIn(name: string, message: string): string | undefined {
  if (/^(?:area|city|town|location|place|region)$/i.test(name))
    return /(?:^|\s)(?:in|near|around|bei|à|en|em)\s+((?:the\s+)?\p{Lu}[\p{L}-]+(?:[\s-]\p{Lu}[\p{L}-]+)*)/u.exec(
      message,
    )?.[1]
  if (/^(?:bed)?rooms$/i.test(name)) return /(?:\d+|\p{L}+)(?=[ -](?:bed)?rooms?\b|[ -]?zimmer)/iu.exec(message)?.[0]
  return undefined
}

/** The usual spelling of an address with a likely typo. */
export function usualSpelling(email: string): string | undefined {
  const usual = email
    .replace(/@(?:gmial|gmal|gamil|gmai|gnail)\./i, '@gmail.')
    .replace(/@(?:hotmial|hotmal)\./i, '@hotmail.')
    .replace(/@(gmail|hotmail|outlook|yahoo)\.(?:con|cm|co|comm)$/i, '@$1.com')
  return usual === email ? undefined : usual
}
