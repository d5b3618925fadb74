import { Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Logo } from '../../components/layout/logo.tsx'
import classes from '../../features/client/client.module.css'

/** In place of the logo of an agency that has none. */
export default function ProductLogo() {
  const { t } = useTranslation()
  const label = t('client.poweredBy', { product: 'Parlance' })
  return (
    <Tooltip label={label} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes.product}>
        <Logo size={28} />
        <span className="visually-hidden">{label}</span>
      </span>
    </Tooltip>
  )
}
