import { Button, Center, Stack, Text, Title } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText } from '../lib/errors.ts'

/** Shown when a page fails to load or render. */
export function Crash({ error }: ErrorComponentProps) {
  const { t } = useTranslation()
  return (
    <Center component="main" mih="60dvh" p="md">
      <Stack align="center" gap="xs" ta="center" role="alert">
        <Title order={1} size="h2">
          {t('shell.failed.title')}
        </Title>
        <Text c="dimmed" maw={480}>
          {errorText(error)}
        </Text>
        <Button mt="xs" onClick={() => location.reload()}>
          {t('shell.failed.reload')}
        </Button>
      </Stack>
    </Center>
  )
}
