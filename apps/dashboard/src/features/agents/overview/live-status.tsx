// One sentence: live on which site and when it was seen last, or not on a site yet.
import type { AgentFigures } from '@parlance/contract/analytics/api'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../components/content/time.tsx'
import { hostOf, livenessOf } from './liveness.ts'
import classes from './live-status.module.css'

export function LiveStatus({ site }: { site: AgentFigures['site'] }) {
  const { t } = useTranslation()
  const liveness = livenessOf(site)
  return (
    <span className={classes.status} data-liveness={liveness}>
      <span className={classes.dot} aria-hidden />
      {site ? (
        <span className={classes.words}>
          {t(liveness === 'live' ? 'home.liveOn' : 'home.quietOn', { site: hostOf(site.origin) })}{' '}
          <RelativeTime at={site.lastAt} />
        </span>
      ) : (
        <span className={classes.words}>{t('home.notLive')}</span>
      )}
    </span>
  )
}
