// A textarea that grows with its text, without measuring where browsers support that.
import { Textarea, type TextareaProps } from '@mantine/core'

const GROWS = typeof CSS !== 'undefined' && CSS.supports('field-sizing', 'content')
/** The height of this many lines with the field's padding. */
const height = (rows: number) => `calc(${rows}lh + 2 * var(--input-padding-y) + 2px)`

type Props = Omit<TextareaProps, 'autosize' | 'styles'> & { minRows?: number; maxRows?: number }

export function GrowingText({ minRows = 1, maxRows, ...field }: Props) {
  if (!GROWS) return <Textarea autosize minRows={minRows} {...(maxRows && { maxRows })} {...field} />
  const input = {
    fieldSizing: 'content' as const,
    minHeight: `max(var(--input-height), ${height(minRows)})`,
    ...(maxRows ? { maxHeight: height(maxRows) } : { overflow: 'hidden' }),
  }
  return <Textarea {...field} styles={{ input }} />
}
