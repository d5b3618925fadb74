// Other agents, last modified first, with search. Loaded on hover of the current agent's name.
import { Combobox, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigateTo } from '../../lib/link.tsx'
import { AGENT_TABS, paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { ShortName, SwitcherButton } from './switcher-button.tsx'
import classes from './switcher.module.css'

/** Opens at once. */
export default function SwitcherList({ agentId, title }: { agentId: string; title: string }) {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const [search, setSearch] = useState('')
  const go = useNavigateTo()
  const tab = useRouterState({
    select: (state) => AGENT_TABS.find((entry) => state.location.pathname.endsWith(`/${entry}`)),
  })
  const combobox = useCombobox({
    onDropdownClose: () => setSearch(''),
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const open = combobox.openDropdown
  // oxlint-disable-next-line react/exhaustive-deps -- only once: afterwards it opens and closes by itself
  useEffect(() => open(), [])
  const summaries = useQuery(api.agents.summaries.queryOptions({ input: { uid: workspace.uid } }))
  const wanted = search.trim().toLowerCase()
  const found = (summaries.data?.items ?? []).filter((agent) => agent.title.toLowerCase().includes(wanted))
  const choose = (id: string) => {
    combobox.closeDropdown()
    if (id !== agentId) void go(id === '' ? paths.agents(region) : paths.agent(region, id, tab))
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={260} position="bottom-start">
      <Combobox.Target targetType="button">
        <SwitcherButton title={title} onClick={() => combobox.toggleDropdown()} />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder={t('shell.findAgent')}
          aria-label={t('shell.findAgent')}
        />
        <Combobox.Options className={classes.options} aria-label={t('shell.switcher')}>
          {found.map((agent) => (
            <Combobox.Option key={agent.ID} value={agent.ID} selected={agent.ID === agentId} title={agent.title}>
              <ShortName name={agent.title} />
            </Combobox.Option>
          ))}
          {found.length === 0 && wanted && (
            <Combobox.Empty>{t('common.nothingFound', { search: search.trim() })}</Combobox.Empty>
          )}
          {!wanted && <Combobox.Option value="">{t('shell.allAgents')}</Combobox.Option>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
