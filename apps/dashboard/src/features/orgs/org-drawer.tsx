// One organisation: its people, and what the agency decides about it.
import {
  Button,
  Group,
  MultiSelect,
  Select,
  Stack,
  Switch,
  TagsInput,
  Tabs,
  Text,
  Textarea,
  TextInput,
  Title,
  ActionIcon,
} from '@mantine/core'
import { LANGUAGE_NAMES, LANGUAGES } from '@parlance/contract/accounts/languages'
import type { ClientTab } from '@parlance/contract/lib/client-tabs'
import { type Client, DISABLED_MESSAGE_MAX, MAX_TAGS, type Org } from '@parlance/contract/orgs/schemas'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { OrgPeople, PersonDrawer } from './org-people.tsx'
import { hasPage, TabChoice, type TabName } from './tab-choice.tsx'
import classes from './orgs.module.css'

export function OrgDrawer({ orgId, onClose }: { orgId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const [tab, setTab] = useSearchParam('orgTab')
  const org = useQuery(api.orgs.get.queryOptions({ input: { uid: workspace.uid, orgId }, retry: false }))
  const data = org.data?.data
  const [editing, edit] = useState<{ person?: Client | undefined }>()
  // One drawer at a time: the organization comes back when the person is done.
  if (data && editing) return <PersonDrawer org={data} person={editing.person} onClose={() => edit(undefined)} />
  return (
    <SideDrawer title={data?.name ?? t('orgs.org')} size="lg" onClose={onClose}>
      {org.error && !data && <ErrorMessage text={errorText(org.error)} onRetry={() => void org.refetch()} />}
      {org.isPending && <RowSkeletons />}
      {data && (
        <Tabs value={tab || 'info'} onChange={(value) => setTab(value === 'info' ? undefined : (value ?? undefined))}>
          <Tabs.List mb="md">
            <Tabs.Tab value="info">{t('orgs.info')}</Tabs.Tab>
            <Tabs.Tab value="people">{t('orgs.people', { count: data.orgUsers.length })}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="info">
            <OrgInfo org={data} onClose={onClose} />
          </Tabs.Panel>
          <Tabs.Panel value="people">
            <OrgPeople org={data} onEdit={(person) => edit({ person })} />
          </Tabs.Panel>
        </Tabs>
      )}
    </SideDrawer>
  )
}

type Draft = Pick<
  Org,
  | 'name'
  | 'widgetIDs'
  | 'preferredLanguage'
  | 'dashboardLayout'
  | 'defaultClientAccess'
  | 'defaultClientTabOrder'
  | 'predefinedTags'
  | 'disallowAnyTags'
  | 'disableHandoff'
> & {
  settings: Pick<
    Org['settings'],
    | 'disableClientAccess'
    | 'disableClientAccessMessage'
    | 'disableHandoffMessages'
    | 'enableCannedResponses'
    | 'smartHandoff'
  >
}

const draftOf = (org: Org): Draft => {
  const { name, widgetIDs, preferredLanguage, dashboardLayout, defaultClientAccess, defaultClientTabOrder } = org
  const { predefinedTags, disallowAnyTags, disableHandoff } = org
  const {
    disableClientAccess,
    disableClientAccessMessage,
    disableHandoffMessages,
    enableCannedResponses,
    smartHandoff,
  } = org.settings
  return {
    name,
    widgetIDs,
    preferredLanguage,
    dashboardLayout,
    defaultClientAccess,
    defaultClientTabOrder,
    predefinedTags,
    disallowAnyTags,
    disableHandoff,
    settings: {
      disableClientAccess,
      disableClientAccessMessage,
      disableHandoffMessages,
      enableCannedResponses,
      smartHandoff,
    },
  }
}

function OrgInfo({ org, onClose }: { org: Org; onClose: () => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(org))
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const setting = (change: Partial<Draft['settings']>) => set({ settings: { ...draft.settings, ...change } })
  const save = useMutation(
    api.orgs.update.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: api.orgs.key() })
        notify.success(t('orgs.updated'))
        onClose()
      },
      onError: (error) => notify.error(t('orgs.updateFailed', { reason: errorText(error) })),
    }),
  )
  const nameError = draft.name.trim() === '' && t('orgs.nameRequired')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!nameError) save.mutate({ uid: workspace.uid, orgId: org.ID, ...draft })
      }}
    >
      <Stack gap="lg">
        <TextInput
          label={t('orgs.name')}
          value={draft.name}
          error={nameError}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <OrgAgents value={draft.widgetIDs} onChange={(widgetIDs) => set({ widgetIDs })} />
        <Group grow align="flex-start">
          <Select
            label={t('orgs.language')}
            data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
            value={draft.preferredLanguage}
            allowDeselect={false}
            onChange={(preferredLanguage) => preferredLanguage && set({ preferredLanguage })}
          />
          <Select
            label={t('orgs.layout')}
            data={(['vertical', 'horizontal'] as const).map((value) => ({ value, label: t(`orgs.layouts.${value}`) }))}
            value={draft.dashboardLayout}
            allowDeselect={false}
            onChange={(dashboardLayout) => dashboardLayout && set({ dashboardLayout })}
          />
        </Group>
        <TabChoice
          label={t('orgs.defaultAccess')}
          value={draft.defaultClientAccess}
          onChange={(defaultClientAccess) => set({ defaultClientAccess })}
        />
        <TabOrder
          tabs={draft.defaultClientAccess.filter(hasPage)}
          order={draft.defaultClientTabOrder}
          onChange={(defaultClientTabOrder) => set({ defaultClientTabOrder })}
        />
        <Chats draft={draft} onChange={set} />
        <Stack gap="sm">
          <Title order={3} size="h4">
            {t('orgs.access')}
          </Title>
          <Switch
            label={t('orgs.disableAccess')}
            description={t('orgs.disableAccessHint')}
            checked={draft.settings.disableClientAccess}
            onChange={(event) => setting({ disableClientAccess: event.currentTarget.checked })}
          />
          {draft.settings.disableClientAccess && (
            <Textarea
              label={t('orgs.disabledMessage')}
              placeholder={t('orgs.disabledDefault')}
              autosize
              minRows={2}
              maxLength={DISABLED_MESSAGE_MAX}
              value={draft.settings.disableClientAccessMessage}
              onChange={(event) => setting({ disableClientAccessMessage: event.currentTarget.value })}
            />
          )}
        </Stack>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {t('orgs.saveAndClose')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** What its people may do in conversations. */
function Chats({ draft, onChange }: { draft: Draft; onChange: (change: Partial<Draft>) => void }) {
  const { t } = useTranslation()
  const { settings, predefinedTags, disallowAnyTags, disableHandoff } = draft
  return (
    <Stack gap="sm">
      <Title order={3} size="h4">
        {t('orgs.tab.convos')}
      </Title>
      <Switch
        label={t('orgs.chats.handoff')}
        description={t('orgs.chats.handoffHint')}
        checked={!disableHandoff}
        onChange={({ currentTarget }) => onChange({ disableHandoff: !currentTarget.checked })}
      />
      <Switch
        label={t('orgs.chats.smart')}
        description={t('orgs.chats.smartHint')}
        checked={settings.smartHandoff}
        onChange={({ currentTarget }) => onChange({ settings: { ...settings, smartHandoff: currentTarget.checked } })}
      />
      <Switch
        label={t('orgs.chats.messages')}
        description={t('orgs.chats.messagesHint')}
        checked={!settings.disableHandoffMessages}
        onChange={({ currentTarget }) =>
          onChange({ settings: { ...settings, disableHandoffMessages: !currentTarget.checked } })
        }
      />
      <Switch
        label={t('orgs.chats.canned')}
        checked={settings.enableCannedResponses}
        onChange={({ currentTarget }) =>
          onChange({ settings: { ...settings, enableCannedResponses: currentTarget.checked } })
        }
      />
      <TagsInput
        label={t('orgs.chats.tags')}
        value={predefinedTags}
        maxTags={MAX_TAGS}
        onChange={(tags) => onChange({ predefinedTags: tags })}
      />
      <Switch
        label={t('orgs.chats.onlyTags')}
        checked={disallowAnyTags}
        onChange={({ currentTarget }) => onChange({ disallowAnyTags: currentTarget.checked })}
      />
    </Stack>
  )
}

function OrgAgents({ value, onChange }: { value: readonly string[]; onChange: (ids: string[]) => void }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const agents = useQuery(api.agents.list.queryOptions({ input: { uid: workspace.uid, limit: 100 } })).data?.items
  const data = (agents ?? []).map(({ ID, title }) => ({ value: ID, label: title }))
  const unknown = value.filter((id) => !data.some((one) => one.value === id)).map((id) => ({ value: id, label: id }))
  return (
    <MultiSelect
      label={t('orgs.agents')}
      data={[...data, ...unknown]}
      value={[...value]}
      searchable
      clearable
      nothingFoundMessage={t('orgs.noAgents')}
      onChange={onChange}
    />
  )
}

function TabOrder({
  tabs,
  order,
  onChange,
}: {
  tabs: readonly ClientTab[]
  order: readonly ClientTab[]
  onChange: (order: ClientTab[]) => void
}) {
  const { t } = useTranslation()
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
        {t('orgs.order')}
      </Text>
      <ol className={classes.tabOrder}>
        {ordered.map((tab, at) => {
          const name = t(`orgs.tab.${tab.slice(1) as TabName}`)
          return (
            <li key={tab}>
              <Text size="sm">{name}</Text>
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
            </li>
          )
        })}
      </ol>
    </div>
  )
}
