// Conflicts of a push: the copy's value stays.
import { Text } from '@mantine/core'
import type { FleetPush } from '@parlance/contract/fleet/schemas'
import { useTranslation } from 'react-i18next'
import type { Where } from '../versions/diff.ts'
import { labelsOf } from '../versions/labels.ts'

const LISTS: ReadonlySet<string> = new Set(['nodes', 'tools', 'mcpServers', 'variables'])

type Conflict = FleetPush['problems'][number]['conflicts'][number]
const whereOf = ({ path, names }: Conflict): Where[] =>
  names.map((text, depth) => ({ kind: depth === 1 && LISTS.has(path[0] ?? '') ? 'name' : 'field', text }))

/** Empty without conflicts. */
export function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  const { t } = useTranslation()
  if (conflicts.length === 0) return null
  return (
    <Text size="sm" c="dimmed" dir="auto">
      {t('fleet.kept', {
        count: conflicts.length,
        names: conflicts.map((conflict) => labelsOf(whereOf(conflict), t).join(' › ')).join(', '),
      })}
    </Text>
  )
}
