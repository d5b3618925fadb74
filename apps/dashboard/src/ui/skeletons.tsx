import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Delayed } from './delayed.tsx'

/** Rows of a list while it loads. */
export function RowSkeletons({ rows = 5, height = 64 }: { rows?: number; height?: number }) {
  const { t } = useTranslation()
  return (
    <Delayed>
      <Stack gap="xs" role="status" aria-label={t('common.loading')}>
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height={height} radius="lg" />
        ))}
      </Stack>
    </Delayed>
  )
}
