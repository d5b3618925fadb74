// The redirect target of the Meta login window.
import { Alert, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { takeMetaAnswer, tellMetaAnswer } from './meta-login.ts'

/** Read once before rendering; the address is clean afterwards. */
const answer = takeMetaAnswer()

export function MetaLoginPage() {
  const { t } = useTranslation()
  useEffect(() => {
    tellMetaAnswer(answer)
    window.close()
  }, [])
  const isDone = answer.token !== '' || answer.code !== ''
  return (
    <Stack component="main" maw={480} mx="auto" p="xl" gap="sm">
      <Title order={1} size="h2">
        {t(isDone ? 'channels.pages.signedIn' : 'channels.pages.notSignedIn')}
      </Title>
      {answer.error !== '' && <Alert color="red">{answer.error}</Alert>}
      <Text>{t('channels.pages.closeWindow')}</Text>
    </Stack>
  )
}
