// The agency's organizations: find, create and open them.
import { Button, Code, CopyButton, Group, List, Stack, Switch, Text, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { OrgSummary } from '@parlance/contract/orgs/schemas'
import { IconExternalLink, IconTrash, IconUsersGroup } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { SearchInput } from '../../components/inputs/search-input.tsx'
import { Avatar } from '../../components/layout/avatar.tsx'
import { Page, usePageTitle } from '../../components/layout/page.tsx'
import { PagedList } from '../../components/lists/paged-list.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { RowMenu } from '../../components/overlay/row-menu.tsx'
import { TalkDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { NewButton } from '../../components/lists/new-button.tsx'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { listProps, paged, pageInput } from '../../lib/paged-query.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/permissions.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { agencyOrigin } from '../../lib/agency/origin.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { OrgFigures } from './org-figures.tsx'
import { NewClientDrawer } from './new-client-drawer.tsx'
import OrgDrawer from './org-drawer.tsx'
import classes from './orgs.module.css'

export function OrgsPage() {
  const { t } = useTranslation()
  usePageTitle(t('orgs.title'))
  const { api, workspace } = useScope()
  const [search, setSearch] = useSearchParam('search')
  const [needs, setNeeds] = useSearchParam('needs')
  const [opened, open] = useSearchParam('org')
  const [, setTab] = useSearchParam('orgTab')
  const [isCreating, creating] = useDisclosure()
  const orgs = useInfiniteQuery(
    api.orgs.list.infiniteOptions({
      input: (cursor: string | undefined) => ({
        uid: workspace.uid,
        ...(needs === 'attention' && { needs }),
        ...pageInput(search, cursor),
      }),
      ...paged,
    }),
  )
  const items = orgs.data?.pages.flatMap((page) => page.items) ?? []
  const none = orgs.isSuccess && items.length === 0 && !search && !needs
  const create = <NewButton label={t('orgs.new')} onClick={creating.open} />
  return (
    <Page help="clients" title={t('orgs.title')} description={t('orgs.description')} actions={!none && create}>
      {!none && <SignInAddress />}
      {!none && (
        <div className={classes.search}>
          <SearchInput value={search} onChange={setSearch} label={t('orgs.search')} />
          <Switch
            label={t('orgs.attention.filter')}
            checked={needs === 'attention'}
            onChange={({ currentTarget }) => setNeeds(currentTarget.checked ? 'attention' : undefined)}
          />
        </div>
      )}
      <PagedList
        of="orgs"
        shown={items.length}
        search={search || (needs && t('orgs.attention.filter'))}
        onClearSearch={() => {
          setSearch(undefined)
          setNeeds(undefined)
        }}
        empty={
          <EmptyState
            drawing={<TalkDrawing />}
            title={t('orgs.emptyTitle')}
            text={t('orgs.emptyText')}
            action={create}
          />
        }
        {...listProps(orgs)}
      >
        <ul className={classes.list} aria-label={t('orgs.title')}>
          {items.map((org) => (
            <Row key={org.ID} org={org} onOpen={() => open(org.ID)} />
          ))}
        </ul>
      </PagedList>
      {isCreating && (
        <NewClientDrawer
          onClose={(unfinished) => {
            creating.close()
            if (!unfinished) return
            open(unfinished)
            setTab('people')
          }}
        />
      )}
      {opened && <OrgDrawer key={opened} orgId={opened} onClose={() => open(undefined)} />}
    </Page>
  )
}

/** The client sign-in address, and the link to sign in as agency admin. */
function SignInAddress() {
  const { t } = useTranslation()
  const { api, workspace, region } = useScope()
  const agency = useQuery(api.agencies.get.queryOptions({ input: { uid: workspace.uid } })).data?.data
  const isAdmin = useCan('admin')
  const enter = useMutation(
    api.orgs.createAdminLink.mutationOptions({
      onSuccess: ({ data }) => window.open(data.url, '_blank', 'noopener'),
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  if (!agency) return null
  const address = agencyOrigin(agency) ?? `${location.origin}${paths.clientSignIn(region, agency.ID).to}`
  return (
    <Group gap="sm" mb="md" className={classes.address}>
      <Text size="sm" c="dimmed">
        {t('orgs.signInPage')}
      </Text>
      <Code className="truncate">{address}</Code>
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button size="compact-sm" variant="default" onClick={copy}>
            {t(copied ? 'orgs.copied' : 'orgs.copy')}
          </Button>
        )}
      </CopyButton>
      {isAdmin && (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={enter.isPending}
          leftSection={<IconExternalLink size={14} stroke={1.5} />}
          onClick={() => enter.mutate({ uid: workspace.uid })}
        >
          {t('orgs.viewAsAdmin')}
        </Button>
      )}
    </Group>
  )
}

/** What deleting an organization removes and what it keeps. */
function Lost({ org }: { org: OrgSummary }) {
  const { t } = useTranslation()
  return (
    <Stack gap="xs">
      <Text size="sm">{t('orgs.lost.intro')}</Text>
      <List size="sm" spacing={4}>
        <List.Item>{t('orgs.lost.people', { count: org.clients })}</List.Item>
        <List.Item>{t('orgs.lost.own')}</List.Item>
        <List.Item>{t('orgs.lost.assigned')}</List.Item>
      </List>
      {org.agents > 0 && <Text size="sm">{t('orgs.lost.kept', { count: org.agents })}</Text>}
    </Stack>
  )
}

function Row({ org, onOpen }: { org: OrgSummary; onOpen: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const isAdmin = useCan('admin')
  const remove = async () => {
    const yes = await confirm({
      title: t('orgs.deleteTitle', { name: org.name }),
      body: <Lost org={org} />,
      confirm: t('common.delete'),
    })
    if (!yes) return
    try {
      await api.orgs.delete.call({ uid: workspace.uid, orgId: org.ID })
      notify.success(t('orgs.deleted', { name: org.name }))
    } catch (error) {
      notify.error(errorText(error))
    }
    await client.invalidateQueries({ queryKey: api.orgs.list.key() })
  }
  return (
    <li className={classes.row}>
      <Avatar name={org.name} photo={org.squarePhotoURL} size={36} square />
      <div className={classes.words}>
        <UnstyledButton className={`${classes.name} truncate`} dir="auto" onClick={onOpen}>
          {org.name}
        </UnstyledButton>
        <Text size="sm" c="dimmed">
          {t('orgs.people', { count: org.clients })} · {t('orgs.agentCount', { count: org.agents })}
        </Text>
      </div>
      <OrgFigures org={org} />
      {isAdmin && (
        <RowMenu
          className={classes.menu}
          label={t('orgs.more', { name: org.name })}
          actions={[
            { icon: IconUsersGroup, text: t('orgs.open'), onClick: onOpen },
            { icon: IconTrash, text: t('common.delete'), danger: true, onClick: () => void remove() },
          ]}
        />
      )}
    </li>
  )
}
