// The document model of our mails: a few kinds of parts, rendered as HTML by layout.ts and as plain text here.
import type { Language } from '@parlance/contract/accounts/languages'
import type { MailColours } from '@parlance/contract/agencies/theme'
import { withoutLinks } from './hosts.ts'
import { cut } from '@parlance/contract/lib/text'
import type { Mail } from '../lib/mail.ts'

/** An agency's branding of mails to its agents' visitors. */
export interface MailBrand {
  readonly colours?: MailColours
  /** Contact for replies that nothing here receives; empty without one. */
  readonly supportAddress: string
}

export type MailContent = Omit<Mail, 'to'>

export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** Text written by another person, shown as a quote. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly kind: 'list'; readonly entries: readonly { readonly title: string; readonly detail: string }[] }
  /** One message of a conversation; without an author it is a notice. */
  | { readonly kind: 'said'; readonly who: string; readonly at: string; readonly text: string }
  | { readonly kind: 'button'; readonly label: string; readonly link: string }

export interface EmailDocument {
  readonly language: Language
  /** The sender's name, if it is not the product's. */
  readonly fromName?: string
  /** The agency's colours instead of the product's. */
  readonly colours?: MailColours | undefined
  readonly header?: string
  readonly subject: string
  /** Preview text in inboxes; the first text when absent. */
  readonly preview?: string
  readonly parts: readonly Part[]
  /** Why the reader got this mail; shown at the bottom. */
  readonly why: string
  /** Name and postal address of the sender, below that. */
  readonly sender?: string
  /** The link that ends such mails, at the very bottom. */
  readonly unsubscribe?: { readonly label: string; readonly link: string }
}

const NOTHING: ReadonlySet<string> = new Set()

/** Removes control and direction marks. Joiners stay, except next to a dot, where they could hide a URL. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/(?!\u200C|\u200D)[^\P{C}\n\u{E0020}-\u{E007F}]/gu, '')
    .replace(/[\u200C\u200D]+(?=\.)|(?<=\.)[\u200C\u200D]+/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** Untrusted text as one line, without URLs that mail programs would turn into links. */
export const line = (text: string, max = 80): string =>
  withoutLinks(cut(clean(text).replace(/\s+/g, ' '), max), NOTHING)

/** The same for several lines. URLs of `known` hosts are kept. */
export const lines = (text: string, max: number, known: ReadonlySet<string> = NOTHING): string =>
  withoutLinks(cut(clean(text), max), known)

/** Texts that all mails in a language share. */
export interface EmailFrameTexts {
  readonly sentBy: string
  readonly noButton: string
  /** The separator of label and value in plain text. */
  readonly colon: string
}

export function textOf(email: EmailDocument, { colon }: EmailFrameTexts): string {
  const parts = email.parts.map((part) => textOfPart(part, colon)).filter((text) => text !== '')
  const { sender, unsubscribe } = email
  const foot = [email.why, sender, unsubscribe && `${unsubscribe.label}${colon} ${unsubscribe.link}`].filter(Boolean)
  return `${[email.subject, ...parts, '--', ...foot].join('\n\n')}\n`
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
