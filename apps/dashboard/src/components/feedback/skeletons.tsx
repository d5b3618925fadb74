import { Box, Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Delayed } from './delayed.tsx'

/** Placeholder rows of a loading list. */
export function RowSkeletons({ rows = 5, height = 64 }: { rows?: number; height?: number }) {
  const { t } = useTranslation()
  return (
    <Delayed>
      <Box component="output" display="block" aria-label={t('common.loading')}>
        <Stack gap="xs">
          {Array.from({ length: rows }, (_, row) => (
            <Skeleton key={row} height={height} radius="lg" />
          ))}
        </Stack>
      </Box>
    </Delayed>
  )
}
