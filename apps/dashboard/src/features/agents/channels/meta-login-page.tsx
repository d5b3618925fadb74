// Where Meta sends the window of a login back to.
import { Alert, Stack, Text, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { takeMetaAnswer, tellMetaAnswer, type MetaAnswer } from './meta-login.ts'

export function MetaLoginPage() {
  const { t } = useTranslation()
  const [answer, setAnswer] = useState<MetaAnswer>()
  useEffect(() => {
    const found = takeMetaAnswer()
    setAnswer(found)
    tellMetaAnswer(found)
    window.close()
  }, [])
  const isDone = !answer || answer.token !== '' || answer.code !== ''
  return (
    <Stack component="main" maw={480} mx="auto" p="xl" gap="sm">
      <Title order={1} size="h2">
        {t(isDone ? 'area.channels.pages.signedIn' : 'area.channels.pages.notSignedIn')}
      </Title>
      {answer?.error && <Alert color="red">{answer.error}</Alert>}
      <Text>{t('area.channels.pages.closeWindow')}</Text>
    </Stack>
  )
}
