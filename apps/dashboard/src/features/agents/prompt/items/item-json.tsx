import { Textarea } from '@mantine/core'
import { Item } from '@parlance/contract/items/schemas'
import { issueMessage } from '@parlance/contract/lib/rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../../../i18n/translate-message.ts'

/** An item as JSON, applied while valid. */
export function ItemJson({ item, onChange }: { item: Item; onChange: (item: Item) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(() => JSON.stringify(item, undefined, 2))
  const read = parse(text)
  return (
    <Textarea
      aria-label={t('studio.items.jsonLabel')}
      autosize
      minRows={4}
      maxRows={20}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
      spellCheck={false}
      value={text}
      error={read.fault && t('studio.items.badJson', { reason: read.fault })}
      onChange={(event) => {
        const next = event.currentTarget.value
        setText(next)
        const { item: good } = parse(next)
        if (good) onChange(good)
      }}
    />
  )
}

function parse(text: string): { item?: Item; fault?: string } {
  try {
    const checked = Item.safeParse(JSON.parse(text))
    if (checked.success) return { item: checked.data }
    const [issue] = checked.error.issues
    const reason = issue && issueMessage(issue)
    const said = reason && translateMessage(typeof reason === 'string' ? { message: reason } : reason)
    return { fault: [issue?.path.join('.'), said].filter(Boolean).join(': ') }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
