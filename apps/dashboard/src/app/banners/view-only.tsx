import { Badge, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../lib/permissions.ts'

/** Tells viewers that they can't change anything. */
export default function ViewOnly() {
  const { t } = useTranslation()
  const refusal = useDeniedReason('editor')
  return (
    <Tooltip label={refusal}>
      <Badge color="gray" style={{ flex: 'none' }}>
        {t('shell.viewOnly')}
        <span className="visually-hidden">{`: ${refusal}`}</span>
      </Badge>
    </Tooltip>
  )
}
