// The page at the crawler's address, for site owners: who crawls, how, and how to block it.
import { Code, Container, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../components/layout/page.tsx'

export function BotPage() {
  const { t } = useTranslation()
  usePageTitle(t('crawler.bot.title'))
  return (
    <Container component="main" size="sm" py={64}>
      <Stack gap="md">
        <Title order={1}>{t('crawler.bot.title')}</Title>
        <Text>{t('crawler.bot.what')}</Text>
        <Text>{t('crawler.bot.how')}</Text>
        <Title order={2} size="h3">
          {t('crawler.bot.outTitle')}
        </Title>
        <Text>{t('crawler.bot.out')}</Text>
        <Code block>{'User-agent: ParlanceBot\nDisallow: /'}</Code>
        <Text>{t('crawler.bot.single')}</Text>
      </Stack>
    </Container>
  )
}
