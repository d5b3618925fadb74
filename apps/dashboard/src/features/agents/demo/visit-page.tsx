// The sample site's third page: opening hours, address and contact.
import { useTranslation } from 'react-i18next'
import { Lamp } from './lamp.tsx'
import classes from './site.module.css'

const THINGS = ['first', 'second', 'third'] as const
export const SHOP_MAIL = 'hello@harbour-lamps.example'

export function Visit() {
  const { t } = useTranslation()
  return (
    <section className={classes.visit}>
      <div>
        <h1>{t('demoSite.page3.title')}</h1>
        <p className={classes.lead}>{t('demoSite.page3.text')}</p>
        <dl className={classes.details}>
          {THINGS.map((thing) => (
            <div key={thing}>
              <dt>{t(`demoSite.page3.${thing}.name`)}</dt>
              <dd>{t(`demoSite.page3.${thing}.text`)}</dd>
            </div>
          ))}
          <div>
            <dt>{t('demoSite.page3.mail')}</dt>
            <dd>
              <a href={`mailto:${SHOP_MAIL}`}>{SHOP_MAIL}</a>
            </dd>
          </div>
        </dl>
      </div>
      <figure className={classes.map}>
        {/* The quay from above. */}
        <svg viewBox="0 0 320 240" aria-hidden="true">
          <path className={classes.water} d="M0 150q40-14 80 0t80 0 80 0 80 0v90H0z" />
          <path className={classes.street} d="M0 118h320M70 0v118M214 0v118" />
          <path className={classes.street} d="M120 118v58M180 118v40" />
          <circle className={classes.pin} cx="120" cy="104" r="10" />
        </svg>
        <figcaption>
          <Lamp kind="fifth" className={classes.small} />
          {t('demoSite.page3.second.text')}
        </figcaption>
      </figure>
    </section>
  )
}
