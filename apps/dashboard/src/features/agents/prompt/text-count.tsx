import { Text } from '@mantine/core'
import { estimateTokens } from '@parlance/engine/prompt'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../../i18n/number-locale.ts'

export function TextCount({ text }: { text: string }) {
  const { t, i18n } = useTranslation()
  const say = (value: number) => value.toLocaleString(numberLocale(i18n.language))
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {t('agents.prompt.count', { chars: say(text.length), tokens: say(estimateTokens(text)) })}
    </Text>
  )
}
