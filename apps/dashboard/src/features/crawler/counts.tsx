import type { Crawl } from '@parlance/contract/crawler/schemas'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { isPaused, isRunning, waitingOf } from './crawl-state.ts'

/** Counts of a run in words; omits zeros. */
export function Counts({ crawl }: { crawl: Crawl }) {
  const { t, i18n } = useTranslation()
  const say = (value: number) => value.toLocaleString(numberLocale(i18n.language))
  const { pagesRead, pagesFailed, pagesSkipped } = crawl
  const waiting = isRunning(crawl) || isPaused(crawl) ? waitingOf(crawl) : 0
  return (
    <>
      <span>{t('crawler.counts.read', { count: pagesRead, pages: say(pagesRead) })}</span>
      {pagesFailed > 0 && <span>{t('crawler.counts.failed', { pages: say(pagesFailed) })}</span>}
      {pagesSkipped > 0 && <span>{t('crawler.counts.skipped', { pages: say(pagesSkipped) })}</span>}
      {waiting > 0 && <span>{t('crawler.counts.waiting', { pages: say(waiting) })}</span>}
    </>
  )
}
