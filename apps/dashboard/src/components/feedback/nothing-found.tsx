import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LostDrawing } from './empty-state-drawings.tsx'
import { EmptyState } from './empty-state.tsx'

interface Props {
  title: string
  /** «Clear search» unless the list has other filters. */
  clearLabel?: string
  onClear?: () => void
}

/** Replaces a list when search or filters match nothing. */
export function NothingFound({ title, clearLabel, onClear }: Props) {
  const { t } = useTranslation()
  return (
    <EmptyState
      drawing={<LostDrawing />}
      title={title}
      action={
        onClear && (
          <Button variant="default" onClick={onClear}>
            {clearLabel ?? t('common.clearSearch')}
          </Button>
        )
      }
    />
  )
}
