// What a page says when a link can't be opened.
import type { Language } from '@parlance/contract/accounts/languages'
import type { LinkPage } from '../lib/http/link-page.ts'
import { emailTexts } from './texts.ts'

export type LinkProblem = 'busy' | 'failed' | 'file' | 'notifications' | 'campaigns'

export async function linkProblem(language: Language, problem: LinkProblem): Promise<LinkPage> {
  if (problem === 'notifications' || problem === 'campaigns') {
    const t = await emailTexts(language, 'unsubscribe')
    const text = problem === 'campaigns' ? t('campaignBrokenText') : t('brokenText')
    return { language, title: t('brokenTitle'), text }
  }
  const t = await emailTexts(language, 'linkPages')
  return { language, title: t(`${problem}Title`), text: t(`${problem}Text`) }
}
