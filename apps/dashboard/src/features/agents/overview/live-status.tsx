// One sentence: live where and last seen when, or not live yet.
import type { AgentFigures } from '@parlance/contract/analytics/api'
import { channelLabel } from '@parlance/contract/channels/list'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../components/content/time.tsx'
import { hostOf, isQuiet, livenessOf } from './liveness.ts'
import classes from './live-status.module.css'

export function LiveStatus({ of: { site, channels } }: { of: Pick<AgentFigures, 'site' | 'channels'> }) {
  const { t } = useTranslation()
  const names = channels.map(channelLabel).join(', ')
  return (
    <span className={classes.status} data-liveness={livenessOf({ site, channels })}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.words}>
        {site ? (
          <>
            {t(isQuiet(site) ? 'home.quietOn' : 'home.liveOn', { site: hostOf(site.origin) })}{' '}
            <RelativeTime at={site.lastAt} />
            {names && ` · ${names}`}
          </>
        ) : names ? (
          t('home.liveOnChannels', { channels: names })
        ) : (
          t('home.notLive')
        )}
      </span>
    </span>
  )
}
