// The text of notifications by language: for the panel, mails and push messages.
import type { Language } from '@parlance/contract/accounts/languages'
import { msg } from '@parlance/i18n/messages'
import { emailTexts, messageTexts } from './texts.ts'

export type NoticeKind =
  | 'handoff'
  | 'left'
  | 'new'
  | 'message'
  | 'lead'
  | 'assigned'
  | 'mentioned'
  | 'channel'
  | 'budget'
  | 'budgetStopped'
  | 'creditsLow'
  | 'creditsOut'

export interface NoticeDetails {
  readonly visitor: string
  /** Of a nameless visitor. */
  readonly visitorCode?: string
  readonly agent: string
  readonly person?: string
  readonly text?: string
}

export async function noticeTexts(
  language: Language,
  kind: NoticeKind,
  { visitor, visitorCode, agent, person = '', text }: NoticeDetails,
): Promise<{ title: string; body: string }> {
  const t = await emailTexts(language, 'notification')
  const label = visitorCode && (await messageTexts(language))(msg('visitor_label', { code: visitorCode }))
  const names = { visitor: label || visitor || t('visitor'), agent, person }
  return { title: t(`title.${kind}`, names), body: text ?? t(`body.${kind}`, names) }
}
