// One sentence: where the agent is live and when it was last seen, or that it isn't live yet.
import type { AgentFigures } from '@parlance/contract/analytics/api'
import { channelLabel } from '@parlance/contract/channels/list'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../components/content/time.tsx'
import { hostOf, isQuiet, livenessOf } from './liveness.ts'
import classes from './live-status.module.css'

interface Props {
  of: Pick<AgentFigures, 'site' | 'channels'>
  /** Leaves out when a live site was last seen. */
  isShort?: boolean
}

export function LiveStatus({ of: { site, channels }, isShort }: Props) {
  const { t } = useTranslation()
  const names = channels.map(channelLabel).join(', ')
  return (
    <span className={classes.status} data-liveness={livenessOf({ site, channels })}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.words}>
        {site && isShort && !isQuiet(site) ? (
          t('home.liveOnChannels', { channels: [hostOf(site.origin), ...channels.map(channelLabel)].join(', ') })
        ) : site ? (
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
