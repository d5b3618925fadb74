// What every mail of ours is made of: one document of a few kinds of parts, drawn as HTML by layout.ts and as text here.
import type { Language } from '@parlance/contract/accounts/languages'
import { withoutLinks } from './hosts.ts'
import { cut } from '@parlance/contract/lib/text'
import type { Mail } from '../lib/mail.ts'

/** A mail that has no recipient yet. */
export type MailContent = Omit<Mail, 'to'>

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** Words of somebody else, set apart as theirs. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'list'; readonly entries: readonly { readonly title: string; readonly detail: string }[] }
  /** One message of a conversation; nobody's is a notice between them. */
  | { readonly kind: 'said'; readonly who: string; readonly at: string; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly link: string }

export interface EmailDocument {
  readonly language: Language
  /** The sender's name, where it is not the product's. */
  readonly fromName?: string
  /** What stands at the top instead of the product's name. */
  readonly header?: string
  /** Heading too. */
  readonly subject: string
  /** What inboxes show beside the subject; the first text when absent. */
  readonly preview?: string
  readonly parts: readonly Part[]
  /** Why the reader got this. */
  readonly why: string
}

const NOTHING: ReadonlySet<string> = new Set()

/** Without control and direction marks. What joins letters and emoji stays, but not beside a dot, where it would hide an address. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\u200C|\u200D)[^\P{C}\n\u{E0020}-\u{E007F}]/gu, '')
    .replace(/[\u200C\u200D]+(?=\.)|(?<=\.)[\u200C\u200D]+/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Words that are not ours as one line of text: no address in it that a mail program would link. */
export const line = (text: string, max = 80): string =>
  withoutLinks(cut(clean(text).replace(/\s+/g, ' '), max), NOTHING)

/** The same of several lines. Addresses of `known` hosts may stay whole. */
export const lines = (text: string, max: number, known: ReadonlySet<string> = NOTHING): string =>
  withoutLinks(cut(clean(text), max), known)

/** The words of a mail that are the same in every one of its language. */
export interface EmailFrameTexts {
  readonly sentBy: string
  readonly noButton: string
  /** Between a label and what it says, in plain text. */
  readonly colon: string
}

/** The mail as plain text. */
export function textOf(email: EmailDocument, { colon }: EmailFrameTexts): string {
  const parts = email.parts.map((part) => textOfPart(part, colon)).filter((text) => text !== '')
  return `${[email.subject, ...parts, '--', email.why].join('\n\n')}\n`
}

function textOfPart(part: Part, colon: string): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'quote':
      return part.text.replace(/^/gm, '> ').replace(/^> $/gm, '>')
    case 'facts':
      return part.facts.map(([label, value]) => `${label}${colon} ${value}`).join('\n')
    case 'list':
      return part.entries.map(({ title, detail }) => `- ${title}${detail ? `\n  ${detail}` : ''}`).join('\n')
    case 'said':
      return part.who ? `${part.who} (${part.at})${colon}\n${part.text}` : `${part.text} (${part.at})`
    case 'button':
      return `${part.label}${colon}\n${part.link}`
  }
}
