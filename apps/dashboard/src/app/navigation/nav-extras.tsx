// Optional entries at the foot of the navigation: white-label trial and region switch.
import { Menu, UnstyledButton } from '@mantine/core'
import { REGIONS } from '@parlance/contract/lib/regions'
import { IconCheck, IconHourglass, IconSelector, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { wordLocale, labelled } from '../../components/content/locale.ts'
import { NavBanner } from './nav-banner.tsx'
import { inRegion } from '../layout/region-href.ts'
import { useOtherRegion } from '../layout/use-other-region.ts'
import classes from './side-nav.module.css'
import { trialOf } from './trial-rule.ts'

export default function NavExtras({ folded }: { folded: boolean }) {
  return (
    <>
      <TrialBanner folded={folded} />
      <RegionSwitcher folded={folded} />
    </>
  )
}

function TrialBanner({ folded }: { folded: boolean }) {
  const { t, i18n } = useTranslation()
  const { api, workspace, region } = useScope()
  const [now] = useState(() => Date.now() / 1000)
  const whole = useQuery(api.workspaces.get.queryOptions({ input: { uid: workspace.uid }, staleTime: 60_000 })).data
    ?.data
  const trial = whole && trialOf(whole.internal, now)
  if (!whole || !trial) return null
  const date = new Date(whole.internal.whitelabelTrialEndsAt * 1000).toLocaleDateString(wordLocale(i18n.language), {
    day: 'numeric',
    month: 'long',
  })
  const over = trial.kind === 'expired'
  // A plan has taken its place.
  if (over && whole.entitlements.whitelabel) return null
  const state = over ? t('shell.trial.expired', { date }) : t('shell.trial.left', { count: trial.days })
  return (
    <NavBanner
      folded={folded}
      target={paths.billing(region)}
      icon={IconHourglass}
      tone={over ? 'warning' : 'plain'}
      title={t('shell.trial.label')}
      text={state}
      hint={over ? '' : t('shell.trial.ends', { date })}
    />
  )
}

/** Full page loads: regions share no data. */
function RegionSwitcher({ folded }: { folded: boolean }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const other = useOtherRegion()
  if (!other) return null
  const label = labelled(t('shell.region.label'), t(`shell.region.${region}`))
  return (
    <Menu position={folded ? 'right-end' : 'top-start'} width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.entry} aria-label={label}>
          <IconWorld size={18} stroke={1.5} aria-hidden />
          {!folded && (
            <>
              <span className={classes.regionName}>{t(`shell.region.${region}`)}</span>
              <IconSelector size={16} stroke={1.5} className={classes.select} aria-hidden />
            </>
          )}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell.region.label')}</Menu.Label>
        {REGIONS.map((one) => (
          <Menu.Item
            key={one}
            aria-current={one === region || undefined}
            rightSection={one === region && <IconCheck size={16} stroke={1.5} aria-hidden />}
            onClick={() => one !== region && location.assign(inRegion(one, location))}
          >
            {t(`shell.region.${one}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
