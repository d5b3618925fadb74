// What a notification says in a language: in the panel, in a mail, in a push message.
import type { Language } from '@parlance/contract/accounts/languages'
import type { MailTexts } from './texts.ts'
import { textsIn } from './texts.ts'

export type NoticeKind = keyof MailTexts['notification']['title']

export interface NoticeDetails {
  /** Empty for one without a name. */
  readonly visitor: string
  readonly agent: string
  /** Who did it, where somebody did. */
  readonly person?: string
  /** The visitor's own words, where there are any. */
  readonly text?: string
}

export async function noticeTexts(
  language: Language,
  kind: NoticeKind,
  { visitor, agent, person = '', text }: NoticeDetails,
): Promise<{ title: string; body: string }> {
  const { notification: notice } = await textsIn(language)
  const names = { visitor: visitor || notice.visitor, agent, person }
  return { title: notice.title[kind](names), body: text ?? notice.body[kind](names) }
}
