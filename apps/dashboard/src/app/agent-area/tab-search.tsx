import { ActionIcon, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { TabEntry } from '@parlance/contract/agents/tabs'
import { IconSearch } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyWithTexts } from '../../i18n/lazy-with-texts.ts'
import { useNavigateTo } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import type { TabSearchEntry } from './tab-search-entries.ts'
import { useKept } from './use-tabs.ts'

const TabSearchDialog = lazyWithTexts(() => import('./tab-search-dialog.tsx'), 'TabSearchDialog')

/** Opens the search over the agent's tabs; the palette (Ctrl/⌘ K) includes them too. */
export function TabSearch({ agentId, entries }: { agentId: string; entries: readonly TabEntry[] }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const [opened, dialog] = useDisclosure()
  const kept = useKept()
  const go = useNavigateTo()
  const open = (place: TabSearchEntry) => {
    dialog.close()
    void go(paths.part(region, agentId, place.path, { ...kept, ...place.search }))
  }
  return (
    <>
      <Tooltip label={t('area.search.open')}>
        <ActionIcon aria-label={t('area.search.open')} onClick={dialog.open}>
          <IconSearch size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
      <Suspense fallback={null}>
        {opened && <TabSearchDialog entries={entries} onGo={open} onClose={dialog.close} />}
      </Suspense>
    </>
  )
}
