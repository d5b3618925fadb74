// Tabs that don't fit in the row.
import { Button, Menu } from '@mantine/core'
import type { TabEntry } from '@parlance/contract/agents/tabs'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import classes from './agent-area.module.css'
import { useKept, useTabName } from './use-tabs.ts'

interface Props {
  agentId: string
  entries: readonly TabEntry[]
  /** Its children name their entries by `data-path`. */
  list: RefObject<HTMLElement | null>
}

export default function MoreTabs({ agentId, entries, list }: Props) {
  const { t } = useTranslation()
  const { region } = useScope()
  const name = useTabName()
  const kept = useKept()
  const overflowing = useOverflowingTabs(list)
  if (overflowing.size === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          className={classes.moreTabs}
          variant="subtle"
          color="gray"
          size="xs"
          rightSection={<IconChevronDown size={14} stroke={1.5} aria-hidden />}
        >
          {t('area.moreTabs')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries
          .filter(({ path }) => overflowing.has(path))
          .map((entry) => {
            const target = paths.part(region, agentId, entry.path, kept)
            return (
              <Menu.Item key={entry.path} renderRoot={(props) => <AppLink target={target} {...props} />}>
                {name(entry)}
              </Menu.Item>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}

const NONE: ReadonlySet<string> = new Set()
/** Visible share from which an entry counts as readable. */
const SEEN = 0.7

/** The `data-path` of entries scrolled out of the row, or mostly so. */
function useOverflowingTabs(list: RefObject<HTMLElement | null>): ReadonlySet<string> {
  const [overflowing, setOverflowing] = useState(NONE)
  useEffect(() => {
    const row = list.current
    if (!row) return
    const observer = new IntersectionObserver(
      (entries) =>
        setOverflowing((before) => {
          const next = new Set(before)
          for (const { target, intersectionRatio } of entries) {
            const path = (target as HTMLElement).dataset['path'] ?? ''
            if (intersectionRatio < SEEN && target.isConnected) next.add(path)
            else next.delete(path)
          }
          return next.size > 0 ? next : NONE
        }),
      { root: row.parentElement, threshold: SEEN },
    )
    const watch = () => {
      for (const entry of row.children) observer.observe(entry)
    }
    watch()
    const changes = new MutationObserver(watch)
    changes.observe(row, { childList: true })
    return () => {
      observer.disconnect()
      changes.disconnect()
    }
  }, [list])
  return overflowing
}
