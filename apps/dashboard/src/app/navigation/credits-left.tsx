import { Tooltip } from '@mantine/core'
import { IconCoins } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import classes from './side-nav.module.css'

/** The workspace's balance in whole credits; links to the credits page. */
export function CreditsLeft({ folded }: { folded: boolean }) {
  const { t } = useTranslation()
  const { region, workspace } = useScope()
  const credits = Math.floor(workspace.loadTokens)
  const label = t('shell.creditsLeft', { credits })
  return (
    <Tooltip label={label} position="right" disabled={!folded}>
      <AppLink target={paths.billing(region)} className={folded ? classes.entry : classes.credits} aria-label={label}>
        {folded ? <IconCoins size={18} stroke={1.5} aria-hidden /> : label}
      </AppLink>
    </Tooltip>
  )
}
