import { useMediaQuery } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'

export default function ToastList() {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  return <Notifications position="top-center" limit={isPhone ? 1 : 3} />
}
