import { useMediaQuery } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { moment, VersionDetail, type DetailProps } from './version-detail.tsx'

/** A version in detail with its comparison. */
export default function VersionDrawer({ onClose, ...props }: DetailProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { ts } = props.version
  return (
    <SideDrawer title={ts > 0 ? moment(ts) : t('versions.live')} onClose={onClose} size={phone ? '100%' : 720}>
      <VersionDetail {...props} />
    </SideDrawer>
  )
}
