// The sample site's first page: the shop, its lamps and a story.
import { useTranslation } from 'react-i18next'
import type { SiteLinks } from './site-links.ts'
import { Lamp, LAMPS } from './lamp.tsx'
import classes from './site.module.css'

export function Shop({ to }: SiteLinks) {
  const { t } = useTranslation()
  return (
    <>
      <section className={classes.hero}>
        <div>
          <p className={classes.kicker}>{t('demoSite.page1.kicker')}</p>
          <h1>{t('demoSite.page1.title')}</h1>
          <p className={classes.lead}>{t('demoSite.page1.text')}</p>
          <a className={classes.action} href="#lamps">
            {t('demoSite.page1.action')}
          </a>
        </div>
        <div className={classes.window} aria-hidden="true">
          <Lamp kind="third" />
          <Lamp kind="first" />
          <Lamp kind="second" />
        </div>
      </section>
      <section aria-labelledby="lamps" className={classes.band}>
        <h2 id="lamps">{t('demoSite.page1.lamps')}</h2>
        <ul className={classes.things}>
          {LAMPS.map((kind) => (
            <li key={kind}>
              <div className={classes.picture}>
                <Lamp kind={kind} />
              </div>
              <h3>
                {t(`demoSite.page1.${kind}.name`)}
                <span>{t(`demoSite.page1.${kind}.price`)}</span>
              </h3>
              <p>{t(`demoSite.page1.${kind}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="story" className={classes.story}>
        <div className={classes.bench} aria-hidden="true">
          <Lamp kind="fourth" />
          <Lamp kind="sixth" />
        </div>
        <article>
          <p className={classes.kicker}>{t('demoSite.page1.story.kicker')}</p>
          <h2 id="story">{t('demoSite.page1.story.title')}</h2>
          <p>{t('demoSite.page1.story.first')}</p>
          <p>{t('demoSite.page1.story.second')}</p>
          <a href={to('page3')}>{t('demoSite.page1.story.more')}</a>
        </article>
      </section>
      <blockquote className={classes.quote}>
        <p>{t('demoSite.page1.quote.text')}</p>
        <footer>{t('demoSite.page1.quote.who')}</footer>
      </blockquote>
    </>
  )
}
