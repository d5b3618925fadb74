import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { LostDrawing } from './empty-state-drawings.tsx'
import { EmptyState } from './empty-state.tsx'

interface Props {
  title: string
  /** «Clear search» unless something else narrows the list. */
  clearLabel?: string
  onClear?: () => void
}

/** In place of a list of which a search or filters show nothing. */
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
