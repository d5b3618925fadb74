// Orders pages with up and down buttons.
import { ActionIcon, Group, Text } from '@mantine/core'
import type { ClientPath } from '@parlance/contract/lib/client-tabs'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../components/feedback/read-only.tsx'
import { usePages } from './tab-choice.tsx'
import classes from './orgs.module.css'

interface Props {
  label: string
  description?: string
  /** Pages that can be opened; custom tabs that every client sees may be missing. */
  access: readonly ClientPath[]
  order: readonly ClientPath[]
  onChange: (order: ClientPath[]) => void
}

/** Empty when there is nothing to order. */
export function TabOrder({ label, description, access, order, onChange }: Props) {
  const { t } = useTranslation()
  const pages = usePages().filter(({ path, alwaysVisible }) => alwaysVisible || access.includes(path))
  const tabs = pages.map(({ path }) => path)
  const ordered = [...order.filter((tab) => tabs.includes(tab)), ...tabs.filter((tab) => !order.includes(tab))]
  const move = (at: number, by: -1 | 1) => {
    const next = [...ordered]
    const [tab] = next.splice(at, 1)
    if (tab) next.splice(at + by, 0, tab)
    onChange(next)
  }
  if (ordered.length < 2) return null
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      {description && (
        <Text size="xs" c="dimmed" mb={6}>
          {description}
        </Text>
      )}
      <ol className={classes.tabOrder} aria-label={label}>
        {ordered.map((tab, at) => {
          const name = pages.find(({ path }) => path === tab)?.label ?? ''
          return (
            <li key={tab}>
              <Text size="sm" className="truncate" dir="auto">
                {name}
              </Text>
              <Editing>
                <Group gap={2} wrap="nowrap">
                  <ActionIcon aria-label={t('orgs.up', { name })} disabled={at === 0} onClick={() => move(at, -1)}>
                    <IconArrowUp size={16} stroke={1.5} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={t('orgs.down', { name })}
                    disabled={at === ordered.length - 1}
                    onClick={() => move(at, 1)}
                  >
                    <IconArrowDown size={16} stroke={1.5} />
                  </ActionIcon>
                </Group>
              </Editing>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
