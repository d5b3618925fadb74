// Leads of the agent as a table or a board of stages; for client users too.
import { ActionIcon, Button, Group, SegmentedControl, Select, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconSettings, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { MailDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { Page } from '../../components/layout/page.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { PermissionTooltip } from '../../components/overlay/permission-tooltip.tsx'
import { NewButton } from '../../components/lists/new-button.tsx'
import { useSearchParam } from '../../lib/link.tsx'
import { listProps } from '../../lib/paged-query.ts'
import { useDeniedReason } from '../../lib/permissions.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { LeadsBoard } from './leads-board.tsx'
import { LeadsTable } from './leads-table.tsx'
import classes from './leads.module.css'
import { useAgentId, useExport, useFilters, useLeads, useLeadSettings } from './use-leads.ts'

const LeadDrawer = lazy(() => import('./lead-drawer.tsx'))
const ImportDialog = lazy(() => import('./import-dialog.tsx'))
const SettingsDrawer = lazy(() => import('./settings-drawer.tsx'))
/** Used in the address instead of an id for a new lead. */
const NEW = 'new'

export function LeadsPage() {
  const { t } = useTranslation()
  const { client } = useScope()
  const agentId = useAgentId()
  const filters = useFilters()
  const [view, setView] = useSearchParam('view')
  const [opened, open] = useSearchParam('lead')
  const [importing, importer] = useDisclosure()
  const [setting, settings] = useDisclosure()
  const leads = useLeads(agentId, filters)
  const items = leads.data?.pages.flatMap((page) => page.items) ?? []
  const none = leads.isSuccess && items.length === 0 && !filters.isFiltered
  const actions = <Actions onAdd={() => open(NEW)} onImport={importer.open} onSettings={settings.open} none={none} />
  return (
    <Page
      title={t('leads.title')}
      description={t('leads.description')}
      actions={!none && actions}
      {...(!client && { help: 'leads' as const })}
    >
      {!none && (
        <Group gap="sm" mb="md" align="flex-end">
          <div className={classes.search}>
            <SearchInput value={filters.search} onChange={filters.setSearch} label={t('leads.search')} />
          </div>
          <Choices filters={filters} agentId={agentId} />
          <SegmentedControl
            className={classes.views}
            aria-label={t('leads.view')}
            data={[
              { value: 'table', label: t('leads.table') },
              { value: 'board', label: t('leads.board') },
            ]}
            value={view === 'board' ? 'board' : 'table'}
            onChange={(next) => setView(next === 'board' ? next : undefined)}
          />
        </Group>
      )}
      {view === 'board' && !none && leads.isSuccess ? (
        <LeadsBoard agentId={agentId} filters={filters} onOpen={open} />
      ) : (
        <PagedList
          of="leads"
          shown={items.length}
          search={filters.search}
          onClearSearch={() => filters.setSearch(undefined)}
          empty={
            filters.isFiltered ? (
              <EmptyState
                drawing={<MailDrawing />}
                title={t('leads.noneHere')}
                action={
                  <Button variant="default" onClick={filters.clear}>
                    {t('leads.showAll')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                drawing={<MailDrawing />}
                title={t('leads.emptyTitle')}
                text={t('leads.emptyText')}
                action={actions}
              />
            )
          }
          {...listProps(leads)}
        >
          <LeadsTable agentId={agentId} items={items} onOpen={open} />
        </PagedList>
      )}
      <Suspense fallback={null}>
        {opened && (
          <LeadDrawer
            key={opened}
            agentId={agentId}
            leadId={opened === NEW ? undefined : opened}
            onOpen={open}
            onClose={() => open(undefined)}
          />
        )}
        {importing && <ImportDialog agentId={agentId} onClose={importer.close} />}
        {setting && <SettingsDrawer agentId={agentId} onClose={settings.close} />}
      </Suspense>
    </Page>
  )
}

function Choices({ filters, agentId }: { filters: ReturnType<typeof useFilters>; agentId: string }) {
  const { t } = useTranslation()
  const { stages, groups, nameOf } = useLeadSettings(agentId)
  return (
    <>
      <Select
        className={classes.choice}
        clearable
        aria-label={t('leads.stage')}
        placeholder={t('leads.anyStage')}
        data={stages.map(({ id }) => ({ value: id, label: nameOf(id) }))}
        value={filters.stage || null}
        onChange={(value) => filters.setStage(value ?? undefined)}
      />
      {(groups.length > 0 || filters.group !== '') && (
        <Select
          className={classes.choice}
          clearable
          searchable
          aria-label={t('leads.group')}
          placeholder={t('leads.anyGroup')}
          data={groups.map(({ name, leads }) => ({ value: name, label: `${name} (${leads})` }))}
          value={filters.group || null}
          onChange={(value) => filters.setGroup(value ?? undefined)}
        />
      )}
    </>
  )
}

interface ActionsProps {
  /** Nothing to export. */
  none: boolean
  onAdd: () => void
  onImport: () => void
  onSettings: () => void
}

function Actions({ none, onAdd, onImport, onSettings }: ActionsProps) {
  const { t } = useTranslation()
  const { client } = useScope()
  const agentId = useAgentId()
  const filters = useFilters()
  const exporting = useExport(agentId, filters)
  const refused = useDeniedReason('editor')
  const refusal = client ? '' : refused
  return (
    <Group gap="xs" justify={none ? 'center' : 'flex-start'}>
      {!client && (
        <Tooltip label={t('leads.settings.title')}>
          <ActionIcon size="lg" aria-label={t('leads.settings.title')} onClick={onSettings}>
            <IconSettings size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      )}
      {!none && (
        <Button
          variant="default"
          loading={exporting.isPending}
          leftSection={<IconDownload size={16} stroke={1.5} />}
          onClick={() => exporting.mutate()}
        >
          {t('leads.export')}
        </Button>
      )}
      <PermissionTooltip why={refusal}>
        <Button variant="default" leftSection={<IconUpload size={16} stroke={1.5} />} onClick={onImport}>
          {t('leads.import.button')}
        </Button>
      </PermissionTooltip>
      <NewButton label={t('leads.add')} onClick={onAdd} why={refusal} />
    </Group>
  )
}
