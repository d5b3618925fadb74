// A multiple choice by checkboxes.
import { Button, Checkbox, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing, useReadOnly } from '../feedback/read-only.tsx'
import classes from './tool-editor.module.css'

export interface Choice {
  id: string
  label: string
  description?: ReactNode
  /** Why it can't be chosen. */
  refused?: string | undefined
}

interface Props {
  label: string
  choices: readonly Choice[]
  chosen: ReadonlySet<string>
  onChange: (chosen: Set<string>) => void
}

export function PickList({ label, choices, chosen, onChange }: Props) {
  const { t } = useTranslation()
  const readOnly = useReadOnly()
  const open = choices.filter(({ refused }) => !refused)
  const all = open.length > 0 && open.every(({ id }) => chosen.has(id))
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    onChange(next)
  }
  const toggleAll = () => {
    const shown = new Set(open.map(({ id }) => id))
    const others = [...chosen].filter((id) => !shown.has(id))
    onChange(new Set(all ? others : [...others, ...shown]))
  }
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        {open.length > 1 && (
          <Editing>
            <Button size="compact-xs" variant="subtle" onClick={toggleAll}>
              {all ? t('tools.pick.none') : t('tools.pick.all')}
            </Button>
          </Editing>
        )}
      </Group>
      <ul className={classes.preview} aria-label={label}>
        {choices.map(({ id, label: name, description, refused }) => (
          <li key={id}>
            <Checkbox
              label={name}
              description={refused ?? description}
              disabled={Boolean(refused) || readOnly}
              checked={chosen.has(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
