// Why documents are refused, in words for people.
import { MAX_SOURCE_CHARS, MAX_SOURCE_PAGES } from '@parlance/contract/knowledge/schemas'
import { ParseError } from '../../modules/knowledge/parsing.ports.ts'

const number = (value: number): string => value.toLocaleString('en-US')

export const encrypted = (what: string): ParseError =>
  new ParseError('encrypted', `This ${what} is protected with a password. Remove the protection and upload it again.`)

export const broken = (what: string, cause?: unknown): ParseError =>
  new ParseError('broken', `This ${what} is damaged or incomplete, so it could not be read.`, { cause })

export const empty = (what: string): ParseError => new ParseError('empty', `This ${what} holds no text.`)

export const unsupported = (sentence: string): ParseError => new ParseError('unsupported', sentence)

export const tooManyPages = (what: string, pages: number): ParseError =>
  new ParseError(
    'too-large',
    `This ${what} has ${number(pages)} pages, and at most ${number(MAX_SOURCE_PAGES)} are read. Split it and upload the parts.`,
  )

export const tooLong = (what: string): ParseError =>
  new ParseError(
    'too-large',
    `This ${what} holds more than ${number(MAX_SOURCE_CHARS)} characters of text, which is more than is read.${split(what)}`,
  )

/** People cannot cut the pages of others. */
const split = (what: string): string => (what === 'page' ? '' : ' Split it and upload the parts.')

export const tooMuchMemory = (what: 'file' | 'page', cause: unknown): ParseError =>
  new ParseError('memory', `Reading this ${what} needs more memory than is allowed.${split(what)}`, { cause })

export const tooLarge = (sentence: string): ParseError => new ParseError('too-large', sentence)

/** Refuses before the work that a text beyond the limit would cause. */
export function withinLength(text: string, what: string): string {
  if (text.length > MAX_SOURCE_CHARS) throw tooLong(what)
  return text
}
