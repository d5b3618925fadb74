// A list of receipts: purpose, amount and parts of each charge.
import { Box, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { errorText } from '../../lib/errors.ts'
import { RelativeTime } from '../content/time.tsx'
import { ErrorMessage } from '../feedback/error-message.tsx'
import { RowSkeletons } from '../feedback/skeletons.tsx'
import { LoadMore } from '../lists/load-more.tsx'

export interface ReceiptLine {
  readonly id: string
  readonly ts: number
  readonly title: ReactNode
  /** Origin and quantities. */
  readonly facts: readonly string[]
  readonly credits: number
  readonly amount: string
  readonly parts: readonly { readonly label: string; readonly value: string }[]
}

interface ReceiptPages {
  readonly isPending: boolean
  readonly error: Error | null
  readonly refetch: () => unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

interface Props {
  readonly lines: readonly ReceiptLine[]
  readonly pages: ReceiptPages
  /** What an empty list means. */
  readonly none?: string | undefined
}

export function ReceiptRows({ lines, pages, none }: Props) {
  const { t, i18n } = useTranslation()
  if (pages.isPending) return <RowSkeletons height={56} />
  if (pages.error) return <ErrorMessage text={errorText(pages.error)} onRetry={() => void pages.refetch()} />
  if (lines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {none ?? t('billing.receipts.none')}
      </Text>
    )
  return (
    <>
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('billing.receipts.title')}>
        {lines.map((line) => (
          <Box component="li" key={line.id}>
            <Group justify="space-between" gap="sm" wrap="nowrap" align="baseline">
              <Text size="sm" fw={500} dir="auto" style={{ overflowWrap: 'anywhere' }}>
                {line.title}
              </Text>
              <Text size="sm" fw={500} style={{ whiteSpace: 'nowrap' }}>
                {line.amount}
              </Text>
            </Group>
            <Group justify="space-between" gap="sm" wrap="nowrap" align="baseline">
              <Text size="xs" c="dimmed">
                <RelativeTime at={line.ts} />
                {line.facts.map((fact) => ` · ${fact}`).join('')}
              </Text>
              <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                {t('billing.receipts.credits', {
                  count: line.credits,
                  credits: line.credits.toLocaleString(numberLocale(i18n.language), { maximumFractionDigits: 3 }),
                })}
              </Text>
            </Group>
            {line.parts.length > 0 && (
              <Text size="xs" c="dimmed">
                {line.parts.map(({ label, value }) => `${label} ${value}`).join(' · ')}
              </Text>
            )}
          </Box>
        ))}
      </Stack>
      <LoadMore
        of="entries"
        shown={lines.length}
        hasMore={pages.hasNextPage}
        loading={pages.isFetchingNextPage}
        onMore={() => void pages.fetchNextPage()}
      />
    </>
  )
}
