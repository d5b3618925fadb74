// The sample site's second page: shipping and returns.
import { useTranslation } from 'react-i18next'
import type { SiteLinks } from './site-links.ts'
import classes from './site.module.css'

const THINGS = ['first', 'second', 'third'] as const
const QUESTIONS = ['first', 'second', 'third', 'fourth'] as const

export function Delivery({ to }: SiteLinks) {
  const { t } = useTranslation()
  return (
    <div className={classes.article}>
      <h1>{t('demoSite.page2.title')}</h1>
      <p className={classes.lead}>{t('demoSite.page2.text')}</p>
      <ul className={classes.facts}>
        {THINGS.map((thing) => (
          <li key={thing}>
            <h2>{t(`demoSite.page2.${thing}.name`)}</h2>
            <p>{t(`demoSite.page2.${thing}.text`)}</p>
          </li>
        ))}
      </ul>
      <h2>{t('demoSite.page2.questions')}</h2>
      {QUESTIONS.map((question) => (
        <details key={question} className={classes.question}>
          <summary>{t(`demoSite.page2.ask.${question}.question`)}</summary>
          <p>{t(`demoSite.page2.ask.${question}.answer`)}</p>
        </details>
      ))}
      <p>
        <a href={to('page3')}>{t('demoSite.page2.more')}</a>
      </p>
    </div>
  )
}
