import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { roughTokens } from './tokens.ts'

export function TextCount({ text }: { text: string }) {
  const { t, i18n } = useTranslation()
  const say = (value: number) => value.toLocaleString(i18n.language)
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {t('agents.prompt.count', { chars: say(text.length), tokens: say(roughTokens(text)) })}
    </Text>
  )
}
