// The agency settings; `?activeTabIndex=` selects the tab. A preview next to the editor, a save bar below.
import { Button, Skeleton, Tabs, Tooltip } from '@mantine/core'
import { isAgencyReadOnly } from '@parlance/contract/agencies/standing'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { ReadOnlyProvider } from '../../components/feedback/read-only.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { Page, usePageTitle } from '../../components/layout/page.tsx'
import { lazySubPage } from '../../components/layout/sub-pages.tsx'
import { useScrollRow } from '../../components/lists/scroll-row.ts'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { useCan, useDeniedReason } from '../../lib/permissions.ts'
import { mayLeaveForms } from '../../lib/unsaved-guard.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { AgencyDraftProvider, useAgencyDraft } from './agency-draft.tsx'
import { UpgradeLink, UpgradeOffer, useEntitlements } from './upgrade-offer.tsx'
import { AGENCY_TABS, type AgencyTab, hasPreview, TAB_PANELS } from './agency-tabs.ts'
import classes from './agency.module.css'

const PANELS = Object.fromEntries(Object.entries(TAB_PANELS).map(([tab, load]) => [tab, lazySubPage(load)])) as Partial<
  Record<AgencyTab, ReturnType<typeof lazySubPage>>
>

export function AgencyPage() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  usePageTitle(t('agency.title'))
  const found = useQuery(api.agencies.get.queryOptions({ input: { uid: workspace.uid } }))
  if (found.isPending)
    return (
      <Page title={t('agency.title')}>
        <RowSkeletons />
      </Page>
    )
  if (!found.data)
    return (
      <Page title={t('agency.title')}>
        <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />
      </Page>
    )
  if (found.data.data === null) return <Initialize key={workspace.uid} />
  return (
    <AgencyDraftProvider key={found.data.data.ID} saved={found.data.data} version={found.data.version}>
      <Editor />
    </AgencyDraftProvider>
  )
}

/** The first visit creates the agency. */
function Initialize() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const isAdmin = useCan('admin')
  const create = useMutation(
    api.agencies.initialize.mutationOptions({
      onSuccess: ({ data, version, created }) => {
        client.setQueryData(api.agencies.get.queryOptions({ input: { uid: workspace.uid } }).queryKey, {
          data,
          version,
        })
        if (created) notify.success(t('agency.initialized'))
      },
      onError: () => notify.error(t('agency.createFailed')),
    }),
  )
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !isAdmin) return
    begun.current = true
    create.mutate({ uid: workspace.uid })
  })
  return (
    <Page title={t('agency.title')}>
      {!isAdmin && <AlertBox kind="info">{t('agency.adminFirst')}</AlertBox>}
      {isAdmin && !create.error && <RowSkeletons />}
      {create.error && (
        <ErrorMessage text={errorText(create.error)} onRetry={() => create.mutate({ uid: workspace.uid })} />
      )}
    </Page>
  )
}

function Editor() {
  const { t } = useTranslation()
  const denied = useDeniedReason('admin')
  const allowed = useEntitlements()
  const isOver = allowed !== undefined && isAgencyReadOnly(allowed)
  const why = denied || (isOver ? t('agency.upgrade.over') : '')
  const [index, setIndex] = useSearchParam('activeTabIndex')
  const asked = AGENCY_TABS[Number(index || 0)]
  const isOpen = (one: AgencyTab) =>
    PANELS[one] !== undefined && (one !== 'autoBilling' || allowed?.autoBilling === true)
  const tab = asked && isOpen(asked) ? asked : 'overview'
  const row = useScrollRow<HTMLDivElement>(tab)
  const go = async (next: string | null) => {
    if (next === tab || !isOpen(next as AgencyTab) || !(await mayLeaveForms())) return
    const at = AGENCY_TABS.indexOf(next as AgencyTab)
    setIndex(at > 0 ? String(at) : undefined)
  }
  return (
    <div className={classes.split}>
      <Page title={t('agency.title')} description={t('agency.description')}>
        <Tabs value={tab} onChange={(next) => void go(next)} keepMounted={false}>
          <Tabs.List ref={row} mb="lg" className="scroll-row">
            {AGENCY_TABS.filter((one) => one === 'autoBilling' || PANELS[one]).map((one) => (
              <TabButton key={one} tab={one} isClosed={!isOpen(one)} />
            ))}
          </Tabs.List>
          {tab === 'overview' && (
            <div className={classes.offer}>
              <UpgradeOffer needs="whitelabel" />
            </div>
          )}
          <div className={classes.columns} data-preview={hasPreview(tab) || undefined}>
            <ReadOnlyProvider why={why} action={isOver && <UpgradeLink />} as="part">
              {Object.entries(PANELS).map(([key, Panel]) => (
                <Tabs.Panel key={key} value={key} className={classes.fields}>
                  <Panel />
                </Tabs.Panel>
              ))}
            </ReadOnlyProvider>
            {hasPreview(tab) && (
              <aside className={classes.preview} aria-label={t('agency.preview.title')}>
                <Suspense fallback={<Skeleton height={420} radius="lg" />}>
                  <Preview />
                </Suspense>
              </aside>
            )}
          </div>
        </Tabs>
      </Page>
      {!why && <SaveBar isOptional={tab === 'autoBilling'} />}
    </div>
  )
}

const Preview = lazy(() => import('./preview/agency-preview.tsx'))

/** Auto Billing requires the add-on; the tooltip says so to others. */
function TabButton({ tab, isClosed }: { tab: AgencyTab; isClosed: boolean }) {
  const { t } = useTranslation()
  const label = t(`agency.tabs.${tab}`)
  if (!isClosed) return <Tabs.Tab value={tab}>{label}</Tabs.Tab>
  return (
    <Tooltip label={t('agency.autoBillingClosed')} events={{ hover: true, focus: true, touch: true }}>
      <Tabs.Tab value={tab} aria-disabled="true" className={classes.closed}>
        {label}
      </Tabs.Tab>
    </Tooltip>
  )
}

/** Absent where the tab has buttons of its own, unless another tab was edited. */
function SaveBar({ isOptional }: { isOptional: boolean }) {
  const { t } = useTranslation()
  const { isDirty, isSaving, save, discard } = useAgencyDraft()
  if (isOptional && !isDirty) return null
  return (
    <div className={classes.bar} data-dirty={isDirty || undefined}>
      <output className={classes.state}>{t(isDirty ? 'agency.unsaved' : 'agency.allSaved')}</output>
      {isDirty && !isSaving && (
        <Button variant="subtle" color="gray" onClick={discard}>
          {t('agency.discard')}
        </Button>
      )}
      <Button disabled={!isDirty} loading={isSaving} onClick={() => void save()}>
        {t('common.save')}
      </Button>
    </div>
  )
}
