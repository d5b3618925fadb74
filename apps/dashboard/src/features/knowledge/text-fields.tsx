// Name and text of a document.
import { Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { MAX_DOCUMENT_CHARS } from '@parlance/contract/knowledge/schemas'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { dateLocale } from '../../components/content/locale.ts'
import classes from './knowledge.module.css'

export interface TextValues {
  name: string
  content: string
  tags: string[]
}
export const EMPTY_TEXT: TextValues = { name: '', content: '', tags: [] }

export const textRules = (t: TFunction, max: number = MAX_DOCUMENT_CHARS) => ({
  name: (value: string) => (value.trim() ? null : t('knowledge.form.nameRequired')),
  content: (value: string) => {
    if (!value.trim()) return t('knowledge.form.textRequired')
    return value.length > max ? t('knowledge.form.tooLong', { max: max.toLocaleString(dateLocale()) }) : null
  },
})

interface Props<V extends TextValues> {
  form: UseFormReturnType<V>
  /** Labels the fields as question and answer. */
  qa?: boolean
  /** The text is read-only. */
  nameOnly?: boolean
}

export function TextFields<V extends TextValues>({ form, qa = false, nameOnly = false }: Props<V>) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t(qa ? 'knowledge.qa.question' : 'knowledge.form.name')}
        description={qa ? undefined : t('knowledge.form.nameHint')}
        data-autofocus
        required
        maxLength={300}
        {...form.getInputProps('name')}
      />
      {!nameOnly && (
        <div>
          <Textarea
            label={t(qa ? 'knowledge.qa.answer' : 'knowledge.form.text')}
            className={qa ? undefined : classes.text}
            required
            autosize
            minRows={qa ? 5 : 12}
            maxRows={28}
            {...form.getInputProps('content')}
          />
          <Count text={form.values.content} />
        </div>
      )}
    </>
  )
}

function Count({ text }: { text: string }) {
  const { t, i18n } = useTranslation()
  const say = (value: number) => value.toLocaleString(numberLocale(i18n.language))
  return (
    <Text size="xs" c="dimmed" mt={4}>
      {t('knowledge.form.count', {
        chars: say(text.length),
        max: say(MAX_DOCUMENT_CHARS),
        tokens: say(Math.ceil(text.length / 4)),
      })}
    </Text>
  )
}
