import { MAX_SOURCE_CHARS, MAX_SOURCE_PAGES } from '@parlance/contract/knowledge/schemas'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { ParseError } from '../../modules/knowledge/parsing.ports.ts'

export const encrypted = (kind: string): ParseError => new ParseError('encrypted', msg('file_encrypted', { kind }))

export const broken = (kind: string, cause?: unknown): ParseError =>
  new ParseError('broken', msg('file_damaged', { kind }), { cause })

export const empty = (kind: string): ParseError => new ParseError('empty', msg('file_without_text', { kind }))

export const unsupported = (reason: MessageDescriptor): ParseError => new ParseError('unsupported', reason)

export const tooManyPages = (kind: string, pages: number): ParseError =>
  new ParseError('too-large', msg('file_too_many_pages', { kind, pages, max: MAX_SOURCE_PAGES }))

/** Advice to split a file makes no sense for a web page. */
export const tooLong = (kind: string): ParseError =>
  new ParseError(
    'too-large',
    kind === 'page'
      ? msg('page_too_much_text', { max: MAX_SOURCE_CHARS })
      : msg('file_too_much_text', { kind, max: MAX_SOURCE_CHARS }),
  )

export const tooMuchMemory = (what: 'file' | 'page', cause: unknown): ParseError =>
  new ParseError('memory', msg(what === 'page' ? 'page_too_much_memory' : 'file_too_much_memory'), { cause })

export const tooLarge = (reason: MessageDescriptor): ParseError => new ParseError('too-large', reason)

export function withinLength(text: string, kind: string): string {
  if (text.length > MAX_SOURCE_CHARS) throw tooLong(kind)
  return text
}
