// The text of notifications by language: for the panel, mails and push messages.
import type { Language } from '@parlance/contract/accounts/languages'
import { emailTexts } from './texts.ts'

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
  readonly agent: string
  readonly person?: string
  readonly text?: string
}

export async function noticeTexts(
  language: Language,
  kind: NoticeKind,
  { visitor, agent, person = '', text }: NoticeDetails,
): Promise<{ title: string; body: string }> {
  const t = await emailTexts(language, 'notification')
  const names = { visitor: visitor || t('visitor'), agent, person }
  return { title: t(`title.${kind}`, names), body: text ?? t(`body.${kind}`, names) }
}
