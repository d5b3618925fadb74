// A notice announced to screen readers, optionally dismissible.
import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

export type AlertKind = 'info' | 'success' | 'warning' | 'danger'

const KINDS: Record<AlertKind, { colour: string; icon: Icon }> = {
  info: { colour: 'iris', icon: IconInfoCircle },
  success: { colour: 'green', icon: IconCircleCheck },
  warning: { colour: 'yellow', icon: IconAlertTriangle },
  danger: { colour: 'red', icon: IconCircleX },
}

interface Props {
  kind: AlertKind
  title?: string
  children: ReactNode
  onClose?: () => void
}

export function AlertBox({ kind, title, children, onClose }: Props) {
  const { t } = useTranslation()
  const { colour, icon: KindIcon } = KINDS[kind]
  return (
    <Alert
      role="alert"
      data-kind={kind}
      color={colour}
      icon={<KindIcon stroke={1.5} />}
      title={title}
      withCloseButton={Boolean(onClose)}
      onClose={onClose}
      closeButtonLabel={t('common.close')}
    >
      {children}
    </Alert>
  )
}
