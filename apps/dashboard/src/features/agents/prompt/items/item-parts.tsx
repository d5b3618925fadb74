// Parts of item forms: validated texts and lists.
import { ActionIcon, Button as MantineButton, Stack, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../prompt.module.css'
import { Editing } from '../../../../components/feedback/read-only.tsx'

export interface Issue {
  readonly path: readonly PropertyKey[]
}
/** Issues of a part of an item, with relative paths. */
export const below = (issues: readonly Issue[], ...path: PropertyKey[]): Issue[] =>
  issues
    .filter((issue) => path.every((key, at) => issue.path[at] === key))
    .map((issue) => ({ path: issue.path.slice(path.length) }))
export const optional = (text: string): string | undefined => (text === '' ? undefined : text)

interface TextProps {
  name:
    | 'text'
    | 'message'
    | 'alt'
    | 'image'
    | 'imageUrl'
    | 'title'
    | 'url'
    | 'name'
    | 'label'
    | 'description'
    | 'submitLabel'
  value: string
  issues: readonly Issue[]
  onChange: (text: string) => void
  max: number
  long?: boolean
}
const ADDRESSES = new Set(['image', 'imageUrl', 'url'])

export function TextOf({ name, value, issues, onChange, max, long }: TextProps) {
  const { t } = useTranslation()
  const wrong = issues.some(({ path }) => path[0] === name)
  const error = wrong && t(ADDRESSES.has(name) ? 'studio.items.badAddress' : 'agents.settings.required')
  const shared = { label: t(`studio.items.fields.${name}`), value, error, maxLength: max, size: 'xs' as const }
  if (!long) return <TextInput {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
  return (
    <Textarea {...shared} autosize minRows={2} maxRows={12} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

interface PartsProps<T> {
  parts: readonly T[]
  min: number
  max: number
  add: string
  removeLabel: (n: number) => string
  fresh: () => T
  onChange: (parts: T[]) => void
  render: (part: T, at: number, set: (part: T) => void) => ReactNode
}

/** A list inside an item, with add and remove. */
export function Parts<T>({ parts, min, max, add, removeLabel, fresh, onChange, render }: PartsProps<T>) {
  return (
    <Stack gap={8}>
      {parts.map((part, at) => (
        // Parts have no ids.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at} className={classes.part}>
          <div className={classes.partBody}>{render(part, at, (next) => onChange(parts.with(at, next)))}</div>
          <Editing>
            <ActionIcon
              size="md"
              disabled={parts.length <= min}
              aria-label={removeLabel(at + 1)}
              onClick={() => onChange(parts.toSpliced(at, 1))}
            >
              <IconTrash size={16} stroke={1.5} />
            </ActionIcon>
          </Editing>
        </div>
      ))}
      <Editing>
        <div>
          <MantineButton
            size="compact-xs"
            variant="subtle"
            leftSection={<IconPlus size={14} stroke={1.5} />}
            disabled={parts.length >= max}
            onClick={() => onChange([...parts, fresh()])}
          >
            {add}
          </MantineButton>
        </div>
      </Editing>
    </Stack>
  )
}
