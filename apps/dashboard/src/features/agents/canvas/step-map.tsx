// The collapsible minimap.
import { ActionIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconMap } from '@tabler/icons-react'
import { MiniMap } from '@xyflow/react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './canvas.module.css'
import type { StepNode } from './flow.ts'

export const StepMap = memo(function StepMap() {
  const { t } = useTranslation()
  const [open, setOpen] = useLocalStorage({
    key: 'parlance-step-map',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  return (
    <>
      {open && (
        <MiniMap
          pannable
          zoomable
          className={classes.minimap ?? ''}
          ariaLabel={t('studio.canvas.minimap')}
          nodeColor={colourOf}
        />
      )}
      <ActionIcon
        className={classes.mapButton}
        variant="default"
        aria-label={t('studio.canvas.minimap')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <IconMap size={16} stroke={1.5} />
      </ActionIcon>
    </>
  )
})

const colourOf = ({ data, selected }: StepNode): string =>
  selected
    ? 'var(--mantine-color-iris-5)'
    : data.level === 'error'
      ? 'var(--mantine-color-red-5)'
      : 'var(--mantine-color-gray-5)'
