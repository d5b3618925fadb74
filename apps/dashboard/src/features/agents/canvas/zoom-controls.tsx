import { ActionIcon } from '@mantine/core'
import { IconMaximize, IconMinus, IconPlus } from '@tabler/icons-react'
import { useReactFlow } from '@xyflow/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './canvas.module.css'

export const ZoomControls = memo(function ZoomControls({ onFit }: { onFit: () => void }) {
  const { t } = useTranslation()
  const flow = useReactFlow()
  return (
    <ActionIcon.Group className={classes.zoom}>
      <ActionIcon variant="default" aria-label={t('studio.canvas.zoomOut')} onClick={() => void flow.zoomOut()}>
        <IconMinus size={16} stroke={1.5} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={t('studio.canvas.zoomIn')} onClick={() => void flow.zoomIn()}>
        <IconPlus size={16} stroke={1.5} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={t('studio.canvas.fit')} onClick={onFit}>
        <IconMaximize size={16} stroke={1.5} />
      </ActionIcon>
    </ActionIcon.Group>
  )
})
