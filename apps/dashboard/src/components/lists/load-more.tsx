import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export interface LoadMoreProps {
  /** The kind of entries. */
  of:
    | 'agents'
    | 'conversations'
    | 'copies'
    | 'documents'
    | 'entries'
    | 'functions'
    | 'jobs'
    | 'leads'
    | 'orgs'
    | 'pages'
    | 'passages'
    | 'questions'
    | 'tests'
  shown: number
  hasMore: boolean
  loading: boolean
  onMore: () => void
}

/** The number of shown entries and a button for more. */
export function LoadMore({ of, shown, hasMore, loading, onMore }: LoadMoreProps) {
  const { t } = useTranslation()
  if (shown === 0) return null
  return (
    <Group justify="center" mt="lg" gap="md">
      <Text size="sm" c="dimmed" aria-live="polite">
        {t(hasMore ? 'common.shownMore' : 'common.shownAll', { things: t(`common.counted.${of}`, { count: shown }) })}
      </Text>
      {hasMore && (
        <Button variant="default" loading={loading} onClick={onMore}>
          {t('common.loadMore')}
        </Button>
      )}
    </Group>
  )
}
