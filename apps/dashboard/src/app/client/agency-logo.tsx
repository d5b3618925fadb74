// The logo of an agency, in the dark its dark one; where the agency lets the product name itself, it says so when pointed at.
import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../components/layout/avatar.tsx'
import classes from '../../features/client/client.module.css'
import { useClientSession } from '../../features/client/use-client.ts'

const PRODUCT = 'Parlance'

export default function AgencyLogo() {
  const { t } = useTranslation()
  const { name, squarePhotoURL, darkModeSquarePhotourl, settings } = useClientSession().agency
  const hasDark = darkModeSquarePhotourl !== ''
  const logo = (
    <>
      <span className={classes.logo} data-for={hasDark ? 'light' : undefined}>
        <Avatar name={name} photo={squarePhotoURL} size={28} square />
      </span>
      {hasDark && (
        <span className={classes.logo} data-for="dark">
          <Avatar name={name} photo={darkModeSquarePhotourl} size={28} square />
        </span>
      )}
    </>
  )
  if (!settings.showPricing) return logo
  const text = t('client.poweredBy', { product: PRODUCT })
  return (
    <Tooltip label={text}>
      <span className={classes.product}>
        {logo}
        <span className="visually-hidden">{text}</span>
      </span>
    </Tooltip>
  )
}
